internal import LayoutCore
package import LayoutReview
internal import Page
internal import Renderers
internal import TestTools

/// A list of rows as apps have it: before one edit, as a page or as a dump of an app, and after it, as a
/// dump of an app; or the other way round.
///
/// The traits are those of public dumps: cells that overlap by a point, groups with gaps and headings,
/// side margins, wrappers of the same size and insets, cards as large as their cells, labels of cells
/// that repeat their texts, rows that are one element, repeated icons, and densities such as 2.625.
package struct ListCase {
  package enum Edit: String, CaseIterable, Sendable {
    case none, shift, shiftAll, taller, text, removal, insertion, wider
  }

  private struct Label {
    var text: String
    /// The frame in the feed.
    var frame: Rect
    var isIcon = false
  }

  private struct Row {
    var path: String
    var frame: Rect
    var labels: [Label]
    var isHeading = false

    mutating func move(by distance: Double) {
      frame = frame.moved(by: 0, distance)
      for index in labels.indices {
        labels[index].frame = labels[index].frame.moved(by: 0, distance)
      }
    }
  }

  package let seed: UInt64
  package let source: ViewHierarchy.Source
  package let edit: Edit
  /// The source of the dump that the app is compared with; `nil` for a page.
  package let reference: ViewHierarchy.Source?
  private let isReversed: Bool
  private var old: Reference
  private var new: ViewHierarchy
  private var path = ""
  private var frame = Rect.zero
  private var amount = 0.0
  private var newText = ""

  private enum Reference {
    case page(Page)
    case app(ViewHierarchy)
  }

  /// - Parameters:
  ///   - reference: The source of the dump that the app is compared with; by default a page.
  ///   - isReversed: Whether the reference has the edit, instead of the app.
  package init?(
    seed: UInt64, source: ViewHierarchy.Source, edit: Edit,
    beside reference: ViewHierarchy.Source? = nil,
    isReversed: Bool = false
  ) {
    var random = SplitMix64(seed: seed &* 97 &+ 13)
    self.seed = seed
    self.source = source
    self.edit = edit
    self.reference = reference
    self.isReversed = isReversed
    new = ViewHierarchy(source)
    old = .app(new)
    // The same choices for both sources, as far as both have them.
    var other = reference.map { source in
      var random = random
      return Shape(source, &random)
    }
    var shape = Shape(source, &random)
    if let shown = other {
      shape.adapt(to: shown)
      other?.adapt(to: shape)
    }
    // Android cuts rows at the edges of the screen, so that their widths are unknown there.
    if edit == .wider, shape.isMerged || other?.isMerged ?? false {
      shape.margin = max(16, shape.margin)
    }
    let rows = Self.rows(shape, &random)
    var edited = rows
    let place = apply(&edited, shape, other ?? shape, &random)
    let (before, after) = isReversed ? (edited, rows) : (rows, edited)
    let row = before[min(place, before.count - 1)]
    frame = row.labels.reduce(row.frame) { $0.union($1.frame) }
    guard let new = Self.app(after, shape, source) else { return nil }
    self.new = new
    if let reference, let other {
      guard let app = Self.app(before, other, reference) else { return nil }
      old = .app(app)
    } else {
      let text = Self.dump(before, shape)
      guard let page = DumpParser.parse(Array(text.utf8), file: "list.dump").page else {
        return nil
      }
      old = .page(page)
    }
  }

  /// Returns the views of an app, written to a dump and read back.
  private static func app(
    _ rows: [Row], _ shape: Shape, _ source: ViewHierarchy.Source
  ) -> ViewHierarchy? {
    ParityFile(views(rows, shape, source), scale: shape.scale).read
  }

  // MARK: The page

  private struct Shape {
    enum Wrapper: CaseIterable { case none, equal, inset }
    enum Icon: CaseIterable { case none, text, picture }

    let width: Double
    let height: Double
    var margin: Double
    /// The distance between rows; negative if they overlap.
    let gap: Double
    let groupSize: Int
    let groupGap: Double
    let hasHeadings: Bool
    let hasSubtitles: Bool
    let icon: Icon
    /// Whether the page has the icons, too.
    let pageHasIcons: Bool
    let pageWrapper: Wrapper
    let appWrapper: Wrapper
    /// Whether rows have views of their own, whether these have labels, and whether a row is one
    /// element.
    private(set) var hasCells: Bool
    let hasLabels, isMerged: Bool
    let scale: Double
    let isAtTop: Bool

    init(_ source: ViewHierarchy.Source, _ random: inout SplitMix64) {
      func choose<T>(_ values: [T], _ random: inout SplitMix64) -> T {
        values[Int.random(in: 0..<values.count, using: &random)]
      }
      width = choose([390, 360, 411, 414], &random)
      height = choose([44, 60, 72], &random)
      margin = choose([0, 0, 16, 20], &random)
      gap = choose([0, 0, -1, 8, 16], &random)
      groupSize = choose([3, 4, 50], &random)
      groupGap = choose([16, 35], &random)
      hasHeadings = choose([false, true], &random)
      hasSubtitles = choose([false, true], &random)
      icon = choose(Icon.allCases, &random)
      pageHasIcons = choose([false, true], &random)
      pageWrapper = choose(Wrapper.allCases, &random)
      appWrapper = choose(Wrapper.allCases, &random)
      isAtTop = choose([false, true], &random)
      let isFlat = source == .accessibility
      hasCells = isFlat || source == .compose ? choose([false, true], &random) : true
      let merges = isFlat || source == .compose || source == .uiautomator
      isMerged = merges && hasCells && choose([false, true], &random)
      hasLabels = source == .appium && choose([false, true], &random)
      let scales: [Double] =
        source.isInPixels ? [2.625, 2.75, 3] : source == .figma ? [0] : [0, 3]
      scale = choose(scales, &random)
    }

    /// Shows rows as views if the other app shows them as single elements, because these have nothing
    /// else in common.
    mutating func adapt(to other: Shape) { hasCells = hasCells || other.isMerged }
  }

  private static let titles = [
    "Wi-Fi", "Bluetooth", "Mobile data", "Hotspot", "Notifications", "Sounds", "Focus mode",
    "显示与亮度",
    "Wallpaper", "Battery", "Privacy", "שפה ואזור", "Storage 📦", "Accounts", "Help and feedback",
    "About",
  ]
  private static let subtitles = ["On", "Off", "3 devices", "Never", "12 GB of 64 GB"]

  private static func rows(_ shape: Shape, _ random: inout SplitMix64) -> [Row] {
    var rows: [Row] = []
    var y = shape.isAtTop ? 0.0 : 12
    let count = Int.random(in: 7...9, using: &random)
    let first = Int.random(in: 0..<titles.count, using: &random)
    for index in 0..<count {
      if index > 0, index.isMultiple(of: shape.groupSize) {
        y += shape.groupGap - shape.gap
        if shape.hasHeadings {
          let frame = Rect(x: shape.margin, y: y, width: shape.width - 2 * shape.margin, height: 30)
          let label = Label(
            text: "Group \(index)", frame: Rect(x: frame.x + 16, y: y + 8, width: 90, height: 14))
          rows.append(Row(path: "heading\(index)", frame: frame, labels: [label], isHeading: true))
          y += 30 + max(0, shape.gap)
        }
      }
      let frame = Rect(
        x: shape.margin, y: y, width: shape.width - 2 * shape.margin, height: shape.height)
      let hasSubtitle = shape.hasSubtitles && shape.height > 50
      let top = hasSubtitle ? 8.0 : (shape.height - 20) / 2
      var labels = [
        Label(
          text: titles[(first + index) % titles.count],
          frame: Rect(x: frame.x + 16, y: y + top, width: 140, height: 20))
      ]
      if hasSubtitle {
        labels.append(
          Label(
            text: subtitles[index % subtitles.count],
            frame: Rect(x: frame.x + 16, y: y + 32, width: 120, height: 16)))
      }
      if shape.icon != .none {
        labels.append(
          Label(
            text: "chevron",
            frame: Rect(x: frame.maxX - 30, y: y + (shape.height - 16) / 2, width: 12, height: 16),
            isIcon: true))
      }
      rows.append(Row(path: "row\(index)", frame: frame, labels: labels))
      y += shape.height + shape.gap
    }
    return rows
  }

  private static func number(_ value: Double) -> String {
    value == value.rounded() ? "\(Int(value))" : "\(value)"
  }

  private static func dump(_ rows: [Row], _ shape: Shape) -> String {
    func at(_ frame: Rect, in outer: Rect) -> String {
      "@\(number(frame.x - outer.x)),\(number(frame.y - outer.y)) "
        + "\(number(frame.width))x\(number(frame.height))"
    }
    var text =
      "# layout-dump v1 · unit pt · scale 3 · section frames in feed, node frames in parent\n"
      + "feed list \(number(shape.width))x\(number((rows.last?.frame.maxY ?? 0) + 8)) "
      + "appearance=light locale=en direction=ltr sections=\(rows.count)\n"
    for row in rows {
      text += "  section \(row.path) \(at(row.frame, in: .zero)) via=hand@1.0.0\n"
      var (indent, outer) = ("    ", row.frame)
      switch shape.pageWrapper {
      case .none: break
      case .equal:
        text +=
          "    row \(at(row.frame, in: row.frame))\n      card \(at(row.frame, in: row.frame))"
        text += " background=surface\n"
        indent = "        "
      case .inset:
        outer = Rect(
          x: row.frame.x + 8, y: row.frame.y, width: row.frame.width - 16, height: row.frame.height)
        text += "    row \(at(outer, in: row.frame))\n"
        indent = "      "
      }
      for label in row.labels where shape.pageHasIcons || !label.isIcon {
        let isPicture = label.isIcon && shape.icon == .picture
        text += indent + (isPicture ? "image" : "text \"\(label.text)\"")
        text += " \(at(label.frame, in: outer))\(isPicture ? "" : " font=15/400 lines=1/1")\n"
      }
    }
    return text
  }

  // MARK: The edit

  /// Applies the edit to a row, and returns its index.
  private mutating func apply(
    _ rows: inout [Row], _ shape: Shape, _ other: Shape, _ random: inout SplitMix64
  ) -> Int {
    let hasCells = shape.hasCells && other.hasCells
    // In reverse, a row that took the gap of its group with it would bring a new gap.
    let isInGroup = edit == .removal && isReversed
    let places = rows.indices.filter {
      $0 > 0 && $0 < rows.count - 1 && !rows[$0].isHeading
        && (!isInGroup || rows[$0 + 1].frame.y - rows[$0].frame.maxY == shape.gap)
    }
    let place = places[Int.random(in: 0..<places.count, using: &random)]
    path = rows[place].path
    let amounts = [-6.0, 3, 5, 7, 12, 24, 44]
    amount = amounts[Int.random(in: 0..<amounts.count, using: &random)]
    let pitch = rows[place + 1].frame.y - rows[place].frame.y
    switch edit {
    case .none: break
    case .shift: rows[place].move(by: amount)
    case .shiftAll: for index in place..<rows.count { rows[index].move(by: amount) }
    case .taller:
      amount = abs(amount)
      if hasCells {
        rows[place].frame.height += amount
      } else {
        rows[place].labels[0].frame.height += amount
        for index in rows[place].labels.indices.dropFirst()
        where rows[place].labels[index].frame.y >= rows[place].labels[0].frame.maxY - amount {
          rows[place].labels[index].frame.y += amount
        }
      }
      for index in place + 1..<rows.count { rows[index].move(by: amount) }
    case .text:
      newText = "Changed words"
      rows[place].labels[0].text = newText
    case .removal:
      rows.remove(at: place)
      for index in place..<rows.count { rows[index].move(by: -pitch) }
    case .insertion:
      newText = "VPN"
      var row = rows[place]
      row.labels[0].text = newText
      if row.labels.count > 1, !row.labels[1].isIcon { row.labels[1].text = "Not connected" }
      let room = shape.height + shape.gap
      for index in place..<rows.count { rows[index].move(by: room) }
      rows.insert(row, at: place)
    case .wider:
      amount = 2
      if shape.isMerged || other.isMerged
        || Bool.random(using: &random) && hasCells && shape.margin > 0
      {
        rows[place].frame.width += amount
      } else {
        rows[place].labels[0].frame.width += amount
      }
    }
    return place
  }

  // MARK: The app

  private static func views(
    _ rows: [Row], _ shape: Shape, _ source: ViewHierarchy.Source
  ) -> ViewHierarchy {
    let names:
      (window: String, list: String, cell: String, other: String, label: String, image: String)
    switch source {
    case .uikit:
      names = ("UIWindow", "UITableView", "App.SettingCell", "UIView", "UILabel", "UIImageView")
    case .appium:
      names = (
        "XCUIElementTypeApplication", "XCUIElementTypeTable", "XCUIElementTypeCell",
        "XCUIElementTypeOther", "XCUIElementTypeStaticText", "XCUIElementTypeImage"
      )
    case .accessibility: names = ("Application", "Table", "Button", "Other", "StaticText", "Image")
    case .uiautomator, .compose:
      names = (
        "android.widget.FrameLayout", "androidx.recyclerview.widget.RecyclerView",
        "android.view.ViewGroup", "android.widget.FrameLayout", "android.widget.TextView",
        "android.widget.ImageView"
      )
    case .figma: names = ("FRAME", "FRAME", "FRAME", "FRAME", "TEXT", "VECTOR")
    }
    var result = ViewHierarchy(source)
    let bar = source == .figma ? 0.0 : 88
    let height = max(1_000, (rows.last?.frame.maxY ?? 0) + 100)
    func round(_ value: Double) -> Double {
      shape.scale > 0 ? (value * shape.scale).rounded() / shape.scale : value
    }
    func add(
      _ name: String, _ level: Int, _ frame: Rect, _ text: String? = nil, scrolls: Bool = false
    ) {
      let (x, y) = (round(frame.x), round(frame.y))
      var view = ViewHierarchy.View(
        name, level: level,
        frame: Rect(
          x: x, y: y, width: round(frame.maxX) - x, height: round(frame.maxY) - y))
      view.text = text
      view.isScrolling = scrolls
      if scrolls, source == .uikit { view.contentOffset = .zero }
      result.append(view, isOnScreen: true)
    }
    let screen = Rect(x: 0, y: 0, width: shape.width, height: bar + height)
    add(names.window, 0, screen)
    var level = 1
    if source != .figma, source != .accessibility || shape.hasCells {
      add(names.list, 1, Rect(x: 0, y: bar, width: shape.width, height: height), scrolls: true)
      level = 2
    }
    for row in rows {
      let frame = row.frame.moved(by: 0, bar)
      let labels = row.labels.map {
        Label(text: $0.text, frame: $0.frame.moved(by: 0, bar), isIcon: $0.isIcon)
      }
      let joined = labels.filter { !$0.isIcon }.map(\.text).joined(separator: ", ")
      var inner = level
      if shape.isMerged, !row.isHeading {
        add(names.cell, level, frame, joined)
        continue
      }
      if shape.hasCells {
        add(names.cell, level, frame, shape.hasLabels ? joined : nil)
        inner += 1
        switch shape.appWrapper {
        case .none: break
        case .equal:
          add(names.other, inner, frame)
          inner += 1
        case .inset:
          add(
            names.other, inner,
            Rect(x: frame.x + 6, y: frame.y + 4, width: frame.width - 12, height: frame.height - 8))
          inner += 1
        }
      }
      for label in labels {
        if label.isIcon, shape.icon == .picture {
          add(names.image, inner, label.frame)
        } else {
          add(names.label, inner, label.frame, label.text)
        }
      }
    }
    return result
  }

  // MARK: The verdict

  private var comparison: AppComparison? {
    switch old {
    case .page(let page): AppComparison.best(new, page: ReferencePage(page), tolerance: 0.5)
    case .app(let app): AppComparison.best(new, beside: app, named: nil, tolerance: 0.5)
    }
  }

  /// Returns what is wrong with the report; empty if it tells the edit and nothing else.
  package func faults() -> [String] {
    guard let found = comparison else { return ["not compared"] }
    var faults: [String] = []
    var told = 0
    let slack = found.tolerance + 0.05
    let isRemoval = edit == (isReversed ? .insertion : .removal)
    let isInsertion = edit == (isReversed ? .removal : .insertion)
    for section in found.sections {
      for deviation in (section.own.map { [$0] } ?? []) + section.nodes {
        let (own, others) = (deviation.difference, deviation.explained)
        let sums = [
          own.x + others.x - deviation.app.x + deviation.page.x,
          own.y + others.y - deviation.app.y + deviation.page.y,
          own.width + others.width - deviation.app.width + deviation.page.width,
          own.height + others.height - deviation.app.height + deviation.page.height,
        ]
        if sums.contains(where: { abs($0) > slack }) {
          faults.append("numbers: \(deviation.path) \(own) \(others) \(deviation.app)")
        }
        if isHere(deviation), isTold(deviation, slack) {
          told += 1
        } else {
          faults.append("innocent: \(deviation.path) \(own) \(deviation.texts)")
        }
      }
    }
    // Without a view for the row, each view of it is one of its own.
    let missing =
      found.missing + found.missingNodes.filter { $0.text != "chevron" }.map(\.path)
    if isRemoval, reference == nil ? missing == [path] : 1...3 ~= missing.count {
      told = 1
    } else {
      faults += missing.map { "missing: \($0)" }
    }
    let strangers = found.strangers.filter { $0.text != "chevron" }
    if isInsertion, 1...3 ~= strangers.count {
      told = 1
    } else {
      faults += strangers.map { "stranger: \($0.text ?? "") \($0.frame)" }
    }
    if told != (edit == .none ? 0 : 1) {
      faults.append("told \(told) times: \(edit) \(path) \(amount)")
    }
    return faults
  }

  /// Whether a difference is at the edited row. The views of an app have no names of rows.
  private func isHere(_ deviation: AppComparison.Deviation) -> Bool {
    guard reference != nil else {
      return deviation.path == path || deviation.path.hasPrefix(path + "/")
    }
    // The list may be below a bar of the screen.
    return [0.0, 88].contains {
      deviation.page.y >= frame.y + $0 - 1 && deviation.page.maxY <= frame.maxY + $0 + 1
    }
  }

  private func isTold(_ deviation: AppComparison.Deviation, _ slack: Double) -> Bool {
    let (own, sign) = (deviation.difference, isReversed ? -1.0 : 1)
    func isOnly(_ frame: Rect) -> Bool {
      abs(own.x - sign * frame.x) <= slack && abs(own.y - sign * frame.y) <= slack
        && abs(own.width - sign * frame.width) <= slack
        && abs(own.height - sign * frame.height) <= slack
    }
    switch edit {
    case .shift, .shiftAll: return isOnly(Rect(x: 0, y: amount, width: 0, height: 0))
    case .taller: return isOnly(Rect(x: 0, y: 0, width: 0, height: amount))
    case .wider: return isOnly(Rect(x: 0, y: 0, width: amount, height: 0))
    case .text:
      return (isReversed ? deviation.texts.first : deviation.texts.last)?.contains(newText) ?? false
    case .none, .removal, .insertion: return false
    }
  }

  /// The report of the comparison.
  package var report: String { comparison?.text(color: false) ?? "none\n" }
}

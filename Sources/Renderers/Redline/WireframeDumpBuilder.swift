import LayoutCore

/// Adds the boxes of one section of a dump to a wireframe.
struct WireframeDumpBuilder {
  private let section: DumpDocument.Section
  private let index: Int
  private let framesAreAbsolute: Bool
  private let isRightToLeft: Bool
  private let grid: PixelGrid
  /// Pixels per point.
  private let scale: Int
  private let measurer = RecordedTextMeasurer()
  private var levels: [Level] = []

  /// An ancestor of the current line, or the section.
  private struct Level {
    /// Index of the box; -1 for the section.
    var box = -1
    var path: String
    /// Origin of its coordinates, in the section's.
    var origin = Point.zero
    var shift = 0.0
    var clip = -1
    var isOffscreen = false
    var isCollection = false
  }

  init(_ section: DumpDocument.Section, index: Int, grid: PixelGrid, of dump: DumpDocument) {
    self.section = section
    self.index = index
    self.grid = grid
    scale = dump.header.scale
    framesAreAbsolute = dump.header.frames == .absolute
    isRightToLeft =
      dump.feed.attributes["direction"] == LayoutEnvironment.Direction.rtl.rawValue
  }

  mutating func add(to wireframe: inout Wireframe) {
    let first = wireframe.boxes.count
    let entry = wireframe.sections[index]
    var base = Level(path: entry.path)
    let layout = section.attributes["layout"]
    if layout == "carousel" || layout == "pager" {
      base.clip = wireframe.addClip(entry.frame, within: -1)
      base.isCollection = true
    }
    levels = [base]
    for (number, line) in section.lines.enumerated() {
      while levels.count > line.level + 1 { levels.removeLast() }
      guard case .node(let node) = line.content, let parent = levels.last else { continue }
      let isLeaf =
        number + 1 >= section.lines.count || section.lines[number + 1].level <= line.level
      add(node, number: number, isLeaf: isLeaf, in: parent, to: &wireframe)
    }
    let boxes = first..<wireframe.boxes.count
    wireframe.sections[index].boxes = boxes
    wireframe.sections[index].rowBoxes = rows(of: boxes.map { ($0, wireframe.boxes[$0]) })
  }

  /// Returns the boxes directly below the section if their number equals the number of rows; a
  /// single one must also have the row's height.
  private func rows(of boxes: [(index: Int, box: Wireframe.Box)]) -> [Int] {
    let roots = boxes.filter { $0.box.parent < 0 && $0.box.role != .header }
    // A dump may have any number. Sums are of Double, which does not overflow.
    let offscreen = section.lines.reduce(0.0) { sum, line in
      guard line.level == 0, case .elided(let count, "offscreen") = line.content else { return sum }
      return sum + Double(count)
    }
    let runs = (section.attributes["rows"] ?? "").split(separator: "+").map { run in
      run.split(separator: "x", maxSplits: 1).compactMap { Double($0) }
    }
    let count = runs.reduce(0.0) { $0 + ($1.first ?? 0) }
    guard let first = roots.first, Double(roots.count) + offscreen == count else { return [] }
    if count == 1, runs[0].last != first.box.frame.height { return [] }
    return roots.map(\.index)
  }

  private mutating func add(
    _ node: DumpDocument.Node, number: Int, isLeaf: Bool, in parent: Level,
    to wireframe: inout Wireframe
  ) {
    let reference = framesAreAbsolute ? .zero : parent.origin
    // Snapped in the section's coordinates, because a bar may lie between pixels.
    let local = grid.snapped(node.frame.moved(by: reference.x, reference.y))
    let place = wireframe.sections[index].frame
    let attributes = node.attributes
    let kind = NodeKind(guessedFrom: node, isLeaf: isLeaf)
    var box = Wireframe.Box(
      section: index, parent: parent.box, level: levels.count - 1, node: number, kind: kind,
      path: "\(parent.path)/\(node.id)",
      frame: local.moved(by: place.x, place.y))
    box.shift = parent.shift
    box.clip = parent.clip
    box.radius = attributes["radius"].flatMap(Double.init) ?? 0
    box.role = AccessibilityRole(attributes["role"], in: kind)
    box.count = attributes["count"].flatMap { Int($0) } ?? 0
    box.current = attributes["current"].flatMap { Int($0) } ?? 0
    box.badge = attributes["badge"] ?? ""
    box.action = attributes["action"] ?? ""
    box.color = attributes["color"] ?? ""
    box.background = attributes["background"] ?? ""
    box.style = attributes.words
    if node.flags.contains("clipped") { box.flags.insert(.clipped) }
    if node.flags.contains("offscreen") || parent.isOffscreen { box.flags.insert(.offscreen) }
    if node.flags.contains("truncated") { box.flags.insert(.truncated) }
    if parent.isCollection, node.index != nil { box.flags.insert(.item) }
    if kind.showsText {
      box.text = text(of: node, in: box)
    } else {
      box.label = node.string ?? ""
    }
    wireframe.boxes.append(box)
    guard !isLeaf else { return }

    var level = Level(
      box: wireframe.boxes.count - 1, path: box.path,
      origin: Point(x: local.x, y: local.y), shift: box.shift, clip: box.clip,
      isOffscreen: box.flags.contains(.offscreen), isCollection: kind.isCollection)
    if kind == .pager { level.shift -= pageOrigin(below: number, level: levels.count) }
    if kind == .pager || kind == .carousel {
      level.clip = wireframe.addClip(box.drawnFrame, within: box.clip)
    }
    levels.append(level)
  }

  /// Returns the distance from the first page of a pager to the current one.
  private func pageOrigin(below pager: Int, level: Int) -> Double {
    guard case .node(let node) = section.lines[pager].content,
      let page = node.attributes["page"].flatMap({ Int($0) }), page > 0
    else { return 0 }
    // A product that exceeds Int's range is not the number of an item.
    let lanes = node.attributes["lanes"].flatMap { Int($0) } ?? 1
    let (first, overflows) = page.multipliedReportingOverflow(by: max(1, lanes))
    guard !overflows else { return 0 }
    var origin: Double?
    for line in section.lines[(pager + 1)...] {
      guard line.level >= level else { break }
      guard line.level == level, case .node(let item) = line.content else { continue }
      if item.index == 0 { origin = isRightToLeft ? item.frame.maxX : item.frame.x }
      if item.index == first {
        let edge = isRightToLeft ? item.frame.maxX : item.frame.x
        // If the first page is off screen and thus missing, its expected position is used.
        return edge - (origin ?? inset(of: node))
      }
    }
    return 0
  }

  private func inset(of pager: DumpDocument.Node) -> Double {
    let inset = pager.attributes["inset"]?.split(separator: "/").first.flatMap { Double($0) } ?? 0
    return isRightToLeft ? pager.frame.width - inset : inset
  }

  private func text(of node: DumpDocument.Node, in box: Wireframe.Box) -> Wireframe.Text? {
    guard let string = node.string, !string.isEmpty else { return nil }
    let attributes = node.attributes
    var font = Font()
    let numbers = attributes["font"]?.split(separator: "/") ?? []
    if let size = numbers.first.flatMap({ Float($0) }) { font.size = size }
    if numbers.count > 1, let weight = UInt16(numbers[1]) { font.weight = weight }
    let limits = attributes["lines"]?.split(separator: "/").compactMap { Int($0) } ?? []
    let shown = max(1, limits.first ?? 1)
    // The frame is rounded to pixels, and the dump may have other metrics, so its own flag decides
    // whether the text fits.
    let isTruncated = box.flags.contains(.truncated)
    let width = box.frame.width + (isTruncated ? 0 : 1 / Double(max(1, scale)))
    var bytes = Array(string.utf8)
    let lines = bytes.withUnsafeMutableBufferPointer { bytes in
      measurer.lines(
        UnsafeBufferPointer(bytes), font: font, maxWidth: width, maxLines: shown
      ).map { line in
        let isCut = line.isTruncated && isTruncated
        let range =
          line.isTruncated && !isCut ? line.range.lowerBound..<bytes.count : line.range
        let text = String(decoding: bytes[range], as: UTF8.self)
        return Wireframe.Text.Line(text: isCut ? text + "…" : text, width: line.width)
      }
    }
    return Wireframe.Text(
      string: string, size: Double(font.size), weight: Int(font.weight),
      align: [TextAlign.center, .end].first { $0.word == attributes["align"] } ?? .start,
      lines: lines, lineLimit: limits.count > 1 ? limits[1] : 0,
      isTruncated: isTruncated, lineHeight: measurer.lineHeight(font),
      ascent: measurer.ascent(font), insets: .zero)
  }
}

extension NodeKind {
  /// Guesses the kind from keys that only one kind has, else from the name. A leaf with a text and
  /// no other hint is a text.
  fileprivate init(guessedFrom node: DumpDocument.Node, isLeaf: Bool) {
    let attributes = node.attributes
    if let axis = attributes["axis"] {
      self = attributes["pages"] != nil ? .pager : axis == "y" ? .list : .carousel
    } else if attributes["current"] != nil {
      self = .pageControl
    } else if let named = Self.allCases.first(where: { $0.word == node.name }) {
      self = named
    } else if attributes["lines"] != nil {
      self = .text
    } else if attributes["aspect"] != nil || (attributes["badge"] != nil && isLeaf) {
      self = .image
    } else if isLeaf, node.string != nil {
      self =
        attributes["action"] != nil ? .button : attributes["background"] != nil ? .badge : .text
    } else {
      self = .box
    }
  }

  fileprivate var showsText: Bool {
    self == .text || self == .button || self == .badge || self == .icon
  }
}

extension AccessibilityRole {
  /// - Parameter word: the role in the dump; without it, the role that the kind implies.
  fileprivate init(_ word: String?, in kind: NodeKind) {
    self = word.flatMap { word in Self.allCases.first { $0.word == word } } ?? kind.impliedRole
  }
}

extension PixelGrid {
  func snapped(_ frame: Rect) -> Rect {
    Rect(
      x: snap(frame.x), y: snap(frame.y), width: snap(frame.width), height: snap(frame.height))
  }
}

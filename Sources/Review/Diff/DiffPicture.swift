import LayoutCore
import Renderers

/// The boxes of a page as a comparison draws them. Node kinds are guessed from the lines, and texts
/// are broken again with the bundled metrics: if the page has others, breaks are approximate.
struct DiffPicture {
  struct Box {
    var line: Int
    var path: String
    /// The visible part in feed coordinates.
    var frame: Rect
    var text: Text?
  }

  struct Text {
    /// The lines that the frame shows.
    var lines: [(text: String, width: Double)]
    var size: Double
    var weight: UInt16
    var lineHeight: Double
    /// Distance from the top of a line to its baseline.
    var ascent: Double
  }

  /// An ancestor of the current line, or the section.
  private struct Level {
    var path: String
    /// Origin of its coordinates, in the section's.
    var origin = Point.zero
    /// Distance along x to its drawn frame: the current page of a pager is drawn in the pager.
    var shift = 0.0
    /// The area in which its boxes are visible.
    var clip: Rect?
  }

  private let page: FlatPage
  private let isRightToLeft: Bool
  private let grid: PixelGrid
  private var viewport: Viewport?
  private let measurer = RecordedTextMeasurer()

  /// - Parameter page: its node frames are relative to their parents.
  init(_ page: FlatPage) {
    self.page = page
    let attributes = page.feed.attributes
    isRightToLeft = attributes["direction"] == LayoutEnvironment.Direction.rtl.rawValue
    grid = page.header.isUnrounded ? PixelGrid.exact : PixelGrid(scale: page.header.scale)
    let height = attributes["viewport"]?.split(separator: "x").last.flatMap { Double($0) }
    let bars = attributes["bars"]?.split(separator: "/").compactMap { Double($0) } ?? []
    let topInset = bars.first ?? 0
    guard let top = attributes["scroll-y"].flatMap(Double.init), let height else { return }
    viewport = Viewport(
      offset: top - topInset, height: height, topInset: topInset,
      bottomInset: bars.count > 1 ? bars[1] : 0)
  }

  /// Returns the frame of a section. A bar is above or below the page, or at the screen's edges.
  func frame(of section: FlatPage.Section) -> Rect {
    // A dump rounds to two decimals, which are not enough for thirds of a point.
    var frame = grid.snapped(page.lines[section.line].frame)
    switch section.keyword {
    case .section: break
    case .top: frame.y = (viewport?.top ?? 0) - frame.height
    case .bottom: frame.y = viewport?.bottom ?? page.feed.size.height
    }
    return frame
  }

  /// Returns the boxes of a section in document order, without those off screen.
  func boxes(of section: FlatPage.Section) -> [Box] {
    let place = frame(of: section)
    var base = Level(path: section.name)
    let layout = page.tail(of: page.lines[section.line]).attributes["layout"]
    if layout == "carousel" || layout == "pager" { base.clip = place }
    var boxes: [Box] = []
    var levels = [base]
    var index = section.line + 1
    while index < Int(page.lines[section.line].end) {
      let line = page.lines[index]
      let tail = page.tail(of: line)
      guard line.kind == .node, !tail.flags.contains("offscreen") else {
        index = Int(line.end)
        continue
      }
      while levels.count > Int(line.level) { levels.removeLast() }
      let parent = levels[levels.count - 1]
      let isLeaf = Int(line.end) == index + 1
      let kind = NodeKind(guessedFrom: tail.attributes, of: line, in: page, isLeaf: isLeaf)
      // Snapped in the section's coordinates, because a bar may lie between pixels.
      let local = grid.snapped(line.frame.moved(by: parent.origin.x, parent.origin.y))
      let drawn = local.moved(by: place.x, place.y).moved(by: parent.shift)
      let box = Box(
        line: index, path: "\(parent.path)/\(page.id(of: line))",
        frame: parent.clip.map(drawn.cut) ?? drawn,
        text: [.text, .button, .badge, .icon].contains(kind)
          ? text(of: line, tail, width: drawn.width) : nil)
      boxes.append(box)
      if !isLeaf {
        var level = parent
        level.path = box.path
        level.origin = Point(x: local.x, y: local.y)
        if kind == .pager { level.shift -= pageOrigin(of: index, tail.attributes) }
        if let scroll = tail.attributes["scroll"].flatMap({ Double($0) }) {
          level.shift -= isRightToLeft ? -scroll : scroll
        }
        if kind == .pager || kind == .carousel { level.clip = box.frame }
        levels.append(level)
      }
      index += 1
    }
    return boxes
  }

  /// Returns the distance from the first page of a pager to the current one.
  private func pageOrigin(of pager: Int, _ attributes: [FlatPage.Attribute]) -> Double {
    guard let current = attributes["page"].flatMap({ Int($0) }), current > 0 else { return 0 }
    // A product that exceeds Int's range is not the number of an item.
    let lanes = attributes["lanes"].flatMap { Int($0) } ?? 1
    let (first, overflows) = current.multipliedReportingOverflow(by: max(1, lanes))
    guard !overflows else { return 0 }
    let line = page.lines[pager]
    var origin: Double?
    for item in page.lines[pager + 1..<Int(line.end)]
    where item.level == line.level + 1 && item.kind == .node {
      let edge = isRightToLeft ? item.frame.maxX : item.frame.x
      if item.number == 0 { origin = edge }
      if item.number == first {
        // If the first page is off screen and thus missing, its expected position is used.
        let inset = attributes["inset"]?.split(separator: "/").first.flatMap { Double($0) } ?? 0
        return edge - (origin ?? (isRightToLeft ? line.frame.width - inset : inset))
      }
    }
    return 0
  }

  private func text(of line: FlatPage.Line, _ tail: FlatPage.Tail, width: Double) -> Text? {
    var string = page.text(line.string)
    guard !string.isEmpty else { return nil }
    var font = Font()
    let numbers = tail.attributes["font"]?.split(separator: "/") ?? []
    if let size = numbers.first.flatMap({ Float($0) }) { font.size = size }
    if numbers.count > 1, let weight = UInt16(numbers[1]) { font.weight = weight }
    let limits = tail.attributes["lines"]?.split(separator: "/").compactMap { Int($0) } ?? []
    // The frame is rounded to pixels, and the page may have other metrics, so its own flag decides
    // whether the text fits.
    let isTruncated = tail.flags.contains("truncated")
    let room = width + (isTruncated ? 0 : 1 / max(1, page.header.scale))
    let lines = string.withUTF8 { bytes in
      measurer.lines(bytes, font: font, maxWidth: room, maxLines: max(1, limits.first ?? 1))
        .map { line in
          let isCut = line.isTruncated && isTruncated
          let range =
            line.isTruncated && !isCut ? line.range.lowerBound..<bytes.count : line.range
          let text = String(decoding: bytes[range], as: UTF8.self)
          return (text: isCut ? text + "…" : text, width: line.width)
        }
    }
    return Text(
      lines: lines, size: Double(font.size), weight: font.weight,
      lineHeight: measurer.lineHeight(font),
      ascent: measurer.ascent(font))
  }
}

extension NodeKind {
  /// Guesses the kind from keys that only one kind has, else from the name, else from the text.
  fileprivate init(
    guessedFrom attributes: [FlatPage.Attribute], of line: FlatPage.Line, in page: FlatPage,
    isLeaf: Bool
  ) {
    let name = page.text(line.name)
    if let axis = attributes["axis"] {
      self = attributes["pages"] != nil ? .pager : axis == "y" ? .list : .carousel
    } else if attributes["current"] != nil {
      self = .pageControl
    } else if let named = Self.allCases.first(where: { $0.word == name }) {
      self = named
    } else if attributes["lines"] != nil {
      self = .text
    } else if attributes["aspect"] != nil || (attributes["badge"] != nil && isLeaf) {
      self = .image
    } else if isLeaf, !line.string.isEmpty {
      self =
        attributes["action"] != nil ? .button : attributes["background"] != nil ? .badge : .text
    } else {
      self = .box
    }
  }
}

extension PixelGrid {
  fileprivate func snapped(_ frame: Rect) -> Rect {
    Rect(
      x: snap(frame.x), y: snap(frame.y), width: snap(frame.width), height: snap(frame.height))
  }
}

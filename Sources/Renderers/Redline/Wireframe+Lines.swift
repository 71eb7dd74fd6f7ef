import LayoutCore
import Page
import Support

extension Wireframe {
  /// Creates the wireframe of a dump. `node` of each box is the index of its line in the dump.
  ///
  /// A dump has neither kinds nor insets, and by default no line breaks. If the other page is laid
  /// out, a node with the same path has its kind, its insets and its font, and an unchanged text is
  /// drawn as there. Otherwise kinds follow from the attributes, and lines are broken again: with the
  /// measurer of the other page if it measured both pages, else with the bundled font metrics.
  /// - Parameters:
  ///   - lines: The lines of the page. The frames of nodes are relative to their parents.
  ///   - other: A laid out page that may have the same nodes.
  ///   - isDrawn: Whether to draw the content of a section; other sections show only their name.
  init(
    _ page: Page, _ lines: Page.Lines, like other: Page?, pictures: Pictures,
    isDrawn: (Page.SectionLine) -> Bool
  ) {
    self.init(
      name: page.feedID, title: page.feedID, size: lines.size, environment: page.environment,
      layoutName: page.layoutName, viewport: page.viewport, isPart: false)
    self.pictures = pictures
    if lines.hasColors {
      colors = page.tokens
    } else if let other, let known = other.lines, known.hasColors,
      ["layout", "appearance"].allSatisfy({ lines.facts[$0] == known.facts[$0] })
    {
      colors = other.tokens
    }
    let builder = LineBoxes(
      page: lines, laidOut: other?.boxesByPath ?? [:], isRightToLeft: isRightToLeft,
      measurer: page.measurer(like: other))
    for (index, section) in lines.sections.enumerated() {
      let line = lines[section.line]
      let part: PagePart =
        section.keyword == .section ? .section(index) : section.keyword == .top ? .top : .bottom
      // Snaps to pixels, because a dump has two decimals, too few for thirds of a point.
      var entry = Section(part: part, path: section.name, frame: builder.grid.snapped(line.frame))
      entry.title = lines.tail(of: line).attributes["title"] ?? ""
      sections.append(entry)
      placeBar(index)
      let first = boxes.count
      if isDrawn(section) {
        builder.add(section, to: &self)
      } else {
        addName(of: index, node: section.line, builder.measurer)
      }
      sections[index].boxes = first..<boxes.count
    }
  }
}

/// Adds the boxes of a section's lines to a wireframe, except for off-screen boxes.
private struct LineBoxes {
  let page: Page.Lines
  /// The boxes of the other page by path, if it is laid out.
  let laidOut: [String: Wireframe.Box]
  let isRightToLeft: Bool
  let measurer: any TextMeasurer

  var grid: PixelGrid {
    page.header.isUnrounded ? .exact : PixelGrid(scale: page.header.scale)
  }

  func add(_ section: Page.SectionLine, to wireframe: inout Wireframe) {
    let index = wireframe.sections.count - 1
    let place = wireframe.sections[index].frame
    let layout = page.tail(of: page[section.line]).attributes["layout"]
    let end = Int(page[section.line].end)
    var builder = WireframeBuilder(
      index, end: end, clip: layout == "carousel" || layout == "pager" ? place : nil,
      in: &wireframe)
    var values = AttributeValues()
    var number = section.line + 1
    while number < end {
      let line = page[number]
      let parent = builder.parent(of: number)
      if line.kind == .node, let node = node(number, in: parent, &values) {
        builder.add(node, values, in: parent, to: &wireframe)
        number += 1
      } else {
        number = page.end(of: number)
      }
    }
  }

  /// Returns the node of a line; `nil` if it is off screen.
  /// - Parameter values: Receives its attributes.
  private func node(
    _ number: Int, in parent: WireframeBuilder.Level, _ values: inout AttributeValues
  ) -> WireframeBuilder.Node? {
    let line = page[number]
    let path = "\(parent.path)/\(page.id(of: line))"
    let same = laidOut[path]
    let kind = values.read(number, of: page, kind: page.kinds[number] ?? same?.kind)
    let visibility = values.word(.visibility)
    guard visibility != Visibility.offscreen.rawValue else { return nil }
    // Snaps in section coordinates, because the origin of a bar may lie between pixels.
    let frame = grid.snapped(line.frame.moved(by: parent.origin.x, parent.origin.y))
    var node = WireframeBuilder.Node(
      index: number, end: page.end(of: number), kind: kind, path: path, frame: frame,
      isCollection: kind.isCollection, isClipped: visibility == Visibility.clipped.rawValue)
    node.text = text(values, in: frame, like: same?.kind == kind ? same : nil)
    let scroll = values.number(.scroll) ?? 0
    node.scroll =
      (kind == .pager ? pageOrigin(of: number, values) : 0) + (isRightToLeft ? -scroll : scroll)
    node.clips = kind == .pager || kind == .carousel
    return node
  }

  /// Returns the distance along x from the first page of a pager to the current page, in points.
  private func pageOrigin(of pager: Int, _ values: AttributeValues) -> Double {
    guard let current = values.integer(.page), current > 0 else { return 0 }
    // If the product overflows, it is not a valid item index.
    let lanes = values.integer(.lanes) ?? 1
    let (first, overflows) = current.multipliedReportingOverflow(by: max(1, lanes))
    guard !overflows else { return 0 }
    let line = page[pager]
    var origin: Double?
    for item in page[pager + 1..<Int(line.end)]
    where item.level == line.level + 1 && item.kind == .node {
      let edge = isRightToLeft ? item.frame.maxX : item.frame.x
      if item.number == 0 { origin = edge }
      if item.number == first {
        // If the first page is off screen and missing from the dump, uses its expected position.
        let inset = if case .numbers(let start, _)? = values[.inset] { start } else { 0.0 }
        return edge - (origin ?? (isRightToLeft ? line.frame.width - inset : inset))
      }
    }
    return 0
  }

  /// - Parameter other: The box of the same node on a laid out page; `nil` without one.
  private func text(
    _ values: AttributeValues, in frame: Rect, like other: Wireframe.Box?
  ) -> Wireframe.Text? {
    let string = values.text(.text)
    guard !string.isEmpty else { return nil }
    var font =
      other?.text.map { Font(size: Float($0.size), weight: UInt16(clamping: $0.weight)) }
      ?? Font()
    let insets = other?.text?.insets ?? .zero
    if case .numbers(let size, let weight)? = values[.font] {
      font = Font(size: Float(size), weight: UInt16(exactly: weight) ?? font.weight)
    }
    let (count, limit) =
      if case .pair(let count, let limit)? = values[.lines] { (count, limit) } else { (1, 0) }
    let isTruncated = values.has(.truncated)
    // An unchanged text is drawn as on the other page, which has its runs and its exact width.
    if let other, let text = other.text, text.string == string,
      other.frame.width == frame.width, other.frame.height == frame.height,
      text.size == Double(font.size), text.weight == Int(font.weight),
      text.isTruncated == isTruncated, count == text.lines.count
    {
      return text
    }
    let lines =
      lines(values, of: string, isTruncated)
      ?? brokenLines(
        string, font, isTruncated, width: frame.width - insets.start - insets.end,
        count: max(1, count))
    let align = TextAlign.allCases.first { $0.word == values.word(.align) }
    return Wireframe.Text(
      string: string, size: Double(font.size), weight: Int(font.weight), align: align ?? .start,
      lines: lines, lineLimit: limit, isTruncated: isTruncated,
      lineHeight: measurer.lineHeight(font), ascent: measurer.ascent(font), insets: insets)
  }

  /// Returns the lines of the attribute `text-lines`; `nil` if they do not fit the text.
  private func lines(
    _ values: AttributeValues, of string: String, _ isTruncated: Bool
  ) -> [Wireframe.Text.Line]? {
    guard case .textLines(let lines)? = values[.textLines] else { return nil }
    let bytes = Array(string.utf8)
    guard lines.allSatisfy({ $0.range.upperBound <= bytes.count }) else { return nil }
    return lines.enumerated().map { number, line in
      let text = String(decoding: bytes[line.range], as: UTF8.self)
      let isCut =
        isTruncated && number == lines.count - 1 && line.range.upperBound < bytes.count
      return Wireframe.Text.Line(
        text: isCut ? text + "…" : text, width: line.width,
        source: TextLine(range: line.range, width: line.width, isTruncated: isCut))
    }
  }

  /// Breaks a text. The frame is rounded and the page may use other metrics, so the flag in the dump
  /// decides whether the text fits. A line that is too long gets the width 0.
  private func brokenLines(
    _ string: String, _ font: Font, _ isTruncated: Bool, width: Double, count: Int
  ) -> [Wireframe.Text.Line] {
    let room = width + (isTruncated ? 0 : 1 / Double(max(1, page.header.scale)))
    var string = string
    return string.withUTF8 { bytes in
      measurer.lines(bytes, font: font, maxWidth: room, maxLines: count).map { line in
        let isCut = line.isTruncated && isTruncated
        let range = line.isTruncated && !isCut ? line.range.lowerBound..<bytes.count : line.range
        let text = String(decoding: bytes[range], as: UTF8.self)
        return Wireframe.Text.Line(
          text: isCut ? text + "…" : text,
          width: line.isTruncated && !isCut || line.width > room ? 0 : line.width,
          source: isCut ? line : TextLine(range: range, width: line.width, isTruncated: false))
      }
    }
  }
}

extension PixelGrid {
  fileprivate func snapped(_ frame: Rect) -> Rect {
    Rect(x: snap(frame.x), y: snap(frame.y), width: snap(frame.width), height: snap(frame.height))
  }
}

extension Page {
  /// The wireframe of the page for a comparison, with colours if they are known.
  /// - Parameters:
  ///   - lines: The lines of the page. The frames of nodes are relative to their parents.
  ///   - isNamed: Whether a section shows only its name.
  ///   - other: A page that may have the same nodes. If the kinds of the nodes and the measurer of
  ///     the texts are unknown, those of this page are used.
  package func wireframe(
    of lines: Lines, pictures: Pictures = Pictures(), like other: Page? = nil,
    isNamed: (SectionLine) -> Bool = { _ in false }
  ) -> Wireframe {
    guard isLaidOut else {
      return Wireframe(self, lines, like: other, pictures: pictures) { !isNamed($0) }
    }
    let sections = lines.sections
    var options = RenderOptions(chrome: sections.contains { $0.keyword != .section })
    (options.style, options.pictures) = (.app, pictures)
    let named = sections.map(isNamed)
    return Wireframe(self, options: options) { named.indices.contains($0) && named[$0] }
  }

  /// The measurer whose fonts draw the texts of the wireframe.
  package func measurer(like other: Page?) -> any TextMeasurer {
    guard !isLaidOut, let other, other.isLaidOut,
      ["metrics", "text"].allSatisfy({ lines?.facts[$0] == other.lines?.facts[$0] })
    else { return measurer }
    return other.measurer
  }

  /// The boxes of the page by path; empty if the page is not laid out.
  fileprivate var boxesByPath: [String: Wireframe.Box] {
    guard isLaidOut, let lines else { return [:] }
    return Dictionary(wireframe(of: lines).boxes.map { ($0.path, $0) }) { $1 }
  }

  /// Returns the line of each box of the page's wireframe.
  package func lines(of wireframe: Wireframe, in lines: Lines) -> [Int] {
    guard isLaidOut else { return wireframe.boxes.map(\.node) }
    let sections = lines.sections
    let numbers = sections.map { section in
      let inside = section.line + 1..<Int(lines[section.line].end)
      return Dictionary(
        inside.filter { lines.nodes[$0] >= 0 }.map { (Int(lines.nodes[$0]), $0) }
      ) { first, _ in first }
    }
    return wireframe.boxes.map { box in
      numbers[box.section][box.node] ?? sections[box.section].line
    }
  }
}

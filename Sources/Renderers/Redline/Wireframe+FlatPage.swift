import LayoutCore

extension Wireframe {
  /// Creates the wireframe of a dump. `node` of each box is the index of its line in the dump.
  ///
  /// Node kinds are guessed from the lines. Line breaks are computed again with the bundled font
  /// metrics, so they are approximate if the page was measured with other metrics.
  /// - Parameters:
  ///   - page: A page whose node frames are relative to their parents.
  ///   - isDrawn: Whether to draw the content of a section; other sections show only their name.
  package init(
    _ page: FlatPage, pictures: Pictures = Pictures(),
    isDrawn: (FlatPage.Section) -> Bool = { _ in true }
  ) {
    let attributes = page.feed.attributes
    var environment = LayoutEnvironment()
    environment.width = page.feed.size.width
    environment.scale = page.header.scale
    environment.locale = attributes["locale"] ?? ""
    environment.appearance = attributes["appearance"].flatMap { .init(rawValue: $0) } ?? .light
    environment.direction = attributes["direction"].flatMap { .init(rawValue: $0) } ?? .ltr
    self.init(
      name: page.feed.name, title: page.feed.name, size: page.feed.size, environment: environment,
      layoutName: attributes["layout"] ?? "", viewport: Viewport(attributes), isPart: false)
    self.pictures = pictures
    let builder = FlatSectionBuilder(page: page, isRightToLeft: isRightToLeft)
    for (index, section) in page.sections.enumerated() {
      let line = page.lines[section.line]
      let part: PagePart =
        section.keyword == .section ? .section(index) : section.keyword == .top ? .top : .bottom
      // Snaps to pixels, because a dump has two decimals, too few for thirds of a point.
      var entry = Section(part: part, path: section.name, frame: builder.grid.snapped(line.frame))
      entry.title = page.tail(of: line).attributes["title"] ?? ""
      sections.append(entry)
      placeBar(index)
      let first = boxes.count
      if isDrawn(section) {
        builder.add(section, to: &self)
      } else if entry.frame.height >= 14 {
        boxes.append(builder.name(of: section, in: self))
      }
      sections[index].boxes = first..<boxes.count
    }
  }
}

extension Viewport {
  /// Returns the part of the page on the screen; `nil` if the feed line does not state it.
  fileprivate init?(_ attributes: [FlatPage.Attribute]) {
    guard let top: Double = attributes.number("scroll-y"),
      let height = attributes["viewport"]?.split(separator: "x").last.flatMap({ Double($0) })
    else { return nil }
    let bars = attributes["bars"]?.split(separator: "/").compactMap { Double($0) } ?? []
    let topInset = bars.first ?? 0
    self.init(
      offset: top - topInset, height: height, topInset: topInset,
      bottomInset: bars.count > 1 ? bars[1] : 0)
  }
}

/// Adds the boxes of a section's lines to a wireframe, except for off-screen boxes.
private struct FlatSectionBuilder {
  let page: FlatPage
  let isRightToLeft: Bool
  private let measurer = RecordedTextMeasurer()

  /// An ancestor of the current line, or the section.
  private struct Level {
    var path: String
    /// The index of the box; -1 for the section.
    var box = -1
    /// The origin for the frames of its children, in section coordinates.
    var origin = Point.zero
    var shift = 0.0
    var clip = -1
    var isCollection = false
  }

  var grid: PixelGrid {
    page.header.isUnrounded ? .exact : PixelGrid(scale: page.header.scale)
  }

  /// Returns a box that shows the name of a section instead of the section's content.
  func name(of section: FlatPage.Section, in wireframe: Wireframe) -> Wireframe.Box {
    let index = wireframe.sections.count - 1
    let frame = wireframe.sections[index].frame
    var box = Wireframe.Box(
      section: index, parent: -1, level: 0, node: section.line, kind: .text, path: section.name,
      frame: Rect(x: frame.x, y: frame.y, width: frame.width, height: 14))
    box.text = text(section.name, of: FlatPage.Tail(), width: frame.width)
    return box
  }

  func add(_ section: FlatPage.Section, to wireframe: inout Wireframe) {
    let index = wireframe.sections.count - 1
    let place = wireframe.sections[index].frame
    let layout = page.tail(of: page.lines[section.line]).attributes["layout"]
    var levels = [Level(path: section.name)]
    if layout == "carousel" || layout == "pager" {
      levels[0].clip = wireframe.addClip(place, within: -1)
    }
    var number = section.line + 1
    while number < Int(page.lines[section.line].end) {
      let line = page.lines[number]
      let tail = page.tail(of: line)
      guard line.kind == .node, !tail.flags.contains("offscreen") else {
        number = Int(line.end)
        continue
      }
      while levels.count > Int(line.level) { levels.removeLast() }
      let parent = levels[levels.count - 1]
      // Snaps in section coordinates, because the origin of a bar may lie between pixels.
      let local = grid.snapped(line.frame.moved(by: parent.origin.x, parent.origin.y))
      let box = box(number, tail, in: parent, at: local.moved(by: place.x, place.y), index)
      wireframe.boxes.append(box)
      if Int(line.end) > number + 1 {
        var level = parent
        level.path = box.path
        level.box = wireframe.boxes.count - 1
        level.origin = Point(x: local.x, y: local.y)
        level.isCollection = box.kind.isCollection
        if box.kind == .pager { level.shift -= pageOrigin(of: number, tail.attributes) }
        let scroll: Double = tail.attributes.number("scroll") ?? 0
        level.shift -= isRightToLeft ? -scroll : scroll
        if box.kind == .pager || box.kind == .carousel {
          level.clip = wireframe.addClip(box.drawnFrame, within: parent.clip)
        }
        levels.append(level)
      }
      number += 1
    }
  }

  private func box(
    _ number: Int, _ tail: FlatPage.Tail, in parent: Level, at frame: Rect, _ section: Int
  ) -> Wireframe.Box {
    let line = page.lines[number]
    let attributes = tail.attributes
    let kind = NodeKind(
      guessedFrom: attributes, of: line, in: page, isLeaf: Int(line.end) == number + 1)
    var box = Wireframe.Box(
      section: section, parent: parent.box, level: Int(line.level) - 1, node: number, kind: kind,
      path: "\(parent.path)/\(page.id(of: line))", frame: frame)
    (box.shift, box.clip) = (parent.shift, parent.clip)
    box.radius = attributes.number("radius") ?? 0
    box.badge = attributes["badge"] ?? ""
    box.action = attributes["action"] ?? ""
    box.background = attributes["background"] ?? ""
    box.count = attributes.number("count") ?? 0
    box.current = attributes.number("current") ?? 0
    box.isClipped = tail.flags.contains("clipped")
    box.isItem = parent.isCollection
    box.style = attributes.map { "\($0.key)=\($0.value)" }.joined(separator: " ")
    if let picture = attributes["picture"] {
      let modes: [NodeAttributes.ContentMode] = [.fit, .stretch]
      box.decoration = Wireframe.Decoration(
        picture: picture, contentMode: modes.first { "\($0)" == attributes["mode"] } ?? .fill)
    }
    if [.text, .button, .badge, .icon].contains(kind) {
      box.text = text(page.text(line.string), of: tail, width: frame.width)
    } else {
      box.label = page.text(line.string)
    }
    return box
  }

  /// Returns the distance along x from the first page of a pager to the current page, in points.
  private func pageOrigin(of pager: Int, _ attributes: [FlatPage.Attribute]) -> Double {
    guard let current: Int = attributes.number("page"), current > 0 else { return 0 }
    // If the product overflows, it is not a valid item index.
    let lanes: Int = attributes.number("lanes") ?? 1
    let (first, overflows) = current.multipliedReportingOverflow(by: max(1, lanes))
    guard !overflows else { return 0 }
    let line = page.lines[pager]
    var origin: Double?
    for item in page.lines[pager + 1..<Int(line.end)]
    where item.level == line.level + 1 && item.kind == .node {
      let edge = isRightToLeft ? item.frame.maxX : item.frame.x
      if item.number == 0 { origin = edge }
      if item.number == first {
        // If the first page is off screen and missing from the dump, uses its expected position.
        let inset = attributes["inset"]?.split(separator: "/").first.flatMap { Double($0) } ?? 0
        return edge - (origin ?? (isRightToLeft ? line.frame.width - inset : inset))
      }
    }
    return 0
  }

  private func text(_ string: String, of tail: FlatPage.Tail, width: Double) -> Wireframe.Text? {
    var string = string
    guard !string.isEmpty else { return nil }
    var font = Font()
    let numbers = tail.attributes["font"]?.split(separator: "/") ?? []
    if let size = numbers.first.flatMap({ Float($0) }) { font.size = size }
    if numbers.count > 1, let weight = UInt16(numbers[1]) { font.weight = weight }
    let limits = tail.attributes["lines"]?.split(separator: "/").compactMap { Int($0) } ?? []
    let isTruncated = tail.flags.contains("truncated")
    // The frame is rounded and the page may use other metrics, so the flag in the dump decides
    // whether the text fits. A line that is too long with the bundled metrics gets width 0.
    let room = width + (isTruncated ? 0 : 1 / Double(max(1, page.header.scale)))
    let lines = string.withUTF8 { bytes in
      measurer.lines(bytes, font: font, maxWidth: room, maxLines: max(1, limits.first ?? 1))
        .map { line in
          let isCut = line.isTruncated && isTruncated
          let range = line.isTruncated && !isCut ? line.range.lowerBound..<bytes.count : line.range
          let text = String(decoding: bytes[range], as: UTF8.self)
          return Wireframe.Text.Line(
            text: isCut ? text + "…" : text,
            width: line.isTruncated && !isCut || line.width > room ? 0 : line.width)
        }
    }
    let align = TextAlign.allCases.first { $0.word == tail.attributes["align"] }
    return Wireframe.Text(
      string: string, size: Double(font.size), weight: Int(font.weight), align: align ?? .start,
      lines: lines, lineLimit: limits.count > 1 ? limits[1] : 0, isTruncated: isTruncated,
      lineHeight: measurer.lineHeight(font), ascent: measurer.ascent(font), insets: .zero)
  }
}

extension NodeKind {
  /// Guesses the kind from attributes that only one kind has, else from the name or the text.
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

extension [FlatPage.Attribute] {
  fileprivate func number<Number: LosslessStringConvertible>(_ key: String) -> Number? {
    self[key].flatMap(Number.init)
  }
}

extension PixelGrid {
  fileprivate func snapped(_ frame: Rect) -> Rect {
    Rect(x: snap(frame.x), y: snap(frame.y), width: snap(frame.width), height: snap(frame.height))
  }
}

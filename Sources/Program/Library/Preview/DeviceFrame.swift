internal import SectionEngine

/// The page on a device's screen. Bars and floating sections do not scroll.
struct DeviceFrame {
  let device: Device
  let page: Page
  let settings: PreviewSettings
  let pictures: Pictures
  let changed: Set<String>

  func write(to html: inout ByteWriter) {
    let drawn = drawnSections(of: page)
    let wireframe = Wireframe(
      page, options: RenderOptions(chrome: true, pictures: pictures), drawn: drawn)
    var picture = PagePicture(wireframe, measurer: page.measurer, id: "f-\(device.name)")
    picture.changed = changed
    picture.pins = Pin.pins(of: page)
    if settings.device == device { picture.selected = settings.node }
    let top = page.chrome.top?.frame.height ?? 0
    let bottom = page.chrome.bottom?.frame.height ?? 0
    let count = page.sections.count

    html.write(
      markup: """
        <section class="device" aria-labelledby="name-\(device.name)" data-device="\(device.name)">\
        <h2 id="name-\(device.name)">\(device.name)</h2><p class="facts">\
        \(device.width) × \(device.height) pt @\(scaleText(device.scale))x · \
        \(counted(count, "section")) · \(wireframe.size.height) pt high</p><p class="links">
        """)
    var link = settings.selecting("")
    link.devices = [device]
    let query = link.query
    for format in RendererRegistry.names {
      html.write(markup: "<a href=\"/page/\(format)?\(query)\">\(format)</a> ")
    }
    let isPart = drawn.count < count
    let from = drawn.lowerBound == 0 ? -top : page.sections[drawn.lowerBound].frame.y
    let to =
      drawn.upperBound == count ? .infinity : page.sections[drawn.upperBound].frame.y
    if isPart, to < .infinity {
      // Browsers without scripts need a link to the following sections.
      html.write(markup: "<a href=\"/?\(query)&amp;y=\(to)\">sections from \(to) pt</a>")
    }
    // The script needs unrounded numbers.
    html.write(
      markup: """
        </p><div class="screen screen-\(device.name) \(settings.appearance.rawValue)">\
        <div class="scroller" tabindex="0" role="group" \
        aria-label="Screen of \(device.name), scrolls" data-scale="\(scaleText(device.scale))" \
        data-height="\(device.height.description)" data-top="\(top.description)" data-bottom="\(bottom.description)">
        """)

    let staying = wireframe.drawingOrder.filter { wireframe.sections[$0].stays }
    if !staying.isEmpty {
      html.write(markup: "<div class=\"overlay\">")
      begin(
        "stays", height: device.height, from: 0,
        label: "Bars and floating sections on \(device.name)",
        to: &html)
      for index in staying {
        let shift = shift(of: wireframe.sections[index], top: top)
        html.write(markup: "<g role=\"none\" transform=\"translate(0 \(shift))\">")
        picture.write(index, to: &html)
        html.write(markup: "</g>")
      }
      html.write(markup: "</svg></div>")
    }
    begin(
      "page", height: top + wireframe.size.height + bottom, from: -top,
      label: "Page on \(device.name)",
      part: isPart ? (from, min(to, wireframe.size.height + bottom)) : nil, to: &html)
    html.write(markup: picture.drawing.definitions)
    for index in wireframe.drawingOrder where !wireframe.sections[index].stays {
      picture.write(index, to: &html)
    }
    if settings.showsMeasures { picture.writeMeasures(to: &html) }
    html.write(markup: "</svg></div></div></section>")
  }

  /// The number of nodes above which only a part of a page is rendered.
  private static let mostNodes = 3_000
  /// The number of nodes rendered before the visible part, and the same number after it.
  private static let nodesAround = 250

  /// Returns the rendered sections: all in a small page, otherwise those on and near the screen.
  private func drawnSections(of page: Page) -> Range<Int> {
    let sections = page.sections
    guard sections.reduce(0, { $0 + $1.arena.count }) > Self.mostNodes else {
      return 0..<sections.count
    }
    let selected = settings.node.isEmpty ? nil : page.place(at: settings.node)
    let y = settings.y ?? selected.flatMap { page.section($0.part) }?.frame.y ?? 0
    var first = sections.firstIndex { $0.frame.maxY > y } ?? sections.count - 1
    var last = first
    while last < sections.count, sections[last].frame.y < y + device.height { last += 1 }
    var before = Self.nodesAround
    while first > 0, before > 0 {
      first -= 1
      before -= sections[first].arena.count
    }
    var after = Self.nodesAround
    while last < sections.count, after > 0 {
      after -= sections[last].arena.count
      last += 1
    }
    return first..<last
  }

  /// - Parameter part: The rendered range of y in points; `nil` if the whole page is rendered.
  private func begin(
    _ name: String, height: Double, from y: Double, label: String,
    part: (from: Double, to: Double)? = nil, to html: inout ByteWriter
  ) {
    html.write("<svg")
    if let (from, to) = part {
      html.write(markup: " data-from=\"\(from.description)\" data-to=\"\(to.description)\"")
    }
    html.write(
      markup: """
         role="tree" class="drawing \(name)" aria-label="\(label)" width="\(device.width)" \
        height="\(height)" viewBox="0 \(y) \(device.width) \(height)" \
        direction="\(settings.direction.rawValue)">
        """)
  }

  /// Returns the distance in points from a section's y in the wireframe to its y on the screen.
  private func shift(of section: Wireframe.Section, top: Double) -> Double {
    switch section.keyword {
    case .top: -section.frame.y
    case .bottom: device.height - section.frame.maxY
    // At scroll offset 0, the page begins at the lower edge of the navigation bar.
    case .section: top
    }
  }
}

extension Wireframe.Section {
  fileprivate var stays: Bool {
    keyword != .section || placement == .floatTop || placement == .floatBottom
  }
}

/// Writes a page as an SVG. Each node is a tree item for assistive technology, with its path.
struct PagePicture {
  let wireframe: Wireframe
  /// The prefix of the ids of clips and patterns; unique in the document.
  let id: String
  /// The boxes and the definitions that they refer to. Definitions are written once per document.
  let drawing: RedlineDrawing
  var selected = ""
  var changed: Set<String> = []
  /// The pinned headers and footers, by the path of their node.
  var pins: [String: Pin] = [:]

  init(_ wireframe: Wireframe, measurer: any TextMeasurer, id: String) {
    self.wireframe = wireframe
    self.id = id
    drawing = RedlineDrawing(wireframe, measurer: measurer, prefix: id, isLive: true)
  }

  func writeMeasures(to html: inout ByteWriter) {
    html.write(
      markup: """
        <g class="measured" direction="ltr" aria-hidden="true">\(drawing.gaps)\(drawing.sizes)</g>
        """)
  }

  /// Writes a section with all of its boxes, in feed coordinates.
  func write(_ index: Int, to html: inout ByteWriter) {
    let section = wireframe.sections[index]
    let fallback = section.fallback.isEmpty ? "" : " fallback"
    html.write(markup: "<g role=\"none\" class=\"section\(fallback)\">")
    beginNode(
      section.path, kind: "section", level: 1,
      label: "\(section.path): \(Self.size(section.frame))", to: &html)
    html.write(markup: "<rect class=\"sec\"\(section.frame)/></g>")
    var open: String?
    for number in section.boxes {
      let box = wireframe.boxes[number]
      if box.isOffscreen { continue }
      if let pinned = open, box.path != pinned, !box.path.hasPrefix(pinned + "/") {
        html.write(markup: "</g>")
        open = nil
      }
      if open == nil, let pin = pins[box.path] {
        pin.begin(in: &html)
        open = box.path
      }
      write(number, box, to: &html)
    }
    if open != nil { html.write(markup: "</g>") }
    html.write(markup: "</g>")
  }

  private func beginNode(
    _ path: String, kind: String, level: Int, label: String, to html: inout ByteWriter
  ) {
    let isSelected = path == selected
    let marks = (isSelected ? " selected" : "") + (changed.contains(path) ? " changed" : "")
    html.write(
      markup: """
        <g role="treeitem" class="node k-\(kind)\(marks)" data-node="\(path)" \
        tabindex="\(isSelected ? "0" : "-1")" aria-level="\(level)" \
        aria-selected="\(isSelected ? "true" : "false")" aria-label="\(label)">
        """)
  }

  private func write(_ index: Int, _ box: Wireframe.Box, to html: inout ByteWriter) {
    if box.clip >= 0 {
      html.write(markup: "<g role=\"none\" clip-path=\"url(#\(id)-clip\(box.clip))\">")
    }
    beginNode(
      box.path, kind: box.kind.word, level: box.level + 2, label: Self.label(of: box), to: &html)
    if box.shift != 0 {
      html.write(markup: "<g role=\"none\" transform=\"translate(\(box.shift) 0)\">")
    }
    html.write(markup: drawing.shape(of: index))
    html.write(markup: box.shift != 0 ? "</g></g>" : "</g>")
    if box.clip >= 0 { html.write(markup: "</g>") }
  }

  /// Returns the label of a box for assistive technology: "card[3]: 晴天, 120 × 170, clipped".
  private static func label(of box: Wireframe.Box) -> String {
    var parts = [box.text?.string ?? box.label].filter { !$0.isEmpty }
    parts.append(size(box.frame))
    if box.isClipped { parts.append("clipped") }
    if box.text?.isTruncated == true { parts.append("truncated") }
    // A name can contain a slash; its last part is sufficient for the label.
    let name = box.path.split(separator: "/").last.map(String.init) ?? box.kind.word
    return "\(name): \(parts.joined(separator: ", "))"
  }

  static func size(_ frame: Rect) -> String { "\(points(frame.width)) × \(points(frame.height))" }
}

/// A header or footer that is pinned to an edge of the screen, as in `Viewport`. A script computes
/// its position at any scroll offset from these exact numbers.
struct Pin: Hashable {
  enum Edge: String { case top, bottom }

  var edge: Edge
  /// The y coordinate of the section in the feed. The other numbers are relative to it. For a
  /// footer, `rest` and `limit` are mirrored, so that the script can treat it like a header of a
  /// page that is turned upside down.
  var sectionY: Double
  var rest: Double
  var length: Double
  var limit: Double

  func begin(in html: inout ByteWriter) {
    // These numbers are unrounded, in contrast to the numbers shown to people.
    html.write(
      markup: """
        <g role="none" class="pin" data-edge="\(edge.rawValue)" data-section="\(sectionY.description)" \
        data-rest="\(rest.description)" data-length="\(length.description)" data-limit="\(limit.description)">
        """)
  }

  /// Returns the pinned headers and footers of a page, by the path of their node.
  static func pins(of page: Page) -> [String: Pin] {
    var pins: [String: Pin] = [:]
    lazy var names = page.sectionNames
    for (index, section) in page.sections.enumerated() {
      let isHeaderPinned = section.header?.isPinned ?? false
      let isFooterPinned = section.footer?.isPinned ?? false
      guard isHeaderPinned || isFooterPinned else { continue }
      let view = SnappedSection(section, environment: page.environment, options: RenderOptions())
      let paths = view.paths(in: names[index])
      let parts = section.parts
      if isHeaderPinned, let rest = parts.header, let node = section.header?.node {
        pins[paths[node]] = Pin(
          edge: .top, sectionY: section.frame.y, rest: rest.y, length: rest.height,
          limit: max(parts.bottom - (parts.footer?.height ?? 0), rest.maxY))
      }
      if isFooterPinned, let rest = parts.footer, let node = section.footer?.node {
        pins[paths[node]] = Pin(
          edge: .bottom, sectionY: section.frame.y, rest: -rest.maxY, length: rest.height,
          limit: max(-(parts.top + (parts.header?.height ?? 0)), -rest.y))
      }
    }
    return pins
  }
}

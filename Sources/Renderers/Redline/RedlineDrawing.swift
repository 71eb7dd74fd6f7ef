import LayoutCore
import Page
import Support

/// Writes a redline as an `svg` element.
///
/// One unit is one point, and the page content uses feed coordinates: the `rect` of a node has its
/// dump frame, moved by the origins of its ancestors. Every node and section is a group with an
/// `id` made from its path and a `title` with path, frame and style.
package struct RedlineDrawing {
  /// The prefix of all ids: a letter, then letters and digits.
  let prefix: String
  let layout: RedlineLayout
  let sectionIDs: [String]
  let boxIDs: [String]
  /// The glyph shapes for texts; `nil` leaves drawing the texts to the viewer's fonts.
  let glyphs: RedlineGlyphs?
  /// The fills of pictures without a file on which their own fill would hide a text.
  let fills: [Int: String]

  var wireframe: Wireframe { layout.wireframe }

  /// - Parameters:
  ///   - measurer: The measurer of the page. If it has fonts, their glyphs draw the texts.
  ///   - isLive: Whether a script replaces parts of the drawing individually.
  package init(
    _ wireframe: Wireframe, measurer: any TextMeasurer, prefix: String = "p", isLive: Bool = false
  ) {
    self.prefix = prefix
    glyphs = RedlineGlyphs(measurer, prefix: isLive ? nil : prefix)
    layout = RedlineLayout(wireframe)
    fills = wireframe.fillsBelowTexts
    // Paths can repeat, because names may contain slashes. A repeated path gets a numbered id.
    var known: [String: Int] = [:]
    func id(_ path: String, in section: Wireframe.Section) -> String {
      var out = ByteWriter()
      // A section can have the same name as a bar, so bars have a prefix of their own.
      let isBar = section.keyword != .section
      out.writeID(of: path, prefix: isBar ? "\(prefix)-bar." : "\(prefix).")
      if !isBar {
        if let count = known[path] { out.write("..-\(count)") }
        known[path, default: 0] += 1
      }
      return out.string
    }
    sectionIDs = wireframe.sections.map { id($0.path, in: $0) }
    boxIDs = wireframe.boxes.map { id($0.path, in: wireframe.sections[$0.section]) }
  }

  /// Writes the drawing.
  /// - Parameters:
  ///   - hasStyle: Whether to include the style sheet. A standalone file needs it.
  ///   - marks: Writes elements over the page, in feed coordinates.
  package func write(
    hasStyle: Bool, marks: (inout ByteWriter) -> Void = { _ in }, to out: inout ByteWriter
  ) {
    let size = layout.size
    // The colours of a page belong to its appearance, so its sheet ignores the viewer's light or
    // dark setting.
    let sheet =
      colors == nil ? RedlineStyle.sheet : RedlineStyle.sheet(of: wireframe.environment.appearance)
    out.write(
      markup: """
        <svg xmlns="http://www.w3.org/2000/svg" width="\(size.width)" height="\(size.height)" \
        viewBox="0 0 \(size.width) \(size.height)" role="group" \
        aria-label="Redline of \(wireframe.name)" \
        font-family="Inter, WenQuanYi Zen Hei, Noto Sans CJK SC, sans-serif">

        """)
    if hasStyle { out.write("<style>\n\(sheet)</style>\n") }
    out.write(markup: definitions)
    var canvas = svgCanvas
    // The canvas writes to the end of the document without a copy of it.
    swap(&canvas.out, &out)
    draw(on: &canvas) { marks(&$0.out) }
    swap(&canvas.out, &out)
    out.write(markup: "\(glyphs?.definitions)</svg>\n")
  }

  /// Draws the redline: heading, page, measures and legend.
  /// - Parameter marks: Draws over the page, in feed coordinates.
  func draw<C: Canvas>(on canvas: inout C, marks: (inout C) -> Void = { _ in }) {
    let size = layout.size
    canvas.rect(Rect(x: 0, y: 0, width: size.width, height: size.height), Paint("page"))
    canvas.endLine()
    canvas.begin(CanvasGroup(offset: layout.origin))
    canvas.endLine()
    let y = layout.bounds.y
    canvas.begin(CanvasGroup(name: "heading"))
    canvas.label(wireframe.title, .title, at: Point(x: 0, y: y - 56))
    canvas.label(facts, .note, at: Point(x: 0, y: y - 36))
    canvas.end()
    canvas.endLine()
    drawContent(on: &canvas)
    drawMeasures(on: &canvas)
    drawLegend(on: &canvas)
    marks(&canvas)
    canvas.end()
    canvas.endLine()
  }

  private var svgCanvas: SVGCanvas {
    SVGCanvas(prefix: prefix, isRightToLeft: wireframe.isRightToLeft, glyphs: glyphs)
  }

  /// Returns shapes as markup.
  func svg(_ draw: (inout SVGCanvas) -> Void) -> XML {
    var canvas = svgCanvas
    draw(&canvas)
    return XML(canvas.out)
  }

  /// Returns only the page, without heading, measures and legend. Boxes have no ids and titles.
  /// - Parameters:
  ///   - bounds: The drawn part, in feed coordinates; `nil` shows the whole page.
  ///   - marks: Elements to draw over the page, in feed coordinates.
  package func page(
    _ bounds: Rect? = nil, label: String, id: String? = nil, marks: XML? = nil
  ) -> XML {
    """
    \(start(bounds ?? self.bounds, label: label, id: id))
    \(definitions)\(svg { drawContent(isBrief: true, on: &$0) })\(marks)\(glyphs?.definitions)</svg>

    """
  }

  /// The drawn area of the whole page, in feed coordinates.
  package var bounds: Rect { layout.bounds }

  /// Returns the part of one and a half times the width that begins near a position.
  package func part(from top: Double) -> Rect { layout.part(from: top) }

  /// Returns a part of the page with some of its sections. The document needs `sharedDefinitions`
  /// once, after all parts.
  /// - Parameters:
  ///   - bounds: The part, in feed coordinates.
  ///   - section: The index of a section.
  ///   - context: The indices of other sections, which are drawn below a veil.
  package func part(
    _ bounds: Rect, section: Int, context: [Int], label: String, id: String, marks: XML
  ) -> XML {
    let drawn = svg { canvas in
      canvas.rect(bounds, Paint("frame", fill: fill("page")))
      canvas.begin(contentGroup)
      canvas.begin(CanvasGroup(name: "context"))
      for index in context { drawSection(index, isBrief: true, on: &canvas) }
      canvas.end()
      for index in context { canvas.rect(wireframe.sections[index].frame, Paint("veil")) }
      drawSection(section, isBrief: true, on: &canvas)
      canvas.end()
    }
    return "\(start(bounds, label: label, id: id))\n\(drawn)\(marks)</svg>\n"
  }

  /// The group of the page. A page in its own colours has the class of its appearance.
  var contentGroup: CanvasGroup {
    let appearance = colors == nil ? "" : " \(wireframe.environment.appearance.rawValue)"
    return CanvasGroup(name: "content\(appearance)")
  }

  /// The clip paths, patterns and glyphs of all parts, in an element without a size.
  package var sharedDefinitions: XML {
    """
    <svg class="shared" width="0" height="0" aria-hidden="true">\(definitions)\
    \(glyphs?.definitions)</svg>

    """
  }

  private func start(_ bounds: Rect, label: String, id: String? = nil) -> XML {
    """
    <svg\(id.map { " id=\"\($0)\"" as XML }) width="\(bounds.width)" height="\(bounds.height)" \
    viewBox="\(bounds.x) \(bounds.y) \(bounds.width) \(bounds.height)" role="img" \
    aria-label="\(label)">
    """
  }

  /// The clip paths and patterns to which other elements refer.
  package var definitions: XML {
    let clips = wireframe.clips.enumerated().map { index, clip -> XML in
      "\n<clipPath id=\"\(prefix)-clip\(index)\"><rect\(clip)/></clipPath>"
    }
    return """
      <defs><pattern id="\(prefix)-hatch" width="6" height="6" patternUnits="userSpaceOnUse">\
      <path class="hatch" d="M-1 1L1 -1M0 6L6 0M5 7L7 5"/></pattern>\(clips)</defs>

      """
  }

  /// The facts: "414 × 1514 pt @2x · light · zh-CN · sectionengine 0.1.0 · texts are estimated".
  private var facts: String {
    let size = "\(points(wireframe.size.width)) × \(points(wireframe.size.height)) pt"
    let environment = wireframe.environment
    var facts = ["\(size) @\(scaleText(environment.scale))x", environment.appearance.rawValue]
    if !environment.locale.isEmpty { facts.append(environment.locale) }
    if wireframe.isRightToLeft { facts.append("rtl") }
    if environment.textSize != .large { facts.append("text \(environment.textSize.rawValue)") }
    if let viewport = wireframe.viewport { facts.append("scrolled to \(points(viewport.top))") }
    facts.append("\(Generator.name) \(Generator.version)")
    if !wireframe.layoutName.isEmpty { facts.append("layout \(wireframe.layoutName)") }
    if wireframe.estimatesTexts { facts.append("texts are estimated") }
    return facts.joined(separator: " · ")
  }
}

/// Writes a page as a wireframe with its measures, in SVG. One unit is one point.
///
/// ```
/// <svg xmlns="http://www.w3.org/2000/svg" width="962" height="370" viewBox="0 0 962 370" …>
/// …
/// <g id="p.STORIES.carousel.card.-0"><title>STORIES/carousel/card[0] @10,45 120x160
/// action=news://story/7</title><rect class="item" x="10" y="45" width="120" height="160"/></g>
/// …
/// <text class="m" x="128" y="218">10</text>
/// ```
///
/// The file has no script and loads nothing. Outlines follow the viewer's light or dark setting.
package struct SVGRenderer: Renderer {
  package static let name = "svg"

  private let options: RenderOptions

  package init(options: RenderOptions = RenderOptions()) { self.options = options }

  package func render(_ page: Page, to out: inout ByteWriter) {
    RedlineDrawing(Wireframe(page, options: options), measurer: page.measurer)
      .write(hasStyle: true, to: &out)
  }
}

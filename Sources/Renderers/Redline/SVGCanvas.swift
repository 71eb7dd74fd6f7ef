import LayoutCore
import Support

/// Writes shapes as SVG elements. Names of paints become classes of the style sheet.
struct SVGCanvas: Canvas {
  /// The prefix of the ids of clip areas, patterns and glyphs.
  let prefix: String
  let isRightToLeft: Bool
  /// The glyph shapes for texts; `nil` leaves drawing the texts to the viewer's fonts.
  let glyphs: RedlineGlyphs?
  var out = ByteWriter()

  mutating func begin(_ group: CanvasGroup) {
    func attribute(_ name: StaticString, _ value: String) -> XML? {
      value.isEmpty ? nil : " \(literal: name)=\"\(value)\""
    }
    let label = group.label.map { " aria-label=\"\($0)\"" as XML }
    let clip = group.clip.map { " clip-path=\"url(#\(prefix)-clip\($0))\"" as XML }
    let offset =
      group.offset.map {
        $0.y == 0
          ? " transform=\"translate(\($0.x) 0)\"" : " transform=\"translate(\($0.x) \($0.y))\""
      } as XML?
    out.write(
      markup: """
        <g\(attribute("class", group.name))\(attribute("id", group.id))\
        \(attribute("role", group.role))\(label)\
        \(group.opacity < 1 ? " opacity=\"\(group.opacity)\"" : nil)\(clip)\(offset)\
        \(group.fill.map { " style=\"fill:\($0)\"" })\
        \(group.isLeftToRight ? " direction=\"ltr\"" : nil)>\
        \(group.title.isEmpty ? nil : "<title>\(group.title[0])")
        """)
    for line in group.title.dropFirst() { out.write(markup: "\n\(line)") }
    if !group.title.isEmpty { out.write("</title>") }
  }

  mutating func end() { out.write("</g>") }

  mutating func endLine() { out.write("\n") }

  mutating func rect(_ frame: Rect, radius: Double?, _ paint: Paint, title: String?) {
    let end: XML = title.map { "><title>\($0)</title></rect>" } ?? "/>"
    out.write(
      markup: """
        <rect\(name(of: paint))\(paint.isHatched ? " fill=\"url(#\(prefix)-hatch)\"" : nil)\(frame)\
        \(radius.map { " rx=\"\($0)\"" })\(style(of: paint))\(end)
        """)
  }

  mutating func path(_ path: CanvasPath, _ paint: Paint) {
    let steps = path.steps.map { step -> XML in
      switch step {
      case .move(let x, let y): "M\(x) \(y)"
      case .line(let x, let y): "L\(x) \(y)"
      case .across(let x): "H\(x)"
      case .down(let y): "V\(y)"
      case .acrossBy(let x): "h\(x)"
      case .downBy(let y): "v\(y)"
      case .arc(let radius, let x, let y): "a\(radius) \(radius) 0 0 1 \(x) \(y)"
      case .close: "z"
      }
    }
    out.write(markup: "<path\(name(of: paint)) d=\"\(steps)\"\(style(of: paint))/>")
  }

  mutating func circle(_ center: Point, radius: Double, _ paint: Paint) {
    out.write(
      markup: """
        <circle\(name(of: paint)) cx="\(center.x)" cy="\(center.y)" r="\(radius)"\
        \(style(of: paint))/>
        """)
  }

  mutating func image(_ image: CanvasImage) {
    var definitions: XML = ""
    var attributes: XML
    switch image.mode {
    case .fill: attributes = " preserveAspectRatio=\"xMidYMid slice\""
    case .fit: attributes = ""
    case .stretch: attributes = " preserveAspectRatio=\"none\""
    }
    let (id, frame) = (image.id, image.frame)
    if image.radius > 0 {
      definitions += "<clipPath id=\"\(id)\"><rect\(frame) rx=\"\(image.radius)\"/></clipPath>"
    }
    if let color = image.tint {
      definitions += """
        <filter id="\(id)-tint"><feFlood flood-color="\(color)"/>\
        <feComposite in2="SourceAlpha" operator="in"/></filter>
        """
      attributes += " filter=\"url(#\(id)-tint)\""
    }
    if image.radius > 0 { attributes += " clip-path=\"url(#\(id))\"" }
    out.write(
      markup: """
        \(definitions)<image\(frame)\(attributes) \
        href="data:\(image.type);base64,\(base64: image.bytes)"/>
        """)
  }

  private func name(of paint: Paint) -> XML? {
    paint.name.isEmpty ? nil : " class=\"\(paint.name)\""
  }

  /// Returns the attribute with the replacements of the class's rules, such as ` style="fill:none"`.
  private func style(of paint: Paint) -> XML? {
    var rules: [XML] = []
    func add(_ rule: XML) { rules.append(rules.isEmpty ? rule : ";\(rule)") }
    if let fill = paint.fill { add("fill:\(fill)") }
    if paint.isShadow { add("fill-opacity:.25") }
    if let stroke = paint.stroke { add("stroke:\(stroke)") }
    if let width = paint.width { add("stroke-width:\(width)") }
    if !paint.dashes.isEmpty {
      add("stroke-dasharray:\(paint.dashes.map { " \($0)" as XML })")
    }
    return rules.isEmpty ? nil : " style=\"\(rules)\""
  }

  // MARK: Texts

  mutating func line(_ line: CanvasLine, _ paint: Paint) {
    let (text, name) = (line.text, paint.name)
    let drawn = line.line.source.flatMap {
      glyphs?.line($0, of: text, class: name, x: line.frame.x, y: line.baseline)
    }
    out.write(
      markup: drawn ?? """
        <text class="\(name)" x="\(line.frame.position(of: line.side))" y="\(line.baseline)" \
        font-size="\(text.size)"\(weight(text.weight))\
        \(direction(isRightToLeft: line.isRightToLeft, line.side))\
        \(length(line.line.width, of: line.line.text))>\(line.line.text)</text>
        """)
  }

  mutating func piece(_ piece: Wireframe.Text.Piece, at place: Point, _ paint: Paint) {
    let (name, x, y) = (paint.name, place.x, place.y)
    // Italic text without an italic face, and spaced text, use the viewer's font.
    if piece.hasOwnGlyphs,
      let drawn = glyphs?.part(piece.text, piece.font, class: name, x: x, y: y)
    {
      return out.write(markup: drawn)
    }
    // `x` is the left edge. Right-to-left text ends there.
    let direction: XML? =
      piece.isRightToLeft
      ? " direction=\"rtl\" text-anchor=\"end\""
      : isRightToLeft ? " direction=\"ltr\"" : nil
    out.write(
      markup: """
        <text class="\(name)" x="\(x)" y="\(y)" font-size="\(Double(piece.font.size))"\
        \(weight(Int(piece.font.weight)))\
        \(piece.traits.contains(.italic) ? " font-style=\"italic\"" : nil)\(direction)\
        \(length(piece.width, of: piece.text)) xml:space="preserve">\(piece.text)</text>
        """)
  }

  mutating func label(_ text: String, _ style: RedlineTextStyle, at place: Point) {
    let (x, y) = (place.x, place.y)
    if let drawn = glyphs?.text(text, style, x: x, y: y) { return out.write(markup: drawn) }
    let alignment: XML? =
      switch style.side {
      // If the name does not begin with "s", the style sheet sets the size, and centers numbers.
      case .center where style.name.hasPrefix("s"):
        " font-size=\"\(style.size)\" text-anchor=\"middle\""
      case .right: " style=\"text-anchor:end\""
      case .left, .center: nil
      }
    out.write(
      markup: "<text class=\"\(style.name)\" x=\"\(x)\" y=\"\(y)\"\(alignment)>\(text)</text>")
  }

  private func weight(_ weight: Int) -> XML? { weight == 400 ? nil : " font-weight=\"\(weight)\"" }

  /// Returns the attributes for direction and anchor. States the direction unless text and page are
  /// left-to-right.
  private func direction(isRightToLeft: Bool, _ side: Side) -> XML {
    let isStated = isRightToLeft || self.isRightToLeft
    let direction: XML? = isStated ? " direction=\"\(isRightToLeft ? "rtl" : "ltr")\"" : nil
    // The end of left-to-right text is at the right, the end of right-to-left text at the left.
    let isAtEnd = (side == .right) != isRightToLeft
    let anchor = side == .center ? "middle" : isAtEnd ? "end" : nil
    return "\(direction)\(anchor.map { " text-anchor=\"\($0)\"" as XML })"
  }

  /// Returns attributes that spread the letters over the measured width, because the viewer may use
  /// another font. Joined letters, as in Arabic, are not spread, because that would separate them.
  private func length(_ width: Double, of text: String) -> XML? {
    guard width > 0, !text.hasJoinedLetters else { return nil }
    return " textLength=\"\(width)\" lengthAdjust=\"spacing\""
  }
}

extension Rect {
  /// Returns the x coordinate of the left edge, center or right edge.
  func position(of side: Side) -> Double {
    switch side {
    case .left: x
    case .center: x + width / 2
    case .right: maxX
    }
  }
}

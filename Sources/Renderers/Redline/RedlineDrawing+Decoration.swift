import LayoutCore

extension Wireframe.Decoration {
  /// Fails for a node that is drawn without one.
  init?(of node: LayoutNode, within outerOpacity: Double) {
    guard let own = node.arena.attributes(of: node.index) else {
      guard outerOpacity < 1 else { return nil }
      opacity = outerOpacity
      return
    }
    opacity = outerOpacity * Double(own.opacity)
    borderColor = node.arena.string(own.borderColor)
    borderWidth = Double(own.borderWidth)
    corners = own.corners
    placeholder = node.arena.string(own.placeholder)
    picture = node.arena.string(own.picture)
    contentMode = own.contentMode
    tint = node.arena.string(own.tint)
    shadowColor = node.arena.string(own.shadow.color)
    shadow = own.shadow
  }

  /// Whether more than a rectangle with four equal corners is drawn.
  fileprivate var hasOtherShape: Bool {
    !shadowColor.isEmpty || !(corners.isEmpty || corners == .all)
  }
}

/// The real colours of a page. Nodes without a colour keep their outline.
extension RedlineDrawing {
  var colors: [String: String]? { wireframe.colors }

  /// Writes ` style="fill:#fd4f4f"`; nothing for an outline, or a token without a colour.
  func write(fill token: String, to out: inout ByteWriter) {
    if let color = colors?[token] { out.write(markup: " style=\"fill:\(color)\"") }
  }

  /// Begins a group of a colour; returns false for an outline, or a token without a colour.
  func beginGroup(fill token: String, to out: inout ByteWriter) -> Bool {
    guard let color = colors?[token] else { return false }
    out.write(markup: "<g style=\"fill:\(color)\">")
    return true
  }

  /// Writes the shadow, the background and the border of a box.
  func writeShape(of box: Wireframe.Box, class name: String, to out: inout ByteWriter) {
    let decoration = box.decoration
    // The first rectangle of a group has the frame, whatever is drawn.
    if colors != nil, let decoration, decoration.hasOtherShape {
      out.write(markup: "<rect class=\"b\"\(box.frame)/>")
    }
    if let decoration, let color = colors?[decoration.shadowColor] {
      // A blurred shadow is drawn as large as where half of it is left.
      let shadow = decoration.shadow
      let spread = Double(shadow.blur) / 2
      var frame = box.frame.moved(by: Double(shadow.x), Double(shadow.y))
      frame = Rect(
        left: frame.x - spread, top: frame.y - spread, right: frame.maxX + spread,
        bottom: frame.maxY + spread)
      writeOutline(of: box, frame, radius: box.radius + spread, to: &out)
      out.write(markup: " style=\"fill:\(color);fill-opacity:.25;stroke:none\"/>")
    }
    writeOutline(of: box, box.frame, radius: box.radius, class: name, to: &out)
    let token = box.background.isEmpty ? decoration?.placeholder ?? "" : box.background
    if let color = colors?[token] {
      out.write(markup: " style=\"fill:\(color);stroke:none\"")
    } else if colors != nil, name == "item" {
      out.write(" style=\"fill:none\"")
    }
    out.write("/>")
    if let decoration, decoration.borderWidth > 0, let color = colors?[decoration.borderColor] {
      // The border is inside of the edge, and a stroke is on both sides of it.
      let half = decoration.borderWidth / 2
      let frame = box.frame
      let inner = Rect(
        left: frame.x + half, top: frame.y + half, right: frame.maxX - half,
        bottom: frame.maxY - half)
      guard inner.width > 0, inner.height > 0 else { return }
      writeOutline(of: box, inner, radius: max(0, box.radius - half), to: &out)
      out.write(
        markup: " style=\"fill:none;stroke:\(color);stroke-width:\(decoration.borderWidth)\"/>")
    }
  }

  /// Writes an element with the outline of a box, without its end.
  private func writeOutline(
    of box: Wireframe.Box, _ frame: Rect, radius: Double, class name: String = "",
    to out: inout ByteWriter
  ) {
    let radius = max(0, min(radius, frame.width / 2, frame.height / 2))
    let corners = colors == nil ? [] : box.decoration?.corners ?? []
    let tag = corners.isEmpty || corners == .all || radius == 0 ? "rect" : "path"
    out.write("<\(tag)")
    if !name.isEmpty { out.write(markup: " class=\"\(name)\"") }
    guard tag == "path" else {
      out.write(markup: "\(frame)")
      if box.radius > 0 { out.write(markup: " rx=\"\(radius)\"") }
      return
    }
    let isRightToLeft = wireframe.isRightToLeft
    func rounded(_ start: NodeAttributes.Corners, _ end: NodeAttributes.Corners) -> Double {
      corners.contains(isRightToLeft ? end : start) ? radius : 0
    }
    let (a, b) = (rounded(.topStart, .topEnd), rounded(.topEnd, .topStart))
    let (c, d) = (rounded(.bottomEnd, .bottomStart), rounded(.bottomStart, .bottomEnd))
    out.write(
      markup: """
         d="M\(frame.x + a) \(frame.y)H\(frame.maxX - b)\
        a\(b) \(b) 0 0 1 \(b) \(b)V\(frame.maxY - c)a\(c) \(c) 0 0 1 \(-c) \(c)\
        H\(frame.x + d)a\(d) \(d) 0 0 1 \(-d) \(-d)V\(frame.y + a)a\(a) \(a) 0 0 1 \(a) \(-a)z"
        """)
  }
}

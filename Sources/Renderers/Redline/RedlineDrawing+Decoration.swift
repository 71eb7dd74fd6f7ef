import LayoutCore

extension Wireframe.Decoration {
  /// Whether the box needs more than a rectangle with four equal corners.
  fileprivate var hasOtherShape: Bool {
    !shadowColor.isEmpty || !(corners.isEmpty || corners == .all)
  }
}

/// The colours of a page in the style `app`. Nodes without a colour are drawn as outlines.
extension RedlineDrawing {
  var colors: [String: String]? { wireframe.colors }

  /// Returns ` style="fill:#fd4f4f"`; `nil` in a drawing of outlines, or for an undefined token.
  func fill(_ token: String) -> XML? { colors?[token].map { " style=\"fill:\($0)\"" } }

  /// Returns the shadow, the background and the border of a box.
  func shape(of box: Wireframe.Box, class name: String) -> XML {
    let decoration = colors == nil ? nil : box.decoration
    var xml: XML = ""
    // Scripts read the frame of the first `rect`, so an invisible `rect` precedes other shapes.
    if decoration?.hasOtherShape == true { xml += "<rect class=\"b\"\(box.frame)/>" }
    if let decoration, let color = colors?[decoration.shadowColor] {
      // A shadow is drawn without blur. Instead, its edges are moved outwards by half of the blur.
      let shadow = decoration.shadow
      let spread = Double(shadow.blur) / 2
      let frame = box.frame.moved(by: Double(shadow.x), Double(shadow.y)).inset(by: -spread)
      xml += outline(of: box, frame, radius: box.radius + spread)
      xml += " style=\"fill:\(color);fill-opacity:.25;stroke:none\"/>"
    }
    let token = box.background.isEmpty ? decoration?.placeholder ?? "" : box.background
    let clear: XML? = colors != nil && name == "item" ? " style=\"fill:none\"" : nil
    let fill = colors?[token].map { " style=\"fill:\($0);stroke:none\"" as XML }
    xml += "\(outline(of: box, box.frame, radius: box.radius, class: name))\(fill ?? clear)/>"
    if let decoration, decoration.borderWidth > 0, let color = colors?[decoration.borderColor] {
      // The border lies inside the frame, but a stroke is centered on its path.
      let half = decoration.borderWidth / 2
      let inner = box.frame.inset(by: half)
      guard inner.width > 0, inner.height > 0 else { return xml }
      xml += outline(of: box, inner, radius: max(0, box.radius - half))
      xml += " style=\"fill:none;stroke:\(color);stroke-width:\(decoration.borderWidth)\"/>"
    }
    return xml
  }

  /// Returns the unclosed start tag of the element that outlines a box.
  private func outline(
    of box: Wireframe.Box, _ frame: Rect, radius: Double, class name: String = ""
  ) -> XML {
    let radius = max(0, min(radius, frame.width / 2, frame.height / 2))
    let corners = colors == nil ? [] : box.decoration?.corners ?? []
    let style: XML? = name.isEmpty ? nil : " class=\"\(name)\""
    if corners.isEmpty || corners == .all || radius == 0 {
      return "<rect\(style)\(frame)\(box.radius > 0 ? " rx=\"\(radius)\"" : nil)"
    }
    func rounded(_ start: NodeAttributes.Corners, _ end: NodeAttributes.Corners) -> Double {
      corners.contains(wireframe.isRightToLeft ? end : start) ? radius : 0
    }
    let (a, b) = (rounded(.topStart, .topEnd), rounded(.topEnd, .topStart))
    let (c, d) = (rounded(.bottomEnd, .bottomStart), rounded(.bottomStart, .bottomEnd))
    return """
      <path\(style) d="M\(frame.x + a) \(frame.y)H\(frame.maxX - b)\
      a\(b) \(b) 0 0 1 \(b) \(b)V\(frame.maxY - c)a\(c) \(c) 0 0 1 \(-c) \(c)\
      H\(frame.x + d)a\(d) \(d) 0 0 1 \(-d) \(-d)V\(frame.y + a)a\(a) \(a) 0 0 1 \(a) \(-a)z"
      """
  }
}

extension Rect {
  /// Returns the rectangle with each edge moved inwards by a margin, or outwards if it is negative.
  fileprivate func inset(by margin: Double) -> Rect {
    Rect(left: x + margin, top: y + margin, right: maxX - margin, bottom: maxY - margin)
  }
}

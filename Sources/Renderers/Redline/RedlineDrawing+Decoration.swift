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

  /// Returns the colour of a token; `nil` in a drawing of outlines, or for an undefined token.
  func fill(_ token: String) -> String? { colors?[token] }

  /// Draws the shadow, the background and the border of a box.
  /// - Parameter fill: The colour of the background; `nil` for the box's own one.
  func drawOutline(
    of box: Wireframe.Box, class name: String, fill: String?, on canvas: inout some Canvas
  ) {
    let decoration = colors == nil ? nil : box.decoration
    // Scripts read the frame of the first `rect`, so an invisible `rect` precedes other shapes.
    if decoration?.hasOtherShape == true { canvas.rect(box.frame, Paint("b")) }
    if let decoration, let color = colors?[decoration.shadowColor] {
      // A shadow is drawn without blur. Instead, its edges are moved outwards by half of the blur.
      let shadow = decoration.shadow
      let spread = Double(shadow.blur) / 2
      let frame = box.frame.moved(by: Double(shadow.x), Double(shadow.y)).inset(by: -spread)
      drawOutline(
        of: box, frame, radius: box.radius + spread,
        Paint(fill: color, isShadow: true, stroke: "none"), on: &canvas)
    }
    var paint = Paint(name)
    if let color = fill ?? box.fillToken.flatMap({ colors?[$0] }) {
      (paint.fill, paint.stroke) = (color, "none")
    } else if colors != nil && name == "item" {
      paint.fill = "none"
    }
    drawOutline(of: box, box.frame, radius: box.radius, paint, on: &canvas)
    if let decoration, decoration.borderWidth > 0, let color = colors?[decoration.borderColor] {
      // The border lies inside the frame, but a stroke is centered on its path.
      let half = decoration.borderWidth / 2
      let inner = box.frame.inset(by: half)
      guard inner.width > 0, inner.height > 0 else { return }
      drawOutline(
        of: box, inner, radius: max(0, box.radius - half),
        Paint(fill: "none", stroke: color, width: decoration.borderWidth), on: &canvas)
    }
  }

  private func drawOutline(
    of box: Wireframe.Box, _ frame: Rect, radius: Double, _ paint: Paint,
    on canvas: inout some Canvas
  ) {
    let radius = max(0, min(radius, frame.width / 2, frame.height / 2))
    let corners = colors == nil ? [] : box.decoration?.corners ?? []
    if corners.isEmpty || corners == .all || radius == 0 {
      return canvas.rect(frame, radius: box.radius > 0 ? radius : nil, paint)
    }
    func rounded(_ start: NodeAttributes.Corners, _ end: NodeAttributes.Corners) -> Double {
      corners.contains(wireframe.isRightToLeft ? end : start) ? radius : 0
    }
    let (a, b) = (rounded(.topStart, .topEnd), rounded(.topEnd, .topStart))
    let (c, d) = (rounded(.bottomEnd, .bottomStart), rounded(.bottomStart, .bottomEnd))
    canvas.path(
      CanvasPath(
        .move(frame.x + a, frame.y), .across(to: frame.maxX - b), .arc(radius: b, b, b),
        .down(to: frame.maxY - c), .arc(radius: c, -c, c), .across(to: frame.x + d),
        .arc(radius: d, -d, -d), .down(to: frame.y + a), .arc(radius: a, a, -a), .close),
      paint)
  }
}

extension Rect {
  /// Returns the rectangle with each edge moved inwards by a margin, or outwards if it is negative.
  func inset(by margin: Double) -> Rect {
    Rect(left: x + margin, top: y + margin, right: maxX - margin, bottom: maxY - margin)
  }
}

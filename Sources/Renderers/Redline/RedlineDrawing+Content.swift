import LayoutCore
import Support

extension RedlineDrawing {
  /// Draws the content of the page: sections with boxes. Each section covers those drawn before.
  /// - Parameters:
  ///   - isBrief: Whether boxes have no ids and titles.
  ///   - hasEdge: Whether lines show the edges of the page and of its visible part.
  func drawContent(isBrief: Bool = false, hasEdge: Bool = true, on canvas: inout some Canvas) {
    let page = wireframe.frame
    canvas.rect(page, Paint("frame", fill: fill("page")))
    canvas.endLine()
    canvas.begin(contentGroup)
    canvas.endLine()
    for index in wireframe.drawingOrder { drawSection(index, isBrief: isBrief, on: &canvas) }
    canvas.end()
    canvas.endLine()
    guard hasEdge else { return }
    canvas.rect(page, Paint("edge"))
    canvas.endLine()
    if let viewport = wireframe.viewport {
      let frame = Rect(
        x: 0, y: viewport.offset, width: wireframe.size.width, height: viewport.height)
      canvas.rect(frame, radius: nil, Paint("screen"), title: "screen")
      canvas.endLine()
    }
  }

  func drawSection(_ index: Int, isBrief: Bool, on canvas: inout some Canvas) {
    let section = wireframe.sections[index]
    // The background of an overlay is transparent, so that the sections below stay visible.
    let isClear = section.placement == .overlay
    var group = CanvasGroup()
    if !isBrief {
      (group.name, group.id, group.role) = ("section", sectionIDs[index], "group")
      group.label = section.title.isEmpty ? section.path : section.title.shortened
      group.title = title(section.path, section.frame, section.style)
    }
    canvas.begin(group)
    canvas.rect(
      section.frame, Paint(isClear ? "b" : "sec", fill: isClear ? nil : fill("page")))
    canvas.endLine()
    // Consecutive boxes in the same groups are written into one group element.
    var open: [CanvasGroup] = []
    for box in section.boxes where canvas.shows(wireframe.boxes[box].reach) {
      let groups = groups(of: wireframe.boxes[box])
      if groups != open {
        end(open, on: &canvas)
        for group in groups { canvas.begin(group) }
        if !groups.isEmpty { canvas.endLine() }
        open = groups
      }
      drawGroup(of: box, isBrief: isBrief, on: &canvas)
    }
    end(open, on: &canvas)
    canvas.end()
    canvas.endLine()
  }

  private func groups(of box: Wireframe.Box) -> [CanvasGroup] {
    var groups: [CanvasGroup] = []
    if box.clip >= 0 { groups.append(CanvasGroup(clip: box.clip)) }
    if box.shift != 0 { groups.append(CanvasGroup(offset: Point(x: box.shift, y: 0))) }
    if box.isOffscreen { groups.append(CanvasGroup(name: "off")) }
    return groups
  }

  private func end(_ groups: [CanvasGroup], on canvas: inout some Canvas) {
    guard !groups.isEmpty else { return }
    for _ in groups { canvas.end() }
    canvas.endLine()
  }

  /// Returns a title such as "NEWS/header @0,0 414x40", with the style on the next line.
  private func title(_ path: String, _ frame: Rect, _ style: String) -> [String] {
    let place =
      "\(path.shortened(to: 400)) @\(points(frame.x)),\(points(frame.y)) "
      + "\(points(frame.width))x\(points(frame.height))"
    return style.isEmpty ? [place] : [place, style.shortened(to: 400)]
  }

  /// Draws a box in a group with its opacity and, unless it is brief, with id and title.
  private func drawGroup(of index: Int, isBrief: Bool, on canvas: inout some Canvas) {
    let box = wireframe.boxes[index]
    var group = CanvasGroup()
    if colors != nil { group.opacity = box.decoration?.opacity ?? 1 }
    if isBrief, group.opacity >= 1 { return drawShape(of: index, on: &canvas) }
    group.reach = box.reach.moved(by: -box.shift)
    if !isBrief {
      group.id = boxIDs[index]
      group.label = box.accessibleName
      if group.label != nil { group.role = "img" }
      group.title = title(box.path, box.frame, box.style)
    }
    canvas.begin(group)
    drawShape(of: index, on: &canvas)
    canvas.end()
    if !isBrief { canvas.endLine() }
  }

  /// Returns the shape and the content of a box at its unshifted frame.
  package func shape(of index: Int) -> XML { svg { drawShape(of: index, on: &$0) } }

  func drawShape(of index: Int, on canvas: inout some Canvas) {
    let box = wireframe.boxes[index]
    let frame = box.frame
    drawOutline(of: box, class: boxClass(of: box), fill: fills[index], on: &canvas)
    if let decoration = box.decoration,
      let picture = wireframe.pictures.image(
        decoration.picture, in: frame, radius: box.radius, mode: decoration.contentMode,
        tint: colors?[decoration.tint], id: "\(prefix)-picture\(index)")
    {
      canvas.image(picture)
    }
    switch box.kind {
    case .text, .button, .badge, .icon: drawText(of: box, on: &canvas)
    case .image: drawBadge(of: index, on: &canvas)
    case .pageControl: drawDots(of: box, on: &canvas)
    case .placeholder: drawLabel(of: box, on: &canvas)
    case .box, .spacer, .list, .carousel, .pager: break
    }
    if box.role == .header && box.kind == .box && frame.width > 0 && frame.height > 0 {
      canvas.path(CanvasPath(.move(frame.x, frame.maxY), .across(to: frame.maxX)), Paint("clip"))
    }
  }

  private func boxClass(of box: Wireframe.Box) -> String {
    let hasShape = !box.background.isEmpty || box.radius > 0
    return switch box.kind {
    case .image: "img"
    case .placeholder: "lost"
    case .text, .spacer, .pageControl, .list, .carousel, .pager: "b"
    case .button, .badge, .icon: hasShape ? "item" : "b"
    case .box: hasShape || box.isItem || !box.action.isEmpty ? "item" : "b"
    }
  }
}

extension Wireframe.Box {
  /// The area that the box can draw on: its frame, its shadow, and texts that exceed the frame.
  fileprivate var reach: Rect {
    let shadow = decoration?.shadow ?? NodeAttributes.Shadow()
    let text = text.map { $0.size * 2 + $0.lineHeight * Double($0.lines.count) } ?? 0
    let margin = 16 + text + Double(shadow.blur) + abs(Double(shadow.x)) + abs(Double(shadow.y))
    return drawnFrame.inset(by: -margin)
  }

  /// The name for screen readers; `nil` for a box that only arranges other boxes.
  var accessibleName: String? {
    let word: String
    switch kind {
    case .text: word = ""
    case .spacer, .list, .carousel, .pager: return nil
    case .box:
      guard !label.isEmpty else { return nil }
      word = "item"
    default: word = kind.word
    }
    let said = text?.string ?? label
    let name = [word, said.shortened, badge.shortened].filter { !$0.isEmpty }.joined(separator: " ")
    return name.isEmpty ? nil : name
  }
}

extension String {
  var shortened: String { shortened(to: 80) }

  func shortened(to limit: Int) -> String {
    guard utf8.count > limit, let end = index(startIndex, offsetBy: limit, limitedBy: endIndex),
      end < endIndex
    else { return self }
    return self[..<end] + "…"
  }
}

import LayoutCore

extension RedlineDrawing {
  /// Returns the content of the page: sections with boxes. Each section covers those drawn before.
  func content(isBrief: Bool = false) -> XML {
    let page = wireframe.frame
    let screen = wireframe.viewport.map { viewport -> XML in
      let frame = Rect(
        x: 0, y: viewport.offset, width: wireframe.size.width, height: viewport.height)
      return "<rect class=\"screen\"\(frame)><title>screen</title></rect>\n"
    }
    return """
      <rect class="frame"\(page)\(fill("page"))/>
      <g class="content">
      \(wireframe.drawingOrder.map { section($0, isBrief: isBrief) })</g>
      <rect class="edge"\(page)/>
      \(screen)
      """
  }

  private func section(_ index: Int, isBrief: Bool) -> XML {
    let section = wireframe.sections[index]
    let label = section.title.isEmpty ? section.path : section.title.shortened
    // The background of an overlay is transparent, so that the sections below stay visible.
    let isClear = section.placement == .overlay
    let head: XML =
      isBrief
      ? "<g>"
      : """
      <g class="section" id="\(sectionIDs[index])" role="group" aria-label="\(label)">\
      \(title(section.path, section.frame, section.style))
      """
    var xml: XML = """
      \(head)<rect class="\(isClear ? "b" : "sec")"\(section.frame)\(isClear ? nil : fill("page"))/>

      """
    // Consecutive boxes in the same groups are written into one group element.
    var open: [XML] = []
    for box in section.boxes {
      let groups = groups(of: wireframe.boxes[box])
      if groups != open {
        xml += "\(end(of: open))\(groups)\(groups.isEmpty ? nil : "\n" as XML)"
        open = groups
      }
      xml += isBrief ? shape(of: box) : group(of: box)
    }
    xml += "\(end(of: open))</g>\n"
    return xml
  }

  private func groups(of box: Wireframe.Box) -> [XML] {
    var tags: [XML] = []
    if box.clip >= 0 { tags.append("<g clip-path=\"url(#\(prefix)-clip\(box.clip))\">") }
    if box.shift != 0 { tags.append("<g transform=\"translate(\(box.shift) 0)\">") }
    if box.isOffscreen { tags.append("<g class=\"off\">") }
    return tags
  }

  private func end(of groups: [XML]) -> XML? {
    groups.isEmpty ? nil : "\(groups.map { _ in "</g>" })\n"
  }

  /// Returns a `title` element such as "NEWS/header @0,0 414x40", with the style on the next line.
  private func title(_ path: String, _ frame: Rect, _ style: String) -> XML {
    let end: XML? = style.isEmpty ? nil : "\n\(style.shortened(to: 400))"
    return """
      <title>\(path.shortened(to: 400)) @\(frame.x),\(frame.y) \
      \(frame.width)x\(frame.height)\(end)</title>
      """
  }

  private func group(of index: Int) -> XML {
    let box = wireframe.boxes[index]
    let name = box.accessibleName.map { " role=\"img\" aria-label=\"\($0)\"" as XML }
    let opacity = colors == nil ? 1 : box.decoration?.opacity ?? 1
    return """
      <g id="\(boxIDs[index])"\(name)\(opacity < 1 ? " opacity=\"\(opacity)\"" : nil)>\
      \(title(box.path, box.frame, box.style))\(shape(of: index))</g>

      """
  }

  /// Returns the shape and the content of a box at its unshifted frame.
  package func shape(of index: Int) -> XML {
    let box = wireframe.boxes[index]
    let frame = box.frame
    let picture = box.decoration.flatMap { decoration in
      wireframe.pictures.image(
        decoration.picture, in: frame, radius: box.radius, mode: decoration.contentMode,
        color: colors?[decoration.tint], id: "\(prefix)-picture\(index)")
    }
    let content: XML? =
      switch box.kind {
      case .text, .button, .badge, .icon: text(of: box)
      case .image: badge(of: index)
      case .pageControl: dots(of: box)
      case .placeholder: label(of: box)
      case .box, .spacer, .list, .carousel, .pager: nil
      }
    let hasLine = box.role == .header && box.kind == .box && frame.width > 0 && frame.height > 0
    let line: XML? =
      hasLine ? "<path class=\"clip\" d=\"M\(frame.x) \(frame.maxY)H\(frame.maxX)\"/>" : nil
    return "\(shape(of: box, class: boxClass(of: box)))\(picture)\(content)\(line)"
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

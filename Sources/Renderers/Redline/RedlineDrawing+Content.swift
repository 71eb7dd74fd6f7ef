import LayoutCore

extension RedlineDrawing {
  /// Writes the page: its sections from the bottommost to the topmost, each with its boxes.
  func writeContent(isBrief: Bool = false, to out: inout ByteWriter) {
    let page = wireframe.frame
    out.write(markup: "<rect class=\"frame\"\(page)")
    write(fill: "page", to: &out)
    out.write(markup: "/>\n<g class=\"content\">\n")
    for index in wireframe.drawingOrder { write(section: index, isBrief: isBrief, to: &out) }
    out.write(markup: "</g>\n<rect class=\"edge\"\(page)/>\n")
    if let viewport = wireframe.viewport {
      let screen = Rect(
        x: 0, y: viewport.offset, width: wireframe.size.width, height: viewport.height)
      out.write(markup: "<rect class=\"screen\"\(screen)><title>screen</title></rect>\n")
    }
  }

  private func write(section index: Int, isBrief: Bool, to out: inout ByteWriter) {
    let section = wireframe.sections[index]
    let label = section.title.isEmpty ? section.path : section.title.shortened
    if isBrief {
      out.write("<g>")
    } else {
      out.write(
        markup: """
          <g class="section" id="\(sectionIDs[index])" role="group" aria-label="\(label)"><title>
          """)
      writeTitle(section.path, frame: section.frame, style: section.style, to: &out)
      out.write("</title>")
    }
    // An overlay is transparent, so that the sections below it stay visible.
    let kind = section.placement == .overlay ? "b" : "sec"
    out.write(markup: "<rect class=\"\(kind)\"\(section.frame)")
    if kind == "sec" { write(fill: "page", to: &out) }
    out.write("/>\n")
    // Consecutive boxes share their groups.
    var open: [String] = []
    for box in section.boxes {
      let groups = groups(of: wireframe.boxes[box])
      if groups != open {
        writeEnd(of: open, to: &out)
        for group in groups { out.write(group) }
        if !groups.isEmpty { out.write("\n") }
        open = groups
      }
      if isBrief { writeShape(of: box, to: &out) } else { write(box, to: &out) }
    }
    writeEnd(of: open, to: &out)
    out.write("</g>\n")
  }

  private func groups(of box: Wireframe.Box) -> [String] {
    var tags: [String] = []
    if box.clip >= 0 { tags.append("<g clip-path=\"url(#\(prefix)-clip\(box.clip))\">") }
    if box.shift != 0 { tags.append("<g transform=\"translate(\(points(box.shift)) 0)\">") }
    if box.isOffscreen { tags.append("<g class=\"off\">") }
    return tags
  }

  private func writeEnd(of groups: [String], to out: inout ByteWriter) {
    for _ in groups { out.write("</g>") }
    if !groups.isEmpty { out.write("\n") }
  }

  /// Writes a title such as "NEWS/header @0,0 414x40", with the style on the next line.
  private func writeTitle(
    _ path: String, frame: Rect, style: String, to out: inout ByteWriter
  ) {
    out.write(xml: path.shortened(to: 400))
    out.write(frame: frame)
    if !style.isEmpty {
      out.write("\n")
      out.write(xml: style.shortened(to: 400))
    }
  }

  private func write(_ index: Int, to out: inout ByteWriter) {
    let box = wireframe.boxes[index]
    out.write(markup: "<g id=\"\(boxIDs[index])\"")
    if let name = box.accessibleName {
      out.write(markup: " role=\"img\" aria-label=\"\(name)\"")
    }
    if let opacity = box.decoration?.opacity, opacity < 1, colors != nil {
      out.write(markup: " opacity=\"\(opacity)\"")
    }
    out.write("><title>")
    writeTitle(box.path, frame: box.frame, style: box.style, to: &out)
    out.write("</title>")
    writeShape(of: index, to: &out)
    out.write("</g>\n")
  }

  /// Writes the shape and the content of a box, without its shift.
  package func writeShape(of index: Int, to out: inout ByteWriter) {
    let box = wireframe.boxes[index]
    writeShape(of: box, class: boxClass(of: box), to: &out)
    if let decoration = box.decoration, !decoration.picture.isEmpty {
      _ = wireframe.pictures.write(
        decoration.picture, in: box.frame, radius: box.radius, mode: decoration.contentMode,
        color: colors?[decoration.tint], id: "\(prefix)-picture\(index)", to: &out)
    }
    switch box.kind {
    case .text, .button, .badge, .icon: writeText(of: box, to: &out)
    case .image: writeBadge(of: index, to: &out)
    case .pageControl: writeDots(of: box, to: &out)
    case .placeholder: writeLabel(of: box, to: &out)
    case .box, .spacer, .list, .carousel, .pager: break
    }
    let frame = box.frame
    if box.role == .header, box.kind == .box, frame.width > 0, frame.height > 0 {
      out.write(markup: "<path class=\"clip\" d=\"M\(frame.x) \(frame.maxY)H\(frame.maxX)\"/>")
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
  /// The name for screen readers; `nil` for boxes that only arrange others.
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

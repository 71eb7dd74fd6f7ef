import Support
import LayoutCore

extension RedlineDrawing {
  /// The page width, the section heights, the hatched gaps and insets, and their numbers.
  var measures: XML {
    let y = layout.bounds.y - 14
    let width = wireframe.size.width
    return """
      \(gaps)<g class="measures">
      <path class="dim" d="M0 \(y)H\(width)M0 \(y - 4)v8M\(width) \(y - 4)v8"/>\
      \(text(points(width), .number, x: width / 2, y: y - 5))
      \(layout.heights.map(height))\(sizes)</g>

      """
  }

  package var gaps: XML {
    let band = Rect(
      x: layout.bounds.x, y: -.greatestFiniteMagnitude / 4, width: layout.bounds.width,
      height: .greatestFiniteMagnitude / 2)
    var xml: XML = "<g class=\"gaps\">\n"
    for (index, measure) in wireframe.measures.enumerated() where measure.kind != .size {
      let shown = measure.frame.intersection(band)
      guard shown.width > 0, shown.height > 0 else { continue }
      let word = if case .gap = measure.kind { "gap" } else { "inset" }
      xml += """
        <g><title>\(word) \(measure.value)</title><rect class="gap"\(shown)/>\
        <rect fill="url(#\(prefix)-hatch)"\(shown)/>\(number(index))</g>

        """
    }
    xml += "</g>\n"
    return xml
  }

  package var sizes: XML {
    var xml: XML = ""
    for (index, measure) in wireframe.measures.enumerated() where measure.kind == .size {
      if let number = number(index) { xml += "\(number)\n" }
    }
    return xml
  }

  private func number(_ index: Int) -> XML? {
    layout.labels[index].map { text($0.text, .number, x: $0.center, y: $0.baseline) }
  }

  private func height(_ height: RedlineHeight) -> XML {
    let frame = wireframe.sections[height.section].frame
    let x = layout.bounds.x - 26 - Double(height.lane) * RedlineLayout.laneWidth
    var style = RedlineTextStyle.number
    style.side = .right
    let middle = frame.y + frame.height / 2 + 4
    let number = height.showsNumber ? text(points(frame.height), style, x: x - 8, y: middle) : nil
    return """
      <path class="dim" d="M\(x) \(frame.y)V\(frame.maxY)\
      M\(x - 4) \(frame.y)h8M\(x - 4) \(frame.maxY)h8"/>\(number)

      """
  }

  /// The numbered badges, the legend next to them, and lines from the legend to the sections.
  var legend: XML {
    let edge = layout.bounds.maxX
    var xml: XML = "<g class=\"legend\" direction=\"ltr\">\n"
    for (number, entry) in layout.legend.enumerated() {
      let frame = wireframe.sections[entry.section].frame
      let y = entry.y + 12
      let start = min(frame.y + 16, frame.y + frame.height / 2)
      xml += """
        <path class="clip" d="M\(frame.maxX) \(start)L\(edge + 14) \(y)"/>\
        <circle class="badge" r="10" cx="\(edge + 24)" cy="\(y)"/>\
        \(text("\(number + 1)", .badge, x: edge + 24, y: y + 4))
        """
      for (index, line) in entry.lines.enumerated() {
        let baseline = y + 4 + Double(index) * RedlineLegendEntry.lineHeight
        xml += text(line.text, line.style, x: edge + RedlineLayout.legendOffset, y: baseline)
      }
      xml += "\n"
    }
    xml += "</g>\n"
    return xml
  }
}

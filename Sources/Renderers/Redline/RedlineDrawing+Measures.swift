import LayoutCore

extension RedlineDrawing {
  /// Writes the page's width, the sections' heights, hatched gaps and insets, and their numbers.
  func writeMeasures(to out: inout ByteWriter) {
    writeGaps(to: &out)
    out.write("<g class=\"measures\">\n")
    writePageWidth(to: &out)
    for height in layout.heights { write(height, to: &out) }
    writeSizes(to: &out)
    out.write("</g>\n")
  }

  package func writeGaps(to out: inout ByteWriter) {
    out.write("<g class=\"gaps\">\n")
    let band = Rect(
      x: layout.bounds.x, y: -.greatestFiniteMagnitude / 4, width: layout.bounds.width,
      height: .greatestFiniteMagnitude / 2)
    for (index, measure) in wireframe.measures.enumerated() where measure.kind != .size {
      let shown = measure.frame.cut(to: band)
      guard shown.width > 0, shown.height > 0 else { continue }
      let word = if case .gap = measure.kind { "gap" } else { "inset" }
      out.write(
        markup: """
          <g><title>\(word) \(measure.value)</title><rect class="gap"\(shown)/>\
          <rect fill="url(#\(prefix)-hatch)"\(shown)/>
          """)
      writeNumber(index, to: &out)
      out.write("</g>\n")
    }
    out.write("</g>\n")
  }

  package func writeSizes(to out: inout ByteWriter) {
    for (index, measure) in wireframe.measures.enumerated() where measure.kind == .size {
      writeNumber(index, to: &out)
    }
  }

  private func writeNumber(_ index: Int, to out: inout ByteWriter) {
    guard let label = layout.labels[index] else { return }
    write(label.text, .number, x: label.center, y: label.baseline, to: &out)
    if wireframe.measures[index].kind == .size { out.write("\n") }
  }

  private func writePageWidth(to out: inout ByteWriter) {
    let y = layout.bounds.y - 14
    let width = wireframe.size.width
    out.write(
      markup: """
        <path class="dim" d="M0 \(y)H\(width)M0 \(y - 4)v8M\(width) \(y - 4)v8"/>
        """)
    write(points(width), .number, x: width / 2, y: y - 5, to: &out)
    out.write("\n")
  }

  private func write(_ height: RedlineHeight, to out: inout ByteWriter) {
    let frame = wireframe.sections[height.section].frame
    let x = layout.bounds.x - 26 - Double(height.lane) * RedlineLayout.laneWidth
    out.write(
      markup: """
        <path class="dim" d="M\(x) \(frame.y)V\(frame.maxY)\
        M\(x - 4) \(frame.y)h8M\(x - 4) \(frame.maxY)h8"/>
        """)
    if height.showsNumber {
      var style = RedlineTextStyle.number
      style.side = .right
      write(
        points(frame.height), style, x: x - 8, y: frame.y + frame.height / 2 + 4, to: &out)
    }
    out.write("\n")
  }

  /// Writes numbered badges with the legend next to them, and lines to their sections.
  func writeLegend(to out: inout ByteWriter) {
    let edge = layout.bounds.maxX
    out.write("<g class=\"legend\" direction=\"ltr\">\n")
    for (number, entry) in layout.legend.enumerated() {
      let section = wireframe.sections[entry.section]
      let y = entry.y + 12
      let start = min(section.frame.y + 16, section.frame.y + section.frame.height / 2)
      out.write(
        markup: """
          <path class="clip" d="M\(section.frame.maxX) \(start)L\(edge + 14) \(y)"/>\
          <circle class="badge" r="10" cx="\(edge + 24)" cy="\(y)"/>
          """)
      write("\(number + 1)", .badge, x: edge + 24, y: y + 4, to: &out)
      for (index, line) in entry.lines.enumerated() {
        var style = RedlineTextStyle.note
        style.name = "\(line.style.rawValue) note"
        let baseline = y + 4 + Double(index) * RedlineLegendEntry.lineHeight
        write(
          line.text, line.style == .code ? .code : style, x: edge + RedlineLayout.legendOffset,
          y: baseline, to: &out)
      }
      out.write("\n")
    }
    out.write("</g>\n")
  }
}

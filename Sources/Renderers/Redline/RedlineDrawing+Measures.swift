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

  /// Writes gaps and insets with their numbers.
  package func writeGaps(to out: inout ByteWriter) {
    out.write("<g class=\"gaps\">\n")
    for (index, measure) in wireframe.measures.enumerated() where measure.kind != .size {
      let shown = measure.frame.cut(to: visibleBand)
      guard shown.width > 0, shown.height > 0 else { continue }
      out.write("<g><title>")
      out.write(measure.word)
      out.write(" ")
      out.write(number: measure.value)
      out.write("</title><rect class=\"gap\"")
      out.write(xml: shown)
      out.write("/><rect fill=\"url(#\(prefix)-hatch)\"")
      out.write(xml: shown)
      out.write("/>")
      writeNumber(index, to: &out)
      out.write("</g>\n")
    }
    out.write("</g>\n")
  }

  /// Writes the numbers of items and images.
  package func writeSizes(to out: inout ByteWriter) {
    for (index, measure) in wireframe.measures.enumerated() where measure.kind == .size {
      writeNumber(index, to: &out)
    }
  }

  /// The drawn range of the page along x.
  private var visibleBand: Rect {
    Rect(
      x: layout.bounds.x, y: -.greatestFiniteMagnitude / 4, width: layout.bounds.width,
      height: .greatestFiniteMagnitude / 2)
  }

  private func writeNumber(_ index: Int, to out: inout ByteWriter) {
    guard let label = layout.labels[index] else { return }
    out.write("<text class=\"m\"")
    out.write(xml: "x", label.center)
    out.write(xml: "y", label.baseline)
    out.write(">")
    out.write(label.text)
    out.write("</text>")
    if wireframe.measures[index].kind == .size { out.write("\n") }
  }

  private func writePageWidth(to out: inout ByteWriter) {
    let y = layout.bounds.y - 14
    let width = wireframe.size.width
    out.write("<path class=\"dim\" d=\"M0 ")
    out.write(number: y)
    out.write("H")
    out.write(number: width)
    for x in [0, width] {
      out.write("M")
      out.write(number: x)
      out.write(" ")
      out.write(number: y - 4)
      out.write("v8")
    }
    out.write("\"/><text class=\"m\"")
    out.write(xml: "x", width / 2)
    out.write(xml: "y", y - 5)
    out.write(">")
    out.write(number: width)
    out.write("</text>\n")
  }

  private func write(_ height: RedlineHeight, to out: inout ByteWriter) {
    let frame = wireframe.sections[height.section].frame
    let x = layout.bounds.x - 26 - Double(height.lane) * RedlineLayout.laneWidth
    out.write("<path class=\"dim\" d=\"M")
    out.write(number: x)
    out.write(" ")
    out.write(number: frame.y)
    out.write("V")
    out.write(number: frame.maxY)
    for y in [frame.y, frame.maxY] {
      out.write("M")
      out.write(number: x - 4)
      out.write(" ")
      out.write(number: y)
      out.write("h8")
    }
    out.write("\"/>")
    if height.showsNumber {
      out.write("<text class=\"m\" style=\"text-anchor:end\"")
      out.write(xml: "x", x - 8)
      out.write(xml: "y", frame.y + frame.height / 2 + 4)
      out.write(">")
      out.write(number: frame.height)
      out.write("</text>")
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
      out.write("<path class=\"clip\" d=\"M")
      out.write(number: section.frame.maxX)
      out.write(" ")
      out.write(number: min(section.frame.y + 16, section.frame.y + section.frame.height / 2))
      out.write("L")
      out.write(number: edge + 14)
      out.write(" ")
      out.write(number: y)
      out.write("\"/><circle class=\"badge\" r=\"10\"")
      out.write(xml: "cx", edge + 24)
      out.write(xml: "cy", y)
      out.write("/><text class=\"bt\"")
      out.write(xml: "x", edge + 24)
      out.write(xml: "y", y + 4)
      out.write(">")
      out.write(integer: number + 1)
      out.write("</text>")
      for (index, line) in entry.lines.enumerated() {
        out.write("<text class=\"")
        out.write(line.style == .code ? "t code" : "\(line.style.rawValue) note")
        out.write("\"")
        out.write(xml: "x", edge + RedlineLayout.legendOffset)
        out.write(xml: "y", y + 4 + Double(index) * RedlineLegendEntry.lineHeight)
        out.write(">")
        out.write(xml: line.text)
        out.write("</text>")
      }
      out.write("\n")
    }
    out.write("</g>\n")
  }
}

extension Wireframe.Measure {
  fileprivate var word: String {
    switch kind {
    case .gap: "gap"
    case .inset: "inset"
    case .size: "size"
    }
  }
}

import Glibc
import LayoutCore
import Program

/// Font files. A face that can be read gives texts finite widths, the same ones when it measures a
/// second time, and its glyphs can be drawn.
enum Fonts {
  static func run(_ bytes: [UInt8]) throws(Violation) {
    for index in 0..<2 {
      let face: FontFace
      do throws(FontFault) {
        face = try read(bytes, index)
      } catch {
        try hold(!error.reason.isEmpty, "refused without a reason")
        continue
      }
      try hold((16...16_384).contains(face.unitsPerEm), "\(face.unitsPerEm) units in an em")
      var fonts = FontSet(name: "fuzz", families: [.init(faces: [face])])
      fonts.breaking = index == 0 ? .uax14 : .blink
      let measurers = [0, 1].compactMap { _ in try? ShapedTextMeasurer(fonts) }
      guard measurers.count == 2 else { continue }
      try check(measurers[0], again: measurers[1])
    }
  }

  /// Writes the bytes to a temporary file, and reads the face with this index from the file.
  private static func read(_ bytes: [UInt8], _ index: Int) throws(FontFault) -> FontFace {
    guard let file = tmpfile() else { throw FontFault("no temporary file") }
    defer { fclose(file) }
    fwrite(bytes, 1, bytes.count, file)
    fflush(file)
    return try FontFile("/proc/self/fd/\(fileno(file))").face(index)
  }

  private static let texts = ["AV fi a1", "אב a", "每日", "e\u{301}\u{301}", "日\u{FE0F} \t("]

  private static func check(
    _ measurer: ShapedTextMeasurer, again: ShapedTextMeasurer
  ) throws(Violation) {
    for (number, text) in texts.enumerated() {
      let font = Font(size: Float(9 + number * 7), weight: UInt16(300 + number * 150))
      let bytes = Array(text.utf8)
      let lines = measurer.lines(bytes, font)
      try hold(lines == again.lines(bytes, font), "two measurements of \(text)")
      for line in lines {
        try hold(line.width.isFinite, "a width of \(line.width)")
        try hold(line.range.upperBound <= bytes.count, "the line \(line.range)")
        let glyphs = bytes.withUnsafeBufferPointer { measurer.glyphs(of: line, in: $0, font) }
        for glyph in glyphs {
          try hold(glyph.x.isFinite && glyph.y.isFinite, "a glyph at \(glyph.x), \(glyph.y)")
          _ = measurer.glyphShapes.shape(of: glyph.id, in: glyph.face)
        }
      }
    }
  }
}

extension ShapedTextMeasurer {
  fileprivate func lines(_ text: [UInt8], _ font: Font) -> [TextLine] {
    text.withUnsafeBufferPointer { lines($0, font: font, maxWidth: 40, maxLines: 3) }
  }
}

import Support
import LayoutCore

/// A grapheme cluster as stored in a cell buffer.
package struct Glyph: Sendable, Hashable {
  /// The scalar value; for a longer cluster, `Glyphs.isCluster` and an index into `clusters`.
  var code: UInt32
  /// The width in cells.
  package internal(set) var width: Int
  /// The style of a run; `nil` inherits the style of the text.
  var style: CellStyle?
}

extension Glyph {
  /// Creates a glyph of one cell.
  init(_ scalar: Unicode.Scalar) { self.init(code: scalar.value, width: 1) }
}

/// Converts text to glyphs that are safe to print. Line breaks and tabs become spaces, other
/// control characters U+FFFD. Omits bidirectional controls, tags and marks without a base.
package struct Glyphs: Sendable {
  static let isCluster: UInt32 = 1 << 31

  package let drawing: DrawingSet
  let widths: CellWidth
  /// Whether lines are in visual order, left to right, instead of logical order.
  let isVisual: Bool
  private let isASCII: Bool
  private var clusters: [String] = []
  private var indices: [String: UInt32] = [:]

  /// - Parameter ambiguous: The cells of an ambiguous character. With 2, borders are ASCII, because
  ///   box-drawing characters would be two cells wide.
  package init(
    charset: RenderOptions.Charset = .unicode, ambiguous: Int = 1,
    bidi: RenderOptions.Bidi = .logical
  ) {
    isVisual = bidi == .visual
    widths = CellWidth(ambiguous: ambiguous)
    isASCII = charset == .ascii
    drawing = isASCII || widths.ambiguous == 2 ? .ascii : .unicode
  }

  package mutating func glyphs(of text: some StringProtocol) -> [Glyph] {
    var result: [Glyph] = []
    result.reserveCapacity(text.utf8.count)
    for cluster in text {
      if let glyph = glyph(of: cluster) { result.append(glyph) }
    }
    return result
  }

  /// Breaks a sentence at spaces into lines of at most `cells`; a word with more cells is one line.
  mutating func wrapped(_ text: String, to cells: Int) -> [[Glyph]] {
    var lines: [[Glyph]] = []
    for word in text.split(separator: " ") {
      let word = glyphs(of: word)
      if let last = lines.last, last.width + 1 + word.width <= cells {
        lines[lines.count - 1] += [Glyph(" ")] + word
      } else {
        lines.append(word)
      }
    }
    return lines
  }

  private mutating func glyph(of cluster: Character) -> Glyph? {
    let scalars = cluster.unicodeScalars
    guard let first = scalars.first else { return nil }
    switch CellClass(first) {
    case .lineBreak: return Glyph(" ")
    case .control: return Glyph(drawing.replacement)
    default: break
    }
    if isASCII, let ascii = DrawingSet.ascii(first) { return Glyph(ascii) }
    let width = widths.width(of: cluster)
    guard width > 0 else { return nil }
    let isSingle = scalars.index(after: scalars.startIndex) == scalars.endIndex
    if isSingle { return Glyph(code: first.value, width: width) }
    var text = String(cluster)
    if scalars.contains(where: TerminalText.isInvisible) {
      text.unicodeScalars.removeAll(where: TerminalText.isInvisible)
    }
    return Glyph(code: code(of: text), width: width)
  }

  private mutating func code(of cluster: String) -> UInt32 {
    if let code = indices[cluster] { return code }
    let code = Self.isCluster | UInt32(clusters.count)
    clusters.append(cluster)
    indices[cluster] = code
    return code
  }

  func write(_ code: UInt32, to out: inout ByteWriter) {
    if code < 0x80 {
      out.write(byte: UInt8(code))
    } else if code & Self.isCluster != 0 {
      out.write(clusters[Int(code & ~Self.isCluster)])
    } else if let scalar = Unicode.Scalar(code) {
      out.write(UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
    }
  }
}

extension [Glyph] {
  var width: Int { reduce(0) { $0 + $1.width } }

  /// Returns the glyphs if they fit into `cells`; else as many as fit, and an ellipsis.
  /// - Parameter cutsLeft: Whether to remove glyphs at the left, as for right-to-left text.
  func fitted(to cells: Int, ellipsis: Unicode.Scalar, cutsLeft: Bool = false) -> [Glyph] {
    guard width > cells else { return self }
    guard cells > 0 else { return [] }
    var room = cells - 1
    let shown = (cutsLeft ? reversed() : self).prefix { glyph in
      room -= glyph.width
      return room >= 0
    }
    let end = [Glyph(ellipsis)]
    return cutsLeft ? end + shown.reversed() : shown + end
  }
}

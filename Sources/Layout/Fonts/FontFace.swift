internal import CTextShaper

/// A face of a font file: the tables for shaping and line metrics, and the weights that the face
/// provides.
package struct FontFace: Sendable {
  /// A table and its four-letter tag.
  package struct Table: Sendable {
    /// The tag as a number; see `FontFace.tag`.
    package var tag: UInt32
    package var bytes: [UInt8]
    package init(tag: UInt32, bytes: [UInt8]) {
      self.tag = tag
      self.bytes = bytes
    }
  }

  /// A variation axis of the face, and its value. The value `nil` means the font's weight for
  /// `wght`, the font's size for `opsz`, and the default for other axes.
  package struct Axis: Sendable, Hashable {
    /// The tag as a number; see `FontFace.tag`.
    package var tag: UInt32
    package var range: ClosedRange<Float>
    package var value: Float?
    package init(tag: UInt32, range: ClosedRange<Float>, value: Float? = nil) {
      self.tag = tag
      self.range = range
      self.value = value
    }
  }

  /// The family's name, from the file.
  package let family: String
  /// The weights that the face provides: a single weight, or the range of its weight axis.
  package let weights: ClosedRange<UInt16>
  package let unitsPerEm: Int
  /// The height of the font's box above the baseline, in font units.
  package let ascent: Int
  /// The depth of the font's box below the baseline, in font units.
  package let descent: Int
  /// The additional space between two lines, in font units.
  package let lineGap: Int
  package let axes: [Axis]
  /// The advance of every glyph of a bitmap face, in ems; otherwise `nil`.
  package let bitmapAdvance: Double?
  /// Whether the letters are italic or oblique, according to the file.
  package let isItalic: Bool
  /// Whether the glyphs have colors, such as emoji.
  package let isColor: Bool
  package let tables: [Table]
  /// Reads the tables that only rendering of glyphs needs; returns `nil` if the file has changed.
  package var drawingTables: @Sendable () -> [Table]? = { nil }

  /// The tags of the additional tables for rendering glyphs.
  package static let drawnTables = ["glyf", "loca", "gvar", "CFF ", "CFF2", "CBDT", "CBLC", "sbix"]
    .map(tag)

  /// The tags of the tables that are read from a font file.
  package static let readTables = [
    "cmap", "head", "hhea", "hmtx", "maxp", "OS/2", "name", "GDEF", "GSUB", "GPOS", "kern", "fvar",
    "avar", "HVAR", "MVAR", "CBLC", "morx", "kerx", "trak",
  ].map(tag)

  /// Returns a tag's number: the first letter in the highest byte, and spaces after a short tag.
  package static func tag(_ letters: String) -> UInt32 {
    "\(letters)    ".utf8.prefix(4).reduce(0) { $0 << 8 | UInt32($1) }
  }
}

/// The reason why a face cannot be used.
package struct FontFault: Error, Hashable {
  package var reason: String
  package init(_ reason: String) { self.reason = reason }
}

extension FontFace {
  /// Creates a face from its tables. The numbers read here are checked; HarfBuzz checks the rest.
  /// - Parameters:
  ///   - isColor: Whether the file has tables of colored glyphs.
  ///   - weights: The weights that the face provides; by default the weights in the file.
  ///   - values: Fixed values of variation axes, by tag.
  package init(
    _ tables: [Table], isColor: Bool, weights: ClosedRange<UInt16>? = nil,
    values: [UInt32: Float] = [:]
  ) throws(FontFault) {
    func table(_ name: String) throws(FontFault) -> TableReader {
      let tag = Self.tag(name)
      guard let table = tables.first(where: { $0.tag == tag }) else {
        throw FontFault("the table `\(name)` is missing")
      }
      return TableReader(table.bytes)
    }
    _ = try table("cmap")
    _ = try table("maxp")
    guard let units = try table("head").unsigned16(18), (16...16_384).contains(units) else {
      throw FontFault("the table `head` has no usable number of units in an em")
    }
    let hhea = try table("hhea")
    guard let up = hhea.signed16(4), let down = hhea.signed16(6), let gap = hhea.signed16(8) else {
      throw FontFault("the table `hhea` is too short")
    }
    var box = (up, down, gap)
    let os2 = try? table("OS/2")
    // 0x80 is the flag USE_TYPO_METRICS, with which `OS/2` replaces the metrics of `hhea`.
    if let os2, let selection = os2.unsigned16(62), selection & 0x80 != 0,
      let up = os2.signed16(68), let down = os2.signed16(70), let gap = os2.signed16(72)
    {
      box = (up, down, gap)
    }
    let axes = Self.axes(try? table("fvar"), values)
    let own = min(max(os2?.unsigned16(4) ?? 400, 1), 1000)
    let axis = axes.first { $0.tag == Self.tag("wght") && $0.value == nil }?.range
    self.weights =
      weights ?? axis.map { UInt16($0.lowerBound)...UInt16($0.upperBound) } ?? own...own
    // 0x201 are the flags ITALIC and OBLIQUE of `OS/2`. Without that table, `head` is used.
    let style = try table("head").unsigned16(44) ?? 0
    isItalic = os2?.unsigned16(62).map { $0 & 0x201 != 0 } ?? (style & 2 != 0)
    family = Self.family(try? table("name"))
    unitsPerEm = Int(units)
    ascent = Int(box.0)
    descent = -Int(box.1)
    lineGap = max(0, Int(box.2))
    self.axes = axes
    // `tables` has `CBLC` only if the font has bitmaps and no outlines.
    bitmapAdvance = Self.bitmapAdvance(try? table("CBLC"))
    self.isColor = isColor
    self.tables = tables
  }

  private static func axes(_ fvar: TableReader?, _ values: [UInt32: Float]) -> [Axis] {
    guard let fvar, let start = fvar.unsigned16(4), let count = fvar.unsigned16(8),
      let size = fvar.unsigned16(10), size >= 20
    else { return [] }
    return (0..<Int(min(count, 64))).compactMap { index in
      let record = Int(start) + index * Int(size)
      guard let tag = fvar.unsigned32(record), let low = fvar.fixed(record + 4),
        let high = fvar.fixed(record + 12), low <= high, low >= 0, high <= 32_767
      else { return nil }
      return Axis(tag: tag, range: low...high, value: values[tag].map { min(max($0, low), high) })
    }
  }

  /// Returns the typographic family (name ID 16) or else the family (ID 1), from the Windows names.
  private static func family(_ name: TableReader?) -> String {
    guard let name, let count = name.unsigned16(2), let texts = name.unsigned16(4) else {
      return ""
    }
    var found: [UInt16: String] = [:]
    for record in (0..<Int(count)).map({ 6 + $0 * 12 }) {
      guard name.unsigned16(record) == 3, let kind = name.unsigned16(record + 6),
        kind == 1 || kind == 16, found[kind] == nil, let length = name.unsigned16(record + 8),
        let offset = name.unsigned16(record + 10)
      else { continue }
      let units = stride(from: 0, to: Int(length), by: 2).compactMap {
        name.unsigned16(Int(texts) + Int(offset) + $0)
      }
      found[kind] = String(decoding: units, as: UTF16.self)
    }
    return found[16] ?? found[1] ?? ""
  }

  /// Returns the widest advance in the largest set of bitmaps, in ems.
  private static func bitmapAdvance(_ strikes: TableReader?) -> Double? {
    guard let strikes, let count = strikes.unsigned32(4), count > 0 else { return nil }
    // BitmapSize records: SbitLineMetrics hori begins at 16, with widthMax at 18; ppemX is at 44.
    let largest = (0..<Int(min(count, 64))).map { 8 + $0 * 48 }.max {
      strikes.byte($0 + 44) ?? 0 < strikes.byte($1 + 44) ?? 0
    }
    guard let largest, let width = strikes.byte(largest + 18),
      let size = strikes.byte(largest + 44),
      size > 0, width > 0
    else { return nil }
    return Double(width) / Double(size)
  }
}

/// A reader of a table's big-endian numbers; reading beyond the end returns `nil`.
private struct TableReader {
  let bytes: [UInt8]
  init(_ bytes: [UInt8]) { self.bytes = bytes }

  func byte(_ offset: Int) -> UInt8? { bytes.indices.contains(offset) ? bytes[offset] : nil }
  func unsigned16(_ offset: Int) -> UInt16? {
    guard let high = byte(offset), let low = byte(offset + 1) else { return nil }
    return UInt16(high) << 8 | UInt16(low)
  }
  func signed16(_ offset: Int) -> Int16? { unsigned16(offset).map { Int16(bitPattern: $0) } }
  func unsigned32(_ offset: Int) -> UInt32? {
    guard let high = unsigned16(offset), let low = unsigned16(offset + 2) else { return nil }
    return UInt32(high) << 16 | UInt32(low)
  }
  func fixed(_ offset: Int) -> Float? {
    unsigned32(offset).map { Float(Int32(bitPattern: $0)) / 65_536 }
  }
}

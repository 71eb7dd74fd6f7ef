internal import CTextShaper

/// A HarfBuzz font: a face with values for its variation axes.
final class FontInstance: @unchecked Sendable {
  // The HarfBuzz font is immutable, so several threads may shape with it at once.
  let font: OpaquePointer
  private let unitsPerEm: Double
  /// The advance of every glyph of a bitmap face, in shaper units; otherwise `nil`.
  let bitmapAdvance: Int32?
  let isColor: Bool
  /// The scripts that the font is used for; empty means all.
  let scripts: [UInt32]

  /// The instance that owns the font tables; `nil` if this instance owns them.
  private let base: FontInstance?

  /// Creates an instance that can render glyphs; fails if the tables cannot be read.
  convenience init?(drawing face: FontFace) {
    guard let tables = face.drawingTables() else { return nil }
    self.init(face, face.tables + tables, for: [])
  }

  convenience init?(_ face: FontFace, for scripts: [UInt32]) {
    self.init(face, face.tables, for: scripts)
  }

  private init?(_ face: FontFace, _ tables: [FontFace.Table], for scripts: [UInt32]) {
    // HarfBuzz copies the tables, so their addresses need to be valid during the call only.
    let font = tables.reduce(into: []) { $0 += $1.bytes }.withUnsafeBufferPointer { bytes in
      var start = bytes.baseAddress
      let tables = tables.map { table in
        defer { start = start.map { $0 + table.bytes.count } }
        return se_font_table(tag: table.tag, length: table.bytes.count, bytes: start)
      }
      return se_font_create(tables, tables.count, UInt32(face.unitsPerEm))
    }
    guard let font else { return nil }
    self.font = font
    base = nil
    isColor = face.isColor
    self.scripts = scripts
    unitsPerEm = Double(face.unitsPerEm)
    let units = unitsPerEm * Double(SE_SHAPER_SCALE)
    bitmapAdvance = face.bitmapAdvance.map { Int32(($0 * units).rounded()) }
  }

  /// Creates an instance with axis values for a weight and a size, clamped to the axes' ranges.
  init?(_ base: FontInstance, _ axes: [FontFace.Axis], weight: UInt16, size: Float) {
    let settings = axes.compactMap { axis -> se_font_setting? in
      let followed: Float? =
        switch axis.tag {
        case FontFace.weightAxis: Float(weight)
        case FontFace.sizeAxis: size
        default: nil
        }
      guard let value = axis.value ?? followed else { return nil }
      return se_font_setting(
        tag: axis.tag, value: min(max(value, axis.range.lowerBound), axis.range.upperBound))
    }
    guard let font = se_font_vary(base.font, settings, settings.count) else { return nil }
    self.font = font
    self.base = base
    (isColor, scripts) = (base.isColor, base.scripts)
    (unitsPerEm, bitmapAdvance) = (base.unitsPerEm, base.bitmapAdvance)
  }

  /// Returns whether an ideographic space begins at an offset, and the font has none.
  func lacksSpace(_ text: UnsafeBufferPointer<UInt8>, at offset: Int) -> Bool {
    text[offset] == 0xE3 && text.scalar(at: offset).value == 0x3000
      && se_font_lacks_letter(font, 0x3000)
  }

  /// Returns whether a part of a text has only letters without glyphs, so shaping it with this font
  /// cannot succeed. Complexity: O(1) for a part that begins with a character of the font.
  func lacksLetters(_ text: UnsafeBufferPointer<UInt8>, _ bytes: Range<Int>) -> Bool {
    var offset = bytes.lowerBound
    while offset < bytes.upperBound {
      let scalar = text.scalar(at: offset)
      guard se_font_lacks_letter(font, scalar.value) else { return false }
      offset += scalar.count
    }
    return true
  }

  /// Returns the length of a shaper unit at a font size, in points.
  ///
  /// Browsers scale glyphs with FreeType, which keeps 6 fractional bits of the size and 16 of the
  /// factor. A 13 point ideograph is therefore slightly wider than 13 points: 13 1/64, rounded up.
  func unit(_ size: Double, _ rounding: FontSet.Rounding) -> Double {
    let scale = Double(SE_SHAPER_SCALE)
    guard rounding == .sixtyFourth, bitmapAdvance == nil else {
      return size / (unitsPerEm * scale)
    }
    let factor = ((size * 64).rounded() * 65_536 / unitsPerEm).rounded()
    return factor / (64 * 65_536 * scale)
  }

  deinit { se_font_destroy(font) }
}

extension FontFace {
  static let weightAxis = tag("wght")
  static let sizeAxis = tag("opsz")

  /// Whether an optical size axis follows the font size, so advances do not scale with it.
  var followsSize: Bool { axes.contains { $0.tag == Self.sizeAxis && $0.value == nil } }
}

/// Access to HarfBuzz, which is loaded at first use.
package enum TextShaper {
  /// The version of HarfBuzz, or the reason why it cannot be loaded.
  package static var version: Result<String, FontFault> {
    if let version = se_shaper_version() { return .success(String(cString: version)) }
    return .failure(
      FontFault(se_shaper_failure().map { String(cString: $0) } ?? "HarfBuzz cannot be loaded"))
  }
}

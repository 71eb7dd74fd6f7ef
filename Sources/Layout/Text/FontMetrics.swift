/// The recorded data of a font that measuring text needs, in font units.
package struct FontMetrics: Sendable, Hashable {
  /// The name, which dumps show in their header, such as "inter".
  package var name: String
  /// Font units per em: in a font of `size` points, a unit is `size / unitsPerEm` points.
  package var unitsPerEm: Int
  /// The height of the font's box above the baseline.
  package var ascent: Int
  /// The depth of the font's box below the baseline.
  package var descent: Int
  /// The distance between two baselines.
  package var lineHeight: Int
  /// Whether line heights are rounded to whole points, half up.
  package var roundsLineHeight: Bool
  /// Whether a text size multiplies all font sizes by the same factor, that of body text.
  package var scalesUniformly: Bool
  /// The weights: at least one, sorted by `from`.
  package var weights: [Weight]

  package init(
    name: String, unitsPerEm: Int, ascent: Int, descent: Int, lineHeight: Int,
    roundsLineHeight: Bool = false, scalesUniformly: Bool = false, weights: [Weight]
  ) {
    self.name = name
    self.unitsPerEm = unitsPerEm
    self.ascent = ascent
    self.descent = descent
    self.lineHeight = lineHeight
    self.roundsLineHeight = roundsLineHeight
    self.scalesUniformly = scalesUniformly
    self.weights = weights
  }

  /// The advances for the weights from `from` up to the `from` of the next entry. The first entry
  /// also applies to lighter weights.
  package struct Weight: Sendable, Hashable {
    /// The lowest weight: 1 … 1000.
    package var from: UInt16
    package var advances: AdvanceTable
    /// The advance of a wide character that the font lacks; a halfwidth form has half of it.
    package var wide: UInt16
    /// The advance of an emoji, equal for all weights; `nil` means `wide` times `scale`.
    package var emoji: UInt16?
    /// The advance of any other character that the font lacks.
    package var narrow: UInt16
    /// The factor for all advances, if the weight is derived from a lighter one.
    package var scale: Double

    package init(
      from: UInt16, advances: AdvanceTable, wide: UInt16, emoji: UInt16? = nil, narrow: UInt16,
      scale: Double = 1
    ) {
      self.from = from
      self.advances = advances
      self.wide = wide
      self.emoji = emoji
      self.narrow = narrow
      self.scale = scale
    }

    /// The advance of an emoji divided by `scale`, which is applied to all advances later.
    var unscaledEmoji: Int {
      guard let emoji else { return Int(wide) }
      return Int(min((Double(emoji) / scale).rounded(), 1e6))
    }
  }

  /// Inter's advances in thousandths of an em, built in: the default metrics unless a metrics file
  /// is given. Lines are 1.2 em high. Advances for weights from 600 and from 700 are scaled by the
  /// ratios of Inter Semi Bold and Bold to Inter Regular. An emoji has the width of Noto Color
  /// Emoji's bitmaps: 136 pixels at a size of 109.
  package static let bundled: FontMetrics = {
    var table = AdvanceTable()
    var digits = TableDigits(InterAdvances.advances)
    var scalars = InterAdvances.ranges.joined().makeIterator()
    while let advance = digits.nextNumber() {
      if advance == 0 {
        for _ in 0..<(digits.nextNumber() ?? 0) { _ = scalars.next() }
      } else if let scalar = scalars.next().flatMap(Unicode.Scalar.init) {
        _ = table.record(UInt16(advance), of: scalar)
      }
    }
    let regular = Weight(
      from: 400, advances: table, wide: 1000, emoji: 1248,
      narrow: UInt16(InterAdvances.meanLetter))
    let bolder = [(UInt16(600), 1.025), (700, 1.038)].map { from, scale in
      var weight = regular
      weight.from = from
      weight.scale = scale
      return weight
    }
    return FontMetrics(
      name: "default-2", unitsPerEm: 1000, ascent: InterAdvances.ascender,
      descent: InterAdvances.descender, lineHeight: 1200, roundsLineHeight: true,
      weights: [regular] + bolder)
  }()
}

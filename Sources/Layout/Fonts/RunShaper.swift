internal import CTextShaper

/// A shaper of runs with a chain of fonts. A cluster that a font lacks is shaped with the next
/// font. If all fonts lack it, the first font's missing-character glyph is used.
struct RunShaper {
  /// The shaping result of a cluster.
  struct Advance {
    /// The index of the font in the chain; -1 before a font has shaped the cluster.
    var font: Int
    /// The advance in shaper units.
    var units: Int
    /// Whether a line break before the cluster can change the shapes around it.
    var isUnsafe: Bool
    var isMissing = false

    static let none = Advance(font: -1, units: 0, isUnsafe: false)
  }

  /// A glyph of a shaped run.
  struct Glyph {
    /// The index of the glyph's cluster among the shaped clusters.
    var cluster: Int
    /// The index of the font in the chain.
    var font: Int
    var id: UInt32
    /// The offset to the right and upwards, and the advance, in shaper units.
    var x: Int
    var y: Int
    var advance: Int
  }

  let chain: [FontInstance]
  let context: ShapingContext
  private let settings: [se_font_setting]

  /// - Parameter chain: At least one font.
  init(_ chain: [FontInstance], _ context: ShapingContext, _ features: [FontSet.Feature]) {
    self.chain = chain
    self.context = context
    settings = features.map { se_font_setting(tag: $0.tag, value: Float($0.value)) }
  }

  /// Shapes consecutive clusters of a run.
  /// - Parameters:
  ///   - clusters: The clusters, and one more that marks their end.
  ///   - result: One element for each cluster, which is overwritten.
  ///   - glyphs: Receives the glyphs in text order; `nil` if they are not needed.
  func shape(
    _ text: UnsafeBufferPointer<UInt8>, _ clusters: ArraySlice<ShapedText.Cluster>,
    _ run: ShapedText.Run, into result: inout [Advance],
    glyphs: UnsafeMutablePointer<[Glyph]>? = nil
  ) {
    var missing = [0..<clusters.count - 1]
    // A variation selector prefers fonts with or without colors, regardless of their order.
    for isPreferred in run.isEmoji == nil ? [true] : [true, false] {
      for (font, instance) in chain.enumerated()
      where (run.isEmoji.map { $0 == instance.isColor } ?? true) == isPreferred
        && (instance.scripts.isEmpty || instance.scripts.contains(run.script))
      {
        missing = shape(missing, text, clusters, run, font, into: &result, glyphs)
        if missing.isEmpty { return }
      }
    }
    _ = shape(missing, text, clusters, run, 0, takesAll: true, into: &result, glyphs)
  }

  /// Returns the advance of a character. Adds its glyphs to `glyphs` unless `glyphs` is `nil`.
  func advance(
    of character: StaticString, glyphs: UnsafeMutablePointer<[Glyph]>? = nil
  ) -> Advance {
    let bytes = UnsafeBufferPointer(
      start: character.utf8Start, count: character.utf8CodeUnitCount)
    var result = [Advance.none]
    let clusters = [0, bytes.count].map { ShapedText.Cluster(start: Int32($0)) }
    let run = ShapedText.Run(clusters: 0..<1, script: ScriptResolver.common, level: 0)
    shape(bytes, clusters[...], run, into: &result, glyphs: glyphs)
    return result[0]
  }

  /// Shapes ranges of clusters with one font. Returns the ranges that the font lacks.
  private func shape(
    _ ranges: [Range<Int>], _ text: UnsafeBufferPointer<UInt8>,
    _ clusters: ArraySlice<ShapedText.Cluster>, _ run: ShapedText.Run, _ font: Int,
    takesAll: Bool = false, into result: inout [Advance],
    _ recorded: UnsafeMutablePointer<[Glyph]>?
  ) -> [Range<Int>] {
    var missing: [Range<Int>] = []
    func start(_ cluster: Int) -> Int { Int(clusters[clusters.startIndex + cluster].start) }
    for range in ranges {
      for cluster in range { result[cluster] = .none }
      recorded?.pointee.removeAll { range.contains($0.cluster) }
      let bytes = start(range.lowerBound)..<start(range.upperBound)
      if !takesAll, chain[font].lacksLetters(text, bytes) {
        missing.append(range)
        continue
      }
      withGlyphs(text, bytes, run, chain[font]) { glyphs in
        var cluster = range.lowerBound
        for index in glyphs.indices {
          // HarfBuzz returns glyphs of a right-to-left run in reverse text order.
          let glyph = glyphs[run.isRightToLeft ? glyphs.count - 1 - index : index]
          while cluster + 1 < range.upperBound, start(cluster + 1) <= glyph.cluster { cluster += 1 }
          if result[cluster].font < 0 {
            result[cluster].font = font
            result[cluster].isUnsafe =
              glyph.is_unsafe_to_break && start(cluster) == Int(glyph.cluster)
          }
          let advance = Int(advance(glyph, chain[font]))
          result[cluster].units += advance
          recorded?.pointee.append(
            Glyph(
              cluster: cluster, font: font, id: glyph.id, x: Int(glyph.x), y: Int(glyph.y),
              advance: advance))
          let isMissing = glyph.id == 0 || chain[font].lacksSpace(text, at: start(cluster))
          if isMissing, !takesAll { result[cluster].isMissing = true }
        }
      }
      collect(range, font, into: &result, &missing)
    }
    return missing
  }

  /// Divides a ligature's advance among its clusters, and collects the missing clusters.
  private func collect(
    _ range: Range<Int>, _ font: Int, into result: inout [Advance], _ missing: inout [Range<Int>]
  ) {
    var cluster = range.lowerBound
    while cluster < range.upperBound {
      // In a ligature, only the first cluster has glyphs.
      var end = cluster + 1
      while end < range.upperBound, result[end].font < 0 { end += 1 }
      let whole = result[cluster]
      if whole.isMissing {
        if let last = missing.last, last.upperBound == cluster {
          missing[missing.count - 1] = last.lowerBound..<end
        } else {
          missing.append(cluster..<end)
        }
      } else {
        // Line breaks inside a ligature are unsafe: the end of the line must be shaped again.
        let share = whole.units / (end - cluster)
        for part in cluster..<end {
          let isFirst = part == cluster
          result[part] = Advance(
            font: font, units: isFirst ? whole.units - share * (end - cluster - 1) : share,
            isUnsafe: whole.isUnsafe || !isFirst)
        }
      }
      cluster = end
    }
  }

  private func advance(_ glyph: se_glyph, _ font: FontInstance) -> Int32 {
    guard let bitmap = font.bitmapAdvance, glyph.advance != 0 else { return glyph.advance }
    return bitmap
  }

  private func withGlyphs(
    _ text: UnsafeBufferPointer<UInt8>, _ bytes: Range<Int>, _ run: ShapedText.Run,
    _ font: FontInstance, _ body: (UnsafeBufferPointer<se_glyph>) -> Void
  ) {
    settings.withUnsafeBufferPointer { features in
      func shape(_ language: UnsafePointer<CChar>?) {
        var part = se_shaped_part(
          text: text.baseAddress, length: text.count, start: bytes.lowerBound, count: bytes.count,
          script: run.script, is_right_to_left: run.isRightToLeft, language: language,
          features: features.baseAddress, feature_count: features.count)
        var count = 0
        let glyphs = se_shape(font.font, &part, &count)
        body(UnsafeBufferPointer(start: glyphs, count: glyphs == nil ? 0 : count))
      }
      if let locale = context.locale { locale.withCString { shape($0) } } else { shape(nil) }
    }
  }
}

internal import CTextShaper

/// A measurer that shapes texts with the fonts of a font set, in one direction and language.
///
/// A text is shaped once for each choice of faces, and cached. Measuring adds up its advances.
package final class ShapedTextMeasurer: TextMeasurer {
  package let context: ShapingContext
  package let sizing: TextSizing
  private let shapes: ShapeMemory
  private let uses = Shared(DictionaryUse.unneeded)

  package var fonts: FontSet { shapes.fonts }

  /// Creates a measurer; fails if HarfBuzz cannot be loaded, or memory is exhausted.
  package convenience init(
    _ fonts: FontSet, _ context: ShapingContext = ShapingContext()
  ) throws(FontFault) {
    _ = try TextShaper.version.get()
    let shapes = ShapeMemory(fonts)
    guard shapes.chain(Font(), context) != nil else {
      throw FontFault("there is no memory for the fonts")
    }
    self.init(shapes, context, sizing: .exact)
  }

  private init(_ shapes: ShapeMemory, _ context: ShapingContext, sizing: TextSizing) {
    self.shapes = shapes
    self.context = context
    self.sizing = sizing
  }

  package func adapted(to environment: LayoutEnvironment) -> any TextMeasurer {
    let direction: BaseDirection = environment.direction == .rtl ? .rightToLeft : .leftToRight
    return ShapedTextMeasurer(
      shapes, ShapingContext(direction: direction, locale: environment.locale),
      sizing: environment.textSizing)
  }

  package func styled(_ font: Font, family: String, isItalic: Bool) -> Font {
    var font = font
    let named =
      family.isEmpty
      ? nil : fonts.families.prefix(255).firstIndex { $0.name.lowercased() == family.lowercased() }
    if let named { font.family = UInt8(named + 1) }
    font.isItalic = isItalic && fonts.families[named ?? 0].faces.contains { $0.isItalic }
    return font
  }

  package var name: String { fonts.name }

  package var engine: String? {
    let version = (try? TextShaper.version.get()) ?? ""
    return "harfbuzz-\(version)/\(fonts.breaking.rawValue)/\(DictionaryBreaks.name)"
  }

  package var dictionary: DictionaryUse { uses.withLock { $0 } }

  /// Shaping makes about one glyph for each character.
  package var preparationCost: Int { 1 }

  package func lineHeight(_ font: Font) -> Double {
    let size = font.usableSize
    if let height = fonts.lineHeight { return height * size }
    let box = box(of: first(font))
    return box.ascent + box.descent + box.gap
  }

  package func ascent(_ font: Font) -> Double { extent(of: first(font), lineHeight(font)).above }

  package var variesLineHeights: Bool {
    fonts.lineHeight == nil && !fonts.ignoresFallbackHeights
  }

  package func extent(_ font: Font, fallback: UInt8) -> BaselineExtent {
    guard fallback > 0, let chain = shapes.chain(font, context),
      chain.families.indices.contains(Int(fallback))
    else { return extent(of: first(font), lineHeight(font)) }
    return extent(of: face(Int(fallback), chain, font))
  }

  package func measure(
    _ text: UnsafeBufferPointer<UInt8>, font: Font, maxWidth: Double, maxLines: Int
  ) -> TextMetrics {
    var metrics = TextMetrics(width: 0, height: 0, lineCount: 0, isTruncated: false)
    var filler = filler(text, font, maxWidth, maxLines)
    let height = lineHeight(font)
    while let line = filler?.next() {
      metrics.width = max(metrics.width, line.width)
      metrics.height += filler?.extent(of: line)?.height ?? height
      metrics.lineCount += 1
      metrics.isTruncated = line.isTruncated
    }
    return metrics
  }

  package func lines(
    _ text: UnsafeBufferPointer<UInt8>, font: Font, maxWidth: Double, maxLines: Int
  ) -> [TextLine] {
    guard var filler = filler(text, font, maxWidth, maxLines) else { return [] }
    var lines: [TextLine] = []
    let clusters = filler.text.clusters
    while let line = filler.next() {
      let start = Int(clusters[line.clusters.lowerBound].start)
      let end = Int(clusters[line.clusters.upperBound].start)
      var shown = TextLine(range: start..<end, width: line.width, isTruncated: line.isTruncated)
      shown.extent = filler.extent(of: line)
      lines.append(shown)
    }
    return lines
  }

  package func rounded(_ width: Double) -> Double { fonts.rounding.round(width) }

  package func clusters(
    _ text: UnsafeBufferPointer<UInt8>, font: Font, isSpaced: Bool
  ) -> [TextCluster] {
    ruler(text, font, isSpaced: isSpaced)?.clusterAdvances() ?? []
  }

  /// The outlines and pictures of glyphs, for rendering.
  package var glyphShapes: GlyphShapes { shapes.glyphShapes }

  /// Returns the glyphs of a line of a text from left to right, as the line was measured.
  ///
  /// - Complexity: O(text bytes) for the first line of an uncached text, else O(text runs + line
  ///   bytes).
  package func glyphs(
    of line: TextLine, in text: UnsafeBufferPointer<UInt8>, _ font: Font
  ) -> [PlacedGlyph] {
    guard let ruler = ruler(text, font) else { return [] }
    let chain = ruler.chain
    let clusters = ruler.text.clusters
    func cluster(_ byte: Int) -> Int {
      clusters.partitioningIndex { Int($0.start) >= byte }
    }
    let start = cluster(line.range.lowerBound)
    let ink = cluster(line.range.upperBound)
    var end = ink
    // Spaces after a line are shaped with the line.
    while !line.isTruncated, end < ruler.text.count, clusters[end].flags.contains(.isSpace),
      clusters[end].opportunity != 2
    {
      end += 1
    }
    let base: UInt8 = context.direction == .rightToLeft ? 1 : 0
    return ruler.glyphs(
      of: start..<end, ink: ink, ellipsisLevel: line.isTruncated ? base : nil
    ).map { glyph, x in
      let unit = ruler.units[glyph.font]
      return PlacedGlyph(
        id: glyph.id,
        face: glyphShapes.face(chain.families[glyph.font], chain.faces[glyph.font], font), x: x,
        y: -Double(glyph.y) * unit, unit: unit * Double(SE_SHAPER_SCALE))
    }
  }

  private func filler(
    _ text: UnsafeBufferPointer<UInt8>, _ font: Font, _ maxWidth: Double, _ maxLines: Int
  ) -> ShapedLineFiller? {
    let limit = maxWidth.isNaN ? .infinity : fonts.rounding.limit(max(maxWidth, 0))
    return ruler(text, font).map { ShapedLineFiller($0, limit: limit, maxLines: maxLines) }
  }

  /// Returns a ruler for a text; `nil` if the text is empty or memory is exhausted.
  private func ruler(
    _ text: UnsafeBufferPointer<UInt8>, _ font: Font, isSpaced: Bool = false
  ) -> ShapedRuler? {
    guard !text.isEmpty, let chain = shapes.chain(font, context, isSpaced: isSpaced) else {
      return nil
    }
    let shaped = shapes.shape(of: text, chain)
    if shaped.dictionary != .unneeded { uses.withLock { $0 = shaped.dictionary } }
    let size = font.usableSize
    let units = chain.shaper.chain.map { $0.unit(size, fonts.rounding) }
    func points(_ advance: RunShaper.Advance) -> Double {
      Double(advance.units) * units[advance.font]
    }
    return ShapedRuler(
      text: shaped, chain: chain, units: units, rounding: fonts.rounding,
      letterSpacing: fonts.spacing(at: size) * size, tab: 8 * points(chain.space),
      ellipsis: fonts.rounding.round(points(chain.ellipsis)),
      hyphen: fonts.breaking == .blink ? points(chain.hyphen) : nil,
      extents: extents(of: shaped, chain, font))
  }

  // MARK: Heights

  /// A face at a font size.
  private typealias SizedFace = (face: FontFace, size: Double)

  /// Returns the face of a font's own family.
  private func first(_ font: Font) -> SizedFace {
    let family = max(0, Int(font.family) - 1)
    let face = fonts.face(family, weight: font.weight, isItalic: font.isItalic)
    return (fonts.families[family].faces[face], font.usableSize)
  }

  private func face(_ index: Int, _ chain: ShapeMemory.Chain, _ font: Font) -> SizedFace {
    (fonts.families[chain.families[index]].faces[chain.faces[index]], font.usableSize)
  }

  /// Returns the extent of each font of a text by its place in the chain, `nil` for unused fonts; an
  /// empty array if the text uses only the first font, or if others do not make its lines higher.
  private func extents(
    of text: ShapedText, _ chain: ShapeMemory.Chain, _ font: Font
  ) -> [BaselineExtent?] {
    guard text.usesFallback, variesLineHeights else { return [] }
    var extents = [BaselineExtent?](repeating: nil, count: chain.faces.count)
    extents[0] = extent(of: first(font))
    for piece in text.pieces where extents[piece.font] == nil {
      extents[piece.font] = extent(of: face(piece.font, chain, font))
    }
    return extents
  }

  /// Returns the extent of a line in one face. The line gap, or else the difference to a given line
  /// height, is divided above and below, as CSS does with its leading (CSS 2.1 §10.8.1). Browsers
  /// round the upper half down to whole points.
  private func extent(of face: SizedFace, _ lineHeight: Double? = nil) -> BaselineExtent {
    let box = box(of: face)
    let content = box.ascent + box.descent
    let height = lineHeight ?? content + box.gap
    let half = (height - content) / 2
    let lead = fonts.rounding == .sixtyFourth && lineHeight == nil ? half.rounded(.down) : half
    return BaselineExtent(above: box.ascent + lead, below: height - box.ascent - lead)
  }

  private func box(of face: SizedFace) -> (ascent: Double, descent: Double, gap: Double) {
    let (face, size) = face
    let unit = size / Double(face.unitsPerEm)
    let exact = (
      ascent: Double(face.ascent) * unit, descent: Double(face.descent) * unit,
      gap: Double(face.lineGap) * unit
    )
    guard fonts.rounding == .sixtyFourth else { return exact }
    var (ascent, descent) = (exact.ascent.rounded(), exact.descent.rounded())
    // As in Blink (`FontMetrics::AscentDescentWithHacks`), a descent that was rounded down takes a
    // point from the ascent, so that letters such as "g" are not cut.
    if descent < exact.descent, ascent >= 1 { (ascent, descent) = (ascent - 1, descent + 1) }
    return (ascent, descent, exact.gap.rounded())
  }
}

extension FontSet {
  /// Returns the letter spacing at a font size, in ems.
  func spacing(at size: Double) -> Double {
    guard let above = letterSpacing.firstIndex(where: { $0.size >= size }) else {
      return letterSpacing.last?.spacing ?? 0
    }
    let upper = letterSpacing[above]
    guard above > 0, upper.size > size else { return upper.spacing }
    let lower = letterSpacing[above - 1]
    let share = (size - lower.size) / (upper.size - lower.size)
    return lower.spacing + share * (upper.spacing - lower.spacing)
  }
}

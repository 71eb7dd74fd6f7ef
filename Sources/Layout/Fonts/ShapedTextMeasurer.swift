internal import CTextShaper

/// A measurer that shapes texts with the fonts of a font set, in one direction and language.
///
/// A text is shaped once for each choice of faces, and cached. Measuring adds up its advances.
package final class ShapedTextMeasurer: TextMeasurer {
  package let context: ShapingContext
  /// The scale in pixels per point.
  private let scale: Double
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
    self.init(shapes, context, scale: LayoutEnvironment().scale)
  }

  private init(_ shapes: ShapeMemory, _ context: ShapingContext, scale: Double) {
    self.shapes = shapes
    self.context = context
    self.scale = scale
  }

  package func adapted(to environment: LayoutEnvironment) -> any TextMeasurer {
    let direction: BaseDirection = environment.direction == .rtl ? .rightToLeft : .leftToRight
    return ShapedTextMeasurer(
      shapes, ShapingContext(direction: direction, locale: environment.locale),
      scale: environment.scale)
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
    let box = box(font)
    return box.ascent + box.descent + box.gap
  }

  package func ascent(_ font: Font) -> Double {
    let box = box(font)
    return box.ascent + (lineHeight(font) - (box.ascent + box.descent)) / 2
  }

  package func measure(
    _ text: UnsafeBufferPointer<UInt8>, font: Font, maxWidth: Double, maxLines: Int
  ) -> TextMetrics {
    var metrics = TextMetrics(width: 0, height: 0, lineCount: 0, isTruncated: false)
    var filler = filler(text, font, maxWidth, maxLines)
    while let line = filler?.next() {
      metrics.width = max(metrics.width, line.width)
      metrics.lineCount += 1
      metrics.isTruncated = line.isTruncated
    }
    metrics.width = fonts.rounding.whole(metrics.width, scale: scale)
    metrics.height = fonts.rounding.whole(
      Double(metrics.lineCount) * lineHeight(font), scale: scale)
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
      lines.append(
        TextLine(range: start..<end, width: line.width, isTruncated: line.isTruncated))
    }
    return lines
  }

  package func whole(_ length: Double) -> Double { fonts.rounding.whole(length, scale: scale) }

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
      hyphen: fonts.breaking == .blink ? points(chain.hyphen) : nil)
  }

  private func box(_ font: Font) -> (ascent: Double, descent: Double, gap: Double) {
    let family = max(0, Int(font.family) - 1)
    let face = fonts.families[family].faces[
      fonts.face(family, weight: font.weight, isItalic: font.isItalic)]
    let unit = font.usableSize / Double(face.unitsPerEm)
    func points(_ units: Int) -> Double {
      let points = Double(units) * unit
      return fonts.rounding == .sixtyFourth ? points.rounded() : points
    }
    return (points(face.ascent), points(face.descent), points(face.lineGap))
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

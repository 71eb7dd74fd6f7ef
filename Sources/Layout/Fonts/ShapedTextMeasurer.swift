import Synchronization

/// A measurer that shapes texts with the fonts of a font set.
///
/// A text is shaped once for each weight, and kept; sizes and widths only add up its advances.
package final class ShapedTextMeasurer: TextMeasurer {
  package let fonts: FontSet
  package let context: ShapingContext
  private let memory = Mutex(Memory())

  /// The bytes of kept texts after which all are dropped, with about 24 bytes for each of theirs.
  private static let mostBytes = 2 << 20

  private struct ChainKey: Hashable {
    var weight: UInt16
    /// 0 unless the advances depend on it.
    var size: Float
  }

  /// The fonts of a weight.
  private final class Chain: Sendable {
    let number: Int
    let shaper: RunShaper
    /// The advances of a space and of "…".
    let space: RunShaper.Advance
    let ellipsis: RunShaper.Advance

    init(number: Int, shaper: RunShaper) {
      self.number = number
      self.shaper = shaper
      space = shaper.advance(of: " ")
      ellipsis = shaper.advance(of: "…")
    }
  }

  private struct Memory {
    var chains: [ChainKey: Chain] = [:]
    var texts: [Int: [(chain: Int, text: ShapedText)]] = [:]
    var bytes = 0
    /// The use of dictionaries by all texts so far.
    var dictionary = DictionaryUse.unneeded
  }

  /// Creates a measurer; fails if HarfBuzz cannot be loaded, or there is no memory.
  package init(
    _ fonts: FontSet, _ context: ShapingContext = ShapingContext()
  ) throws(FontFault) {
    self.fonts = fonts
    self.context = context
    followsSize = fonts.families.contains { $0.faces.contains(where: \.followsSize) }
    _ = try TextShaper.version.get()
    guard chain(Font()) != nil else { throw FontFault("there is no memory for the fonts") }
  }

  private let followsSize: Bool

  package var name: String { fonts.name }

  package var engine: String? {
    let version = (try? TextShaper.version.get()) ?? ""
    let engine = "harfbuzz-\(version)/\(fonts.breaking.rawValue)"
    return dictionary == .unneeded ? engine : "\(engine)/\(DictionaryBreaks.name)"
  }

  package var dictionary: DictionaryUse { memory.withLock { $0.dictionary } }

  package func lineHeight(_ font: Font) -> Double {
    let size = size(font)
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
    forEachLine(of: text, font, maxWidth, maxLines) { line, _ in
      metrics.width = max(metrics.width, line.width)
      metrics.lineCount += 1
      metrics.isTruncated = line.isTruncated
    }
    metrics.height = Double(metrics.lineCount) * lineHeight(font)
    return metrics
  }

  package func lines(
    _ text: UnsafeBufferPointer<UInt8>, font: Font, maxWidth: Double, maxLines: Int
  ) -> [TextLine] {
    var lines: [TextLine] = []
    forEachLine(of: text, font, maxWidth, maxLines) { line, shaped in
      let start = Int(shaped.clusters[line.clusters.lowerBound].start)
      let end = Int(shaped.clusters[line.clusters.upperBound].start)
      lines.append(
        TextLine(range: start..<end, width: line.width, isTruncated: line.isTruncated))
    }
    return lines
  }

  private func forEachLine(
    of text: UnsafeBufferPointer<UInt8>, _ font: Font, _ maxWidth: Double, _ maxLines: Int,
    _ body: (ShapedLineFiller.Line, ShapedText) -> Void
  ) {
    guard !text.isEmpty, let chain = chain(font) else { return }
    let shaped = shaped(text, chain)
    let size = size(font)
    let units = chain.shaper.chain.map { $0.unit(size, fonts.rounding) }
    func points(_ advance: RunShaper.Advance) -> Double {
      Double(advance.units) * units[advance.font]
    }
    let ruler = ShapedRuler(
      text: shaped, shaper: chain.shaper, units: units, rounding: fonts.rounding,
      letterSpacing: fonts.spacing(at: size) * size, tab: 8 * points(chain.space),
      ellipsis: fonts.rounding.round(points(chain.ellipsis)))
    let limit = maxWidth.isNaN ? .infinity : fonts.rounding.limit(max(maxWidth, 0))
    var filler = ShapedLineFiller(ruler, limit: limit, maxLines: maxLines)
    while let line = filler.next() { body(line, shaped) }
  }

  /// Returns the font size, or 0 if it is negative or not finite.
  private func size(_ font: Font) -> Double {
    font.size.isFinite ? max(Double(font.size), 0) : 0
  }

  private func box(_ font: Font) -> (ascent: Double, descent: Double, gap: Double) {
    let face = fonts.face(0, weight: font.weight)
    let unit = size(font) / Double(face.unitsPerEm)
    let box = (
      Double(face.ascent) * unit, Double(face.descent) * unit, Double(face.lineGap) * unit
    )
    guard fonts.rounding == .sixtyFourth else { return box }
    return (
      box.0.rounded(.toNearestOrAwayFromZero), box.1.rounded(.toNearestOrAwayFromZero),
      box.2.rounded(.toNearestOrAwayFromZero)
    )
  }

  // MARK: Memory

  private func chain(_ font: Font) -> Chain? {
    let key = ChainKey(weight: font.weight, size: followsSize ? Float(size(font)) : 0)
    return memory.withLock { memory in
      if let chain = memory.chains[key] { return chain }
      let fonts = self.fonts.families.indices.compactMap {
        FontInstance(
          self.fonts.face($0, weight: font.weight), for: self.fonts.families[$0].scripts,
          weight: font.weight, size: font.size)
      }
      guard fonts.count == self.fonts.families.count, !fonts.isEmpty else { return nil }
      let chain = Chain(
        number: memory.chains.count, shaper: RunShaper(fonts, context, self.fonts.features))
      memory.chains[key] = chain
      return chain
    }
  }

  private func shaped(_ text: UnsafeBufferPointer<UInt8>, _ chain: Chain) -> ShapedText {
    var hasher = Hasher()
    hasher.combine(chain.number)
    hasher.combine(bytes: UnsafeRawBufferPointer(text))
    let key = hasher.finalize()
    let kept = memory.withLock { memory in
      memory.texts[key]?.first { $0.chain == chain.number && $0.text.bytes.elementsEqual(text) }?
        .text
    }
    if let kept { return kept }
    let shaped = ShapedText(text, with: chain.shaper, style: fonts.breaking)
    memory.withLock { memory in
      if memory.bytes > Self.mostBytes {
        memory.texts = [:]
        memory.bytes = 0
      }
      memory.texts[key, default: []].append((chain.number, shaped))
      memory.bytes += text.count
      if shaped.dictionary.rawValue > memory.dictionary.rawValue {
        memory.dictionary = shaped.dictionary
      }
    }
    return shaped
  }
}

extension FontSet {
  /// Returns the letter spacing of a size in ems.
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

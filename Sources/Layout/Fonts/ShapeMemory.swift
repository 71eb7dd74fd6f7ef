/// A cache of the HarfBuzz fonts of a font set, and of the texts shaped with them.
final class ShapeMemory: Sendable {
  let fonts: FontSet
  let glyphShapes: GlyphShapes
  private let families: [Int]
  private let hasAxes: Bool
  private let followsSize: Bool
  private let state = Shared(State())

  /// The maximum memory of cached texts, in bytes. A text that would exceed it clears the cache.
  static let mostMemory = 64 << 20
  private static let mostChains = 256
  /// The features "liga" and "clig", turned off for spaced letters (CSS Text 3, section 8.2).
  private static let withoutLigatures = [0x6C69_6761, 0x636C_6967].map {
    FontSet.Feature(tag: $0, value: 0)
  }

  /// The chain of fonts for a weight and a size.
  final class Chain: Sendable {
    fileprivate let number: Int
    /// The families in the order of the chain.
    let families: [Int]
    /// The face of each family, in the order of the chain.
    let faces: [Int]
    let shaper: RunShaper
    /// The advances of a space, of "…" and of "‐".
    let space: RunShaper.Advance
    let ellipsis: RunShaper.Advance
    let hyphen: RunShaper.Advance

    fileprivate init(number: Int, families: [Int], faces: [Int], shaper: RunShaper) {
      self.number = number
      self.families = families
      self.faces = faces
      self.shaper = shaper
      space = shaper.advance(of: " ")
      ellipsis = shaper.advance(of: "…")
      hyphen = shaper.advance(of: "‐")
    }
  }

  /// The key of a chain.
  private struct Choice: Hashable {
    /// The family that is first in the chain, counted from 1; 0 for the order of the font set.
    var first: UInt8
    /// The face of each family, in the order of the chain.
    var faces: [Int]
    /// The weight; 0 if no face has axes.
    var weight: UInt16
    /// The size in points; 0 unless an optical size axis makes the advances depend on the size.
    var size: Float
    var context: ShapingContext
    /// Whether letters are spaced; optional ligatures are then turned off.
    var isSpaced: Bool
  }

  private struct State {
    /// The instances by family and face, with default axis values.
    var instances: [[Int]: FontInstance] = [:]
    var chains: [Choice: Chain] = [:]
    /// The number of chains created so far; it numbers the next chain.
    var count = 0
    var texts: [Int: [(chain: Int, text: ShapedText)]] = [:]
    var memory = 0
  }

  init(_ fonts: FontSet) {
    self.fonts = fonts
    families = Array(fonts.families.indices)
    glyphShapes = GlyphShapes(fonts)
    let faces = fonts.families.flatMap { $0.faces }
    hasAxes = faces.contains { !$0.axes.isEmpty }
    followsSize = faces.contains(where: { $0.followsSize })
  }

  /// Returns the fonts for a weight and a size; `nil` if memory is exhausted.
  func chain(_ font: Font, _ context: ShapingContext, isSpaced: Bool = false) -> Chain? {
    let families = order(first: Int(font.family) - 1)
    let choice = Choice(
      first: font.family,
      faces: families.map { fonts.face($0, weight: font.weight, isItalic: font.isItalic) },
      weight: hasAxes ? font.weight : 0, size: followsSize ? Float(font.usableSize) : 0,
      context: context,
      isSpaced: isSpaced)
    return state.withLock { state in
      if let chain = state.chains[choice] { return chain }
      var instances: [FontInstance] = []
      for (family, face) in zip(families, choice.faces) {
        guard let instance = instance(family, face, &state, choice) else { return nil }
        instances.append(instance)
      }
      if state.chains.count >= Self.mostChains { state.chains = [:] }
      let chain = Chain(
        number: state.count, families: families, faces: choice.faces,
        shaper: RunShaper(
          instances, context, fonts.features + (isSpaced ? Self.withoutLigatures : [])))
      state.count += 1
      state.chains[choice] = chain
      return chain
    }
  }

  /// Returns all families, with one of them moved to the front; -1 moves none.
  private func order(first: Int) -> [Int] {
    first < 0 ? families : [first] + families.filter { $0 != first }
  }

  private func instance(
    _ family: Int, _ number: Int, _ state: inout State, _ choice: Choice
  ) -> FontInstance? {
    let face = fonts.families[family].faces[number]
    let base =
      state.instances[[family, number]]
      ?? FontInstance(face, for: fonts.families[family].scripts)
    state.instances[[family, number]] = base
    guard let base, !face.axes.isEmpty else { return base }
    return FontInstance(base, face.axes, weight: choice.weight, size: choice.size)
  }

  /// Returns a shaped text, from the cache if it is there.
  ///
  /// Complexity: O(bytes); a cached text is compared but not shaped.
  func shape(of text: UnsafeBufferPointer<UInt8>, _ chain: Chain) -> ShapedText {
    var hasher = Hasher()
    hasher.combine(chain.number)
    hasher.combine(bytes: UnsafeRawBufferPointer(text))
    let key = hasher.finalize()
    let kept = state.withLock { state in
      state.texts[key]?.first { $0.chain == chain.number && $0.text.bytes.elementsEqual(text) }?
        .text
    }
    if let kept { return kept }
    let shaped = ShapedText(text, with: chain.shaper, style: fonts.breaking)
    guard shaped.memory <= Self.mostMemory else { return shaped }
    state.withLock { state in
      if state.memory + shaped.memory > Self.mostMemory {
        state.texts = [:]
        state.memory = 0
      }
      state.texts[key, default: []].append((chain.number, shaped))
      state.memory += shaped.memory
    }
    return shaped
  }
}

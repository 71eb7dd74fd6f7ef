/// Walks a text by grapheme cluster; a plain value, so that a copy marks a place to come back to.
///
/// Decodes every scalar once. The advances are handed to every step and are no part of it, so that a
/// copy stays small.
struct ClusterCursor {
  /// First byte of the current cluster.
  private(set) var start = 0
  /// One past its last byte.
  private(set) var end = 0
  /// In units of the advances: that of the widest scalar, and of an emoji where the cluster shows one.
  private(set) var advance = 0
  /// The cluster is dropped at the end of a line.
  private(set) var isSpace = false
  /// Whether a line may end before the cluster. An opportunity inside a cluster is none.
  private(set) var opportunity = LineBreakOpportunity.prohibited

  // The scalar that begins the next cluster, at `end`.
  private var scalar = DecodedScalar(value: 0, count: 0)
  private var properties = CharacterProperties(bits: 0)
  private var lineBreaker = LineBreaker()

  // Valid while the text's owner is borrowed: a cursor lives inside one call of a measurer.
  private let text: UnsafeBufferPointer<UInt8>

  /// Stands on the first cluster.
  init(
    _ text: UnsafeBufferPointer<UInt8>, advances: some ClusterAdvances, rules: LineBreakRules
  ) {
    self.text = text
    decode()
    moveToNext(advances, rules)
  }

  var isAtEnd: Bool { start == text.count }

  /// Complexity: O(bytes of the next cluster); also O(marks after it) between a currency sign and a
  /// bracket, which is met once for every run of marks.
  mutating func moveToNext(_ advances: some ClusterAdvances, _ rules: LineBreakRules) {
    start = end
    guard end < text.count else { return }
    let first = scalar
    let firstProperties = properties
    advance = advances.advance(of: first.value, firstProperties)
    isSpace = firstProperties.isSpace
    opportunity = takeScalar(rules)
    var graphemes = GraphemeBreaker(firstProperties.grapheme)
    while end < text.count, graphemes.takes(properties.grapheme) {
      extend(firstProperties, advances)
      _ = takeScalar(rules)
    }
  }

  private mutating func extend(
    _ firstProperties: CharacterProperties, _ advances: some ClusterAdvances
  ) {
    if !properties.isSpace { isSpace = false }
    advance = max(advance, advances.advance(of: scalar.value, properties))
    let isPictograph = firstProperties.grapheme == .extendedPictographic
    // Emoji presentation of a character that is a text by default, and keycaps.
    if (isPictograph && scalar.value != 0xFE0E) || scalar.value == 0x20E3 {
      advance = max(advance, advances.emoji)
    }
  }

  @inline(__always)
  private mutating func takeScalar(_ rules: LineBreakRules) -> LineBreakOpportunity {
    let lineBreak = properties.lineBreak
    let needsNumberAhead = lineBreaker.needsNumberAhead(lineBreak)
    end += scalar.count
    decode()
    return lineBreaker.opportunity(
      before: lineBreak, isNumberAhead: needsNumberAhead && isNumberAhead(), rules: rules)
  }

  @inline(__always)
  private mutating func decode() {
    guard end < text.count else { return }
    scalar = text.scalar(at: end)
    properties = CharacterProperties(scalar.value)
  }

  private func isNumberAhead() -> Bool {
    var offset = end
    while offset < text.count {
      let scalar = text.scalar(at: offset)
      let lineBreak = CharacterProperties(scalar.value).lineBreak
      guard lineBreak == .cm || lineBreak == .zwj else { return lineBreak == .nu }
      offset += scalar.count
    }
    return false
  }
}

/// A position in a text that advances by grapheme cluster. It is a plain value: a copy marks a
/// position to return to.
///
/// Every scalar is decoded once. The advances are a parameter of every step rather than a property,
/// so that copies stay small.
struct ClusterCursor {
  /// The offset of the current cluster's first byte.
  private(set) var start = 0
  /// The offset after the current cluster's last byte.
  private(set) var end = 0
  /// The advance of the widest scalar, or of an emoji if the cluster shows one, in units of the
  /// advances.
  private(set) var advance = 0
  /// Whether the cluster takes no width at the end of a line.
  private(set) var isSpace = false
  /// Whether a line may end before the cluster. Opportunities within a cluster are ignored.
  private(set) var opportunity = LineBreakOpportunity.prohibited

  // The first scalar of the next cluster, at `end`.
  private var scalar = DecodedScalar(value: 0, count: 0)
  private var properties = CharacterProperties(bits: 0)
  private var lineBreaker = LineBreaker()

  // Valid while the text's owner is borrowed: a cursor does not outlive a measurer's call.
  private let text: UnsafeBufferPointer<UInt8>

  /// Creates a cursor at the first cluster.
  init(
    _ text: UnsafeBufferPointer<UInt8>, advances: some ClusterAdvances, rules: LineBreakRules
  ) {
    self.text = text
    decode()
    moveToNext(advances, rules)
  }

  var isAtEnd: Bool { start == text.count }

  /// Advances to the next cluster. Complexity: O(bytes of the next cluster). If the cluster is a
  /// bracket or hyphen after a currency or percent sign, its combining marks are scanned once more.
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
    // Emoji presentation of a character whose default is text presentation, and keycaps.
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

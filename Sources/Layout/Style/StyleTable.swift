/// The distinct styles of an arena. Thousands of nodes share about a dozen styles, so lookup of a
/// known style is fast. A table of only a few styles compares them one by one.
struct StyleTable: Sendable, Equatable {
  private(set) var styles: [Style] = []
  /// A hash table with open addressing: indices of the styles, each at or after the position that
  /// the style's fingerprint selects; `UInt32.max` marks a free position. The count is a power of
  /// two, and at most half is used.
  private var places: [UInt32] = []
  /// For each style, the style that was looked up after it most recently. Sections are repetitive,
  /// so the same style usually follows again.
  private var followers: [UInt32] = []
  private var latest = 0
  /// The number of styles up to which there is no hash table.
  private static let few = 4

  /// Returns the index of the style in `styles`, and adds it if necessary. Complexity: O(1).
  mutating func index(of style: Style) -> UInt32 {
    if latest < followers.count {
      let guess = followers[latest]
      if isEqual(style, Int(guess)) {
        latest = Int(guess)
        return guess
      }
    }
    let index = find(style)
    if latest < followers.count { followers[latest] = index }
    latest = Int(index)
    return index
  }

  private mutating func find(_ style: Style) -> UInt32 {
    if places.isEmpty {
      for index in styles.indices where isEqual(style, index) { return UInt32(index) }
      if styles.count < Self.few {
        styles.append(style)
        // A single style needs no follower.
        if styles.count > 1 { followers.append(0) }
        if styles.count == 2 { followers.append(0) }
        return UInt32(styles.count - 1)
      }
    }
    if places.count <= 2 * styles.count { grow() }
    var place = style.fingerprint & (places.count - 1)
    while places[place] != .max {
      if isEqual(style, Int(places[place])) { return places[place] }
      place = (place + 1) & (places.count - 1)
    }
    places[place] = UInt32(styles.count)
    styles.append(style)
    followers.append(0)
    return places[place]
  }

  /// Returns whether a style equals a stored one. The stored style is compared in place, because a
  /// copy costs as much as the comparison.
  @inline(__always) private func isEqual(_ style: Style, _ index: Int) -> Bool {
    styles.withUnsafeBufferPointer {
      style.isIdentical(to: $0.baseAddress.unsafelyUnwrapped + index)
    }
  }

  /// Returns whether the styles are the same, in the same order. The lookup structures are not
  /// compared.
  static func == (a: StyleTable, b: StyleTable) -> Bool {
    a.styles.count == b.styles.count
      && a.styles.indices.allSatisfy { index in b.isEqual(a.styles[index], index) }
  }

  private mutating func grow() {
    places = Array(repeating: .max, count: max(16, 2 * places.count))
    for (index, style) in styles.enumerated() {
      var place = style.fingerprint & (places.count - 1)
      while places[place] != .max { place = (place + 1) & (places.count - 1) }
      places[place] = UInt32(index)
    }
  }
}

extension Style {
  /// The properties that are smaller than a word, packed into two words.
  private var words: (UInt64, UInt64) {
    func word(
      _ a: UInt8, _ b: UInt8, _ c: UInt8, _ d: UInt8, _ e: UInt8, _ f: UInt8, _ g: UInt8,
      _ h: UInt8
    ) -> UInt64 {
      let low = UInt64(a) | UInt64(b) << 8 | UInt64(c) << 16 | UInt64(d) << 24
      let high = UInt64(e) | UInt64(f) << 8 | UInt64(g) << 16 | UInt64(h) << 24
      return low | high << 32
    }
    return (
      word(
        display.rawValue, flexDirection.rawValue, flexWrap.rawValue, justifyContent.rawValue,
        alignItems.rawValue, alignSelf.rawValue, alignContent.rawValue, position.rawValue),
      word(
        safeAlignment.rawValue, direction.rawValue, boxSizing.rawValue, overflowX.rawValue,
        overflowY.rawValue, autoMargins.rawValue, formsContainingBlock ? 1 : 0,
        isReferenceBaseline ? 1 : 0)
    )
  }

  /// Returns whether the bits are equal, so that NaN equals NaN. Branch-free, because the result is
  /// usually true.
  fileprivate func isIdentical(to other: UnsafePointer<Style>) -> Bool {
    func difference(_ a: Edges, _ b: Edges) -> UInt64 {
      let sides = (a.top.bits ^ b.top.bits) | (a.bottom.bits ^ b.bottom.bits)
      let physical = (a.left.bits ^ b.left.bits) | (a.right.bits ^ b.right.bits)
      return sides | physical | (a.start.bits ^ b.start.bits) | (a.end.bits ^ b.end.bits)
    }
    let other = other.pointee
    let (first, second) = words
    let (otherFirst, otherSecond) = other.words
    var bits = (first ^ otherFirst) | (second ^ otherSecond)
    bits |= (width.bits ^ other.width.bits) | (height.bits ^ other.height.bits)
    bits |= (minWidth.bits ^ other.minWidth.bits) | (minHeight.bits ^ other.minHeight.bits)
    bits |= (maxWidth.bits ^ other.maxWidth.bits) | (maxHeight.bits ^ other.maxHeight.bits)
    bits |= (rowGap.bits ^ other.rowGap.bits) | (columnGap.bits ^ other.columnGap.bits)
    bits |= (flexBasis.bits ^ other.flexBasis.bits) | UInt64(lanes ^ other.lanes)
    let grow = flexGrow.bitPattern ^ other.flexGrow.bitPattern
    let shrink = flexShrink.bitPattern ^ other.flexShrink.bitPattern
    let ratio = aspectRatio.bitPattern ^ other.aspectRatio.bitPattern
    bits |= UInt64(grow | shrink | ratio)
    bits |= UInt64(scrollbarWidth.bitPattern ^ other.scrollbarWidth.bitPattern)
    bits |= difference(margin, other.margin) | difference(padding, other.padding)
    bits |= difference(border, other.border) | difference(inset, other.inset)
    return bits == 0
  }

  /// A hash of the style. `Hasher` is not used, because its seeded hash of fifty fields costs more
  /// than laying out a node.
  fileprivate var fingerprint: Int {
    var hash: UInt64 = 0x9e37_79b9_7f4a_7c15
    func add(_ word: UInt64) {
      hash = (hash ^ word) &* 0xff51_afd7_ed55_8ccd
      hash ^= hash >> 32
    }
    func add(_ edges: Edges) {
      for length in [edges.top, edges.right, edges.bottom, edges.left, edges.start, edges.end] {
        add(length.bits)
      }
    }
    add(words.0)
    add(words.1)
    for number in [flexGrow, flexShrink, aspectRatio, scrollbarWidth] {
      add(UInt64(number.bitPattern))
    }
    for length in [
      width, height, minWidth, minHeight, maxWidth, maxHeight, flexBasis, rowGap, columnGap,
    ] {
      add(length.bits)
    }
    add(UInt64(lanes))
    for edges in [margin, padding, border, inset] { add(edges) }
    return Int(truncatingIfNeeded: hash)
  }
}

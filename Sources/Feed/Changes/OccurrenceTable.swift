/// Elements by key, in order within a key: an open-addressed hash table in one allocation.
///
/// The hash has a new seed in each process, so that no crafted list of identities is slow. Results
/// do not depend on the seed.
struct OccurrenceTable {
  struct Key: Equatable {
    var identity: ElementIdentity
    /// Equal identities of different scopes are different keys.
    var scope: Int32

    static let anywhere: Int32 = -1
  }

  /// 24 bytes, so that a lookup mostly touches one cache line.
  private struct Slot {
    var high: UInt64 = 0
    var low: UInt64 = 0
    var scope: Int32 = 0
    /// The first remaining occurrence; `exhausted`, or `unused` if the slot has no key.
    var first: Int32 = Self.unused

    static let unused: Int32 = -2
    static let exhausted: Int32 = -1
  }

  /// The number of slots is a power of two; at most half of them are used.
  private var slots: [Slot]
  /// For each element: the next occurrence of its key, or `Slot.exhausted`.
  private var following: [Int32]
  private let seed: UInt64

  /// Creates a table for elements 0 ..< `count`.
  init(count: Int) {
    var capacity = 4
    while capacity < count * 2 { capacity *= 2 }
    slots = [Slot](repeating: Slot(), count: capacity)
    following = [Int32](repeating: Slot.exhausted, count: count)
    seed = UInt64(truncatingIfNeeded: Hasher().finalize())
  }

  /// Adds an element before the others of its key.
  mutating func addBefore(_ element: Int, _ key: Key) {
    let slot = position(of: key)
    let first = slots[slot].first
    if first == Slot.unused {
      slots[slot].high = key.identity.high
      slots[slot].low = key.identity.low
      slots[slot].scope = key.scope
    } else {
      following[element] = first
    }
    slots[slot].first = Int32(element)
  }

  /// Removes the first element of a key and returns it, or `nil` if none is left.
  mutating func takeFirst(_ key: Key) -> Int? {
    let slot = position(of: key)
    let first = slots[slot].first
    guard first >= 0 else { return nil }
    slots[slot].first = following[Int(first)]
    return Int(first)
  }

  /// Returns the slot that has the key, or the one where it belongs. O(1) on average.
  private func position(of key: Key) -> Int {
    let mask = slots.count - 1
    var slot = hash(key) & mask
    while slots[slot].first != Slot.unused {
      if slots[slot].low == key.identity.low, slots[slot].high == key.identity.high,
        slots[slot].scope == key.scope
      {
        break
      }
      slot = (slot + 1) & mask
    }
    return slot
  }

  /// Two multiplications to 128 bits, folded, as in wyhash (github.com/wangyi-fudan/wyhash).
  private func hash(_ key: Key) -> Int {
    let scope = UInt64(truncatingIfNeeded: key.scope)
    let inner = Self.fold(key.identity.low ^ seed, key.identity.high ^ 0xe703_7ed1_a0b4_28db)
    return Int(truncatingIfNeeded: Self.fold(inner ^ 0x8ebc_6af0_9c88_c6e3, scope ^ seed ^ inner))
  }

  private static func fold(_ a: UInt64, _ b: UInt64) -> UInt64 {
    let product = a.multipliedFullWidth(by: b)
    return product.high ^ product.low
  }
}

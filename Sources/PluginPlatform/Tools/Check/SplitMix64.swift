/// SplitMix64 (Steele, Lea, Flood 2014): the same numbers from the same seed on every machine.
struct SplitMix64: RandomNumberGenerator, Sendable {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    var z = state
    z = (z ^ z >> 30) &* 0xbf58_476d_1ce4_e5b9
    z = (z ^ z >> 27) &* 0x94d0_49bb_1331_11eb
    return z ^ z >> 31
  }

  /// Returns a number below `count`, which must be at least 1.
  mutating func index(below count: Int) -> Int { Int(next() % UInt64(max(1, count))) }

  mutating func pick<T>(_ values: [T], else fallback: T) -> T {
    values.isEmpty ? fallback : values[index(below: values.count)]
  }
}

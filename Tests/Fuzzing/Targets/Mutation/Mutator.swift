import TestTools

/// Changes inputs in ways that a parser of their format does not reject at once.
package protocol Mutator: Sendable {
  /// Returns the input with one change, or unchanged.
  func mutant(of input: [UInt8], _ random: inout SplitMix64) -> [UInt8]
  /// Returns an input in which a part of `one` is replaced by a part of `other`.
  func child(of one: [UInt8], and other: [UInt8], _ random: inout SplitMix64) -> [UInt8]
}

extension [UInt8] {
  func replacing(_ range: Range<Int>, with bytes: some Collection<UInt8>) -> [UInt8] {
    var copy = self
    copy.replaceSubrange(range, with: bytes)
    return copy
  }
}

extension SplitMix64 {
  /// Returns true once in `count` times on average.
  mutating func once(in count: Int) -> Bool { Int.random(in: 0..<count, using: &self) == 0 }
}

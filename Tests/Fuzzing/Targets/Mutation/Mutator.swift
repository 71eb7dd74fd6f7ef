/// Changes inputs in ways that the reader of their format does not see through at once.
package protocol Mutator: Sendable {
  /// One change. May be the input itself.
  func mutant(of input: [UInt8], _ random: inout SplitMix64) -> [UInt8]
  /// A part of one input in place of a part of another.
  func child(of one: [UInt8], and other: [UInt8], _ random: inout SplitMix64) -> [UInt8]
}

extension [UInt8] {
  func replacing(_ range: Range<Int>, with bytes: some Collection<UInt8>) -> [UInt8] {
    var copy = self
    copy.replaceSubrange(range, with: bytes)
    return copy
  }
}

import TestTools

/// Mutates records with fields of 1, 4 or 8 bytes: inserts boundary values, and moves or removes
/// runs of bytes.
struct BinaryMutator: Mutator {
  private static let numbers: [Double] = [
    0, -0.0, 1, -1, 0.5, 100, 1_000_000, 1_000_000.5, -1_000_000, 1e9, 1e300, .infinity,
    -.infinity, .nan, .leastNonzeroMagnitude, 10_000, 10_001,
  ]
  private static let integers: [UInt32] = [
    0, 1, 2, 3, 4, 7, 11, 12, 64, 100, 255, 256, 257, 4_096, 10_000, 10_001, 100_000, 65_536,
    65_537, 1 << 31, .max, .max - 1,
  ]

  func mutant(of input: [UInt8], _ random: inout SplitMix64) -> [UInt8] {
    let place = Int.random(in: 0...input.count, using: &random)
    switch Int.random(in: 0..<6, using: &random) {
    case 0:
      let number = Self.numbers.randomElement(using: &random) ?? 0
      return overwriting(input, at: place, with: withUnsafeBytes(of: number) { Array($0) })
    case 1, 2:
      let number = Self.integers.randomElement(using: &random) ?? 0
      return overwriting(input, at: place, with: withUnsafeBytes(of: number) { Array($0) })
    case 3:
      return overwriting(input, at: place, with: [UInt8.random(in: 0...16, using: &random)])
    case 4:
      let other = run(in: input, &random)
      return input.replacing(place..<place, with: input[other])
    default: return input.replacing(run(in: input, &random), with: [])
    }
  }

  func child(of one: [UInt8], and other: [UInt8], _ random: inout SplitMix64) -> [UInt8] {
    let place = Int.random(in: 0...one.count, using: &random)
    return one.replacing(place..<place, with: other[run(in: other, &random)])
  }

  private func overwriting(_ input: [UInt8], at place: Int, with bytes: [UInt8]) -> [UInt8] {
    input.replacing(place..<min(input.count, place + bytes.count), with: bytes)
  }

  private func run(in input: [UInt8], _ random: inout SplitMix64) -> Range<Int> {
    let start = Int.random(in: 0...input.count, using: &random)
    return start..<min(input.count, start + Int.random(in: 1...400, using: &random))
  }
}

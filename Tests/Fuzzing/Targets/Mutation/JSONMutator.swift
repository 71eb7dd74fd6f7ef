import TestTools

/// Changes values, keys and nesting of JSON, and keeps the other bytes.
struct JSONMutator: Mutator {
  /// Keys and strings of the format of the inputs, each with its quotes.
  private let words: [[UInt8]]

  /// Boundary values for parsers.
  private static let scalars: [[UInt8]] = [
    "null", "true", "false", "0", "-0", "-1", "1", "2", "3", "0.5", "-0.5", "100", "255", "256",
    "65536", "1e6", "1000001", "-1e9", "2147483648", "4294967295", "4294967296",
    "9007199254740993", "9223372036854775807", "9223372036854775808", "-9223372036854775808",
    "18446744073709551615", "18446744073709551616", "1e-320", "1e308", "1e309", "-1e400",
    "0.1e1", "123456789012345678901234567890", "{}", "[]", "[[]]", "\"\"", "\"a\"", "\"$\"",
    "\"$.a[0]\"", "\"\\u0000\"", "\"\\ud800\"", "\"\\ud83d\\ude00\"", "\"\\n\"", "\"中文 🎵\"",
    "\"e\u{301}\u{202E}\"", "\"#fff\"", "\"50%\"", "\"{page}\"", "\"${X}\"",
    "\"https://a.example/b?c=d\"",
  ].map { Array($0.utf8) }

  /// - Parameter documents: Documents in the format of the inputs, or descriptions of it. Their
  ///   keys and strings become the words.
  init(documents: [[UInt8]]) {
    var words: Set<[UInt8]> = []
    for document in documents {
      let spans = JSONSpans(document)
      for span in spans.keys + spans.values
      where span.count <= 48 && document[span.lowerBound] == UInt8(ascii: "\"") {
        words.insert(Array(document[span]))
      }
    }
    self.words = words.sorted { $0.lexicographicallyPrecedes($1) }
  }

  func mutant(of input: [UInt8], _ random: inout SplitMix64) -> [UInt8] {
    let spans = JSONSpans(input)
    guard let value = spans.values.randomElement(using: &random) else {
      return input + scalar(&random)
    }
    let member = spans.members.randomElement(using: &random)
    switch Int.random(in: 0..<12, using: &random) {
    case 0, 1: return input.replacing(value, with: scalar(&random))
    case 2, 3:
      let other = spans.values.randomElement(using: &random) ?? value
      return input.replacing(value, with: input[other])
    case 4, 5:
      guard let key = spans.keys.randomElement(using: &random) else { return input }
      let other = spans.keys.randomElement(using: &random) ?? key
      return input.replacing(key, with: random.once(in: 3) ? Array(input[other]) : word(&random))
    case 6:
      guard let member else { return input }
      return input.replacing(withComma(member, input), with: [])
    case 7, 8:
      guard let member, let other = spans.members.randomElement(using: &random) else {
        return input
      }
      return input.replacing(
        member.upperBound..<member.upperBound, with: [UInt8(ascii: ",")] + input[other])
    case 9:
      guard let member else { return input }
      let added = [UInt8(ascii: ",")] + word(&random) + [UInt8(ascii: ":")] + scalar(&random)
      return input.replacing(member.upperBound..<member.upperBound, with: added)
    case 10: return input.replacing(value, with: wrapped(Array(input[value]), &random))
    default:
      guard input[value.lowerBound] == UInt8(ascii: "\""), value.count >= 2 else {
        return input.replacing(value, with: word(&random))
      }
      let place = Int.random(in: value.lowerBound + 1..<value.upperBound, using: &random)
      return input.replacing(place..<place, with: word(&random).dropFirst().dropLast())
    }
  }

  func child(of one: [UInt8], and other: [UInt8], _ random: inout SplitMix64) -> [UInt8] {
    let theirs = JSONSpans(other)
    let mine = JSONSpans(one)
    if let member = mine.members.randomElement(using: &random),
      let added = theirs.members.randomElement(using: &random), random.once(in: 2)
    {
      return one.replacing(
        member.upperBound..<member.upperBound, with: [UInt8(ascii: ",")] + other[added])
    }
    guard let place = mine.values.randomElement(using: &random),
      let value = theirs.values.randomElement(using: &random)
    else { return one }
    return one.replacing(place, with: other[value])
  }

  private func scalar(_ random: inout SplitMix64) -> [UInt8] {
    if random.once(in: 4) { return word(&random) }
    if random.once(in: 4) { return Array("\(Int.random(in: -20...500, using: &random))".utf8) }
    return Self.scalars.randomElement(using: &random) ?? []
  }

  /// Returns a random word, or a fixed one if there are none, with its quotes.
  private func word(_ random: inout SplitMix64) -> [UInt8] {
    words.randomElement(using: &random) ?? Array("\"a\"".utf8)
  }

  private func wrapped(_ value: [UInt8], _ random: inout SplitMix64) -> [UInt8] {
    // The depth sometimes exceeds the limit of every parser.
    let depth = random.once(in: 8) ? Int.random(in: 1...1_200, using: &random) : 1
    if random.once(in: 2) {
      return Array(repeating: UInt8(ascii: "["), count: depth) + value
        + Array(repeating: UInt8(ascii: "]"), count: depth)
    }
    let opening = [UInt8(ascii: "{")] + word(&random) + [UInt8(ascii: ":")]
    let most = min(depth, 64)
    return Array(repeatElement(opening, count: most).joined()) + value
      + Array(repeating: UInt8(ascii: "}"), count: most)
  }

  /// Returns the range of a member with the comma after it. If no comma follows, the range begins
  /// with the comma before the member.
  private func withComma(_ member: Range<Int>, _ text: [UInt8]) -> Range<Int> {
    if let next = text[member.upperBound...].firstIndex(where: { $0 > 0x20 }),
      text[next] == UInt8(ascii: ",")
    {
      return member.lowerBound..<next + 1
    }
    if let before = text[..<member.lowerBound].lastIndex(where: { $0 > 0x20 }),
      text[before] == UInt8(ascii: ",")
    {
      return before..<member.upperBound
    }
    return member
  }
}

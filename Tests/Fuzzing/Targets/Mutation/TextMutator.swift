import TestTools

/// Changes texts by lines, by words and by characters.
struct TextMutator: Mutator {
  private let words: [[UInt8]]

  /// Characters that are difficult due to their writing system, to terminals or to Unicode's rules.
  static let characters: [[UInt8]] = [
    "e\u{301}", "👨‍👩‍👧", "🇩🇪", "🇩", "👍🏽", "☝️", "한글", "각", "क्षि", "ข้า", "עברית", "مرحبا",
    "لا", "\u{202E}", "\u{2066}", "\u{2069}", "\u{200D}", "\u{200B}", "\u{FE0F}", "\u{AD}",
    "\u{FEFF}", "\u{0}", "\u{7F}", "\u{85}", "\u{2028}", "\u{1B}[31m", "\t", "\r\n", "\n", "…",
    "　", "Ａ", "ﬁ", "⚠️", "·", "“", "\u{10FFFF}", "\u{E000}", "𝒜", "🫱🏻‍🫲🏿", "z̷̡̧̨̛",
  ].map { Array($0.utf8) }
  private static let numbers = [
    "0", "-0", "1", "-1", "0.5", "1e9", "99999999999999999999", "1e309", "nan", "inf", "-0.0000001",
    "123456789012345.123456789", "9223372036854775808", "2147483648",
  ].map { Array($0.utf8) }

  /// - Parameter words: The words that are common in the format of the inputs.
  init(words: [String]) { self.words = words.map { Array($0.utf8) } }

  func mutant(of input: [UInt8], _ random: inout SplitMix64) -> [UInt8] {
    switch Int.random(in: 0..<10, using: &random) {
    case 0, 1, 2:
      let place = boundary(in: input, &random)
      return input.replacing(place..<place, with: fragment(&random))
    case 3:
      let place = boundary(in: input, &random)
      let end = min(input.count, place + Int.random(in: 1...12, using: &random))
      return input.replacing(place..<boundary(in: input, from: end), with: fragment(&random))
    case 4:
      let run = digits(in: input, &random)
      return input.replacing(run, with: Self.numbers.randomElement(using: &random) ?? [])
    case 5:
      let (one, other) = (line(in: input, &random), line(in: input, &random))
      return input.replacing(one.lowerBound..<one.lowerBound, with: input[other])
    case 6: return input.replacing(line(in: input, &random), with: [])
    case 7:
      let (one, other) = (line(in: input, &random), line(in: input, &random))
      return input.replacing(one, with: input[other])
    case 8:
      let start = line(in: input, &random).lowerBound
      return input.replacing(
        start..<start, with: repeatElement(0x20, count: random.once(in: 3) ? 4 : 2))
    default:
      let count = random.once(in: 4) ? 300 : Int.random(in: 1...8, using: &random)
      let repeated = repeatElement(fragment(&random), count: count).joined()
      let place = boundary(in: input, &random)
      return input.replacing(place..<place, with: Array(repeated))
    }
  }

  func child(of one: [UInt8], and other: [UInt8], _ random: inout SplitMix64) -> [UInt8] {
    one.replacing(line(in: one, &random), with: other[line(in: other, &random)])
  }

  private func fragment(_ random: inout SplitMix64) -> [UInt8] {
    let list = words.isEmpty || random.once(in: 2) ? Self.characters : words
    return list.randomElement(using: &random) ?? []
  }

  /// Returns a random position that is not within a character.
  private func boundary(in text: [UInt8], _ random: inout SplitMix64) -> Int {
    boundary(in: text, from: Int.random(in: 0...text.count, using: &random))
  }

  private func boundary(in text: [UInt8], from place: Int) -> Int {
    var place = place
    while place < text.count, text[place] & 0xC0 == 0x80 { place += 1 }
    return place
  }

  /// Returns the range of a random line with its line feed.
  private func line(in text: [UInt8], _ random: inout SplitMix64) -> Range<Int> {
    let place = Int.random(in: 0...text.count, using: &random)
    let start = text[..<place].lastIndex(of: 0x0A).map { $0 + 1 } ?? 0
    let end = text[place...].firstIndex(of: 0x0A).map { $0 + 1 } ?? text.count
    return start..<end
  }

  /// Returns the range of the first number at or after a random position; at the end if none is.
  private func digits(in text: [UInt8], _ random: inout SplitMix64) -> Range<Int> {
    func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }
    let place = Int.random(in: 0...text.count, using: &random)
    guard var start = text[place...].firstIndex(where: isDigit) else {
      return text.count..<text.count
    }
    while start > 0, isDigit(text[start - 1]) { start -= 1 }
    let end = text[start...].firstIndex { !isDigit($0) } ?? text.count
    return start..<end
  }
}

import TestTools

/// Generates JSON with random shape, random white space and unique keys, and records where each
/// value begins, so that a parser's offsets can be checked.
struct RandomDocument {
  private(set) var text = ""
  /// The offset of the first byte of each value, in document order.
  private(set) var offsets: [Int] = []
  private var generator: SplitMix64

  init(seed: UInt64) {
    generator = SplitMix64(seed: seed)
    space()
    value(depth: 0)
    space()
  }

  private mutating func space() {
    for _ in 0..<Int.random(in: 0...2, using: &generator) {
      text += [" ", "\n", "\t", "\r\n"].randomElement(using: &generator) ?? ""
    }
  }

  private mutating func value(depth: Int) {
    offsets.append(text.utf8.count)
    switch Int.random(in: depth > 5 ? 2...6 : 0...6, using: &generator) {
    case 0: container("{", "}", depth)
    case 1: container("[", "]", depth)
    case 2: text += ["null", "true", "false"].randomElement(using: &generator) ?? ""
    case 3: text += "\(Int64.random(in: .min ... .max, using: &generator))"
    case 4: text += "\(Double.random(in: -1e6...1e6, using: &generator))"
    default: text += "\"" + fragment() + "\""
    }
  }

  private mutating func container(_ opening: String, _ closing: String, _ depth: Int) {
    text += opening
    space()
    for position in 0..<Int.random(in: 0...5, using: &generator) {
      if position > 0 { text += "," }
      space()
      if opening == "{" {
        text += "\"\(fragment())\(position)\""
        space()
        text += ":"
        space()
      }
      value(depth: depth + 1)
      space()
    }
    text += closing
  }

  private mutating func fragment() -> String {
    let fragments = [
      "a", "_x", "a b", "歌", "🎵", #"\n"#, #"\""#, #"\\"#, #"\u0007"#, "'", "[0]", ".", "$",
    ]
    return (0..<Int.random(in: 0...3, using: &generator))
      .map { _ in fragments.randomElement(using: &generator) ?? "" }.joined()
  }
}

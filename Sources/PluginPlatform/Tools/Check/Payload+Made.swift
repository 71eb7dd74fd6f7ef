/// Made-up payloads, which do not come from a feed.
extension Payload {
  private static let block = Payload(json: PackageResources.block_json)

  /// Returns an object with a value of each kind under common names, for a plugin without a feed.
  static func guess(code: String, showType: String) -> Payload {
    block.with("blockCode", .string(code)).with("showType", .string(showType))
  }

  static let oneOfEach: [Payload] = [
    .null, .literal("true"), .number(7), .string("seven"), .array([]), .array([.null]), .object([]),
  ]

  static let scalars: [Payload] =
    ["true", "false", "0", "-1", "1.5"].map { .literal($0) } + [.string("a text"), .string(" ")]

  /// Numbers at and beyond the limits of the types that plugins read.
  static let numbersAtLimits = [
    "0", "-0", "-0.0", "-1", "2147483647", "2147483648", "-2147483649", "4294967296",
    "9007199254740993", "9223372036854775807", "9223372036854775808", "-9223372036854775809",
    "18446744073709551615", "18446744073709551616", "1e308", "-1e308", "1e400", "5e-324", "1e-400",
    "0.1", "1e15", "123456789012345678901234567890",
  ]

  /// Texts that break code that counts, truncates or mirrors text. Some are JSON literals, since a
  /// Swift string cannot hold half of a surrogate pair.
  static let hardTexts: [Payload] = [
    .string(""), .string("中文字符测试，日本語のテキスト、한국어"), .string("👨‍👩‍👧‍👦🏳️‍🌈👍🏽🇨🇳"),
    .string("שלום עולם مرحبا بالعالم"), .string("\u{202E}reversed\u{202C}\u{2066}x\u{2069}"),
    .string("a\u{200B}b\u{200D}c\u{FEFF}d\u{2060}"),
    .string("e\u{301}\u{302}\u{303}\u{304}\u{305}"),
    .string("\u{0}\u{1}\u{7F}\u{85}\u{2028}\t\r\n"), .string("\u{FFFD}\u{FFFF}\u{10FFFF}"),
    .literal(#""half of a pair \ud83d""#), .literal(#""\udc00\ud800 backwards""#),
    .string("%s%n%d {0} ${HOME} ../../etc/passwd <script>&amp;&#0;&#x110000;</b>"),
    .string(String(repeating: "漢", count: 5_000)),
    .string(String(repeating: "\u{301}", count: 2_000)),
    .string(String(repeating: "word ", count: 2_000)),
  ]

  static func nested(_ depth: Int, objects: Bool) -> Payload {
    (0..<depth).reduce(.null) { value, _ in
      objects ? .object([Member(key: "items", value: value)]) : .array([value])
    }
  }
}

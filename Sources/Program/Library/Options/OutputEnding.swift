/// The ending of an output file's name, such as "png", which tells the format that is expected.
enum OutputEnding {
  /// The endings of texts, of logs and of temporary files, which fit every format.
  private static let neutral: Set<String> = [
    "ans", "bak", "log", "new", "old", "out", "part", "text", "tmp", "txt",
  ]

  /// Returns the ending in lowercase; `nil` if a file has none, or one that fits every format.
  static func named(by file: String?) -> String? {
    let name = file?.split(separator: "/").last?.lowercased() ?? ""
    guard let dot = name.lastIndex(of: "."), dot > name.startIndex else { return nil }
    let ending = String(name[name.index(after: dot)...])
    // `mktemp` makes longer ones.
    let isWord = (1...6).contains(ending.utf8.count) && ending.contains(where: \.isLetter)
    return isWord && !neutral.contains(ending) ? ending : nil
  }

  /// Returns whether a file with this ending can have one of the formats.
  static func fits(_ ending: String, _ formats: [String]) -> Bool {
    formats.contains { format in
      switch format {
      case "json", "client", "gitlab": ending == "json"
      case "json-lines": ending == "jsonl"
      case "earl": ["jsonld", "json"].contains(ending)
      case "markdown": ["md", "markdown"].contains(ending)
      case "html": ["html", "htm"].contains(ending)
      case "junit": ending == "xml"
      case "sarif": ["sarif", "json"].contains(ending)
      default: ending == format
      }
    }
  }

  /// Throws if `-o` names a file whose ending belongs to none of a command's formats, although no
  /// format was chosen: a text in `page.png` is not what was meant.
  static func require<Format: RawRepresentable & CaseIterable & Equatable>(
    _ file: String?, fits chosen: Format, unless standard: Format
  ) throws where Format.RawValue == String {
    guard chosen == standard, let ending = named(by: file) else { return }
    let formats = Format.allCases.map(\.rawValue)
    try Program.require(fits(ending, formats), refusal(of: ending, among: formats))
  }

  /// Returns the chosen format; by default that of the ending of the output file.
  static func format<Format: RawRepresentable & CaseIterable>(
    _ chosen: Format?, for file: String?, else standard: Format
  ) -> Format where Format.RawValue == String {
    if let chosen { return chosen }
    guard let ending = named(by: file) else { return standard }
    return Format.allCases.first { fits(ending, [$0.rawValue]) } ?? standard
  }

  static func refusal(of ending: String, among formats: [String]) -> String {
    "-o has the ending .\(escaped(ending)), which belongs to no format of this command. Formats: "
      + "\(formats.joined(separator: ", ")); name the file after one of them"
  }
}

internal import ArgumentParser

/// The value of an option that is one of a few words.
protocol ArgumentWord: ExpressibleByArgument, CaseIterable, RawRepresentable<String> {}

extension ArgumentWord {
  /// The words for help and completions. The parser's own implementation creates a key path for each
  /// type, which costs 80 000 instructions.
  static var allValueStrings: [String] { allCases.map { $0.rawValue } }
}

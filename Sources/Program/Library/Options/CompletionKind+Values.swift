internal import ArgumentParser
internal import Support

/// Completions that depend on the installation. The shell calls the program for them.
extension CompletionKind {
  static var plugin: CompletionKind { .file(extensions: ["so", "json"]) }

  static var layout: CompletionKind { bundledOrFile { $0.names } }
  static var font: CompletionKind { bundledOrFile { $0.fontNames } }
  static var metrics: CompletionKind { bundledOrFile { $0.metricsNames } }

  private static func bundledOrFile(
    _ names: @escaping @Sendable (LayoutLibrary) -> [String]
  ) -> CompletionKind {
    .custom { _, _, word in (library.map(names) ?? []) + files(continuing: word) }
  }

  static var device: CompletionKind {
    .custom { _, _, _ in (try? library?.devices().map(\.name)) ?? [] }
  }

  /// The block codes of the layout on the command line or, without one, of all bundled layouts.
  static var blockCode: CompletionKind {
    .custom { words, _, _ in
      guard let library else { return [] }
      let named = words.firstIndex(of: "--layout").flatMap { option in
        words.indices.contains(option + 1) ? try? library.layout(words[option + 1]) : nil
      }
      let codes = Set((named.map { [$0] } ?? library.layouts).flatMap(\.knownCodes))
      return codes.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    }
  }

  private static var library: LayoutLibrary? {
    try? Installation.required().library
  }

  /// Returns the JSON files and subfolders in the folder of a partly typed path.
  private static func files(continuing word: String) -> [String] {
    let folder = word.lastIndex(of: "/").map { String(word[...$0]) } ?? ""
    return (entries(of: folder.isEmpty ? "." : folder) ?? []).filter { !$0.hasPrefix(".") }
      .compactMap { name in
        let path = folder + name
        return isFolder(path) ? path + "/" : name.hasSuffix(".json") ? path : nil
      }
      .sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
  }
}

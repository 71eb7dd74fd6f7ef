import Foundation
import Testing

/// Keeps comments and catalogue pages in plain English.
@Suite struct EnglishTests {
  /// The header of the contract is frozen.
  private static let frozen = "section_plugin.h"

  /// Returns the files below a folder of the repository that have one of the extensions.
  private static func files(below folder: String, _ extensions: Set<String>) throws -> [URL] {
    let root = Program.repository.appendingPathComponent(folder)
    let all = try #require(
      FileManager.default.enumerator(at: root, includingPropertiesForKeys: nil))
    return all.compactMap { $0 as? URL }.filter {
      extensions.contains($0.pathExtension) && $0.lastPathComponent != frozen
    }
  }

  /// Whether a line uses none of the words that a stranger has to decode.
  private static func isPlain(_ line: Substring) -> Bool {
    let words = #/(?i)\b(somebody|whoever|nobody)\b|what is another/#
    let places = #/(?i)\bstands? (for|in|at|there|on|here|behind|beside)\b/#
    return line.firstMatch(of: words) == nil && line.firstMatch(of: places) == nil
  }

  @Test(
    "comments use no words that a stranger has to decode, and no fragments",
    arguments: ["Sources", "Plugins", "Tests"])
  func comments(_ folder: String) throws {
    let opening = #/^ *\/\/\/? (Of|By|What) /#
    let files = try Self.files(below: folder, ["swift", "c", "h", "cpp", "rs"])
    #expect(files.count >= 10)
    for file in files {
      let text = try String(contentsOf: file, encoding: .utf8)
      for (number, line) in text.split(separator: "\n", omittingEmptySubsequences: false)
        .enumerated()
      {
        let start = line.drop { $0 == " " }
        guard start.hasPrefix("//") || start.hasPrefix("/*") || start.hasPrefix("* ") else {
          continue
        }
        let isPlain = Self.isPlain(line) && line.firstMatch(of: opening) == nil
        #expect(isPlain, "\(file.lastPathComponent):\(number + 1): \(start)")
      }
    }
  }

  @Test("catalogue pages use no words that a stranger has to decode")
  func catalogue() throws {
    let pages = try Self.files(below: "Sources/Diagnostics/Catalog", ["md"])
    #expect(pages.count > 50)
    for page in pages {
      for line in try String(contentsOf: page, encoding: .utf8).split(separator: "\n") {
        #expect(Self.isPlain(line), "\(page.lastPathComponent): \(line)")
      }
    }
  }
}

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

  /// Whether a line contains none of the words and phrases that confuse readers.
  static func isPlain(_ line: some StringProtocol) -> Bool {
    let line = Substring(line)
    let pronouns = #/(?i)\b(some|no)body\b|\bwhoever\b/#
    let phrases = #/(?i)what is another|\bstands? (for|in|at|there|on|here|behind|beside)\b/#
    return line.firstMatch(of: pronouns) == nil && line.firstMatch(of: phrases) == nil
  }

  @Test(
    "comments are in plain English, and begin no sentence with Of, By or What",
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

  @Test("catalogue pages are in plain English")
  func catalogue() throws {
    let pages = try Self.files(below: "Sources/Support/Diagnostics", ["md"])
    #expect(pages.count == 1)
    for page in pages {
      for line in try String(contentsOf: page, encoding: .utf8).split(separator: "\n") {
        #expect(Self.isPlain(line), "\(page.lastPathComponent): \(line)")
      }
    }
  }
}

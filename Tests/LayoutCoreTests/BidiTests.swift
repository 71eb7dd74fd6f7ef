import Foundation
import Testing

@testable import LayoutCore

/// Bidi levels of the test cases in the Unicode data, and of texts of this project.
@Suite struct BidiTests {
  private static let classNames = [
    "L", "R", "AL", "EN", "ES", "ET", "AN", "CS", "NSM", "BN", "B", "S", "WS", "ON", "LRE", "LRO",
    "RLE", "RLO", "PDF", "LRI", "RLI", "FSI", "PDI",
  ]
  private static let hasData = FileManager.default.fileExists(
    atPath: "/usr/share/unicode/BidiTest.txt")

  private func levels(_ text: String, _ base: BaseDirection = .leftToRight) -> [UInt8]? {
    Array(text.utf8).withUnsafeBufferPointer { Bidi.levels($0, base: base) }
  }

  /// Returns the level of each character.
  private func perCharacter(_ text: String, _ base: BaseDirection = .leftToRight) -> [UInt8] {
    guard let levels = levels(text, base) else { return [] }
    var offset = 0
    return text.unicodeScalars.map { scalar in
      defer { offset += String(scalar).utf8.count }
      return levels[offset]
    }
  }

  @Test(
    "all samples of BidiTest.txt have its levels",
    .enabled(if: hasData, "needs the package unicode-data"))
  func classSamples() throws {
    let text = try String(contentsOfFile: "/usr/share/unicode/BidiTest.txt", encoding: .utf8)
    var expected: [Substring] = []
    var failures: [String] = []
    var count = 0
    for line in text.split(separator: "\n") where !line.hasPrefix("#") {
      if line.hasPrefix("@Levels:") {
        expected = line.dropFirst(8).split(whereSeparator: \.isWhitespace)
      }
      let fields = line.split(separator: ";")
      guard !line.hasPrefix("@"), fields.count == 2,
        let bits = Int(fields[1].trimmingCharacters(in: .whitespaces), radix: 16)
      else { continue }
      let classes = try fields[0].split(separator: " ").map { name in
        let index = try #require(Self.classNames.firstIndex(of: String(name)))
        return try #require(BidiClass(rawValue: UInt8(index)))
      }
      let bases: [(Int, BaseDirection)] = [(1, .automatic), (2, .leftToRight), (4, .rightToLeft)]
      for (bit, base) in bases where bits & bit != 0 {
        count += 1
        let levels = Bidi.levels(classes, base: base) { _ in nil }
        let isRight = zip(levels, expected).allSatisfy { $1 == "x" || $1 == "\($0)" }
        if !isRight { failures.append("\(line) \(base): \(levels), expected \(expected)") }
      }
    }
    #expect(count > 700_000)
    #expect(failures.isEmpty, "\(failures.prefix(5))")
  }

  @Test(
    "all samples of BidiCharacterTest.txt have its levels and its order",
    .enabled(if: hasData, "needs the package unicode-data"))
  func characterSamples() throws {
    let file = try String(
      contentsOfFile: "/usr/share/unicode/BidiCharacterTest.txt", encoding: .utf8)
    var failures: [Substring] = []
    var count = 0
    for line in file.split(separator: "\n") where !line.hasPrefix("#") {
      let fields = line.split(separator: ";", omittingEmptySubsequences: false)
      guard fields.count == 5 else { continue }
      var text = String.UnicodeScalarView()
      for word in fields[0].split(separator: " ") {
        text.append(try #require(UInt32(word, radix: 16).flatMap(Unicode.Scalar.init)))
      }
      let bases: [Substring: BaseDirection] = ["0": .leftToRight, "1": .rightToLeft]
      let base = bases[fields[1]] ?? .automatic
      count += 1
      let levels = perCharacter(String(text), base)
      let expected = fields[3].split(separator: " ")
      let isRight =
        levels.isEmpty
        ? expected.allSatisfy { $0 == "0" || $0 == "x" }
        : zip(levels, expected).allSatisfy { $1 == "x" || $1 == "\($0)" }
      // Characters that the algorithm removes are not part of the visual order.
      let kept = expected.indices.filter { expected[$0] != "x" }
      let order = Bidi.visualOrder(kept.map { levels.isEmpty ? 0 : levels[$0] }).map { kept[$0] }
      if !isRight || order.map(String.init) != fields[4].split(separator: " ").map(String.init) {
        failures.append(line)
      }
    }
    #expect(count > 90_000)
    #expect(failures.isEmpty, "\(failures.prefix(5))")
  }

  @Test("a text without characters from right to left has no levels")
  func leftToRight() {
    for text in ["", "Hello (world) 1.5", "中文，日本語", "नमस्ते", "😀👍🏽", "\u{200B}"] {
      #expect(levels(text) == nil, "\(text)")
      #expect(levels(text, .automatic) == nil, "\(text)")
    }
  }

  @Test("numbers in Arabic text, and Latin words in Hebrew text, have a level above it")
  func mixed() {
    #expect(perCharacter("אב 12") == [1, 1, 1, 2, 2])
    #expect(perCharacter("אב ab", .rightToLeft) == [1, 1, 1, 2, 2])
    #expect(perCharacter("ab אב (ג)!") == [0, 0, 0, 1, 1, 1, 1, 1, 1, 0])
    #expect(perCharacter("٣ב", .automatic) == [2, 1])
  }

  @Test("an isolate does not change what is around it")
  func isolates() {
    #expect(perCharacter("a \u{2067}ב\u{2069} c") == [0, 0, 0, 1, 0, 0, 0])
    #expect(perCharacter("a \u{2068}ב c\u{2069} d") == [0, 0, 0, 1, 1, 2, 0, 0, 0])
  }

  @Test("every paragraph has its own direction if that is automatic")
  func paragraphs() {
    #expect(perCharacter("אב!\nab!", .automatic) == [1, 1, 1, 1, 0, 0, 0])
  }

  @Test("invalid UTF-8 is read as replacement characters")
  func invalid() throws {
    let bytes: [UInt8] = [0xD7, 0x90, 0xFF, 0xD7]
    let levels = try #require(
      bytes.withUnsafeBufferPointer { Bidi.levels($0, base: .rightToLeft) })
    #expect(levels == [1, 1, 1, 1])
  }

  @Test(
    "deep and endless brackets, isolates and embeddings cost linear time", .timeLimit(.minutes(1)))
  func hostile() {
    let count = 300_000
    for part in ["(", "\u{2067}a", "\u{202B}א", "\u{2068}", "(א)", "([{א"] {
      let text = String(repeating: part, count: count) + "א"
      #expect(levels(text, .automatic)?.count == text.utf8.count)
    }
  }
}

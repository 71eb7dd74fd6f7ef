import Foundation
import Testing

@testable import LayoutCore

/// A line of a break test of the Unicode data: its scalars, and whether a break is allowed before
/// each scalar except the first.
private struct BreakSample: CustomStringConvertible {
  var description: String
  var text: String
  var breaks: [Bool]

  init?(_ line: Substring) {
    let sample = line.prefix { $0 != "#" }
    guard !sample.allSatisfy(\.isWhitespace) else { return nil }
    var text = String.UnicodeScalarView()
    var breaks: [Bool] = []
    for word in sample.split(whereSeparator: \.isWhitespace) {
      switch word {
      case "×": breaks.append(false)
      case "÷": breaks.append(true)
      default:
        guard let value = UInt32(word, radix: 16), let scalar = Unicode.Scalar(value) else {
          return nil
        }
        text.append(scalar)
      }
    }
    description = String(line)
    self.text = String(text)
    self.breaks = Array(breaks.dropFirst().dropLast())
  }

  /// Returns all samples of a file, or none if the machine has no Unicode data of this version.
  static func all(_ name: String) -> [BreakSample] {
    guard
      let text = try? String(
        contentsOfFile: "/usr/share/unicode/auxiliary/\(name)", encoding: .utf8),
      // Both files name their version in the first line. The rules of other versions differ.
      text.prefix(80).contains("-\(CharacterProperties.unicodeVersion).txt")
    else { return [] }
    return text.split(separator: "\n").compactMap(BreakSample.init)
  }
}

private let lineBreakSamples = BreakSample.all("LineBreakTest.txt")
private let graphemeSamples = BreakSample.all("GraphemeBreakTest.txt")

@Suite struct LineBreakConformanceTests {
  @Test(
    "every line of LineBreakTest.txt breaks as in UAX #14",
    .enabled(if: !lineBreakSamples.isEmpty, "needs the unicode-data package, version 15.0.0"))
  func lineBreaks() {
    #expect(lineBreakSamples.count > 7000)
    for sample in lineBreakSamples {
      #expect(Self.breaks(sample.text) == sample.breaks, "\(sample)")
    }
  }

  @Test(
    "every line of GraphemeBreakTest.txt has the clusters of UAX #29",
    .enabled(if: !graphemeSamples.isEmpty, "needs the unicode-data package, version 15.0.0"))
  func graphemes() {
    #expect(graphemeSamples.count > 500)
    for sample in graphemeSamples {
      #expect(Self.boundaries(sample.text) == sample.breaks, "\(sample)")
    }
  }

  private static func breaks(_ text: String) -> [Bool] {
    let classes = text.unicodeScalars.map { CharacterProperties($0.value).lineBreak }
    var breaker = LineBreaker()
    return classes.indices.map { index in
      let ahead = classes[(index + 1)...].first { $0 != .cm && $0 != .zwj }
      return breaker.opportunity(
        before: classes[index], isNumberAhead: ahead == .nu, rules: .unicode) != .prohibited
    }.dropFirst().map { $0 }
  }

  private static func boundaries(_ text: String) -> [Bool] {
    let classes = text.unicodeScalars.map { CharacterProperties($0.value).grapheme }
    var breaker = GraphemeBreaker(classes[0])
    return classes.dropFirst().map { next in
      if breaker.takes(next) { return false }
      breaker = GraphemeBreaker(next)
      return true
    }
  }
}

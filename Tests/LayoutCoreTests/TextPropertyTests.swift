import TestTools
import Testing

@testable import LayoutCore

/// A font whose em is not a round number, and whose letters are missing or have extreme widths.
private let oddFont: FontMetrics = {
  var table = AdvanceTable()
  for (index, scalar) in "abc 0123.,每日。…\u{301}👍1".unicodeScalars.enumerated() {
    _ = table.record(UInt16((index + 1) * 331 % 2000), of: scalar)
  }
  _ = table.record(AdvanceTable.widest, of: "z")
  return FontMetrics(
    name: "odd", unitsPerEm: 1237, ascent: 1100, descent: 300, lineHeight: 1499,
    weights: [.init(from: 400, advances: table, wide: 1237, narrow: 701)])
}()

/// A random text with its font, width and maximum number of lines.
private struct Sample {
  var bytes: [UInt8]
  let metrics: FontMetrics
  let measurer: RecordedTextMeasurer
  var width: Double
  var maxLines: Int

  private static let alphabets: [[String]] = [
    "abcdefghijklmnopqrstuvwxyz     ,.-/()$%0123456789".map(String.init),
    "每日推荐歌单，。、「」（）《》！？ー々ぁっん한국 ".map(String.init),
    ["\n", "\r\n", "\r", "\u{2028}", "\u{85}", "\t", " ", "  ", "\u{3000}", "\u{A0}"],
    ["\u{301}", "\u{200B}", "\u{200D}", "\u{2060}", "\u{AD}", "\u{FE0F}", "\u{20E3}", "\u{FEFF}"],
    ["👨‍👩‍👧‍👦", "👍🏽", "🇨", "🇳", "1️⃣", "❤", "🏽", "שלום", "مرحبا", "ไทย", "नि", "\u{600}"],
  ]

  init(seed: UInt64) {
    metrics = seed % 2 == 0 ? .bundled : oddFont
    measurer = RecordedTextMeasurer(metrics)
    var generator = SplitMix64(seed: seed)
    // Half of the samples use one alphabet, as real texts do; the others mix all alphabets.
    let kind = Int.random(in: 0..<Self.alphabets.count * 2, using: &generator)
    bytes = []
    for _ in 0..<Int.random(in: 0..<60, using: &generator) {
      let index =
        kind < Self.alphabets.count
        ? kind : Int.random(in: 0..<Self.alphabets.count, using: &generator)
      let alphabet = Self.alphabets[index]
      bytes += Array(alphabet[Int.random(in: 0..<alphabet.count, using: &generator)].utf8)
      // A sample is sometimes not valid UTF-8.
      if Int.random(in: 0..<200, using: &generator) == 0 {
        bytes.append(UInt8.random(in: 0...255, using: &generator))
      }
    }
    width = Double.random(in: -10..<200, using: &generator)
    maxLines = Int.random(in: 0..<4, using: &generator)
  }

  /// The points per font unit at a size of 10 points.
  var unit: Double { 10 / Double(metrics.unitsPerEm) }

  func withAdvances<Result>(_ body: (RecordedAdvances) -> Result) -> Result {
    RecordedAdvances.of(metrics.weights[0], body)
  }
}

/// A reference implementation of the documented rules, which tries every boundary for every line.
private struct BruteForce {
  struct Cluster {
    var range: Range<Int>
    var advance: Int
    var isSpace: Bool
    var opportunity: LineBreakOpportunity
  }

  var clusters: [Cluster] = []
  var limit: Int
  var ellipsis: Int

  init(_ text: UnsafeBufferPointer<UInt8>, advances: some ClusterAdvances, limit: Int) {
    var cursor = ClusterCursor(text, advances: advances, rules: .unicode)
    while !cursor.isAtEnd {
      clusters.append(
        Cluster(
          range: cursor.start..<cursor.end, advance: cursor.advance, isSpace: cursor.isSpace,
          opportunity: cursor.opportunity))
      cursor.moveToNext(advances, .unicode)
    }
    self.limit = limit
    ellipsis = advances.ellipsis
  }

  /// Returns the visible bytes and width of a line of these clusters.
  func ink(_ range: Range<Int>) -> (bytes: Range<Int>, width: Int) {
    let start = clusters[range.lowerBound].range.lowerBound
    var ink = (bytes: start..<start, width: 0)
    var total = 0
    for cluster in clusters[range] {
      if !cluster.isSpace, cluster.advance > 0 || total == ink.width {
        ink = (start..<cluster.range.upperBound, total + cluster.advance)
      }
      total += cluster.advance
    }
    return ink
  }

  func lines(maxLines: Int) -> [LineFiller<RecordedAdvances>.Line] {
    var lines: [LineFiller<RecordedAdvances>.Line] = []
    var start = 0
    while start < clusters.count {
      let mandatory = clusters.indices.first {
        $0 > start && clusters[$0].opportunity == .mandatory
      }
      let last = mandatory ?? clusters.count
      let room = max(limit, clusters[start].isSpace ? 0 : clusters[start].advance)
      let fitting = (start + 1...last).filter { ink(start..<$0).width <= room }
      let allowed = fitting.last { $0 == last || clusters[$0].opportunity == .allowed }
      let end = allowed ?? fitting.last ?? start + 1
      if lines.count + 1 == maxLines, end < clusters.count {
        let cut = (start...last).last { $0 == start || ink(start..<$0).width + ellipsis <= limit }
        let kept = ink(start..<(cut ?? start))
        lines.append(.init(range: kept.bytes, width: kept.width + ellipsis, isTruncated: true))
        return lines
      }
      let shown = ink(start..<end)
      lines.append(.init(range: shown.bytes, width: shown.width, isTruncated: false))
      start = end
    }
    return lines
  }
}

@Suite struct TextPropertyTests {
  static let seeds: Range<UInt64> = 0..<20_000
  let font = Font(size: 10)

  /// Runs a check for every seed; an issue reports the seed.
  private func forEverySample(
    _ check: (Sample, UnsafeBufferPointer<UInt8>) -> String?
  ) {
    for seed in Self.seeds {
      let sample = Sample(seed: seed)
      let failure = sample.bytes.withUnsafeBufferPointer { check(sample, $0) }
      if let failure {
        Issue.record(
          "seed \(seed), \(String(decoding: sample.bytes, as: UTF8.self).debugDescription): \(failure)"
        )
      }
    }
  }

  @Test("lines equal those of a search over all boundaries")
  func reference() {
    forEverySample { sample, text in
      let limit = LineWidth(sample.width, unit: sample.unit).limit
      let expected = sample.withAdvances { BruteForce(text, advances: $0, limit: limit) }
        .lines(maxLines: sample.maxLines)
        .map {
          TextLine(
            range: $0.range, width: Double($0.width) * sample.unit, isTruncated: $0.isTruncated)
        }
      let lines = sample.measurer.lines(
        text, font: font, maxWidth: sample.width, maxLines: sample.maxLines)
      return lines == expected ? nil : "\(lines) instead of \(expected)"
    }
  }

  @Test("measuring and breaking count the same lines")
  func agreement() {
    forEverySample { sample, text in
      for maxWidth in [sample.width, .infinity] {
        let metrics = sample.measurer.measure(
          text, font: font, maxWidth: maxWidth, maxLines: sample.maxLines)
        let lines = sample.measurer.lines(
          text, font: font, maxWidth: maxWidth, maxLines: sample.maxLines)
        let expected = TextMetrics(
          width: lines.map(\.width).max() ?? 0,
          height: Double(lines.count) * sample.measurer.lineHeight(font), lineCount: lines.count,
          isTruncated: lines.last?.isTruncated ?? false)
        if metrics != expected { return "\(metrics) instead of \(expected)" }
      }
      return nil
    }
  }

  @Test("the measure of a text does not depend on the bytes around it")
  func position() {
    forEverySample { sample, text in
      let surrounded = [0xE4, 0xB8] + Array(text) + [0xAD, 0x0A]
      let lines = surrounded.withUnsafeBufferPointer { buffer in
        sample.measurer.lines(
          UnsafeBufferPointer(rebasing: buffer[2..<2 + text.count]), font: font,
          maxWidth: sample.width, maxLines: sample.maxLines)
      }
      let expected = sample.measurer.lines(
        text, font: font, maxWidth: sample.width, maxLines: sample.maxLines)
      return lines == expected ? nil : "\(lines) instead of \(expected)"
    }
  }

  @Test(
    "long runs of any pattern are measured line by line",
    arguments: [
      "word ", "每日，", "a", " ", "\n", "\u{301}", "e\u{301}", "$(\u{301}", "👨‍👩‍👧‍👦", "🇨", "1,",
      "\u{200D}",
    ])
  func longRuns(pattern: String) {
    let measurer = RecordedTextMeasurer()
    let bytes = Array(String(repeating: pattern, count: 200_000 / pattern.utf8.count).utf8)
    bytes.withUnsafeBufferPointer { text in
      for maxWidth in [0, 100, .infinity] {
        let metrics = measurer.measure(text, font: font, maxWidth: maxWidth, maxLines: 0)
        let lines = measurer.lines(text, font: font, maxWidth: maxWidth, maxLines: 0)
        #expect(metrics.lineCount == lines.count)
        #expect(metrics.height == Double(lines.count) * measurer.lineHeight(font))
      }
    }
  }

  @Test("lines cover the text except spaces, line breaks and characters without width")
  func coverage() {
    forEverySample { sample, text in
      let lines = sample.measurer.lines(text, font: font, maxWidth: sample.width, maxLines: 0)
      var gaps: [UInt8] = []
      var end = 0
      for line in lines {
        guard line.range.lowerBound >= end, line.range.upperBound <= text.count else {
          return "\(line.range) after \(end)"
        }
        gaps += text[end..<line.range.lowerBound]
        end = line.range.upperBound
      }
      gaps += text[end...]
      for scalar in String(decoding: gaps, as: UTF8.self).unicodeScalars {
        let properties = CharacterProperties(scalar.value)
        if !properties.isSpace, properties.advance != .zero {
          return "drops \(scalar.debugDescription)"
        }
      }
      return nil
    }
  }

  @Test("every line fits, unless it is a single cluster that is wider")
  func fit() {
    forEverySample { sample, text in
      let room = max(sample.width, 0) + 0.01
      for line in sample.measurer.lines(
        text, font: font, maxWidth: sample.width, maxLines: sample.maxLines)
      where line.width > room + 1e-9 {
        if line.isTruncated, line.range.isEmpty { continue }
        let characters = UnsafeBufferPointer(rebasing: text[line.range])
        let visible = sample.withAdvances { advances in
          BruteForce(characters, advances: advances, limit: 0).clusters.count { $0.advance > 0 }
        }
        if visible != 1 { return "\(line) is wider than \(sample.width)" }
      }
      return nil
    }
  }

  @Test("a wider line never needs more lines")
  func monotone() {
    forEverySample { sample, text in
      var previous = Int.max
      for width in [sample.width, sample.width + 0.7, sample.width * 1.3 + 15] {
        let count = sample.measurer.measure(text, font: font, maxWidth: width, maxLines: 0)
          .lineCount
        if count > previous { return "\(count) lines at \(width), \(previous) before" }
        previous = count
      }
      return nil
    }
  }

  @Test("doubling the font size doubles the width of lines")
  func doubled() {
    forEverySample { sample, text in
      func widths(_ size: Float) -> [Double] {
        sample.measurer.lines(
          text, font: Font(size: size), maxWidth: .infinity, maxLines: sample.maxLines
        ).map(\.width)
      }
      return widths(20) == widths(10).map { $0 * 2 } ? nil : "\(widths(20)) of \(widths(10))"
    }
  }

  @Test("clusters equal the standard library's characters if both know the text")
  func characters() {
    // The standard library follows a later Unicode version, which joins more Devanagari characters.
    forEverySample { sample, text in
      let string = String(decoding: sample.bytes, as: UTF8.self)
      guard Array(string.utf8) == sample.bytes else { return nil }
      var cursor = ClusterCursor(text, advances: FixedAdvances(), rules: .unicode)
      var boundaries: [Int] = []
      while !cursor.isAtEnd {
        boundaries.append(cursor.end)
        cursor.moveToNext(FixedAdvances(), .unicode)
      }
      let expected = string.map(\.utf8.count).reduce(into: []) { ends, count in
        ends.append((ends.last ?? 0) + count)
      }
      return boundaries == expected ? nil : "\(boundaries) instead of \(expected)"
    }
  }
}

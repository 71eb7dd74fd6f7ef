import Foundation
import TestConditions
import TestTools
import Testing

/// A feed of six days: texts, order and items change daily, and some days have a fault.
struct DailyFeed: Sendable, CustomTestStringConvertible {
  var name: String
  var words: [String]
  /// The rule of the fault that a day's feed has and no earlier day's feed had, by day.
  var faults: [Int: String]

  var testDescription: String { name }

  static let all = [
    DailyFeed(
      name: "shop", words: ["Kettle", "Teapot", "Lamp", "Wool rug", "Oak desk", "Mirror", "Clock"],
      faults: [3: "duplicate-id", 5: "malformed-action"]),
    DailyFeed(
      name: "news", words: ["山海回声", "清晨的茶", "城市夜行", "شاي الصباح", "🌧️ 雨后", "老街"],
      faults: [4: "missing-action"]),
    DailyFeed(
      name: "radio", words: ["Morning", "At sea", "Quiet hours", "Slow jazz", "On air", "Late"],
      faults: [:]),
  ]

  /// Returns the feed of a day as JSON. Blocks of one code repeat, in another order and number each
  /// day. Each item has another identity and title than on the day before.
  func day(_ day: Int) -> String {
    var random = SplitMix64(seed: UInt64(day + 1) &* 977)
    var number = day * 1000
    func items(_ count: Int) -> [String] {
      (0..<count).map { _ in
        number += 1
        let word = words[number % words.count]
        return
          #"{"id": "\#(name)-\#(number)", "title": "\#(word) \#(number % 90)", "url": "https://example.com/\#(number)"}"#
      }
    }
    var shelves = (0..<Int.random(in: 3...6, using: &random)).map { index in
      var list = items(Int.random(in: 3...6, using: &random))
      if index == 0, let fault = faults[day] {
        switch fault {
        case "duplicate-id": list.append(list[0])
        case "malformed-action":
          list[0] = list[0].replacingOccurrences(of: "https://example.com/", with: "https:// x/")
        default: list[0] = list[0].replacingOccurrences(of: #""url""#, with: #""note""#)
        }
      }
      let title = words[(day + index) % words.count]
      return
        #"{"type": "shelf", "title": "\#(title)", "items": [\#(list.joined(separator: ", "))]}"#
    }
    shelves.shuffle(using: &random)
    let first =
      #"{"type": "lead", "title": "\#(words[day % words.count])", "items": [\#(items(2).joined(separator: ", "))]}"#
    let last =
      #"{"type": "list", "title": "\#(words[(day + 2) % words.count])", "items": [\#(items(4 + day % 3).joined(separator: ", "))]}"#
    return
      #"{"code": 200, "data": {"blocks": [\#(([first] + shelves + [last]).joined(separator: ",\n"))]}}"#
  }
}

/// Days of a feed, checked with a layout that the first day drafted and the first day's baseline.
@Suite struct DailyFeedTests {
  /// Writes the project of the first day.
  private static func project(_ first: String) throws -> Scratch {
    let scratch = try Scratch()
    try scratch.write(first, to: "feed.json")
    let draft = try Program.run(
      ["layouts", "new", "--from", "feed.json", "-o", "draft.json"], folder: scratch.url)
    try #require(draft.status == 0, "\(draft.errors)")
    try scratch.write(
      #"{"feeds": {"home": {"feed": "feed.json", "layout": "draft.json", "check": {"baseline": "known.json"}}}}"#,
      to: "sectionengine.json")
    let written = try Program.run(
      ["check", "--write-baseline", "known.json"], folder: scratch.url)
    try #require(written.status == 0, "\(written.errors)")
    return scratch
  }

  /// Returns the findings of a day that the baseline does not have and that the project owns.
  private static func new(_ feed: String, in scratch: Scratch) throws -> [[String: Any]] {
    try scratch.write(feed, to: "feed.json")
    let result = try Program.run(["check", "--format", "json"], folder: scratch.url)
    #expect(result.status < 2, "\(result.errors)")
    let findings = try CheckCommandTests.findings(result).filter { $0["isForeign"] == nil }
    #expect((result.status == 1) == findings.contains { $0["severity"] as? String != "note" })
    return findings
  }

  @Test("no day has a new finding that is not in its feed", arguments: DailyFeed.all)
  func series(_ series: DailyFeed) throws {
    let scratch = try Self.project(series.day(0))
    #expect(try Self.new(series.day(0), in: scratch).isEmpty)
    for day in 1..<6 {
      let found = try Self.new(series.day(day), in: scratch)
      // A member that one item lacks is a note, beside the finding about its consequence.
      let rules = found.compactMap { $0["rule"] as? String }.filter { $0 != "SE1029" }
      #expect(Set(rules) == Set([series.faults[day]].compactMap(\.self)), "day \(day): \(found)")
      #expect(found.allSatisfy { $0["owner"] as? String == "feed" }, "day \(day): \(found)")
    }
  }

  @Test(
    "no day has a warning that is not in its feed, in a project of its first day",
    arguments: DailySeries.all)
  func project(_ series: DailySeries) throws {
    let scratch = try Scratch()
    try scratch.write(series.days[0], to: "feed.json")
    let made = try Program.run(["init"], folder: scratch.url)
    try #require(made.status == 0, "\(made.errors)")
    for (day, feed) in series.days.enumerated() {
      let found = try Self.new(feed, in: scratch)
      let warnings = found.filter { $0["severity"] as? String != "note" }
      #expect(
        warnings.compactMap { $0["rule"] as? String } == series.warnings[day, default: []],
        "day \(day): \(warnings)")
      #expect(found.allSatisfy { $0["owner"] as? String == "feed" }, "day \(day): \(found)")
    }
  }

  @Test("new findings of real days are values of their feeds", .needs(captures: "netease"))
  func real() throws {
    func capture(_ name: String) throws -> String {
      try String(
        contentsOf: sharedData("feeds/netease").appendingPathComponent("\(name).json"),
        encoding: .utf8)
    }
    let scratch = try Self.project(try capture("2020-09-21-home-8-blocks"))
    for day in ["2021-05-18-home-11-blocks", "2024-09-banner-only"] {
      let found = try Self.new(try capture(day), in: scratch)
      // If no item has the member that the draft names, such as a title, the finding is the layout's.
      let others = found.filter { $0["owner"] as? String != "feed" }
      #expect(others.allSatisfy { $0["code"] as? String == "SE4010" }, "\(day): \(others)")
    }
  }
}

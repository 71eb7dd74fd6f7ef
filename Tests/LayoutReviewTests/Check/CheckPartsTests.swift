import Support
import FeedDocument
import LayoutCore
import Renderers
import TestTools
import Testing

@testable import LayoutReview

@Suite("Parts of check")
struct CheckPartsTests {
  @Test("a text that a floating section covers where the page does not scroll further is found")
  func coveredByFloating() {
    func section(
      _ code: String, _ nodes: TestNode..., at placement: Section.Placement = .flow,
      gap: Double = 0
    ) -> Section {
      var section = Section(blockCode: code, provider: .init(id: "test", version: "1.0.0"))
      section.placement = placement
      section.gapAbove = gap
      section.arena.begin(.box)
      for node in nodes { node.add(to: &section.arena) }
      section.arena.end()
      section.rows = [Section.Row(node: 0, height: 100)]
      return section
    }
    func found(_ sections: [Section], gapBelow: Double = 0) -> [String] {
      var environment = LayoutEnvironment()
      environment.height = 300
      var page = LaidOut.page(sections, in: environment)
      page.gapBelow = gapBelow
      return TestPages.findings("pinned-header", CheckPages(page)).map {
        "\($0.diagnostic.node ?? "") \($0.diagnostic.message)"
      }
    }
    let top = section("TOP", at: .floatTop)
    let bottom = section("BOTTOM", at: .floatBottom)
    let text = section("TEXT", .text("words", 80, 20))
    let low = section("LOW", .box("", 10, 80), .text("words", 80, 20))
    let picture = section("PICTURE", .image(100, 90))
    #expect(
      found([top, text, picture, low]) == ["TEXT/text text is covered at the start of the page"])
    #expect(found([top, section("TEXT", .text("words", 80, 20), gap: 100)]) == [])
    #expect(found([top, picture, text]) == [])
    // The page has 400 points, of which the last 100 are below the floating section.
    #expect(
      found([text, picture, picture, low, bottom])
        == ["LOW/text text is covered at the end of the page"])
    #expect(found([text, picture, picture, low, bottom], gapBelow: 100) == [])
    // A page that ends above the floating section has nothing below it.
    #expect(found([text, low, bottom]) == [])
    #expect(found([top, bottom]) == [])
  }

  @Test(
    "contrast ratios equal those of WCAG 2.2",
    arguments: [
      ("#000000", "#ffffff", 21.0), ("#ffffff", "#ffffff", 1), ("#777777", "#ffffff", 4.478),
      ("#767676", "#ffffff", 4.542), ("#ff0000", "#ffffff", 3.998), ("#0000ff", "#fff", 8.592),
      ("#008000", "#ffffff", 5.138), ("#949494", "#ffffff", 3.034), ("#959595", "#ffffff", 2.996),
      ("#0a0a0a", "#000000", 1.0607),
    ])
  func ratios(_ first: String, _ second: String, _ expected: Double) throws {
    let a = try #require(SRGBColor(hex: first))
    let b = try #require(SRGBColor(hex: second))
    #expect(abs(a.contrast(with: b) - expected) < 0.001)
    #expect(a.contrast(with: b) == b.contrast(with: a))
  }

  @Test("colours have 3, 4, 6 or 8 hexadecimal digits, and are blended by their alpha")
  func colors() throws {
    #expect(SRGBColor(hex: "#abc") == SRGBColor(hex: "#aabbcc"))
    #expect(SRGBColor(hex: "#ABCD") == SRGBColor(hex: "#aabbccdd"))
    #expect(SRGBColor(hex: "#aabbcc")?.hex == "#aabbcc")
    for wrong in ["", "#", "abc", "#ab", "#abcde", "#abcdeg", "#aabbccdde", "white", "#äää"] {
      #expect(SRGBColor(hex: wrong) == nil, "\(wrong)")
    }
    let veil = try #require(SRGBColor(hex: "#ff000033"))
    #expect(veil.over(.white).hex == "#ffcccc" && veil.over(.black).hex == "#330000")
  }

  @Test(
    "valid action targets have no fault, and the faults of others are named",
    arguments: [
      ("orpheus://song/1", nil), ("/path/to?x=1", nil), ("play_all_song", nil),
      ("https://example.com", nil), ("HTTP://example.com:80/a%20b#c", nil), ("mailto:a@b", nil),
      ("tel:+49", nil), ("?page=2", nil), ("#part", nil), ("a/b:c", nil), ("搜索", nil),
      ("orpheus://搜索", nil), ("my_app://x", nil), ("", "no target"), (" ", "white space"),
      ("https://a b", "white space"), ("a://b\n", "white space"), ("a\u{1}b", "control"),
      ("null", "no value"), ("(null)", "no value"), ("undefined", "no value"),
      ("https://", "without an address"), ("orpheus:", "without an address"),
      ("https:example.com", "missing"), ("https:///path", "host"), ("https://:80", "host"),
      ("http://?q=1", "host"), ("://x", "not a scheme"), ("1a://x", "not a scheme"),
      ("ä://x", "not a scheme"), ("a%zz", "hexadecimal"), ("a%4", "hexadecimal"),
      ("100%", "hexadecimal"),
    ])
  func actions(_ target: String, _ says: String?) {
    let fault = ActionTarget.fault(of: target)
    if let says {
      #expect(fault?.contains(says) == true, "\(fault ?? "nothing")")
    } else {
      #expect(fault == nil, "\(fault ?? "")")
    }
  }

  @Test(
    "a pattern matches the components of a path",
    arguments: [
      ("A/b", "A/b", true), ("A/b", "A/c", false), ("A/*", "A/b[3]", true), ("A/*", "A/b/c", false),
      ("A/**", "A/b/c", true), ("A/**", "A", true), ("**/text", "A/b/text", true),
      ("**/text", "text", true), ("A/**/text", "A/text", true), ("A/c[*]", "A/c[12]", true),
      ("A/c[*]", "A/c", false), ("*_RCMD/**", "X_RCMD/a", true), ("**", "A/b", true),
      ("A/**/x/**/y", "A/x/x/y", true), ("a*a*a", "aaaa", true), ("a*b", "ab c", false),
      ("", "A", false),
    ])
  func patterns(_ pattern: String, _ path: String, _ isMatch: Bool) {
    #expect(PathPattern(pattern).matches(path) == isMatch)
  }

  @Test("matching a pattern with many wildcards takes at most pattern times path steps")
  func manyWildcards() {
    let pattern = PathPattern(String(repeating: "*a", count: 200) + "b")
    #expect(!pattern.matches(String(repeating: "a", count: 20_000)))
  }

  @Test(
    "indices of items are removed from a path",
    arguments: [
      ("A/c[3]/t", "A/c/t"), ("A[12]", "A"), ("A/c[x]", "A/c[x]"), ("A/c[]", "A/c[]"),
      ("A/c[1", "A/c[1"), ("A#2/c[0]", "A#2/c"), ("A/[[1]", "A/["),
    ])
  func withoutNumbers(_ path: String, _ expected: String) {
    #expect(Finding.withoutNumbers(path) == expected)
  }

  @Test("fingerprints are FNV-1a, and depend on every part")
  func fingerprints() {
    #expect(stableHash(of: []) == "cbf29ce484222325")
    // The hash of FNV-1a is 85944171f73967e8, but each text is followed by one more hashed byte.
    let hash = stableHash(of: ["foobar"])
    #expect(hash != "85944171f73967e8" && hash.count == 16)
    func finding(_ rule: String, _ node: String, _ text: String) -> String {
      Finding(
        rule: rule, section: 0, aspect: "", text: text,
        diagnostic: Diagnostic(.overlappingSiblings, .warning, "m", node: node)
      ).fingerprint
    }
    let own = finding("overlap", "A/c[1]", "x")
    #expect(own == finding("overlap", "A/c[7]", "x"))
    #expect(own != finding("size", "A/c[1]", "x") && own != finding("overlap", "A/d[1]", "x"))
    #expect(own != finding("overlap", "A/c[1]", "y"))
  }

  @Test("a part of a string is marked at its position in the source, after any escapes")
  func partOfString() throws {
    let source = #"{"t": "a\"b\u4e2d\ud83d\ude00cd"}"#
    let parsed = FeedDocument.parse(PaddedBytes(Array(source.utf8)), name: "feed.json")
    let document = try #require(parsed.value)
    let value = document.root["t"]
    let text = try #require(value.string)
    #expect(text == "a\"b中😀cd")
    for (tail, marked) in [
      ("cd", "cd"), ("😀cd", #"\ud83d\ude00cd"#), ("中😀cd", #"\u4e2d\ud83d\ude00cd"#),
      ("b中😀cd", #"b\u4e2d\ud83d\ude00cd"#),
    ] {
      let location = document.location(of: value.index, from: text.utf8.count - tail.utf8.count)
      let excerpt = try #require(location.excerpt)
      let scalars = Array(try #require(excerpt.lines.last).text.unicodeScalars)[excerpt.marked]
      #expect(String(String.UnicodeScalarView(scalars)) == marked)
      #expect(location.column == 7 && location.path == "$.t")
    }
    // A byte at the start of the string or beyond its end has the location of the whole value.
    for byte in [0, 100] {
      #expect(document.location(of: value.index, from: byte) == value.location)
    }
  }

  @Test("overlaps of random boxes equal those of a comparison of all pairs")
  func sweep() {
    var generator = SplitMix64(seed: 7)
    for _ in 0..<200 {
      var section = Section(blockCode: "A", provider: .init(id: "a", version: "1"))
      section.arena.begin(.box)
      let count = Int.random(in: 0..<12, using: &generator)
      for _ in 0..<count {
        section.arena.begin(.image)
        section.arena.end()
      }
      section.arena.end()
      section.rows = [.init(node: 0, height: nil)]
      let ink: [Rect?] = (0...count).map { node in
        node == 0
          ? nil
          : Rect(
            x: .random(in: 0..<50, using: &generator), y: .random(in: 0..<50, using: &generator),
            width: .random(in: 1..<15, using: &generator),
            height: .random(in: 1..<15, using: &generator))
      }
      var expected: Set<[Int]> = []
      for a in 0...count {
        for b in 0...count where a < b {
          guard let first = ink[a], let second = ink[b] else { continue }
          let area = first.intersection(second)
          if area.width > Rect.slack, area.height > Rect.slack { expected.insert([a, b]) }
        }
      }
      let found = SiblingOverlap.all(in: PlacedSection(section), ink: ink)
      #expect(Set(found.map { [$0.lower, $0.upper] }) == expected)
    }
  }

  @Test("the schema of configurations has every rule, with the sentence and limits of its code")
  func schema() throws {
    let document = try #require(
      FeedDocument.parse(PaddedBytes(ReviewSchema.checkConfiguration), name: "check-config")
        .value)
    let rules = document.root["properties"]["rules"]["properties"]
    #expect(rules.count == CheckRule.all.count)
    for rule in CheckRule.all {
      let entry = rules[rule.id]
      #expect(entry["description"].string == rule.summary)
      let settings = entry["anyOf"][1]["properties"]
      #expect(settings.count == rule.limits.count + 1 && settings["severity"].exists)
      for limit in rule.limits {
        let number = settings[limit.name]
        #expect(number["description"].string == limit.meaning)
        #expect(number["minimum"].double == limit.range.lowerBound)
        #expect(number["maximum"].double == limit.range.upperBound)
        #expect(number["default"].double == limit.standard, "\(rule.id), \(limit.name)")
      }
    }
  }
}

import Testing

@testable import LayoutCore

/// The line break opportunities of whole texts. "|" marks the expected ones; for the style `blink`
/// they were measured in Chromium 156.
@Suite struct LineBreakStyleTests {
  private func broken(_ text: String, _ style: LineBreakStyle, _ locale: String? = nil) -> String {
    let bytes = Array(text.utf8)
    let breaks = bytes.withUnsafeBufferPointer {
      LineBreaks.opportunities($0, style: style, locale: locale).breaks
    }
    var result = ""
    var offset = 0
    for scalar in text.unicodeScalars {
      if offset > 0, breaks[offset] > 0 { result += breaks[offset] == 2 ? "‖" : "|" }
      result.unicodeScalars.append(scalar)
      offset += String(scalar).utf8.count
    }
    return result
  }

  private func expect(
    _ expected: [String], _ style: LineBreakStyle, _ locale: String? = nil,
    _ location: SourceLocation = #_sourceLocation
  ) {
    for sample in expected {
      let text = sample.filter { $0 != "|" && $0 != "‖" }
      #expect(broken(text, style, locale) == sample, sourceLocation: location)
    }
  }

  @Test("quotation marks of Unicode 16 stay with the words that they quote")
  func quotes() {
    expect(
      [
        "“a”中", "中|“引|号”|文", "a“中”b", "« |a »", "„a“ |b", "say |“a”. |b", "中|（“引”）|文",
      ].map { $0.replacing("« |a »", with: "« a »") }, .uax14)
  }

  @Test("a hyphen at the beginning of a word stays with it")
  func hyphens() {
    expect(["-|1".replacing("|", with: ""), "a |-b", "a-|b", "‐a |‐b", "א-|ב", "א-ab"], .uax14)
  }

  @Test("numbers of all scripts keep their signs")
  func numbers() {
    expect(["$(12.50) |off", "५०% |छूट", "₹१९९ |१", "1,000 |.5", "-12:30 |x"], .uax14)
  }

  @Test("aksaras of Javanese and Balinese stay whole")
  func aksaras() {
    expect(["ꦏ꧀ꦏ", "ᬓ᭄ᬓ|ᬓ"], .uax14)
  }

  @Test("ASCII has a table of its own in Blink")
  func ascii() {
    expect(
      [
        "a/b/c?|d=1&e=%20", "a-|b", "1-|2", "x |-1", "-1", "C++ |& |C#", "a!|(b)", "a(b)|[c]", "$5",
        "a.b,c;d:e", "a |!", "( |a |)", "'a' |\"b\"", "-|-|a",
      ], .blink)
  }

  @Test("spaces end lines in Blink, and line feeds alone must")
  func spaces() {
    expect(
      [
        "a\n‖b", "a\n‖\n‖b", "a\t|b", "a\u{A0}b", "a\u{2028}|b", "a\rb", "a\u{AD}b", "a\u{200B}|b",
        "a\u{3000}|b", "a\u{2009}|b", "a  |b",
      ], .blink)
  }

  @Test("small kana begin lines in Blink")
  func kana() {
    expect(["か|っ|か", "か|ー", "中々", "中〜|文", "「文|字」、"], .blink)
    expect(["かっ|か", "かー", "中々"], .uax14)
  }

  @Test("quotation marks are brackets in Chinese text")
  func chinese() {
    expect(["中|“a”|文", "a|〜|b", "it’s"], .blink, "zh-CN")
    expect(["中“a”文", "a〜|b", "it’s"], .blink, "en")
  }

  @Test("emoji sequences, flags and keycaps are whole")
  func emoji() {
    for style in LineBreakStyle.allCases {
      expect(["👨‍👩‍👧‍👦|👍🏽|❤️", "🇩🇪|🇨🇳|🇺", "1️⃣"], style)
    }
  }

  @Test("words of Thai are found by a dictionary")
  func thai() throws {
    let text = "สวัสดีชาวโลก"
    let use = Array(text.utf8).withUnsafeBufferPointer {
      LineBreaks.opportunities($0, style: .uax14).dictionary
    }
    // Without ICU, there are no breaks, and the result reports a missing dictionary.
    let expected = use == .missing ? text : "สวัสดี|ชาว|โลก"
    #expect(broken(text, .uax14) == expected)
    #expect(use != .unneeded)
  }

  @Test("empty, invalid and long texts have a break for each byte at most")
  func odd() {
    for style in LineBreakStyle.allCases {
      for bytes in [[], [0xFF], [0xE4, 0xB8], [0x20], [0x0A], [0xE2, 0x80, 0x9C]] as [[UInt8]] {
        let breaks = bytes.withUnsafeBufferPointer {
          LineBreaks.opportunities($0, style: style).breaks
        }
        #expect(breaks.count == bytes.count + 1)
        #expect(breaks.allSatisfy { $0 == 0 })
      }
      let long = Array(String(repeating: "“中 a-1", count: 100_000).utf8)
      let breaks = long.withUnsafeBufferPointer {
        LineBreaks.opportunities($0, style: style).breaks
      }
      #expect(breaks.count == long.count + 1)
    }
  }
}

import Renderers
import Testing

@Suite struct TerminalTextTests {
  static let texts: [(text: String, plain: String, coloured: String)] = [
    ("a\tb\n中文 🎧", "a\tb\n中文 🎧", "a\tb\n中文 🎧"),
    ("\u{1b}[31mred\u{1b}[0m", "\u{fffd}[31mred\u{fffd}[0m", "\u{1b}[31mred\u{1b}[0m\u{1b}[0m"),
    ("\u{1b}[2J\u{1b}[H", "\u{fffd}[2J\u{fffd}[H", "\u{fffd}[2J\u{fffd}[H"),
    ("\u{1b}]52;c;eA==\u{7}", "\u{fffd}]52;c;eA==\u{fffd}", "\u{fffd}]52;c;eA==\u{fffd}"),
    (
      "\u{9b}31m\u{85}\u{7f}\r", "\u{fffd}31m\u{fffd}\u{fffd}\u{fffd}",
      "\u{fffd}31m\u{fffd}\u{fffd}\u{fffd}"
    ),
    ("\u{1b}[31", "\u{fffd}[31", "\u{fffd}[31"),
    ("\u{1b}", "\u{fffd}", "\u{fffd}"),
    ("é\u{a0}", "é\u{a0}", "é\u{a0}"),
    ("a\u{2028}b\u{2029}…", "a\u{fffd}b\u{fffd}…", "a\u{fffd}b\u{fffd}…"),
    ("a\u{feff}b\u{e0000}\u{e0041}\u{e007f}c", "abc", "abc"),
    ("\u{e0080}\u{e0101}ﻼ", "\u{e0080}\u{e0101}ﻼ", "\u{e0080}\u{e0101}ﻼ"),
  ]

  @Test("a terminal receives text and colours, and no other control characters", arguments: texts)
  func harmless(_ text: String, _ plain: String, _ coloured: String) {
    func shown(_ allowsColor: Bool) -> String {
      String(
        decoding: TerminalText.harmless(Array(text.utf8), allowsColor: allowsColor), as: UTF8.self)
    }
    #expect(shown(false) == plain)
    #expect(shown(true) == coloured)
  }

  @Test("untrusted text becomes one line without control characters and hidden text")
  func line() {
    #expect(
      TerminalText.line("a\n\t\u{2028}\u{85}b\u{1b}[31m\u{9b}\u{7f}")
        == "a    b\u{fffd}[31m\u{fffd}\u{fffd}")
    #expect(TerminalText.line("a\u{202e}\u{feff}b\u{e0041}c\u{200d}夏") == "abc\u{200d}夏")
  }
}

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
}

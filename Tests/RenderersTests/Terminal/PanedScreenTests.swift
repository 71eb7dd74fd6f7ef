import Renderers
import Testing

@Suite struct PanedScreenTests {
  private static func bytes(_ lines: [String]) -> [UInt8] {
    Array((lines.joined(separator: "\n") + "\n").utf8)
  }

  /// Returns the rows that a terminal shows for the screen, without escape sequences.
  private static func rows(_ screen: PanedScreen, status: String = "status") -> [String] {
    var text = String(decoding: screen.frame(status: status, color: false), as: UTF8.self)
    text.replace(/\x1B\[[0-9;?]*[A-Za-z]/, with: "")
    return text.split(separator: "\r\n", omittingEmptySubsequences: false).map(String.init)
  }

  private static func screen(
    _ body: [String], _ panel: [String] = [], rows: Int = 6, columns: Int = 10
  ) -> PanedScreen {
    var screen = PanedScreen(rows: rows, columns: columns)
    screen.set(body: bytes(body), panel: panel.isEmpty ? [] : bytes(panel))
    return screen
  }

  @Test("the panel is right below the body, and the status is at the bottom")
  func panes() {
    let screen = Self.screen(["one", "two"], ["error", ""])
    #expect(Self.rows(screen) == ["one", "two", "error", "", "", "status"])
    #expect(screen.position == nil)
  }

  @Test("a body higher than its space scrolls above the panel, within its ends")
  func scrolling() {
    var screen = Self.screen((1...9).map { "line \($0)" }, ["error"])
    #expect(Self.rows(screen) == ["line 1", "line 2", "line 3", "line 4", "error", "status"])
    #expect(screen.position == "1-4 of 9")
    screen.scroll(by: 2)
    #expect(Self.rows(screen)[0] == "line 3")
    screen.scrollToEnd()
    #expect(screen.position == "6-9 of 9")
    screen.scroll(by: 100)
    #expect(screen.position == "6-9 of 9")
    screen.scroll(by: -100)
    #expect(screen.position == "1-4 of 9")
  }

  @Test(
    "a panel has half of the screen or the space left by the body, and counts the other lines"
  )
  func longPanel() {
    let panel = (1...9).map { "error \($0)" }
    let tall = Self.screen((1...9).map { "line \($0)" }, panel, rows: 7, columns: 40)
    #expect(
      Self.rows(tall) == [
        "line 1", "line 2", "line 3", "error 1", "error 2", "… 7 more lines: d shows all", "status",
      ])
    let short = Self.screen(["line"], panel, rows: 7, columns: 40)
    #expect(Self.rows(short).dropFirst().first == "error 1")
    #expect(Self.rows(short)[5] == "… 5 more lines: d shows all")
  }

  @Test("a line that is too long continues in the next row with its style")
  func wrapping() {
    let screen = Self.screen(["12345678901", "灯塔周日开放", "👨‍👩‍👧👨‍👩‍👧"], columns: 5)
    #expect(
      Self.rows(screen) == ["12345", "67890", "1", "灯塔", "周日", "statu"])
    let styled = Self.screen(["\u{1B}[1mabcdef\u{1B}[0m"], columns: 4)
    let frame = String(decoding: styled.frame(status: "", color: false), as: UTF8.self)
    #expect(frame.contains("\u{1B}[1mabcd\u{1B}[0m\r\n\u{1B}[1mef\u{1B}[0m"))
  }

  @Test("a row that fills the screen is not erased after its last cell")
  func fullRow() {
    let screen = Self.screen(["1234", "123"], rows: 3, columns: 4)
    let frame = String(decoding: screen.frame(status: "s", color: false), as: UTF8.self)
    #expect(frame.contains("1234\u{1B}[0m\r\n123\u{1B}[0m\u{1B}[K\r\n"))
  }

  @Test("a window of one row, of one column or without a body is drawn")
  func tiny() {
    #expect(Self.rows(Self.screen(["one"], ["error"], rows: 1)) == ["status"])
    #expect(Self.rows(Self.screen([], [], rows: 2)) == ["", "status"])
    #expect(Self.rows(Self.screen(["灯a"], rows: 3, columns: 1)) == ["灯", "a", "s"])
  }

  @Test("keys are parsed from the sequences of terminals, and unknown sequences are skipped")
  func keys() {
    let sent = Array("q\u{1B}[A\u{1B}OB\u{1B}[5~\u{1B}[6~\u{1B}[1;5C\u{1B}[H\u{1B}[4~ 灯".utf8)
    #expect(
      TerminalKey.keys(in: sent) == [
        .character("q"), .up, .down, .pageUp, .pageDown, .home, .end, .character(" "),
      ])
    #expect(TerminalKey.keys(in: [0x1B]).isEmpty)
    #expect(TerminalKey.keys(in: [0x1B, UInt8(ascii: "["), UInt8(ascii: "5")]).isEmpty)
  }
}

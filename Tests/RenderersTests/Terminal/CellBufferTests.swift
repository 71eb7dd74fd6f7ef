import Support
import Testing

@testable import Renderers

@Suite struct CellBufferTests {
  private func picture(
    _ columns: Int, _ rows: Int, charset: RenderOptions.Charset = .unicode, color: Bool = false,
    _ draw: (inout CellBuffer, inout Glyphs) -> Void
  ) -> String {
    var buffer = CellBuffer(columns: columns, rows: rows)
    var glyphs = Glyphs(charset: charset)
    draw(&buffer, &glyphs)
    var out = ByteWriter()
    buffer.write(to: &out, glyphs: glyphs, color: color)
    return out.string
  }

  @Test("text is clipped at every edge and rows have no trailing spaces")
  func clips() {
    let drawn = picture(6, 2) { buffer, glyphs in
      buffer.put(glyphs.glyphs(of: "abcdefgh"), row: 0, column: -2)
      buffer.put(glyphs.glyphs(of: "ab   "), row: 1, column: 1)
      buffer.put(glyphs.glyphs(of: "x"), row: 2, column: 0)
      buffer.put(glyphs.glyphs(of: "x"), row: -1, column: 0)
    }
    #expect(drawn == "cdefgh\n ab\n")
  }

  @Test("a wide glyph cut by an edge becomes a space", arguments: 0...6)
  func halves(_ column: Int) {
    let drawn = picture(6, 1) { buffer, glyphs in
      buffer.put(glyphs.glyphs(of: "------"), row: 0, column: 0)
      buffer.put(glyphs.glyphs(of: "中文"), row: 0, column: column, clip: 1..<5)
    }
    let expected = [
      "- 文--\n", "-中文-\n", "--中 -\n", "---中-\n", "---- -\n", "------\n", "------\n",
    ]
    #expect(drawn == expected[column])
  }

  @Test("overwriting half of a wide glyph leaves a space for the other half")
  func overwrites() {
    for (column, expected) in [(0, "x 文\n"), (1, " x文\n"), (2, "中x\n"), (3, "中 x\n")] {
      let drawn = picture(4, 1) { buffer, glyphs in
        buffer.put(glyphs.glyphs(of: "中文"), row: 0, column: 0)
        buffer.put(glyphs.glyphs(of: "x"), row: 0, column: column)
      }
      #expect(drawn == expected)
    }
    let shifted = picture(5, 1) { buffer, glyphs in
      buffer.put(glyphs.glyphs(of: "中文"), row: 0, column: 0)
      buffer.put(glyphs.glyphs(of: "字"), row: 0, column: 1)
      buffer.put(glyphs.glyphs(of: "|"), row: 0, column: 4)
    }
    #expect(shifted == " 字 |\n")
  }

  @Test("a cut side of a box has no border")
  func boxes() {
    var box = CellBox(columns: 1..<6, top: 0, bottom: 2)
    #expect(
      picture(8, 3) { buffer, glyphs in buffer.draw(box, with: glyphs.drawing) } == """
         ╭───╮
         │   │
         ╰───╯

        """)
    box.isCutRight = true
    box.isDashed = true
    #expect(
      picture(8, 3) { buffer, glyphs in buffer.draw(box, with: glyphs.drawing) } == """
         ╭╌╌╌╌
         ┆
         ╰╌╌╌╌

        """)
    box.isCutRight = false
    box.isCutLeft = true
    box.isDashed = false
    #expect(
      picture(8, 3, charset: .ascii) { buffer, glyphs in buffer.draw(box, with: glyphs.drawing) }
        == """
         ----+
             |
         ----+

        """)
  }

  @Test("styles are escape sequences only if colour is enabled, and end with the row")
  func styles() {
    func draw(_ buffer: inout CellBuffer, _ glyphs: inout Glyphs) {
      buffer.put(glyphs.glyphs(of: "a"), row: 0, column: 0, style: .faint)
      buffer.put(glyphs.glyphs(of: "b"), row: 0, column: 2, style: .strong)
      buffer.put(glyphs.glyphs(of: "c"), row: 0, column: 3)
      buffer.put(glyphs.glyphs(of: "d"), row: 1, column: 0, style: .warning)
    }
    #expect(picture(6, 2, draw) == "a bc\nd\n")
    #expect(
      picture(6, 2, color: true, draw)
        == "\u{1B}[2ma \u{1B}[0;1mb\u{1B}[0mc\n\u{1B}[33md\u{1B}[0m\n")
  }

  @Test("control characters of a text are not written", arguments: 0..<0xA0)
  func controls(_ value: UInt32) throws {
    let scalar = try #require(Unicode.Scalar(value))
    let drawn = picture(9, 1) { buffer, glyphs in
      buffer.put(glyphs.glyphs(of: "a\(Character(scalar))b"), row: 0, column: 0)
    }
    switch value {
    case 0x20..<0x7F: #expect(drawn == "a\(Character(scalar))b\n")
    case 9...13, 0x85: #expect(drawn == "a b\n")
    default: #expect(drawn == "a\u{FFFD}b\n")
    }
  }

  @Test("U+FEFF and tags are omitted, also behind a letter or a flag")
  func tags() {
    let drawn = picture(9, 1) { buffer, glyphs in
      buffer.put(
        glyphs.glyphs(of: "a\u{E0041}\u{FEFF}b\u{301}\u{E0041}🏴\u{E0067}\u{E007F}c"),
        row: 0, column: 0)
    }
    #expect(drawn == "ab\u{301}🏴c\n")
  }

  @Test("bidirectional controls and marks without a base are omitted")
  func marks() {
    let drawn = picture(9, 1) { buffer, glyphs in
      buffer.put(glyphs.glyphs(of: "\u{301}a\u{202E}b\u{2066}\u{200F}c"), row: 0, column: 0)
    }
    #expect(drawn == "abc\n")
  }

  @Test("a text that does not fit ends with an ellipsis, never with half a glyph")
  func fitting() {
    var glyphs = Glyphs()
    let text = glyphs.glyphs(of: "中a文")
    for (cells, width) in [(0, 0), (1, 1), (2, 1), (3, 3), (4, 4), (5, 5), (9, 5)] {
      #expect(text.fitted(to: cells, ellipsis: "…").width == width)
    }
  }

  @Test("a buffer without size draws nothing")
  func empty() {
    #expect(
      picture(0, 2) { buffer, glyphs in
        buffer.put(glyphs.glyphs(of: "中"), row: 0, column: 0)
        buffer.draw(CellBox(columns: 0..<3, top: 0, bottom: 1), with: glyphs.drawing)
      } == "\n\n")
    #expect(CellBuffer(columns: -1, rows: -1).rows == 0)
  }
}

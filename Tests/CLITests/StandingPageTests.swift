import Foundation
import Testing

/// Every section layout on one page, drawn by a plugin. The frames are derived by hand and checked
/// in JSON, dump and text.
@Suite("A page with every section layout") struct StandingPageTests {
  /// Left, top, width and height within the section, in points.
  struct Frame: Equatable {
    var x, y, width, height: Double
    init(_ x: Double, _ y: Double, _ width: Double, _ height: Double) {
      self.x = x
      self.y = y
      self.width = width
      self.height = height
    }

    /// Returns the frame on a page in right-to-left direction.
    func mirrored(in page: Double) -> Frame { Frame(page - x - width, y, width, height) }
  }

  struct Section {
    var code: String
    var y, height: Double
    var rows: [Frame]
  }

  /// The numbers that depend on the page width W. With insets of 10, the inner width is W - 20.
  struct Figures: Sendable, CustomTestStringConvertible {
    var width: Double
    /// The width of one of three columns in the inner width, with spacings of 10:
    /// (W - 20 + 10) / 3 - 10.
    var third: Double
    /// The width of one of two columns in the inner width: (W - 20 + 10) / 2 - 10.
    var half: Double
    /// The width of a group that begins at the inset of 10, with a spacing of 10 and a peek of 20
    /// before the edge: W - 10 - 30.
    var group: Double
    /// The width of a group with a peek and a spacing at both sides: W - 60.
    var centred: Double
    /// Left and top of the items of the flow, whose sizes are 100x30, 80x50, 120x40 and 60x20.
    var flow: [(Double, Double)]
    var flowHeight: Double
    /// The scroll offset of five cards, 540 wide with their spacings, for each kind of scrolling;
    /// at most 540 - (W - 20).
    var continuous, boundary, paging: Double
    var testDescription: String { "\(Int(width))" }
  }

  static let widths = [
    // The flow: two items take 100 + 10 + 80 = 190 of 290, and the third would need 320. The free
    // space is 100, so both lines begin at 10 + 50. The second line is 120 + 10 + 60 wide; it
    // begins at 50 + 10. The cards scroll by at most 250: group 1 is at 110, group 2 at 220. Group
    // 3, at 330, belongs to the page that begins at 290, beyond the end.
    Figures(
      width: 310, third: 90, half: 140, group: 270, centred: 250,
      flow: [(60, 10), (170, 0), (60, 60), (190, 70)], flowHeight: 100, continuous: 220,
      boundary: 110, paging: 250),
    // Three items take 320 of 380 and begin at 10 + 30; the last one, 60 wide, begins at 10 + 160.
    // The cards scroll by at most 160; group 3, from 330 to 430, reaches into the last page.
    Figures(
      width: 400, third: 120, half: 185, group: 360, centred: 340,
      flow: [(40, 10), (150, 0), (240, 5), (170, 60)], flowHeight: 80, continuous: 160,
      boundary: 110, paging: 160),
    // All four items take 390 of 680 and begin at 10 + 145. All cards fit, so nothing scrolls.
    Figures(
      width: 700, third: 220, half: 335, group: 660, centred: 640,
      flow: [(155, 10), (265, 0), (355, 5), (485, 15)], flowHeight: 50, continuous: 0,
      boundary: 0, paging: 0),
  ]

  private static func sections(_ f: Figures) -> [Section] {
    let inner = f.width - 20
    let second = 20 + f.third
    let third = 30 + 2 * f.third
    let double = 2 * f.third + 10
    func cards(_ offset: Double) -> [Frame] {
      (0..<5).map { Frame(10 + 110 * Double($0) - offset, 0, 100, 40) }
    }
    let flowSizes: [(Double, Double)] = [(100, 30), (80, 50), (120, 40), (60, 20)]
    let flow = zip(f.flow, flowSizes).map { Frame($0.0, $0.1, $1.0, $1.1) }
    var sections = [
      // The height is 8 margin, 40 header, 3 x 100 with 2 x 4 between, 20 footer and 8 margin.
      Section(
        code: "HEADED", y: 0, height: 384,
        rows: [48, 152, 256].map { Frame(8, $0, f.width - 16, 100) }),
      // The line is 50 high; its second item fills it, its first does not. The last item extends
      // over the insets, 5 below the line.
      Section(
        code: "LIST", y: 16, height: 75,
        rows: [
          Frame(10, 0, f.third, 30), Frame(second, 0, f.third, 50), Frame(third, 0, f.third, 50),
          Frame(0, 55, f.width, 20),
        ]),
      // Item 2 covers two rows and needs 100, but they have 40 + 10 + 40: each gets 5 more.
      Section(
        code: "GRID", y: 8, height: 150,
        rows: [
          Frame(10, 0, f.third, 40), Frame(second, 0, double, 40), Frame(10, 50, f.third, 100),
          Frame(second, 50, f.third, 40), Frame(third, 50, f.third, 40),
          Frame(second, 105, f.third, 40), Frame(third, 105, f.third, 40),
        ]),
      // Lines are 50, 40 or 20 high, and items are centred in them.
      Section(code: "FLOW", y: 8, height: f.flowHeight, rows: flow),
      // The columns end at 60, 20, 40, so item 3 goes into the second column. Then they end at 60,
      // 60, 40: item 4 needs two columns, both positions begin at 70, and it takes the first.
      Section(
        code: "WATERFALL", y: 8, height: 90,
        rows: [
          Frame(10, 0, f.third, 60), Frame(second, 0, f.third, 20), Frame(third, 0, f.third, 40),
          Frame(second, 30, f.third, 30), Frame(10, 70, double, 20),
        ]),
      // The large item is higher than 40 + 10 + 40; the other two share 100 - 10.
      Section(
        code: "ONE_PLUS_N", y: 8, height: 100,
        rows: [
          Frame(10, 0, f.half, 100), Frame(20 + f.half, 0, inner - 10 - f.half, 45),
          Frame(20 + f.half, 55, inner - 10 - f.half, 45),
        ]),
      Section(code: "CONTINUOUS", y: 8, height: 40, rows: cards(f.continuous)),
      Section(code: "NONE", y: 4, height: 40, rows: cards(0)),
      Section(code: "BOUNDARY", y: 4, height: 40, rows: cards(f.boundary)),
      Section(code: "PAGING", y: 4, height: 40, rows: cards(f.paging)),
      // Group 1 is at the leading inset, and 20 points of the next group are visible.
      Section(
        code: "GROUPS", y: 4, height: 40,
        rows: [-f.group, 10, 20 + f.group].map { Frame($0, 0, f.group, 40) }),
      // Group 1 is centred, with 20 + 10 before it.
      Section(
        code: "CENTERED", y: 4, height: 40,
        rows: [20 - f.centred, 30, 40 + f.centred].map { Frame($0, 0, f.centred, 40) }),
      // There are two lanes, so group 1 is the third item. The first two items are one page and
      // spacing before it.
      Section(
        code: "PAGER", y: 8, height: 66,
        rows: [Frame(-inner, 0, inner, 30), Frame(-inner, 36, inner, 30), Frame(10, 0, inner, 30)]),
      // Spacing skips OVERLAY and EMPTY, so PAGER and LAST are neighbours. LAST has one row
      // below its header of 40 points.
      Section(code: "OVERLAY", y: 0, height: 30, rows: []),
      Section(code: "EMPTY", y: -30, height: 0, rows: []),
      Section(code: "LAST", y: 20, height: 440, rows: [Frame(0, 40, f.width, 400)]),
    ]
    // So far y is the gap above a section, from a rule or the default of 8. An overlay takes no
    // height.
    var end = 0.0
    for index in sections.indices {
      sections[index].y += end
      end = sections[index].y + sections[index].height
    }
    return sections
  }

  /// The positions that depend on the scroll offset, which is `nil` if the page is not scrolled.
  ///
  /// The screen is 300 points high with a navigation bar of 44, so 256 points are visible from the
  /// offset on.
  struct Scrolled: Sendable, CustomTestStringConvertible {
    var offset: Double?
    /// Tops of the header and the footer in HEADED. The header rests at 8, follows the lower edge of
    /// ABOVE, which is 24 high, and is pushed out by the footer at 316. The footer rests at 356 and
    /// follows the upper edge of BELOW until then.
    var header, footer: Double
    /// The top of BELOW, which is 50 high and at the lower edge of the screen.
    var below: Double
    var testDescription: String { "\(offset.map { "\($0)" } ?? "-")" }
  }

  static let offsets = [
    Scrolled(offset: nil, header: 8, footer: 356, below: 206),
    // The header is at 20 + 24, and the footer at 20 + 256 - 50 - 20.
    Scrolled(offset: 20, header: 44, footer: 206, below: 226),
    Scrolled(offset: 340, header: 316, footer: 356, below: 546),
    Scrolled(offset: 1350, header: 316, footer: 356, below: 1556),
  ]

  private static func arguments(
    _ scratch: Scratch, _ figures: Figures, _ scrolled: Scrolled, _ direction: String
  ) -> [String] {
    let page = [
      scratch.file("feed.json").path, "--layout", scratch.file("layout.json").path, "--plugins",
      scratch.file("plugins").path, "--direction", direction, "--width", "\(Int(figures.width))",
      "--height", "300",
    ]
    return page + (scrolled.offset.map { ["--scroll-y", "\(Int($0))"] } ?? [])
  }

  @Test(
    "every frame has the position that the layouts define", arguments: widths,
    offsets.flatMap { offset in ["ltr", "rtl"].map { (offset, $0) } })
  func frames(_ figures: Figures, _ variant: (scrolled: Scrolled, direction: String)) throws {
    let (scrolled, direction) = variant
    let scratch = try StandingPage.scratch()
    let arguments = Self.arguments(scratch, figures, scrolled, direction)
    let json = try Program.run(["render", "--format", "json", "--all"] + arguments)
    #expect(json.status == 0 && json.errors.isEmpty, "\(json.errors)")
    let page = try #require(JSONSerialization.jsonObject(with: json.output) as? [String: Any])
    let found = try #require(page["sections"] as? [[String: Any]])
    let expected = Self.sections(figures)
    let top = scrolled.offset ?? 0

    #expect(found.map { $0["blockCode"] as? String } == expected.map(\.code) + ["ABOVE", "BELOW"])
    let frames = try found.map { try Self.frame($0) }
    let stacked = expected.map { Frame(0, $0.y, figures.width, $0.height) }
    let floating = [
      Frame(0, top, figures.width, 24), Frame(0, scrolled.below, figures.width, 50),
    ]
    #expect(frames == stacked + floating)
    // The page ends 12 points below the last section.
    let last = try #require(expected.last)
    #expect((page["feed"] as? [String: Any])?["height"] as? Double == last.y + last.height + 12)
    let viewport = page["viewport"] as? [String: Double]
    #expect(
      viewport
        == scrolled.offset.map {
          ["bottomInset": 0, "height": 300, "scrollY": $0, "topInset": 44]
        })

    let isMirrored = direction == "rtl"
    for (section, json) in zip(expected, found) {
      let rows = isMirrored ? section.rows.map { $0.mirrored(in: figures.width) } : section.rows
      #expect(try Self.nodes("row", of: json) == rows, "\(section.code)")
    }
    let header = try Self.nodes("header", of: found[0])
    #expect(header == [Frame(8, scrolled.header, figures.width - 16, 40)])
    let footer = try Self.nodes("footer", of: found[0])
    #expect(footer == [Frame(8, scrolled.footer, figures.width - 16, 20)])
    let background = try Self.nodes("background", of: found[0])
    #expect(background == [Frame(8, 8, figures.width - 16, 368)])
    // LAST scrolls below its pinned header once its top is above the lower edge of ABOVE.
    let lastHeader = try Self.nodes("header", of: found[15])
    #expect(lastHeader == [Frame(0, max(0, top + 24 - last.y), figures.width, 40)])

    // The dump has the same frames.
    let dump = try Program.run(["dump", "--all"] + arguments)
    #expect(dump.status == 0)
    #expect(Self.lines(of: dump) == Self.lines(of: found))
    let place =
      scrolled.offset.map { " scroll-y=\(Int($0)) viewport=\(Int(figures.width))x300 bars=44/0" }
      ?? " sections=18"
    #expect(dump.lines[1].hasSuffix(place))
  }

  /// Returns the frames of the section's parts with this name, in order.
  private static func nodes(_ name: String, of section: [String: Any]) throws -> [Frame] {
    let root = section["root"] as? [String: Any]
    let children = root?["children"] as? [[String: Any]] ?? []
    return try children.filter { node in
      let id = node["id"] as? String ?? ""
      return id == name || id.hasPrefix(name + "[")
    }.map { try frame($0) }
  }

  private static func frame(_ object: [String: Any]) throws -> Frame {
    let frame = try #require(object["frame"] as? [String: Double])
    return Frame(
      try #require(frame["x"]), try #require(frame["y"]), try #require(frame["width"]),
      try #require(frame["height"]))
  }

  /// Returns lines such as "GRID @0,483 400x150" and "row[0] @10,0 120x40" for sections and their
  /// parts.
  private static func lines(of dump: Program.Result) -> [String] {
    dump.lines.filter {
      $0.hasPrefix("  section") || ($0.hasPrefix("    ") && !$0.hasPrefix("     "))
    }
    .map { line in
      let words = line.split(separator: " ").filter { $0 != "section" && !$0.hasPrefix("\"") }
      return words.prefix(3).joined(separator: " ")
    }
  }

  private static func lines(of sections: [[String: Any]]) -> [String] {
    sections.flatMap { section in
      let root = section["root"] as? [String: Any]
      let parts = root?["children"] as? [[String: Any]] ?? []
      return ([section] + parts).map { object in
        let frame = object["frame"] as? [String: Double] ?? [:]
        let numbers = ["x", "y", "width", "height"].map { Int(frame[$0] ?? .nan) }
        let name = object["blockCode"] as? String ?? object["id"] as? String ?? ""
        return "\(name) @\(numbers[0]),\(numbers[1]) \(numbers[2])x\(numbers[3])"
      }
    }
  }

  @Test(
    "text draws items side by side and marks sections outside the flow", arguments: widths)
  func wholePage(_ figures: Figures) throws {
    let scratch = try StandingPage.scratch()
    for direction in ["ltr", "rtl"] {
      let result = try Program.run(
        ["render"] + Self.arguments(scratch, figures, Self.offsets[0], direction))
      let gutter = result.lines.compactMap { Int($0.prefix(4).drop { $0 == " " }) }
      let stacked = Self.sections(figures)
      let end = (stacked.last.map { $0.y + $0.height } ?? 0) + 12
      // The floating sections come first and last, followed by the height of the page.
      #expect(gutter == [0] + stacked.map { Int($0.y) } + [206, Int(end)])
      for word in ["float-top", "overlay", "float-bottom"] {
        #expect(result.lines.count { $0.drop { $0 == " " } == word } == 1, "\(word)")
      }
    }
  }

  @Test("text draws the visible part of the page, below pinned headers and above pinned footers")
  func screen() throws {
    let scratch = try StandingPage.scratch()
    func picture(_ index: Int, _ direction: String) throws -> String {
      try Program.run(
        ["render", "--columns", "72"]
          + Self.arguments(scratch, Self.widths[1], Self.offsets[index], direction)
      ).text
    }
    // The first row is covered up to 84, so 64 points of it are left; the footer begins at 206, so
    // the second row has 54 points, and the third is covered.
    #expect(
      try picture(1, "ltr") == """
             standing  400 × 1741 pt @2x · scrolled to 20 · light · 18 sections
                                                                       float-top
          20  ╭────────────────────────────────────────────────────────────────╮
              │  0                                                             │
              ╰────────────────────────────────────────────────────────────────╯

          20 Header ────────────────────────────────────────────────────────────
               ╭──────────────────────────────────────────────────────────────╮
               │  0                                                           │
               │                                                              │
               ╰──────────────────────────────────────────────────────────────╯
               ╭──────────────────────────────────────────────────────────────╮
               │                                                              │
               ╰──────────────────────────────────────────────────────────────╯
               Footer
                                                                    float-bottom
         226  ╭────────────────────────────────────────────────────────────────╮
              │  0                                                             │
              ╰────────────────────────────────────────────────────────────────╯
         276

        """)
    // The lower part of HEADED's header and its footer are visible. The last row of the grid begins
    // at 588, 8 points above the lower edge of the screen.
    #expect(
      try picture(2, "rtl") == """
             standing  400 × 1741 pt @2x · scrolled to 340 · light · 18 sections
              float-top
         340  ╭────────────────────────────────────────────────────────────────╮
              │                                                             0  │
              ╰────────────────────────────────────────────────────────────────╯

         340 ──────────────────────────────────────────────────────────── Header
                                                                         Footer

         400    ╭─────────────────╮  ╭──────────────────╮  ╭─────────────────╮
                │               2 │  │               1  │  │               0 │
                │                 │  │                  │  ╰─────────────────╯
                ╰─────────────────╯  ╰──────────────────╯
              ╭────────────────────────────────────────────────────────────────╮
              │                                                             3  │
              ╰────────────────────────────────────────────────────────────────╯

         483    ╭───────────────────────────────────────╮  ╭─────────────────╮
                │                                    1  │  │               0 │
                ╰───────────────────────────────────────╯  ╰─────────────────╯
                ╭─────────────────╮  ╭──────────────────╮  ╭─────────────────╮
                │               4 │  │               3  │  │                 │
                ╰─────────────────╯  ╰──────────────────╯  │                 │
                ╭─────────────────╮  ╭──────────────────╮  │                 │
                │               6 │  │               5  │  │               2 │
                ╰─────────────────╯  ╰──────────────────╯  ╰─────────────────╯
              float-bottom
         546  ╭────────────────────────────────────────────────────────────────╮
              │                                                             0  │
              ╰────────────────────────────────────────────────────────────────╯
         596

        """)
  }

  @Test("an offset beyond the end is reduced to the largest offset, with a note")
  func beyondEnd() throws {
    let scratch = try StandingPage.scratch()
    var scrolled = Self.offsets[1]
    scrolled.offset = 99_999
    let arguments = Self.arguments(scratch, Self.widths[1], scrolled, "ltr")
    let dump = try Program.run(["dump", "--depth", "1"] + arguments)
    // The page is 1741 points high, of which the last 300 - 44 are visible.
    #expect(dump.status == 0 && dump.lines[1].contains(" scroll-y=1485 "))
    #expect(dump.lines.last { !$0.isEmpty } == "# 1 note: SE4009 (1)")
    #expect(dump.errors.contains("note[SE4009]: the page ends before the offset 99999"))
  }

  @Test("a feed layout overrides the section layout of a provider")
  func override() throws {
    let scratch = try StandingPage.scratch()
    try scratch.write(
      StandingPage.layout.replacing(
        #""version": 1,"#,
        with: """
          "version": 1, "sections": {"LIST": {"layout": {"kind": "grid", "columns": 2,
          "margins": {"top": 6}, "itemAlignment": "center"}}},
          """), to: "layout.json")
    let dump = try Program.run(
      ["dump", "--section", "LIST", "--depth", "2"]
        + Self.arguments(scratch, Self.widths[1], Self.offsets[0], "ltr"))
    // There are two columns of (380 - 10) / 2 instead of fractions of a line; spacings and insets
    // are still the provider's. Rows are 40 and 50 high with 5 between them, below 6; items of 30
    // and 20 are centred in them.
    #expect(
      dump.lines.filter { $0.hasPrefix("    row") } == [
        "    row[0] @10,11 185x30", "    row[1] @205,6 185x40 stretch=true",
        "    row[2] @10,51 185x50", "    row[3] @205,66 185x20 bleed=true",
      ])
    #expect(dump.lines.contains { $0.hasPrefix("  section LIST @0,400 400x101 ") })
  }

  @Test("the height of the screen is the device's unless it is given")
  func screenHeight() throws {
    for (options, viewport) in [
      ([], "414x896"), (["--device", "iphone-14"], "390x844"),
      (["--device", "iphone-14", "--height", "500"], "390x500"),
    ] as [([String], String)] {
      let dump = try Program.run(["dump", "--depth", "1", "--scroll-y", "0"] + options)
      #expect(dump.lines[1].hasSuffix(" scroll-y=0 viewport=\(viewport) bars=44/49"), "\(options)")
    }
  }

  @Test("an offset of 0 moves nothing, and a page lower than the screen does not scroll")
  func atRest() throws {
    let scratch = try StandingPage.scratch()
    var scrolled = Self.offsets[0]
    let whole = try Program.run(
      ["dump"] + Self.arguments(scratch, Self.widths[1], scrolled, "ltr"))
    scrolled.offset = 0
    let rest = try Program.run(
      ["dump"] + Self.arguments(scratch, Self.widths[1], scrolled, "ltr"))
    // The feed line changes, and so do header and footer of HEADED: the header is below ABOVE, and the
    // footer above BELOW, which begins at 206.
    let moved = zip(whole.lines, rest.lines).filter { $0 != $1 }.map(\.1)
    #expect(moved.dropFirst() == ["    header @8,24 384x40", "    footer @8,186 384x20"])
    let high = try Program.run(
      ["dump", "--depth", "1", "--height", "5000", "--scroll-y", "30"]
        + Self.arguments(scratch, Self.widths[1], Self.offsets[0], "ltr").dropLast(2))
    #expect(high.lines[1].contains(" scroll-y=0 viewport=400x5000 "))
  }
}

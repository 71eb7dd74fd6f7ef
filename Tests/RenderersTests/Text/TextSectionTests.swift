import Testing

@testable import LayoutCore

/// Text pictures of sections with common shapes.
@Suite struct TextSectionTests {
  @Test("a banner is a box with its label, its badge, and the current page at the dots")
  func aBannerIsABoxWith() {
    let picture = draw(page([Sample.banner]))
    #expect(
      picture == """
             Home  414 × 180 pt @2x · light · 1 section, 1 row

           0    ╭────────────────────────────────────────────────────────────────────╮
                │                                                                    │
                │  海边的夏天 · 现场                                                 │
                │  独家                                                 ● ○ ○ ○      │
                ╰────────────────────────────────────────────────────────────────────╯
         180

        """)
  }

  @Test(
    "the only row of a section keeps its heading within margins, one of several rows has none"
  )
  func headingOfOneRow() {
    func picture(rows: Int) -> String {
      let height = 12 + 60 * Double(rows)
      let sketches = (0..<rows).map { row in
        Sketch(
          .box, 12, 12 + 60 * Double(row), 390, 60, "",
          [Sample.header("为你挑选", "更多"), Sketch(.text, 10, 42, 100, 15, "rain")])
      }
      var section = section("ROWS", height: height, Sketch(.list, 0, 0, 414, height, "", sketches))
      section.section.rows = LayoutNode(arena: section.arena, index: 0).children.map {
        Section.Row(node: $0.index, height: 60)
      }
      section.rowHeights = Array(repeating: 60, count: rows)
      return draw(page([section]))
    }
    let heading = "为你挑选 ────────"
    #expect(picture(rows: 1).contains(heading), "\(picture(rows: 1))")
    #expect(!picture(rows: 2).contains(heading), "\(picture(rows: 2))")
  }

  @Test("menus are discs with labels, and the note counts those that are fully visible")
  func menusAreDiscsWithLabelsAnd() {
    let picture = draw(page([Sample.menus]))
    #expect(
      picture == """
             Home  414 × 100 pt @2x · light · 1 section, 1 row

           0     ╭──────╮     ╭──────╮     ╭───────╮     ╭──────╮     ╭──────╮      ╭───
                 │  日  │     │  漫  │     │  歌   │     │  排  │     │  有  │      │
                 ╰──────╯     ╰──────╯     ╰───────╯     ╰──────╯     ╰──────╯      ╰───
                  日推          漫游        歌单库         排行        有声书       直播
                                                                                5 of 7 ›
         100

        """)
  }

  @Test(
    "a card rail has two title lines if the layout has, and a clipped card has no right border")
  func aCardRailHasTwoTitle() {
    let picture = draw(
      page([Sample.rail(["清晨咖啡馆的一小时，与一整天窗外的阳光和雨声", "雨天 | 钢琴", "Songs"], width: 190, lines: 2)]))
    #expect(
      picture == """
             Home  414 × 240 pt @2x · light · 1 section, 1 row

           0 为你挑选 ─────────────────────────────────────────────────────────── 更多 ›
                ╭────────────────────────────────╮  ╭───────────────────────────────╮  ╭
                │                                │  │                               │  │
                │                                │  │                               │  │
                │                            3万 │  │                           4万 │  │
                ╰────────────────────────────────╯  ╰───────────────────────────────╯  ╰
                清晨咖啡馆的一小时，与一整天窗外的… 雨天 | 钢琴                        S
                                                                                2 of 3 ›
         240

        """)
  }

  @Test("a truncated title ends with the ellipsis of the layout")
  func aTruncatedTitleEndsWithThe() {
    let picture = draw(
      page([
        Sample.rail(
          ["One title that is longer than two lines of it can ever hold", "Two"], width: 120,
          lines: 2)
      ]))
    #expect(
      picture == """
             Home  414 × 240 pt @2x · light · 1 section, 1 row

           0 为你挑选 ─────────────────────────────────────────────────────────── 更多 ›
                ╭───────────────────╮  ╭───────────────────╮
                │                   │  │                   │
                │                   │  │                   │
                │               3万 │  │               4万 │
                ╰───────────────────╯  ╰───────────────────╯
                One title that is      Two
                longer than two l…
         240

        """)
  }

  @Test("songs are rows with a small cover, and the note names the page")
  func songsAreRowsWithASmall() {
    let picture = draw(page([Sample.songs]))
    #expect(
      picture == """
             Home  414 × 290 pt @2x · light · 1 section, 1 row

           0 猜你爱听 ─────────────────────────────────────────────────────────── 播放 ▶
                  ▣            小河                                         ▶       ▣
                               四月乐队
                  ▣            Paper Moon                                   ▶
                               Ada Wells
                  ▣            远山                                         ▶
                               阿禾
                                                                           page 1 of 2 ›
         290

        """)
  }

  @Test("a placeholder shows the code and the reason")
  func aPlaceholderNamesTheCodeAnd() {
    let picture = draw(page([Sample.placeholder]))
    #expect(
      picture == """
             Home  414 × 120 pt @2x · light · 1 section, 1 row

           0  ╭╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╮
              ┆ LIVE_ROOMS                                                             ┆
              ┆ no provider for the code or its showType                               ┆
              ┆                                                                        ┆
              ╰╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╯
         120

        """)
  }

  @Test("a section without nodes shows its y and its code")
  func aSectionWithoutNodesShowsIts() {
    let picture = draw(
      page([
        Sample.placeholder, section("TICKER", height: 32, nil), section("END", height: 8.5, nil),
      ])
    ) { $0.section = "TICKER" }
    #expect(
      picture == """
              Home  414 × 160.5 pt @2x · light · 3 sections, 3 rows

          120 TICKER
        160.5

        """)
  }

  @Test("a page without sections has a heading and the height 0")
  func aPageWithoutSectionsHasA() {
    let picture = draw(page([]))
    #expect(
      picture == """
             Home  414 × 0 pt @2x · light · 0 sections, 0 rows

           0

        """)
  }

  @Test("bars surround the content, and the search field is a pill")
  func barsStandAroundTheContentThe() {
    let picture = draw(Sample.withChrome) { $0.chrome = true }
    #expect(
      picture == """
             发现  414 × 240 pt @2x · light · 1 section, 1 row

                 (  ⌕  大家都在找 海边的夏天                                        )

           0 为你挑选 ─────────────────────────────────────────────────────────── 更多 ›
                ╭───────────────────╮  ╭───────────────────╮
                │                   │  │                   │
                │                   │  │                   │
                │               3万 │  │               4万 │
                ╰───────────────────╯  ╰───────────────────╯
                雨天                   周末

                     ▶             ▶              ▶              ▶              ▶
                   发现           播客           我的          关注           社区
         240

        """)
  }

  @Test("a right-to-left page is drawn mirrored")
  func aRightToLeftPageIs() {
    let picture = draw(Sample.rightToLeft)
    #expect(
      picture == """
             Home  414 × 240 pt @2x · light · 1 section, 1 row

           0 ‹ المزيد ──────────────────────────────────────────────────── قوائم التشغيل
              ──╮ ╭────────────────────╮  ╭───────────────────╮  ╭───────────────────╮
                │ │                    │  │                   │  │                   │
                │ │                    │  │                   │  │                   │
                │ │ 12                 │  │ 12                │  │ 12                │
              ──╯ ╰────────────────────╯  ╰───────────────────╯  ╰───────────────────╯
              سفر                    ليل                   مساء                   صباح
              ‹ 3 of 4
         240

        """)
  }
}

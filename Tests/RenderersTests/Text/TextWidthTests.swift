import Testing

@testable import LayoutCore

/// Text pictures at other widths and with other character sets.
@Suite struct TextWidthTests {
  @Test("at 40 columns texts are cut to their cells")
  func at40ColumnsTextsAreCut() {
    let picture = draw(page([Sample.menus, Sample.rail(["清晨咖啡馆的一小时", "雨天 | 钢琴", "周末", "公路"])])) {
      $0.columns = 40
    }
    #expect(
      picture == """
             Home  414 × 340 pt @2x · light

           0    日    漫    歌     排    有
               日推  漫游 歌单库 排行  有声书直
                                        5 of 7 ›

         100 为你挑选 ─────────────────── 更多 ›
               ╭────────╮╭────────╮ ╭────────╮ ╭
               │        ││        │ │        │ │
               │        ││        │ │        │ │
               │    3万 ││    4万 │ │    5万 │ │
               ╰────────╯╰────────╯ ╰────────╯ ╰
               清晨咖啡… 雨天 | 钢… 周末
                                        3 of 4 ›
         340

        """)
  }

  @Test("from 112 columns there is an inspector")
  func from112ColumnsThereIsAn() {
    let picture = draw(page([Sample.placeholder, Sample.rail(["雨天", "周末"])])) { $0.columns = 112 }
    #expect(
      picture == """
             Home  414 × 360 pt @2x · light · 2 sections, 2 rows                  ┊
                                                                                  ┊
           0  ╭╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╮  ┊ LIVE_ROOMS
              ┆ LIVE_ROOMS                                                     ┆  ┊ y    0  h 120  rows 1 × 120
              ┆ no provider for the code or its showType                       ┆  ┊ live_rooms@1.0.0  ! SE3002
              ┆                                                                ┆  ┊ placeholder: no provider for the
              ╰╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╯  ┊ code or its showType
                                                                                  ┊
         120 为你挑选 ─────────────────────────────────────────────────── 更多 ›  ┊ RAIL
                ╭─────────────────╮ ╭─────────────────╮                           ┊ y  120  h 240  rows 1 × 240
                │                 │ │                 │                           ┊ rail@1.0.0
                │                 │ │                 │                           ┊
                │             3万 │ │             4万 │                           ┊
                ╰─────────────────╯ ╰─────────────────╯                           ┊
                雨天                周末                                          ┊
         360                                                                      ┊

        """)
  }

  @Test("at 120 columns the page is as wide as at 80")
  func at120ColumnsThePageIs() {
    let picture = draw(page([Sample.rail(["清晨咖啡馆的一小时", "雨天 | 钢琴", "周末", "公路"])])) {
      $0.columns = 120
    }
    #expect(
      picture == """
             Home  414 × 240 pt @2x · light · 1 section, 1 row                            ┊
                                                                                          ┊
           0 为你挑选 ─────────────────────────────────────────────────────────── 更多 ›  ┊ RAIL
                ╭───────────────────╮  ╭───────────────────╮  ╭────────────────────╮ ╭──  ┊ y    0  h 240  rows 1 × 240
                │                   │  │                   │  │                    │ │    ┊ rail@1.0.0
                │                   │  │                   │  │                    │ │    ┊
                │               3万 │  │               4万 │  │                5万 │ │    ┊
                ╰───────────────────╯  ╰───────────────────╯  ╰────────────────────╯ ╰──  ┊
                清晨咖啡馆的一小时     雨天 | 钢琴            周末                   公   ┊
                                                                                3 of 4 ›  ┊
         240                                                                              ┊

        """)
  }

  @Test("at 200 columns the page grows")
  func at200ColumnsThePageGrows() {
    let picture = draw(page([Sample.rail(["清晨咖啡馆的一小时", "雨天 | 钢琴", "周末", "公路"])])) {
      $0.columns = 200
    }
    #expect(
      picture == """
             Home  414 × 240 pt @2x · light · 1 section, 1 row                                                                                                            ┊
                                                                                                                                                                          ┊
           0 为你挑选 ─────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────── 更多 ›  ┊ RAIL
                  ╭──────────────────────────────────────────╮    ╭───────────────────────────────────────────╮   ╭───────────────────────────────────────────╮    ╭────  ┊ y    0  h 240  rows 1 × 240
                  │                                          │    │                                           │   │                                           │    │      ┊ rail@1.0.0
                  │                                          │    │                                           │   │                                           │    │      ┊
                  │                                      3万 │    │                                       4万 │   │                                       5万 │    │      ┊
                  ╰──────────────────────────────────────────╯    ╰───────────────────────────────────────────╯   ╰───────────────────────────────────────────╯    ╰────  ┊
                  清晨咖啡馆的一小时                              雨天 | 钢琴                                     周末                                             公路   ┊
                                                                                                                                                                3 of 4 ›  ┊
         240                                                                                                                                                              ┊

        """)
  }

  @Test("annotate adds the inspector below 112 columns and labels the bars")
  func annotateAddsTheInspectorBelow112() {
    let picture = draw(Sample.withChrome) {
      $0.annotate = true; $0.chrome = true
    }
    #expect(
      picture == """
             发现  414 × 240 pt @2x · light       ┊
                                                  ┊
               (⌕ 大家都在找 海边的夏天       )   ┊ (chrome)
                                                  ┊
           0 为你挑选 ─────────────────── 更多 ›  ┊ RAIL
               ╭────────╮╭────────╮               ┊ y    0  h 240  rows 1 × 240
               │        ││        │               ┊ rail@1.0.0
               │        ││        │               ┊
               │    3万 ││    4万 │               ┊
               ╰────────╯╰────────╯               ┊
               雨天      周末                     ┊
                                                  ┊
                ▶      ▶      ▶      ▶      ▶     ┊ (chrome)
               发现   播客   我的  关注   社区    ┊
         240                                      ┊

        """)
  }

  @Test("the ASCII set replaces drawing and typographic characters, but not letters")
  func theAsciiSetReplacesDrawingAnd() {
    let picture = draw(page([Sample.banner, Sample.songs])) { $0.charset = .ascii }
    #expect(
      picture == """
             Home  414 x 470 pt @2x - light - 2 sections, 2 rows

           0    +--------------------------------------------------------------------+
                |                                                                    |
                |  海边的夏天 - 现场                                                 |
                |  独家                                                 * o o o      |
                +--------------------------------------------------------------------+

         180 猜你爱听 ----------------------------------------------------------- 播放 >
                  #            小河                                         >       #
                               四月乐队
                  #            Paper Moon                                   >
                               Ada Wells
                  #            远山                                         >
                               阿禾
                                                                           page 1 of 2 >
         470

        """)
  }

  @Test("a placeholder has dashes in ASCII too")
  func aPlaceholderHasDashesInAscii() {
    let picture = draw(page([Sample.placeholder])) {
      $0.charset = .ascii; $0.columns = 60
    }
    #expect(
      picture == """
             Home  414 x 120 pt @2x - light - 1 section, 1 row

           0  + - - - - - - - - - - - - - - - - - - - - - - - - - -+
              : LIVE_ROOMS                                         :
              : no provider for the code or its showType           :
              :                                                    :
              + - - - - - - - - - - - - - - - - - - - - - - - - - -+
         120

        """)
  }

  @Test("with wide ambiguous characters the drawing is ASCII, and texts are measured wider")
  func withWideAmbiguousCharactersTheDrawing() {
    let picture = draw(page([Sample.banner])) { $0.ambiguous = 2 }
    #expect(
      picture == """
             Home  414 x 180 pt @2x - light - 1 section, 1 row

           0    +--------------------------------------------------------------------+
                |                                                                    |
                |  海边的夏天 · 现场                                                |
                |  独家                                                 * o o o      |
                +--------------------------------------------------------------------+
         180

        """)
  }

  @Test("a picture is drawn even with too few columns")
  func withTooFewColumnsThereIs() {
    let picture = draw(page([Sample.banner, Sample.rail(["清晨", "雨天"])])) { $0.columns = 18 }
    #expect(
      picture == """
             Home

           0  ╭──────────╮
              │海边的夏… │
              │  ● ○ ○ ○ │
              │     独家 │
              ╰──────────╯

         180 为… ── 更多 ›
              ▣   ▣
              清… 雨天
         420

        """)
  }
}

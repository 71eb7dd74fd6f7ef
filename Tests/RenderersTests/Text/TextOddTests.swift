import Testing

@testable import LayoutCore

/// Text pictures of unusual trees.
@Suite struct TextOddTests {
  @Test("nodes partly off screen are clipped, and nodes off screen or without size are omitted")
  func whatIsPartlyOffScreenIs() {
    let picture = draw(page([Odd.edges]))
    #expect(
      picture == """
             Home  414 × 120 pt @2x · light · 1 section, 1 row

           0    above it
              ns left                                                             ends r
              ─────────────╮                                                  ╭─────────
                           │                      wider tha…                  │
                           │                                                  │
              ─────────────╯                                                  ╰─────────
                below the secti…
         120

        """)
  }

  @Test("overlapping texts get separate rows")
  func textsOnTopOfEachOther() {
    let picture = draw(page([Odd.overlapping]))
    #expect(
      picture == """
             Home  414 × 120 pt @2x · light · 1 section, 1 row

           0    first                             beside
                  second
                   third
         120

        """)
  }

  @Test("a box on top of another covers it")
  func aBoxOnTopOfAnother() {
    let picture = draw(page([Odd.boxes]))
    #expect(
      picture == """
             Home  414 × 120 pt @2x · light · 1 section, 1 row

           0    ╭──────────────────────────────────╮
                │               ╭──────────────────────────────────╮
                │               │                                  │
                ╰───────────────│                                  │
                                ╰──────────────────────────────────╯
         120

        """)
  }

  @Test("neighbours of different heights keep their order")
  func neighboursOfDifferentHeightsKeepTheir() {
    let picture = draw(page([Odd.staggered]))
    #expect(
      picture == """
             Home  414 × 120 pt @2x · light · 1 section, 1 row

           0    ╭────────────────────────────────╮
                │                                │  two lines of text that stand
                │                                │  beside
                │                                │  then one
                │                           left │     [Follow]
                ╰────────────────────────────────╯
                                                    low
                caption
         120

        """)
  }

  @Test("emoji, Arabic and combining marks keep columns aligned")
  func emojiArabicAndCombiningMarksKeep() {
    let picture = draw(page([Odd.scripts]))
    #expect(
      picture == """
             Home  414 × 120 pt @2x · light · 1 section, 1 row

           0  ╭─────────────────────╮  ╭─────────────────────╮  ╭─────────────────────╮
              │               👍🏽 12 │  │               🇳🇴 1️⃣ │  │                👨‍👩‍👧 3 │
              ╰─────────────────────╯  ╰─────────────────────╯  ╰─────────────────────╯
              éclair ❤️                مرحبا بكم                ｆｕｌｌ 한글
              क्षत्रिय                    กำลัง                     mark
         120

        """)
  }

  @Test("control characters of a feed are shown as symbols, not sent")
  func controlCharactersOfAFeedAre() {
    let picture = draw(page([Odd.controls], title: "A\u{1B}[2JB\u{7}"))
    #expect(
      picture == """
             A�[2JB�  414 × 120 pt @2x · light · 1 section, 1 row

           0    red �[31m or not�1mend�
                                            [�]0;title�]
                ╭───────────────────────────────────────────────────────────────────╮
                │                                                                   │
                │                                                                �c │
                ╰───────────────────────────────────────────────────────────────────╯
         120

        """)
  }

  @Test("the pages of a pager are shown from the current one on")
  func pagesOfAPagerAreSeen() {
    let picture = draw(page([Odd.secondPage]))
    #expect(
      picture == """
             Home  414 × 120 pt @2x · light · 1 section, 1 row

           0    ╭────────────────────────────────────────────────────────────────────╮
                │  page                                                              │
                │                                                                    │
                ╰────────────────────────────────────────────────────────────────────╯
                                                                         ‹ page 2 of 3 ›
         120

        """)
  }
}

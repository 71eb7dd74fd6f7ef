import Foundation
import TestConditions
import Testing

/// Heights, positions and sizes of the home feed, from the dimensions of the original app: height =
/// design height x width / 414.
@Suite struct FiguresTests {
  static let sections: [(code: String, plugin: String, design: Double)] = [
    ("HOMEPAGE_BANNER", "banner", 180), ("MENUS", "menus", 100),
    ("HOMEPAGE_BLOCK_PLAYLIST_RCMD", "card-rail", 240),
    ("HOMEPAGE_BLOCK_STYLE_RCMD", "song-columns", 290), ("HOMEPAGE_MUSIC_MLOG", "videos", 240),
    ("HOMEPAGE_BLOCK_MGC_PLAYLIST", "card-rail", 240), ("HOMEPAGE_MUSIC_CALENDAR", "calendar", 180),
    ("HOMEPAGE_BLOCK_OFFICIAL_PLAYLIST", "card-rail", 240),
    ("HOMEPAGE_BLOCK_NEW_ALBUM_NEW_SONG", "song-columns", 240),
    ("HOMEPAGE_VOICELIST_RCMD", "card-rail", 240), ("HOMEPAGE_PODCAST24", "podcasts", 240),
    ("HOMEPAGE_BLOCK_VIDEO_PLAYLIST", "card-rail", 240),
  ]

  static var capture: [String] {
    let folder = Program.captures.path
    return [
      "\(folder)/2021-05-18-home-11-blocks.json", "--source",
      "menus=\(folder)/2021-06-18-menus-9-items.json",
    ]
  }

  static func check(_ feed: [String], width: Double, end: Double) throws {
    let result = try Program.run(["dump"] + feed + ["--unrounded", "--width", "\(width)"])
    #expect(result.status == 0)
    let drawn = DumpSection.sections(of: result.text).prefix(sections.count)
    #expect(drawn.map(\.code) == sections.map(\.code))
    var y = 0.0
    for (section, expected) in zip(drawn, sections) {
      let height = expected.design * width / 414
      #expect(abs(section.y - y) < 0.006 && abs(section.height - height) < 0.006, "\(section.line)")
      #expect(section.x == 0 && section.width == width)
      #expect(section.value(of: "via")?.hasPrefix(expected.plugin + "@") == true)
      #expect(!section.line.contains("fallback="))
      y += height
    }
    #expect(abs(y - end) < 0.01)
    let last = try #require(drawn.last)
    #expect(abs(last.y + last.height - end) < 0.011)
  }

  static let ends: [(width: Double, end: Double)] = [
    (414, 2670), (428, 2760.29), (390, 2515.22), (375, 2418.48), (320, 2063.77),
  ]

  @Test("the twelve sections of the sample have the positions of the app", arguments: ends)
  func sample(_ width: Double, _ end: Double) throws { try Self.check([], width: width, end: end) }

  @Test(
    "the twelve sections of the capture have the positions of the app",
    .needs(captures: "netease"), arguments: ends)
  func capture(_ width: Double, _ end: Double) throws {
    try Self.check(Self.capture, width: width, end: end)
  }

  @Test("y positions at 414 points")
  func positions() throws {
    let dump = try Program.run(["dump"]).text
    #expect(
      DumpSection.sections(of: dump).prefix(12).map(\.y)
        == [0, 180, 280, 520, 810, 1050, 1290, 1470, 1710, 1950, 2190, 2430])
  }

  @Test(
    "cards of recommended playlists scale with the page, but their header and insets do not",
    arguments: [(414, "120x160"), (375, "108.7x137.39"), (320, "92.75x105.51")])
  func cards(_ width: Int, _ size: String) throws {
    let dump = try Program.run([
      "dump", "--unrounded", "--width", "\(width)", "--section", "HOMEPAGE_BLOCK_PLAYLIST_RCMD",
    ])
    let card = try #require(dump.lines.first { $0.contains("card[0] ") })
    #expect(card.contains(" @10,5 \(size) "), "\(card)")
  }

  @Test(
    "sections have no gaps at any width and scale",
    arguments: [320, 375, 390, 414, 428, 768], [1, 2, 3])
  func touching(_ width: Int, _ scale: Int) throws {
    let dump = try Program.run(["dump", "--width", "\(width)", "--scale", "\(scale)"]).text
    let sections = DumpSection.sections(of: dump)
    #expect(sections.count == 13)
    var y = 0.0
    for section in sections {
      #expect(abs(section.y - y) < 0.011, "\(section.line)")
      y = section.y + section.height
    }
  }
}

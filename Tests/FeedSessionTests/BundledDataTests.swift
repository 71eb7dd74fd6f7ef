import FeedDocument
@testable import Feeds
import Foundation
import TestConditions
import Testing

@Suite("Bundled data") struct BundledDataTests {
  @Test("the sample of netease-home has all of its sections, and one unknown block")
  func sample() throws {
    let layout = try neteaseHome()
    let replies = try layout.sources.map { source in
      let sample = try #require(source.samples.first)
      return SourceReply(
        source: source.name,
        outcome: .document(try document(at: layouts.appending(path: sample)), []))
    }
    let assembly = Feed.assemble(layout: layout, replies: replies)
    #expect(assembly.diagnostics == [])
    #expect(
      assembly.codes == [
        "HOMEPAGE_BANNER", "MENUS", "HOMEPAGE_BLOCK_PLAYLIST_RCMD", "HOMEPAGE_BLOCK_STYLE_RCMD",
        "HOMEPAGE_MUSIC_MLOG", "HOMEPAGE_BLOCK_MGC_PLAYLIST", "HOMEPAGE_MUSIC_CALENDAR",
        "HOMEPAGE_BLOCK_OFFICIAL_PLAYLIST", "HOMEPAGE_BLOCK_NEW_ALBUM_NEW_SONG",
        "HOMEPAGE_VOICELIST_RCMD", "HOMEPAGE_PODCAST24", "HOMEPAGE_BLOCK_VIDEO_PLAYLIST",
        "HOMEPAGE_BLOCK_HOT_TOPIC",
      ])
    let blocks = try #require(assembly.feed?.blocks)
    #expect(blocks.last?.heightHint?.height(forWidth: 375) == 196)
    #expect(blocks.filter(\.isClosable).count == 2)
    #expect(layout.knownCodes.allSatisfy { $0.contains("DRAGON") || assembly.codes.contains($0) })
    // The twelve sections of the original page end at 2670 points.
    let heights = blocks.dropLast().compactMap { $0.settings["height"].double }
    #expect(heights.reduce(0, +) == 2670)
  }

  @Test(
    "three pages of netease-home have 17 blocks and menus, and repeated blocks replace earlier ones"
  )
  func neteasePages() throws {
    let layout = try neteaseHome()
    let replies = try samples(of: layout)
    let (first, _) = Feed.join(layout: layout, replies: replies.filter { $0.page == 0 })
    let expected = Feed.join(layout: layout, replies: replies)
    let title = "uiElement.subTitle.title"
    for replies in permutations(replies) {
      let (feed, lost) = Feed.join(layout: layout, replies: replies)
      #expect(lost == [] && feed.diagnostics == [])
      let codes = feed.blocks.map(\.blockCode)
      #expect(codes == expected.feed.blocks.map(\.blockCode))
      #expect(Array(codes.prefix(13)) == first.blocks.map(\.blockCode))
      #expect(
        codes.dropFirst(13) == [
          "HOMEPAGE_BLOCK_NIGHT_PLAYLIST", "HOMEPAGE_BLOCK_CITY_SONGS",
          "HOMEPAGE_BLOCK_CONCERT_NEARBY", "HOMEPAGE_BLOCK_FIELD_RECORDING",
          "HOMEPAGE_BLOCK_OLD_RECORDS",
        ])
      let repeated = feed.blocks[2].value
      #expect(repeated.document.value(atPath: title, from: repeated.index)?.string == "下午换一批")
      let before = first.blocks[2].value
      #expect(before.document.value(atPath: title, from: before.index)?.string == "今天听这些")
    }
  }

  @Test("a cursor counts the requested blocks, and only the last page has none")
  func neteaseCursors() throws {
    let source = try #require(try neteaseHome().primarySource)
    let pages = try source.samples.map { try document(at: layouts.appending(path: $0)) }
    let offsets = try pages.map { page in
      try page.value(atPath: "$.data.cursor")?.string
        .flatMap { try document($0).value(atPath: "$.offset")?.int64 }
    }
    #expect(offsets == [13, 18, nil])
    #expect(pages.map { $0.value(atPath: "$.data.blocks")?.count } == [12, 4, 2])
    #expect(pages.map { $0.value(atPath: "$.data.hasMore")?.bool } == [true, true, false])
  }

  @Test("three pages of wanandroid-home have 26 distinct articles, the pinned ones first")
  func wanandroidPages() throws {
    let layout = try bundled("wanandroid-home")
    let replies = try samples(of: layout)
    #expect(replies.count == 5)
    for replies in permutations(replies) {
      let (feed, lost) = Feed.join(layout: layout, replies: replies)
      #expect(lost == [] && feed.diagnostics == [])
      #expect(feed.blocks.map(\.blockCode) == ["WAN_BANNER", "ARTICLES"])
      let ids = feed.blocks[1].items.map(\.id)
      #expect(ids.count == 26 && Set(ids).count == 26)
      #expect(ids.prefix(4) == ["2100", "2077", "2031", "3120"])
      #expect(ids[9...10] == ["8825067562187480000", "8825067562187480001"])
      #expect(ids.suffix(5) == ["3093", "3090", "3088", "3085", "3081"])
    }
  }

  @Test("a search feed without a reply to the search has only the hot keys")
  func wanandroidSearch() throws {
    let layout = try bundled("wanandroid-search")
    let replies = try samples(of: layout)
    let (all, _) = Feed.join(layout: layout, replies: replies)
    #expect(all.blocks.map(\.blockCode) == ["HOT_KEYS", "ARTICLES"])
    #expect(all.blocks[1].items.map(\.id) == ["3096", "2977", "2931", "2860"])
    let (keys, lost) = Feed.join(
      layout: layout, replies: replies.filter { $0.source == "hotkeys" })
    #expect(keys.blocks.map(\.blockCode) == ["HOT_KEYS"] && lost == [])
  }

  @Test(
    "captures of wanandroid have 4 pinned and 60 other articles, all distinct",
    .needs(captures: "wanandroid"))
  func wanandroidCaptures() throws {
    let folder = captures.appending(path: "wanandroid")
    func reply(_ source: String, _ page: Int, _ file: String) throws -> SourceReply {
      SourceReply(
        source: source, page: page,
        outcome: .document(try document(at: folder.appending(path: file)), []))
    }
    let replies = try [
      reply("banner", 0, "banner.json"), reply("top", 0, "top-article.json"),
      reply("list", 0, "home-article-0.json"), reply("list", 1, "home-article-1.json"),
      reply("list", 2, "home-article-2.json"),
    ]
    let layout = try bundled("wanandroid-home")
    for replies in permutations(replies) {
      let (feed, lost) = Feed.join(layout: layout, replies: replies)
      #expect(lost == [] && feed.diagnostics == [])
      #expect(feed.blocks.map(\.value.count) == [4, 64])
      #expect(Set(feed.blocks[1].items.map(\.id)).count == 64)
    }
  }

  @Test("the sample keeps ids that a double cannot represent")
  func exactIds() throws {
    let sample = try document(
      at: layouts.appending(path: "samples/netease-home/blocks.json"))
    let id = sample.value(atPath: "$.data.blocks[0].extInfo.banners[0].targetId")?.int64
    #expect(id == 109_951_166_052_270_907)
    #expect(id.map { Int64(exactly: Double($0)) != $0 } == true)
  }

  @Test("the bundled devices of both platforms name their sources; pixels are whole")
  func devices() throws {
    let document = try document(at: layouts.appending(path: "Devices/devices.json"))
    let read = Device.parse(document)
    let (devices, diagnostics) = (try #require(read.value), read.diagnostics)
    #expect(diagnostics == [])
    let first = Device(
      name: "iphone-5s", width: 320, height: 568, scale: 2, safeArea: .init(top: 20, bottom: 0))
    #expect(devices.first == first)
    let pixel = try #require(devices.first { $0.name == "pixel-9" })
    #expect(pixel.platform == .android && pixel.scale == 2.625)
    for (device, element) in zip(devices, document.root["devices"].children) {
      #expect(element["source"].string?.isEmpty == false, "\(device.name)")
      for length in [device.width, device.height] {
        let pixels = length * device.scale
        #expect(abs(pixels - pixels.rounded()) < 0.02, "\(device.name)")
      }
    }
  }

  @Test(
    "an invalid device list is refused with its location",
    arguments: [
      ("[]", "$"), ("{}", "$"), (#"{"devices": {}}"#, "$.devices"),
      (#"{"devices": [{"name": "a", "width": 1, "height": 1}]}"#, "$.devices[0]"),
      (
        #"{"devices": [{"name": "a", "width": 1, "height": 1, "scale": 17}]}"#, "$.devices[0].scale"
      ),
      (#"{"devices": [{"name": "a", "width": 0, "height": 1, "scale": 1}]}"#, "$.devices[0].width"),
      (
        #"{"devices": [{"name": "a", "width": 1, "height": 1, "scale": 1, "ppi": 2}]}"#,
        "$.devices[0].ppi"
      ),
      (
        """
        {"devices": [{"name": "a", "width": 1, "height": 1, "scale": 1},
                     {"name": "a", "width": 2, "height": 1, "scale": 1}]}
        """, "$.devices[1].name"
      ),
    ])
  func wrongDevices(text: String, path: String) throws {
    let read = Device.parse(try document(text))
    let (devices, diagnostics) = (read.value, read.diagnostics)
    #expect(devices == nil)
    #expect(diagnostics.map(\.location?.path) == [path])
  }
}

import FeedDocument
@testable import FeedSession
import Foundation
import Testing

@Suite("Bundled data") struct BundledDataTests {
  @Test("the sample of netease-home gives all of its sections, and one that is unknown")
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
    // The twelve sections of the real page end at 2670.
    let heights = blocks.dropLast().compactMap { $0.settings["height"].double }
    #expect(heights.reduce(0, +) == 2670)
  }

  @Test("the sample keeps ids that do not fit a double")
  func exactIds() throws {
    let sample = try document(
      at: layouts.appending(path: "samples/netease-home/blocks.json"))
    let id = sample.value(atPath: "$.data.blocks[0].extInfo.banners[0].targetId")?.int64
    #expect(id == 109_951_166_052_270_907)
    #expect(id.map { Int64(exactly: Double($0)) != $0 } == true)
  }

  @Test("the bundled devices are those of the command line's documentation")
  func devices() throws {
    let (devices, diagnostics) = Device.parse(
      try document(at: layouts.appending(path: "Devices/devices.json")))
    #expect(diagnostics == [])
    #expect(devices.count == 12)
    #expect(devices[0] == Device(name: "iphone-5s", width: 320, height: 568, scale: 2))
    #expect(devices[11] == Device(name: "ipad-13", width: 1024, height: 1366, scale: 2))
  }

  @Test(
    "a wrong device list is refused with the place",
    arguments: [
      ("[]", "$"), ("{}", "$"), (#"{"devices": {}}"#, "$.devices"),
      (#"{"devices": [{"name": "a", "width": 1, "height": 1}]}"#, "$.devices[0]"),
      (#"{"devices": [{"name": "a", "width": 1, "height": 1, "scale": 4}]}"#, "$.devices[0].scale"),
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
    let (devices, diagnostics) = Device.parse(try document(text))
    #expect(devices == [])
    #expect(diagnostics.map(\.location?.path) == [path])
  }
}

import FeedDocument
@testable import Feeds
import Foundation
import Testing

/// A drafted layout of a list shows at least the content that inference shows without a layout.
@Suite("Drafts of lists beside the inference") struct DraftParityTests {
  /// Feeds with a list of items of one kind, some with a member that could be a blockCode.
  static let lists = [
    #"{"data": {"curPage": 1, "datas": [{"id": 1, "title": "A", "type": 0, "link": "/a"}, {"id": 2, "title": "B", "type": 1}], "over": false}, "errorCode": 0, "errorMsg": ""}"#,
    #"{"errorCode": 0, "data": [{"id": 1, "title": "A", "type": 0}, {"id": 2, "title": "B", "type": 0}]}"#,
    #"{"song_list": [{"song_id": "1", "title": "A", "author": "x"}, {"song_id": "2", "title": "B"}], "error_code": 22000}"#,
    #"[{"name": "A", "kind": "book"}, {"name": "B", "kind": "book"}]"#,
    #"{"rows": [{"name": "new", "books": [{"t": 1}]}, {"name": "top", "books": [{"t": 2}]}]}"#,
    #"{"code": 301, "list": [{"type": "A", "title": "x"}, {"type": "A", "title": "y"}]}"#,
    #"{"status": "ok", "next": null, "stream": [{"hero": {"heading": "Fog"}}, {"shelf": {"label": "Boats"}}]}"#,
  ]

  static let samples = [
    "wanandroid-home/list-0", "wanandroid-home/top", "wanandroid-home/banner",
    "audio-chart/songs-0", "mall-home/middleNav", "mall-home/sort", "netease-home/menus",
    "netease-home/blocks", "wanandroid-search/hotkeys",
  ]

  @Test("the draft of a list has the sections and fields of the inference", arguments: lists)
  func drafted(_ text: String) throws { try compare(try document(text)) }

  @Test("the draft of a sample has the sections and fields of the inference", arguments: samples)
  func sampled(_ name: String) throws {
    try compare(try document(at: layouts.appending(path: "samples/\(name).json")))
  }

  private func compare(_ document: FeedDocument) throws {
    guard let inferred = FeedInference.infer(from: document).layout else { return }
    let draft = LayoutDraft.draft(for: document, name: "draft")
    let drafted = try layout(try #require(draft.text))
    let reply = SourceReply(source: "feed", outcome: .document(document, []))
    let seen = try [inferred, drafted].map { layout in
      try #require(Feed.assemble(layout: layout, replies: [reply]).value)
    }
    #expect(seen[1].blocks.map(\.blockCode) == seen[0].blocks.map(\.blockCode))
    for (known, own) in zip(seen[0].blocks, seen[1].blocks) {
      let fields = [known, own].map { $0.settings["generic"] }
      for path in ["title", "items"] {
        #expect(fields[1][path].string == fields[0][path].string, "\(known.blockCode) \(path)")
      }
      for path in ["title", "detail", "image", "action"] {
        #expect(fields[1]["item"][path].string == fields[0]["item"][path].string)
      }
    }
  }
}

import FeedDocument
@testable import Feeds
import LayoutCore
import Testing

@Suite("The words of a layout in other languages") struct LayoutWordsTests {
  private static let text = """
    {"name": "shop", "version": 1, "title": "Shop",
     "words": {"vi": {"Refresh": "Làm mới", "Shop": "Cửa hàng", "Offline": "Mất mạng", "New": "Mới",
         "Menu": "Danh mục", "Find": "Tìm", "The end": "Hết"},
       "vi-VN": {"Refresh": "Tải lại"}, "zh-Hant": {"Shop": "商店"}},
     "sources": {"f": {"items": "$.x", "block": {"code": "A"}, "request": {"url": "f/{page}"}}},
     "paging": {"source": "f", "by": "page"},
     "states": {"empty": {"title": "Nothing", "button": "Refresh"},
       "notices": {"network": "Offline"}, "footer": {"no-more-data": "The end"}},
     "chrome": {"navigationBar": {"height": 44,
         "searchField": {"placeholder": "Find", "insetX": 1, "insetY": 1}},
       "tabBar": {"height": 49, "items": [{"title": "Menu", "action": "app://Menu"}]}},
     "sections": {"A": {"title": "New", "parts": ["New", "Old", 7], "New": true}}}
    """

  @Test("states, bars and settings have the words of the locale, and keep texts without words")
  func translated() throws {
    let layout = try layout(Self.text).translated(for: "vi_vn")
    #expect(layout.title == "Cửa hàng")
    #expect(layout.states.empty?.title == "Nothing" && layout.states.empty?.button == "Tải lại")
    #expect(layout.states.notices[.network] == "Mất mạng")
    #expect(layout.chrome.navigationBar?.searchField?.placeholder == "Tìm")
    #expect(layout.chrome.tabBar?.items == [.init(title: "Danh mục", action: "app://Menu")])
    let settings = layout.sections["A"].translated(layout.words(for: "vi"))
    #expect(settings["title"].string == "Mới" && settings["New"].bool == true)
    let parts = settings["parts"].children.map { $0.identityText ?? "" }
    #expect(parts == ["Mới", "Old", "7"])
  }

  @Test(
    "longer tags precede shorter ones, and other locales have the layout's own texts",
    arguments: [
      ("vi-VN", "Cửa hàng", "Tải lại"), ("vi", "Cửa hàng", "Làm mới"),
      ("VI-us", "Cửa hàng", "Làm mới"), ("zh-Hant-HK", "商店", "Refresh"),
      ("zh-CN", "Shop", "Refresh"), ("", "Shop", "Refresh"), ("--", "Shop", "Refresh"),
    ])
  func fallback(locale: String, title: String, button: String) throws {
    let layout = try layout(Self.text).translated(for: locale)
    #expect(layout.title == title && layout.states.empty?.button == button)
  }

  @Test("notices of a session have the words of its locale")
  func notices() throws {
    var session = SessionMachine(layout: try layout(Self.text), in: LayoutEnvironment(locale: "vi"))
    func answer(_ step: SessionStep, _ outcome: SourceReply.Outcome) throws -> [String] {
      let request = try #require(step.requests.first)
      let reply = SourceReply(source: "f", page: request.page, outcome: outcome)
      return session.receive(reply, to: request.id, at: 0).notices.map(\.text)
    }
    let full = SourceReply.Outcome.document(try document(#"{"x": [{"id": 1}]}"#), [])
    #expect(try answer(session.send(.refresh, at: 0), full) == [])
    let lost = SourceReply.Outcome.failed(SourceFailure(.network(.offline), []))
    #expect(try answer(session.send(.loadMore, at: 5), lost) == ["Mất mạng"])
    let last = SourceReply.Outcome.document(try document(#"{"x": []}"#), [])
    _ = try answer(session.send(.loadMore, at: 10), last)
    #expect(session.state.footer == .noMoreData)
  }

  @Test("words for a text that the layout does not have are a finding")
  func unused() throws {
    let text = Self.text.replacing("\"Old\"", with: "\"Olt\"")
      .replacing("\"New\": \"Mới\"", with: "\"New\": \"Mới\", \"Refrsh\": \"x\"")
    let found = FeedLayoutReview.findings(
      in: try document(text), of: try layout(text),
      samples: FeedLayoutReview.Samples(of: try layout(text), replies: []))
    let words = found.filter { $0.message.contains("no text") }
    #expect(words.map(\.message) == ["the layout has no text \"Refrsh\""])
    #expect(words.first?.helps == ["did you mean `Refresh`?"])
  }

  @Test("mall-home has words for each of its texts, in English and Vietnamese")
  func mall() throws {
    let layout = try bundled("mall-home")
    for locale in ["en", "vi"] {
      var own: Set<String> = []
      var copy = layout
      copy.replaceTexts { text in
        own.insert(text)
        return text
      }
      #expect(own.subtracting(layout.words(for: locale).keys) == [])
    }
    #expect(layout.translated(for: "zh-CN").title == layout.title)
  }
}

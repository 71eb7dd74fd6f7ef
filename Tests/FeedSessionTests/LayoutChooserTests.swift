import Support
import FeedDocument
@testable import Feeds
import Foundation
import TestConditions
import Testing

@Suite("Choosing a layout") struct LayoutChooserTests {
  private func named(_ name: String, sections: String = "{}") throws -> FeedLayout {
    try layout(
      """
      {"name": "\(name)", "version": 1,
       "sources": {"f": {"items": "$.items", "element": {"code": "type"},
         "envelope": {"success": {"path": "$.code", "equals": 0}, "message": "$.message"}}},
       "sections": \(sections)}
      """)
  }

  private func chosen(_ text: String, _ layouts: [FeedLayout]) throws -> String {
    let choice = LayoutChooser.choose(for: try document(text), among: layouts)
    let codes = choice.diagnostics.map(\.code.rawValue)
    return ((choice.value.map { [$0.label] } ?? []) + codes).joined(separator: " ")
  }

  @Test("the layout whose shape fits is chosen")
  func fits() throws {
    let layouts = [try neteaseHome(), try named("mall")]
    #expect(try chosen(#"{"code": 0, "items": [{"type": "A"}, 3]}"#, layouts) == "mall@1")
    let home = #"{"code": 200, "data": {"blocks": [{"blockCode": "A"}]}}"#
    #expect(try chosen(home, layouts) == "netease-home@1")
  }

  @Test("among layouts that fit, the one that knows more of the codes is chosen")
  func known() throws {
    let text = #"{"code": 0, "items": [{"type": "A"}]}"#
    let layouts = [try named("one"), try named("two", sections: #"{"A": {}}"#)]
    #expect(try chosen(text, layouts) == "two@1")
    #expect(try chosen(text, layouts.reversed()) == "two@1")
  }

  @Test("if no single layout is best, the structure is inferred")
  func ambiguous() throws {
    let text = #"{"code": 0, "items": [{"type": "A"}]}"#
    #expect(try chosen(text, [try named("one"), try named("two")]) == "inferred SE1017")
    #expect(try chosen(text, []) == "inferred SE1017")
    let other = #"{"code": 1, "items": [{"type": "A"}]}"#
    #expect(try chosen(other, [try named("one")]) == "inferred SE1017")
  }

  @Test("an error reply selects the only layout with a matching envelope")
  func refusal() throws {
    let text = #"{"code": 301, "message": "sign in", "data": null}"#
    #expect(try chosen(text, [try neteaseHome()]) == "netease-home@1")
    #expect(try chosen(text, [try neteaseHome(), try named("mall")]) == "netease-home@1")
    #expect(try chosen(#"{"code": 301, "msg": "x"}"#, [try neteaseHome()]) == "netease-home@1")
    #expect(try chosen(#"{"code": 302, "message": ""}"#, [try neteaseHome()]) == "SE1018")
    let full = #"{"code": 301, "data": {"blocks": [{"blockCode": "A"}]}}"#
    #expect(try chosen(full, [try neteaseHome()]) == "netease-home@1")
    let other = #"{"code": 301, "list": [{"type": "A"}]}"#
    #expect(try chosen(other, [try neteaseHome()]) == "inferred SE1017")
    #expect(try chosen(#"{"code": 200, "message": "ok"}"#, [try neteaseHome()]) == "SE1018")
    let list = #"{"code": 1, "message": "ok", "list": [{"id": 1}]}"#
    #expect(try chosen(list, [try neteaseHome()]) == "SE1018")
  }

  @Test("a layout of one block is chosen by its envelope and the identity of its items")
  func oneBlock() throws {
    func rows(_ name: String, request: String = "") throws -> FeedLayout {
      try layout(
        """
        {"name": "\(name)", "version": 1, "parameters": {"word": null, "kind": "2"},
         "sources": {"f": {"items": "$.d.rows", \(request)
           "envelope": {"success": {"path": "$.code", "equals": 0}},
           "block": {"code": "ROWS", "item": "id"}}}}
        """)
    }
    let layouts = [try neteaseHome(), try rows("rows")]
    let none = "SE1018"
    #expect(try chosen(#"{"code": 0, "d": {"rows": [null, {"id": 1}]}}"#, layouts) == "rows@1")
    #expect(try chosen(#"{"code": 1, "d": {"rows": [{"id": 1}]}}"#, layouts) == none)
    #expect(try chosen(#"{"d": {"rows": [{"id": 1}]}}"#, layouts) == none)
    let guess = "inferred SE1017"
    #expect(try chosen(#"{"code": 0, "d": {"rows": [{"name": "a"}]}}"#, layouts) == guess)
    #expect(try chosen(#"{"code": 0, "d": {"rows": [{"id": null}]}}"#, layouts) == none)
    #expect(try chosen(#"{"code": 0, "d": [{"id": 1}]}"#, layouts) == none)
    let search = try rows("search", request: #""request": {"url": "q/{word}"},"#)
    let kind = try rows("kind", request: #""request": {"url": "k/{kind}"},"#)
    let text = #"{"code": 0, "d": {"rows": [{"id": 1}]}}"#
    #expect(try chosen(text, [search, kind]) == "kind@1")
    #expect(try chosen(text, [search]) == none)
    #expect(try chosen(text, [kind, try rows("rows")]) == none)
  }

  @Test("the choice is the same if each layout is read only when it may fit")
  func unread() throws {
    let layouts = try bundledLayouts() + [named("one"), named("mall")]
    let samples = layouts.flatMap(\.sources).flatMap(\.samples).uniqued
    var documents = try samples.map {
      try document(at: repository.appending(path: "Layouts/\($0)"))
    }
    documents += try [
      "{}", "[]", "3", #"{"code": 301, "message": "sign in", "data": null}"#,
      #"{"code": 0, "items": [{"type": "A"}]}"#, #"{"code": 200, "data": {"blocks": []}}"#,
      #"{"page": {"rows": [{"type": "A", "title": "A row"}, {"type": "B"}]}}"#,
    ].map { try document($0) }
    #expect(documents.count > 20)
    for document in documents {
      let unread = layouts.map { UnreadLayout($0.sections.document) }
      let choice = LayoutChooser.choose(for: document, among: unread)
      let expected = LayoutChooser.choose(for: document, among: layouts)
      #expect(choice.value?.label == expected.value?.label, "\(document.name)")
      #expect(choice.diagnostics == expected.diagnostics, "\(document.name)")
    }
  }

  @Test("a layout whose items a feed lacks is not read")
  func unreadStaysUnread() throws {
    let layouts = try bundledLayouts().map { UnreadLayout($0.sections.document) }
    let feed = try document(#"{"code": 200, "data": {"blocks": [{"blockCode": "A"}]}}"#)
    let choice = LayoutChooser.choose(for: feed, among: layouts)
    #expect(choice.value?.name == "netease-home")
    // The paths and the success rule of one more layout fit by chance.
    #expect((1...2).contains(layouts.count { $0.isRead }) && layouts.count > 5)
  }

  @Test("samples of the bundled layouts select their own layout")
  func bundledSamples() throws {
    let layouts = try bundledLayouts()
    for (layout, page) in [("netease-home", 0), ("netease-home", 1), ("wanandroid-home", 2)] {
      let source = try #require(try bundled(layout).primarySource)
      let url = repository.appending(path: "Layouts/\(source.samples[page])")
      let choice = LayoutChooser.choose(for: try document(at: url), among: layouts)
      #expect(choice.value?.name == layout && choice.diagnostics == [], "page \(page)")
    }
  }

  @Test("the error for a document of a secondary source shows how to pass it")
  func secondarySource() throws {
    let menus = try document(#"{"code": 200, "data": [{"id": 1, "name": "a"}]}"#)
    let choice = LayoutChooser.choose(for: menus, among: [try neteaseHome()])
    #expect(choice.value?.isInferred == true)
    #expect(
      choice.diagnostics.first?.helps.first
        == "if these are the menus of `netease-home`, "
        + "pass them with `--layout netease-home --source menus=FILE`")
  }

  @Test("a hint names only those sources of one shape that the document does not contradict")
  func alikeSources() throws {
    func group(_ name: String) -> String {
      #""\#(name)": {"items": "$.data.items", "block": {"code": "\#(name)", "codePath": "$.data.type"}, "#
        + #""envelope": {"success": {"path": "$.code", "equals": 0}}}"#
    }
    let mall = try layout(
      """
      {"name": "mall", "version": 1, "sources": {
        "sort": {"primary": true, "items": "$.data", "order": {"code": "name", "rank": "index"}},
        \(["otc", "wallet", "nav", "ads"].map(group).joined(separator: ","))}}
      """)
    func hint(_ type: String) throws -> String? {
      let reply = try document(
        #"{"code": 0, "data": {"type": \#(type), "items": [{"id": 1}]}}"#)
      let choice = LayoutChooser.choose(for: reply, among: [mall])
      return choice.value == nil ? choice.diagnostics.first?.helps.first : nil
    }
    #expect(
      try hint(#""wallet""#)
        == "if these are the wallet of `mall`, pass them with `--layout mall --source wallet=FILE`")
    #expect(
      try hint("null") == "if this is one of otc, wallet, nav … of `mall`, "
        + "pass it with `--layout mall --source NAME=FILE`")
  }

  @Test("of several sources, the one whose sample has the document's members is suggested")
  func samples() throws {
    let home = try layout(
      """
      {"name": "home", "version": 1, "sources": {
        "list": {"primary": true, "items": "$.list", "element": {"code": "code"}},
        "banner": {"sample": "banner.json", "items": "$.data", "block": {"code": "BANNER"},
          "envelope": {"success": {"path": "$.code", "equals": 0}}},
        "top": {"sample": "top.json", "items": "$.data", "block": {"code": "TOP"},
          "envelope": {"success": {"path": "$.code", "equals": 0}}}}}
      """)
    let files = [
      "banner.json": #"{"code": 0, "data": [{"picture": "a", "title": "b", "url": "c"}]}"#,
      "top.json": #"{"code": 0, "data": [{"author": "a", "title": "b", "date": "c"}]}"#,
    ]
    func hint(_ item: String) throws -> String {
      let reply = try document(#"{"code": 0, "data": [\#(item), \#(item)]}"#)
      let choice = LayoutChooser.choose(for: reply, among: [home]) { path in
        files[path].flatMap { try? document($0) }
      }
      return try #require(choice.diagnostics.first?.helps.first)
    }
    let banner = #"{"picture": "x", "title": "One title", "url": "https://e.example/"}"#
    #expect(try hint(banner).contains("if these are the banner of `home`"))
    let top = #"{"author": "Ada", "title": "One title", "date": "2026-01-01", "likes": 3}"#
    #expect(try hint(top).contains("if these are the top of `home`"))
    #expect(try hint(#"{"title": "One title"}"#).contains("if this is one of banner, top"))
  }

  @Test("a primary source of one block is suggested but never chosen")
  func primaryBlock() throws {
    let chart = try layout(
      """
      {"name": "chart", "version": 1, "sources": {"songs": {
        "items": "$.songs", "block": {"code": "songs"},
        "envelope": {"success": {"path": "$.status", "equals": 1}}}}}
      """)
    let reply = try document(#"{"status": 1, "songs": [{"id": 1}]}"#)
    let choice = LayoutChooser.choose(for: reply, among: [chart])
    #expect(choice.value == nil)
    #expect(
      choice.diagnostics.first?.helps.first
        == "if this is a songs document of `chart`, pass it with `--layout chart`")
  }

  @Test(
    "captures of an app select its layout among the bundled ones",
    .needs(captures: "netease"),
    arguments: [
      ("netease/2021-05-18-home-11-blocks.json", "netease-home", 11),
      ("netease/2020-09-21-home-8-blocks.json", "netease-home", 8),
      ("netease/2024-09-banner-only.json", "netease-home", 1),
      ("wanandroid/home-article-0.json", "wanandroid-home", 1),
      ("wanandroid/home-article-2.json", "wanandroid-home", 1),
    ])
  func captured(file: String, name: String, count: Int) throws {
    let document = try document(at: captures.appending(path: file))
    let layouts = try bundledLayouts()
    let choice = LayoutChooser.choose(for: document, among: layouts)
    let layout = try #require(choice.value)
    #expect(choice.diagnostics == [])
    #expect(layout.name == name)
    let assembly = Feed.assemble(
      layout: layout,
      replies: [
        SourceReply(
          source: try #require(layout.primarySource).name, outcome: .document(document, []))
      ])
    #expect(assembly.codes.count == count)
    // Some of the layouts join the primary source with others, which are missing here.
    #expect(assembly.found.allSatisfy { $0 == "SE1027" })
  }
}

import Foundation
import Testing

/// Settings from `--set SECTION.KEY=VALUE`, from the input `set` of a session, and from a project.
@Suite("Settings of sections on the command line") struct SectionSettingTests {
  private func dump(_ arguments: String...) throws -> String {
    try Program.run(["dump", "--metrics", "default"] + arguments).text
  }

  private static let songs = "HOMEPAGE_BLOCK_NEW_ALBUM_NEW_SONG"

  @Test("a page of a banner, its dots and a segment are shown")
  func pages() throws {
    let banner = try dump("--section", "HOMEPAGE_BANNER", "--set", "HOMEPAGE_BANNER.page=1")
    #expect(banner.contains("pages=5 page=1") && banner.contains("count=5 current=1"))
    #expect(banner.contains("banner[1]") && !banner.contains("banner[0]"))
    let beyond = try dump("--section", "HOMEPAGE_BANNER", "--set", "HOMEPAGE_BANNER.page=99")
    #expect(beyond.contains("pages=5 page=4") && beyond.contains("count=5 current=4"))
    let segment = try dump("--section", Self.songs, "--set", "\(Self.songs).segment=1")
    #expect(segment.contains("pages=3 page=1"))
    let text = try Program.run([
      "render", "--section", "HOMEPAGE_BANNER", "--set", "HOMEPAGE_BANNER.page=1",
    ]).text
    #expect(text.contains("○ ● ○ ○ ○"))
  }

  @Test("a rail is scrolled by points, but not beyond its end")
  func scroll() throws {
    let rail = "HOMEPAGE_BLOCK_PLAYLIST_RCMD"
    let near = try dump("--section", rail, "--set", "\(rail).scroll=130")
    #expect(near.contains(" scroll=130 ") && !near.contains("card[0]") && near.contains("card[1]"))
    let far = try Program.run(["render", "--section", rail, "--set", "\(rail).scroll=9999"])
    #expect(far.status == 0 && far.errors.contains("SE4009"), "\(far.errors)")
    #expect(far.errors.contains("ends before the offset 9999"))
    let session = try Program.run([
      "session", "--script", "refresh; set \(rail).scroll=130", "--draw",
    ])
    #expect(session.text.contains("updated   \(rail)\n"))
  }

  @Test("the mall speaks the language of the locale, and shows a tab of its last list")
  func mall() throws {
    let mall = ["render", "--layout", "mall-home", "--chrome"]
    let vi = try Program.run(mall + ["--locale", "vi-VN"]).text
    #expect(vi.contains("Dịch vụ gần đây") && vi.contains("Giỏ hàng") && !vi.contains("附近服务"))
    let zh = try Program.run(mall).text
    #expect(zh.contains("附近服务") && zh.contains("购物车") && !zh.contains("Giỏ hàng"))
    let empty = try Program.run(mall + ["--state", "empty", "--locale", "en"]).text
    #expect(empty.contains("There are no goods here yet"))
    let tab = try Program.run(mall + ["--set", "bottomFloat.tab=1"]).text
    #expect(tab.contains("Nồi đất nung") && !tab.contains("手工陶碗") && zh.contains("手工陶碗"))
  }

  @Test("a project sets sections, and options take precedence")
  func project() throws {
    let scratch = try Scratch()
    try scratch.write(
      #"{"feeds": {"home": {"layout": "netease-home", "set": {"HOMEPAGE_BANNER.page": 2}}}}"#,
      to: "sectionengine.json")
    let dump = ["dump", "--section", "HOMEPAGE_BANNER"]
    #expect(try Program.run(dump, folder: scratch.url).text.contains("pages=5 page=2"))
    let given = try Program.run(
      dump + ["--set", "HOMEPAGE_BANNER.page=1"], folder: scratch.url)
    #expect(given.text.contains("pages=5 page=1"))
  }

  @Test("faults of a setting say what is wrong and what to do")
  func faults() throws {
    let typo = try Program.run(["render", "--set", "HOMEPAGE_BANER.page=1"])
    #expect(typo.status == 0 && typo.errors.contains("the feed has no section `HOMEPAGE_BANER`"))
    #expect(typo.errors.contains("HOMEPAGE_BANNER`"))
    let form = try Program.run(["render", "--set", "MENUS=1"])
    #expect(form.status == 64 && form.errors.contains("SECTION.KEY=VALUE"))
    let value = try Program.run(["render", "--set", "MENUS.page=many"])
    #expect(value.status == 2 && value.errors.contains("currentGroup"))
  }

  @Test("a session closes, moves, inserts and sets sections, and searches another word")
  func session() throws {
    let list = try Program.run([
      "session", "--script",
      #"refresh; set HOMEPAGE_BANNER.page=1; close HOMEPAGE_BANNER; remove MENUS; insert 0 AD {"a": "b;c"}; move AD 2; state failed; refresh"#,
    ])
    #expect(list.status == 0, "\(list.errors)")
    for part in [
      "2  set HOMEPAGE_BANNER.page=1\n   updated   HOMEPAGE_BANNER\n",
      "3  close HOMEPAGE_BANNER\n   ignored   the section cannot be closed",
      "4  remove MENUS\n   deleted   MENUS\n", "   inserted  AD\n", "   moved     AD 0 -> 2\n",
      "7  state failed\n   content   completed -> failed\n",
      "   content   failed -> completed\n",
    ] {
      #expect(list.text.contains(part), "\(part)")
    }
    let search = try Program.run([
      "session", "--layout", "wanandroid-search", "--script", "refresh; parameter keyword=rust",
    ])
    #expect(search.text.contains("2  parameter keyword=rust\n   asked     hotkeys, results\n"))
    for script in ["move MENUS", "insert x A {}", "parameter keyword", "state completed", "set A"] {
      #expect(try Program.run(["session", "--script", script]).status == 64, "\(script)")
    }
  }

  @Test("a changed type of an action is a change, in dumps and in JSON")
  func actionTypes() throws {
    let scratch = try Scratch()
    for (name, type) in [("old", "orpheus"), ("new", "web")] {
      try scratch.write(
        #"{"code": 200, "data": {"blocks": [{"blockCode": "HOMEPAGE_BANNER", "extInfo": {"banners": [{"url": "\#(type == "web" ? "https" : "orpheus")://a", "typeTitle": "x", "pic": "p"}]}}]}}"#,
        to: "\(name).json")
    }
    let dump = try Program.run(
      ["dump", "old.json", "--layout", "netease-home"], folder: scratch.url)
    #expect(dump.text.contains("action=orpheus://a action-type=orpheus"))
    let difference = try Program.run(
      ["diff", "old.json", "new.json", "--layout", "netease-home"], folder: scratch.url)
    #expect(difference.status == 1)
    #expect(difference.text.contains("action-type"), "\(difference.text)\(difference.errors)")
  }

  @Test("a list of one kind gets the hint that names its layout and source")
  func hints() throws {
    let scratch = try Scratch()
    try scratch.write(
      #"{"errorCode": 0, "errorMsg": "", "data": [{"id": 1, "title": "a", "type": 0, "url": "https://a.example"}, {"id": 2, "title": "b", "type": 0, "url": "https://b.example"}]}"#,
      to: "banner.json")
    let result = try Program.run(["render", "banner.json"], folder: scratch.url)
    #expect(result.errors.contains("--layout wanandroid-home --source"), "\(result.errors)")
  }
}

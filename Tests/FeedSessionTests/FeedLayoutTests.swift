import Support
import FeedDocument
@testable import Feeds
import LayoutCore
import Testing

@Suite("Feed layouts") struct FeedLayoutTests {
  static let smallest = """
    {"name": "a", "version": 1, "sources": {"f": {"items": "$.x", "element": {"code": "t"}}}}
    """

  @Test("the smallest layout has the default of every member")
  func smallest() throws {
    let layout = try layout(Self.smallest)
    #expect(layout.title == "a")
    #expect(layout.label == "a@1")
    #expect(layout.join == .partial)
    #expect(layout.identity == .code)
    #expect(layout.primarySource?.name == "f")
    #expect(layout.fallback == FeedLayout.Fallback(placeholderHeight: 120, heightHint: nil))
    #expect(layout.environment == LayoutEnvironment())
    #expect(layout.chrome == FeedLayout.Chrome())
    #expect(layout.knownCodes == [])
    #expect(layout.spacing == SectionSpacing())
    #expect(layout.layoutOverrides == [:])
  }

  @Test("netease-home has the figures of its app")
  func neteaseHomeFigures() throws {
    let layout = try neteaseHome()
    #expect(layout.label == "netease-home@1")
    #expect(layout.environment.width == 414)
    #expect(layout.environment.scale == 2)
    #expect(layout.environment.locale == "zh-CN")
    #expect(layout.chrome.navigationBar?.height == 44)
    #expect(layout.chrome.tabBar?.items.map(\.title) == ["发现", "播客", "我的", "K歌", "云村"])
    #expect(layout.source(named: "menus")?.shape == .block(.init(code: "MENUS")))
    let heights = layout.sections.children.reduce(into: [String: Double]()) {
      $0[$1.key] = $1["height"].double
    }
    let rails = [
      "BLOCK_PLAYLIST_RCMD", "MUSIC_MLOG", "BLOCK_MGC_PLAYLIST", "BLOCK_OFFICIAL_PLAYLIST",
      "BLOCK_NEW_ALBUM_NEW_SONG", "VOICELIST_RCMD", "PODCAST24", "BLOCK_VIDEO_PLAYLIST",
    ]
    for rail in rails { #expect(heights["HOMEPAGE_\(rail)"] == 240, "\(rail)") }
    #expect(heights["HOMEPAGE_BANNER"] == 180)
    #expect(heights["MENUS"] == 100)
    #expect(heights["HOMEPAGE_BLOCK_OLD_DRAGON_BALL"] == 100)
    #expect(heights["HOMEPAGE_BLOCK_STYLE_RCMD"] == 290)
    #expect(heights["HOMEPAGE_MUSIC_CALENDAR"] == 180)
    #expect(heights.count == 13)
  }

  @Test("dark colors override the light ones")
  func appearance() throws {
    let appearance = try neteaseHome().appearance
    #expect(appearance.tokens(isDark: false)["page"] == "#f8f8f8")
    #expect(appearance.tokens(isDark: true)["page"] == "#000000")
    #expect(appearance.tokens(isDark: true)["onBadge"] == "#ffffff")
  }

  /// Violations of the format: a part of the smallest layout, its replacement, and the expected
  /// diagnostic.
  static let violations: [(String, String, String)] = [
    (
      #""version": 1"#, #""versoin": 1"#,
      "SE4001 error layout.json:1:1 $: `version` is missing"
    ),
    (
      #""version": 1"#, #""version": 0"#,
      "SE4001 error layout.json:1:26 $.version: `version` is not an integer from 1"
    ),
    (
      #""version": 1"#, #""version": 1.5"#,
      "SE4001 error layout.json:1:26 $.version: `version` is not an integer from 1"
    ),
    (
      #""version": 1"#, #""version": null"#,
      "SE4001 error layout.json:1:26 $.version: `version` is not an integer from 1"
    ),
    (
      #""name": "a""#, #""name": """#,
      "SE4001 error layout.json:1:10 $.name: "
        + "`name` is not a name of letters, digits, `-`, `_` and `.`"
    ),
    (
      #""$.x""#, #""x""#,
      "SE4001 error layout.json:1:56 $.sources.f.items: "
        + "`items` is not a JSON path from the root, like `$.data.blocks`"
    ),
    (
      #""$.x""#, #""$.x[""#,
      "SE4001 error layout.json:1:56 $.sources.f.items: "
        + "`items` is not a JSON path from the root, like `$.data.blocks`"
    ),
    (
      #"{"code": "t"}"#, "[]",
      "SE4001 error layout.json:1:74 $.sources.f.element: `element` is not an object"
    ),
    (
      #""element": {"code": "t"}"#, #""join": 1"#,
      "SE4001 error layout.json:1:71 $.sources.f.join: unknown key `join` in a feed layout"
    ),
    (
      #""element": {"code": "t"}"#, #""element": {"code": "t"}, "block": {"code": "B"}"#,
      "SE4001 error layout.json:1:46 $.sources.f: "
        + "a source has exactly one way to turn its items into blocks"
    ),
    (
      #""element": {"code": "t"}"#, #""element": {"code": "t"}, "insert": {}"#,
      "SE4001 error layout.json:1:99 $.sources.f.insert: "
        + "`insert` is for a source that gives one block"
    ),
    (
      #""items": "$.x""#, #""items": "$.x", "primary": false"#,
      "SE4001 error layout.json:1:40 $.sources: one source of a feed layout is the primary one"
    ),
  ]

  /// The `layout` of a section and the `spacing`, one of them invalid, and the path of the error.
  static let standingViolations: [(String, String, String)] = [
    (#"{"kind": "gird"}"#, "{}", "$.sections.A.layout.kind"),
    (#"{"colums": 2}"#, "{}", "$.sections.A.layout.colums"),
    (#"{"columns": 0}"#, "{}", "$.sections.A.layout.columns"),
    (#"{"columns": 257}"#, "{}", "$.sections.A.layout.columns"),
    (#"{"lanes": 257}"#, "{}", "$.sections.A.layout.lanes"),
    (#"{"columns": 4000000000}"#, "{}", "$.sections.A.layout.columns"),
    (#"{"lanes": 1.5}"#, "{}", "$.sections.A.layout.lanes"),
    (#"{"currentGroup": -1}"#, "{}", "$.sections.A.layout.currentGroup"),
    (#"{"peek": -1}"#, "{}", "$.sections.A.layout.peek"),
    (#"{"rowSpacing": 1e300}"#, "{}", "$.sections.A.layout.rowSpacing"),
    (#"{"insets": 8}"#, "{}", "$.sections.A.layout.insets"),
    (#"{"margins": {"left": 8}}"#, "{}", "$.sections.A.layout.margins.left"),
    (#"{"itemAlignment": "baseline"}"#, "{}", "$.sections.A.layout.itemAlignment"),
    (#"{"scrolling": "page"}"#, "{}", "$.sections.A.layout.scrolling"),
    (#"{"placement": null}"#, "{}", "$.sections.A.layout.placement"),
    (#"{"headerPinned": 1}"#, "{}", "$.sections.A.layout.headerPinned"),
    ("[]", "{}", "$.sections.A.layout"),
    ("{}", #"{"defualt": 1}"#, "$.spacing.defualt"),
    ("{}", #"{"first": -1}"#, "$.spacing.first"),
    ("{}", #"{"groups": {"a b": []}}"#, "$.spacing.groups['a b']"),
    ("{}", #"{"groups": {"card": [""]}}"#, "$.spacing.groups.card[0]"),
    ("{}", #"{"between": [{"above": "A", "below": "*"}]}"#, "$.spacing.between[0]"),
    (
      "{}", #"{"between": [{"above": "A", "below": 7, "gap": 1}]}"#,
      "$.spacing.between[0].below"
    ),
    (
      "{}", #"{"between": [{"above": "A", "below": "B", "gap": "1"}]}"#,
      "$.spacing.between[0].gap"
    ),
  ]

  @Test(
    "an invalid section layout and invalid spacing are refused with their location",
    arguments: standingViolations)
  func standingViolation(sectionLayout: String, spacing: String, place: String) throws {
    let text =
      Self.smallest.dropLast() + """
        ,
        "spacing": \(spacing),
        "sections": {"A": {"layout": \(sectionLayout)}}}
        """
    let read = FeedLayout.parse(try document(String(text)))
    let (layout, diagnostics) = (read.value, read.diagnostics)
    #expect(layout == nil)
    #expect(diagnostics.compactMap(\.location?.path) == [place])
    #expect(diagnostics.map(\.location?.line) == [spacing == "{}" ? 3 : 2])
  }

  @Test("a mistyped kind of layout gets a suggestion")
  func meantLayout() throws {
    let text =
      Self.smallest.dropLast() + #", "sections": {"A": {"layout": {"kind": "gird", "pek": 1}}}}"#
    let diagnostics = FeedLayout.parse(try document(String(text))).diagnostics
    #expect(Set(diagnostics.flatMap(\.helps)) == ["did you mean `grid`?", "did you mean `peek`?"])
  }

  @Test("a section's layout is read, and its other settings are not checked")
  func sectionLayout() throws {
    let text =
      Self.smallest.dropLast() + """
        , "sections": {"A": {"anything": [1], "layout": {"kind": "one-plus-n", "columns": 2, "lanes": 3,
          "rowAlignment": "space-evenly", "itemAlignment": "stretch", "scrolling": "leading-boundary",
          "peek": 4, "currentGroup": 5, "rowSpacing": 6, "itemSpacing": 7, "insets": {"top": 8},
          "margins": {"end": 9, "start": 10}, "minimumHeight": 11, "placement": "float-bottom",
          "background": "section", "headerPinned": true, "footerPinned": false}},
          "B": {"layout": {}}, "C": {"height": 3}}}
        """
    let overrides = try layout(String(text)).layoutOverrides
    #expect(overrides.keys.sorted() == ["A", "B"])
    #expect(overrides["B"] == SectionLayoutOverride())
    var section = Section(blockCode: "A", provider: .init(id: "p", version: "1"))
    section.insets = EdgeInsets(top: 1, end: 2, bottom: 3, start: 4)
    section.footer = .init(node: 1, isPinned: true, height: 20)
    section.apply(try #require(overrides["A"]))
    #expect(section.layout == .onePlusN && section.columns == 2 && section.lanes == 3)
    #expect(section.rowAlignment == .spaceEvenly && section.itemAlignment == .stretch)
    #expect(section.orthogonalScrolling == .leadingBoundary)
    #expect(section.peek == 4 && section.currentGroup == 5)
    #expect(section.rowSpacing == 6 && section.itemSpacing == 7 && section.minimumHeight == 11)
    #expect(section.insets == EdgeInsets(top: 8, end: 2, bottom: 3, start: 4))
    #expect(section.margins == EdgeInsets(end: 9, start: 10))
    #expect(section.placement == .floatBottom && section.backgroundExtent == .section)
    #expect(section.header == nil && section.footer?.isPinned == false)
  }

  @Test("a violation of the format is refused with its location", arguments: violations)
  func violation(find: String, replacement: String, expected: String) throws {
    let text = Self.smallest.replacing(find, with: replacement)
    try #require(text != Self.smallest)
    let read = FeedLayout.parse(try document(text, name: "layout.json"))
    let (layout, diagnostics) = (read.value, read.diagnostics)
    #expect(layout == nil)
    #expect(diagnostics.map(\.summary).contains(expected), "\(diagnostics.map(\.summary))")
  }

  @Test("a mistyped key and a mistyped word get suggestions")
  func didYouMean() throws {
    let text = """
      {"name": "a", "version": 1, "joyn": "all", "identity": "cod",
       "sources": {"f": {"items": "$.x", "element": {"code": "t", "showtype": "s"}}}}
      """
    let diagnostics = FeedLayout.parse(try document(text)).diagnostics
    #expect(
      diagnostics.flatMap(\.helps) == [
        "did you mean `join`?", "did you mean `code`?", "did you mean `showType`?",
      ])
  }

  @Test("every violation of a file is reported in one run")
  func allAtOnce() throws {
    let text = """
      {"name": 1, "version": "1", "title": 2, "join": "some", "sources": [],
       "fallback": {"placeholderHeight": -1}, "environment": {"width": 0, "scale": 17},
       "appearance": {"light": {"page": "white"}}, "chrome": {"tabBar": {}}, "sections": {"A": 1}}
      """
    let read = FeedLayout.parse(try document(text))
    let (layout, diagnostics) = (read.value, read.diagnostics)
    #expect(layout == nil)
    #expect(
      diagnostics.compactMap(\.location?.path) == [
        "$.name", "$.version", "$.title", "$.join", "$.sources", "$.fallback.placeholderHeight",
        "$.environment.width", "$.environment.scale", "$.appearance.light.page",
        "$.chrome.tabBar", "$.chrome.tabBar", "$.sections.A",
      ])
  }

  @Test(
    "a document that is not an object is refused",
    arguments: ["[]", "null", "1", "\"\"", "true", "{}"])
  func noObject(text: String) throws {
    let read = FeedLayout.parse(try document(text))
    let (layout, diagnostics) = (read.value, read.diagnostics)
    #expect(layout == nil)
    #expect(diagnostics.allSatisfy { $0.location != nil } && !diagnostics.isEmpty)
  }
}

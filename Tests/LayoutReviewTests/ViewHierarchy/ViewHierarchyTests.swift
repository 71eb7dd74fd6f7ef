import LayoutCore
import TestTools
import Testing

@testable import LayoutReview

@Suite("View hierarchies") struct ViewHierarchyTests {
  static let plain = """
    <UIWindow: 0x7f1; frame = (0 0; 414 896); gestureRecognizers = <NSArray: 0x600>; layer = <UIWindowLayer: 0x60>>
       | <UICollectionView: 0x7f2; frame = (0 88; 414 725); clipsToBounds = YES; contentOffset: {0, 120}; contentSize: {414, 1470}; adjustedContentInset: {0, 0, 0, 0}; layout = <UICollectionViewFlowLayout: 0x7>>
       |    | <App.BannerCell: 0x7f3; baseClass = UICollectionViewCell; frame = (0 0; 414 180); accessibilityIdentifier = 'BANNER'; layer = <CALayer: 0x61>>
       |    |    | <UILabel: 0x7f4; frame = (10 10; 100 20); text = 'It's <b>; 夏天'; userInteractionEnabled = NO; layer = <_UILabelLayer: 0x62>>
       |    |    | <UIImageView: 0x7f5; frame = (0 0; 414 180); hidden = YES; image = <UIImage:0x6 named(main: a; b) {1, 1}>; layer = <CALayer: 0x63>>

    """

  static func parse(_ text: String) -> (value: ViewHierarchy?, codes: [String]) {
    let parsed = ViewHierarchy.parse(Array(text.utf8), file: "app.txt")
    return (parsed.value, parsed.diagnostics.map(\.code.rawValue))
  }

  @Test("views are parsed with their classes, frames, texts and identifiers")
  func values() throws {
    let parsed = Self.parse(Self.plain)
    let views = try #require(parsed.value).views
    #expect(parsed.codes.isEmpty)
    #expect(
      views.map(\.name) == [
        "UIWindow", "UICollectionView", "App.BannerCell", "UILabel", "UIImageView",
      ])
    #expect(views.map(\.parent) == [-1, 0, 1, 2, 2])
    #expect(views[1].contentOffset == Point(x: 0, y: 120))
    #expect(views[1].contentSize == Size(width: 414, height: 1470))
    #expect(views[1].isScrolling && !views[2].isScrolling)
    #expect(views[2].identifier == "BANNER")
    #expect(views[2].baseName == "UICollectionViewCell")
    #expect(views[3].text == "It's <b>; 夏天")
    #expect(views[3].frame == Rect(x: 10, y: 10, width: 100, height: 20))
    #expect(views.map(\.isHidden) == [false, false, false, false, true])
  }

  @Test("text copied from terminals, logs and lldb is parsed alike")
  func disguises() throws {
    let expected = try #require(Self.parse(Self.plain).value).views.map(\.name)
    let lines = Self.plain.split(separator: "\n").map(String.init)
    let windows = lines.joined(separator: "\r\n")
    let logged = "2026-01-02 10:00:00.123 App[42:99] " + lines.joined(separator: "\n")
    let escaped = "(NSString *) $1 = 0x600 @\"" + lines.joined(separator: "\\n") + "\""
    let prompt = "(lldb) expr -l objc -O -- view\n" + lines.joined(separator: "\n") + "\n\n(lldb) "
    for text in [windows, logged, escaped, prompt] {
      let parsed = Self.parse(text)
      #expect(parsed.value?.views.map(\.name) == expected)
      #expect(parsed.codes.isEmpty)
    }
  }

  @Test(
    "classes with modules and generic arguments, texts with line breaks, and transforms are parsed")
  func details() throws {
    let text = """
      <UIWindow: 0x1; frame = (0 0; 10 10)>
         | <SwiftUI._UIHostingView<SwiftUI.ModifiedContent<App.Row, App.Style>>: 0x2; frame = (-1.5 2; 3 4); transform = [0.5, 0, 0, 0.5, 0, 0]; alpha = 0; layer = <CALayer: 0x3>>
         |    | <UILabel: 0x4; frame = (0 0; 1 1); text = 'two
      lines'; layer = <CALayer: 0x5>>
         | <UIView: 0x6; frame = (2 2; 3 3); frame>

      """
    let views = try #require(Self.parse(text).value).views
    // A key without a value is ignored.
    #expect(views[3].frame == Rect(x: 2, y: 2, width: 3, height: 3))
    #expect(views[1].name == "SwiftUI._UIHostingView<SwiftUI.ModifiedContent<App.Row, App.Style>>")
    #expect(views[1].frame == Rect(x: -1.5, y: 2, width: 3, height: 4))
    #expect(views[1].isHidden)
    #expect(views[2].text == "two\nlines")
  }

  @Test("a malformed line is SE5004, and only its view is lost")
  func broken() throws {
    let text = """
      <UIWindow: 0x1; frame = (0 0; 10 10)>
         | <UIView: 0x2; layer = <CALayer: 0x3>>
         | <UIView: 0x4; frame = (0 0; 1 1)>

      """
    let parsed = Self.parse(text)
    #expect(parsed.value?.views.count == 2)
    #expect(parsed.codes == ["SE5004"])
    let nothing = Self.parse("nothing here\n")
    #expect(nothing.value == nil)
    #expect(nothing.codes == ["SE5004"])
  }

  @Test("no text crashes the parser", arguments: 1...200)
  func mutations(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    var bytes = Array(Self.plain.utf8)
    for _ in 0..<8 {
      let place = Int.random(in: bytes.indices, using: &random)
      if Bool.random(using: &random) {
        bytes.remove(at: place)
      } else {
        bytes[place] = UInt8.random(in: 0...255, using: &random)
      }
    }
    let parsed = ViewHierarchy.parse(bytes, file: "app.txt")
    #expect(parsed.value != nil || !parsed.diagnostics.isEmpty)
    guard let hierarchy = parsed.value else { return }
    for (index, view) in hierarchy.views.enumerated() { #expect(view.parent < index) }
  }

  // MARK: Comparison with a page

  /// Returns the views of an app that shows rails: a cell for each, with a label and cards.
  static func app(
    _ heights: [(code: String, height: Double)], identified: Bool, offset: Double = 0
  ) -> String {
    var lines = [
      "<UIWindow: 0x1; frame = (0 0; 414 896)>",
      "   | <UICollectionView: 0x2; frame = (0 0; 414 700); contentOffset: {0, \(offset)}; contentSize: {414, 2000}>",
    ]
    var y = 0.0
    for (code, height) in heights {
      let name = identified ? " accessibilityIdentifier = '\(code)';" : ""
      lines.append(
        "   |    | <App.RailCell: 0x3; baseClass = UICollectionViewCell; frame = (0 \(y); 414 \(height));\(name) layer = <CALayer: 0x9>>"
      )
      lines.append(
        "   |    |    | <UIView: 0x4; frame = (0 0; 414 \(height)); layer = <CALayer: 0x9>>")
      lines.append(
        "   |    |    |    | <UILabel: 0x5; frame = (10 10; 100 20); text = 'Title of \(code)'; layer = <_UILabelLayer: 0x9>>"
      )
      lines.append(
        "   |    |    |    | <UICollectionView: 0x6; frame = (0 40; 414 \(height - 50)); contentOffset: {0, 0}>"
      )
      for card in 0..<3 {
        lines.append(
          "   |    |    |    |    | <App.Card: 0x7; baseClass = UICollectionViewCell; frame = (\(10 + 130 * card) 5; 120 \(height - 80)); layer = <CALayer: 0x9>>"
        )
        lines.append(
          "   |    |    |    |    |    | <UILabel: 0x8; frame = (0 125; 110 14); text = '\(code) \(card)'; layer = <_UILabelLayer: 0x9>>"
        )
      }
      y += height
    }
    return lines.joined(separator: "\n") + "\n"
  }

  static func compare(_ app: String, _ page: TestDump) throws -> AppComparison {
    let hierarchy = try #require(parse(app).value)
    let root = try #require(AppComparison.candidates(in: hierarchy, named: nil).first)
    return AppComparison(hierarchy, root: root, page: ReferencePage(page.page))
  }

  static let page = TestDump(sections: ["A", "B", "C", "D", "E"].map { TestDump.rail($0) })

  @Test(
    "an app that shows the page agrees, and sections outside the screen are no difference",
    arguments: [true, false])
  func agreement(identified: Bool) throws {
    let comparison = try Self.compare(
      Self.app([("A", 240), ("B", 240), ("C", 240)], identified: identified), Self.page)
    #expect(comparison.isEmpty)
    #expect(comparison.comparedSections == 3)
    #expect(comparison.notShown == 2)
    // Each section has a title, and three cards with their texts. A carousel draws nothing.
    #expect(comparison.comparedNodes == 21)
    #expect(
      comparison.text(color: false) == """
        news beside UICollectionView: 3 sections and 21 nodes compared, tolerance 0.5
        3 sections agree, 2 not shown by the app
        12 of 12 texts and 3 of 3 sections matched

        """)
  }

  @Test(
    "a section that is taller is reported with the difference, and those below as pushed",
    arguments: [true, false])
  func taller(identified: Bool) throws {
    let comparison = try Self.compare(
      Self.app([("A", 240), ("B", 262), ("C", 240)], identified: identified), Self.page)
    #expect(comparison.sections.map(\.path) == ["B"])
    let own = try #require(comparison.sections.first?.own?.difference)
    #expect(own.height == 22 && own.y == 0 && own.width == 0)
    let nodes = try #require(comparison.sections.first?.nodes.map(\.difference))
    #expect(nodes.allSatisfy { $0.height == 22 && $0.y == 0 })
    #expect(
      comparison.pushes == [AppComparison.Push(first: "C", last: "C", count: 1, distance: 22)])
    #expect(comparison.greatest?.greatest == 22)
    let text = comparison.text(color: false)
    #expect(text.contains("~ B  page @0,240 414x240, app @0,240 414x262 (+22 high)"))
    #expect(
      text.contains("1 section differs, 2 agree, 2 not shown by the app; greatest deviation 22"))
  }

  @Test("a section without a view and a view without a section are reported")
  func counterparts() throws {
    let missing = try Self.compare(Self.app([("A", 240), ("B", 240)], identified: true), Self.page)
    #expect(missing.missing == ["C"])
    let stranger = try Self.compare(
      Self.app([("A", 240), ("PROMO", 60), ("B", 240), ("C", 240)], identified: true), Self.page)
    #expect(stranger.strangers.map(\.identifier) == ["PROMO"])
  }

  @Test("a different text is reported with the texts of the page and the app")
  func texts() throws {
    let app = Self.app([("A", 240), ("B", 240), ("C", 240)], identified: true)
      .replacing("'Title of B'", with: "'Another title'")
    let comparison = try Self.compare(app, Self.page)
    #expect(comparison.sections.map(\.path) == ["B"])
    #expect(comparison.sections.first?.nodes.map(\.texts) == [["Title of B", "Another title"]])
  }

  @Test("deviations within the tolerance are not reported")
  func tolerance() throws {
    let app = Self.app([("A", 240.3), ("B", 240), ("C", 240)], identified: true)
    #expect(try Self.compare(app, Self.page).isEmpty)
  }
}

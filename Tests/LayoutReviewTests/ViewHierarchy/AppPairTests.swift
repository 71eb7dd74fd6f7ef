import FeedDocument
import LayoutCore
import ParityCases
import TestTools
import Testing

@testable import LayoutReview
@testable import Renderers

@Suite("Apps beside apps and designs") struct AppPairTests {
  private static let frame = "\"frame\": {\"x\": 0, \"y\": %Y, \"width\": 390, \"height\": 44}"

  /// Returns a list in the XML of WebDriverAgent: rows of 44 points, 16 apart, with the given texts.
  private static func appium(_ texts: [String], from y: Double = 0) -> String {
    var rows = ""
    for (index, text) in texts.enumerated() {
      let top = y + 60 * Double(index)
      rows +=
        "<XCUIElementTypeCell x=\"0\" y=\"\(top)\" width=\"390\" height=\"44\">"
        + "<XCUIElementTypeStaticText label=\"\(text)\" x=\"20\" y=\"\(top + 12)\" width=\"120\" "
        + "height=\"20\"/></XCUIElementTypeCell>"
    }
    return "<XCUIElementTypeApplication x=\"0\" y=\"0\" width=\"390\" height=\"700\">"
      + "<XCUIElementTypeTable x=\"0\" y=\"0\" width=\"390\" height=\"700\">\(rows)"
      + "</XCUIElementTypeTable></XCUIElementTypeApplication>"
  }

  /// Returns the same list as `uiautomator dump` writes it, with a density of 2.
  private static func android(_ texts: [String], height: Int = 44) -> String {
    var rows = ""
    for (index, text) in texts.enumerated() {
      let top = 120 * index
      rows +=
        "<node class=\"android.view.ViewGroup\" package=\"a\" clickable=\"true\" "
        + "bounds=\"[0,\(top)][780,\(top + 2 * height)]\"><node class=\"android.widget.TextView\" "
        + "package=\"a\" text=\"\(text)\" bounds=\"[40,\(top + 24)][280,\(top + 64)]\"/></node>"
    }
    return "<hierarchy><node class=\"androidx.recyclerview.widget.RecyclerView\" package=\"a\" "
      + "scrollable=\"true\" bounds=\"[0,0][780,1400]\">\(rows)</node></hierarchy>"
  }

  private static func read(_ text: String) throws -> ViewHierarchy {
    try #require(ParityFile.read(text))
  }

  private struct Unread: Error {}

  private static func report(_ old: String, _ new: String) throws -> String {
    var (old, new) = (try read(old), try read(new))
    for scale in [2.0] {
      if old.source.isInPixels { old.divide(by: scale) }
      if new.source.isInPixels { new.divide(by: scale) }
    }
    let found = AppComparison.best(new, beside: old, named: nil, tolerance: 0.5)
    return try #require(found).text(color: false)
  }

  private static let texts = ["Wi-Fi", "Bluetooth", "Mobile", "Hotspot"]

  @Test("an app agrees with itself, and with the same list on the other platform")
  func equal() throws {
    for (old, new) in [
      (Self.appium(Self.texts), Self.appium(Self.texts)),
      (Self.android(Self.texts), Self.android(Self.texts)),
      (Self.appium(Self.texts), Self.android(Self.texts)),
      (Self.android(Self.texts), Self.appium(Self.texts)),
    ] {
      let report = try Self.report(old, new)
      #expect(
        report.contains("\n4 sections agree\n4 of 4 texts and 4 of 4 sections matched\n"),
        "\(report)")
    }
  }

  @Test("a row of the new build is told with the rows that it moved, and not otherwise")
  func inserted() throws {
    let new = ["Wi-Fi", "Bluetooth", "VPN", "Mobile", "Hotspot"]
    let report = try Self.report(Self.appium(Self.texts), Self.appium(new))
    #expect(report.contains("  Cell#3 to Cell#4 (2)  moved +60 with what is above\n"), "\(report)")
    #expect(report.contains("+ Cell \"VPN\"  @0,120 390x44, not in the old one\n"), "\(report)")
    #expect(report.contains("4 sections agree, 1 view not in the old one"), "\(report)")
    let back = try Self.report(Self.appium(new), Self.appium(Self.texts))
    #expect(back.contains("- Cell#3  on screen, but not in the new one\n"), "\(back)")
  }

  @Test("rows that are higher on Android are told with the platforms as names")
  func platforms() throws {
    let report = try Self.report(Self.appium(Self.texts), Self.android(Self.texts, height: 48))
    #expect(report.contains("~ Cell  iOS @0,0 390x44, Android @0,0 390x48 (+4 high)"), "\(report)")
  }

  @Test("rows with one label agree with rows that show its texts, also if all rows repeat a text")
  func labels() throws {
    func list(_ row: (Int, Int) -> String) -> String {
      let rows = (0..<60).map { row($0, 120 * $0) }.joined()
      return "<hierarchy><node class=\"a.RecyclerView\" package=\"a\" scrollable=\"true\" "
        + "bounds=\"[0,0][780,7200]\">\(rows)</node></hierarchy>"
    }
    func node(_ text: String, _ bounds: String, _ inner: String = "") -> String {
      "<node class=\"a.View\" package=\"a\" clickable=\"true\" text=\"\(text)\" bounds=\"\(bounds)\">"
        + "\(inner)</node>"
    }
    func text(_ text: String, _ bounds: String) -> String {
      "<node class=\"android.widget.TextView\" package=\"a\" text=\"\(text)\" bounds=\"\(bounds)\"/>"
    }
    let merged = list { index, y in
      node("Item \(index), \(index % 7) km, 4.5 stars", "[0,\(y)][780,\(y + 110)]")
    }
    let divided = list { index, y in
      node(
        "", "[0,\(y)][780,\(y + 110)]",
        text("Item \(index)", "[40,\(y + 8)][300,\(y + 48)]")
          + text("\(index % 7) km", "[40,\(y + 56)][300,\(y + 96)]")
          + text("4.5 stars", "[500,\(y + 8)][700,\(y + 48)]"))
    }
    for sides in [(merged, divided), (divided, merged)] {
      let report = try Self.report(sides.0, sides.1)
      #expect(
        report.hasSuffix("\n60 sections agree\n180 of 180 texts and 60 of 60 sections matched\n"),
        "\(report)")
    }
  }

  @Test("apps with random overlapping views are compared, and the numbers of each line add up")
  func random() throws {
    var random = SplitMix64(seed: 7)
    func number(_ range: ClosedRange<Int>) -> Double {
      Double(Int.random(in: range, using: &random))
    }
    func changed(_ views: [ViewHierarchy.View]) -> ViewHierarchy {
      var result = ViewHierarchy(.accessibility)
      for var view in views {
        switch Int.random(in: 0..<8, using: &random) {
        case 0 where view.level > 0: continue
        case 1: view.frame = view.frame.moved(by: number(-20...20), number(-40...40))
        case 2: view.frame.height = number(-2...90)
        case 3:
          view.text = ["Wi-Fi", "On", "今日, Wi-Fi", "שלום", nil].randomElement(using: &random)!
        default: break
        }
        result.append(view)
      }
      return result
    }
    for _ in 0..<1_500 {
      var old = ViewHierarchy(.accessibility)
      old.append(
        ViewHierarchy.View(
          "Window", level: 0, frame: Rect(x: 0, y: 0, width: 390, height: number(0...900))))
      for index in 0..<Int.random(in: 1...14, using: &random) {
        let level = index == 0 ? 1 : Int.random(in: 1...2, using: &random)
        var view = ViewHierarchy.View(
          ["Button", "StaticText", "Image", "Other"].randomElement(using: &random)!, level: level,
          frame: Rect(
            x: number(0...200), y: number(0...160), width: number(0...300), height: number(0...60)))
        view.text = ["Wi-Fi", "On", "Wi-Fi, On", "Row \(index)", nil].randomElement(using: &random)!
        old.append(view)
      }
      let new = changed(old.views)
      for (one, other) in [(old, new), (new, old)] {
        guard let found = AppComparison.best(other, beside: one, named: nil, tolerance: 0.5) else {
          continue
        }
        for deviation in found.sections.flatMap({ ($0.own.map { [$0] } ?? []) + $0.nodes }) {
          let sum = deviation.difference.y + deviation.explained.y
          #expect(abs(sum - deviation.app.y + deviation.page.y) <= found.tolerance + 0.05)
        }
        #expect(!found.text(color: false).isEmpty)
      }
    }
  }

  @Test("a screen that is scrolled beside one that is not agrees")
  func scrolled() throws {
    let report = try Self.report(Self.appium(Self.texts), Self.appium(Self.texts, from: -30))
    #expect(report.contains("sections agree"), "\(report)")
    #expect(!report.contains("~"), "\(report)")
  }

  @Test("frames of a design are matched with the screens that show their texts")
  func pairs() throws {
    let names = ["home", "search", "profile"]
    let frames = [["Charts", "Rain on glass"], ["Find", "Recent"], ["Ana", "Settings", "Help"]]
    func views(_ texts: [String]) -> ViewHierarchy {
      var hierarchy = ViewHierarchy(.appium)
      for (index, text) in texts.enumerated() {
        var view = ViewHierarchy.View(
          "StaticText", level: 0, frame: Rect(x: 0, y: 40 * Double(index), width: 90, height: 20))
        view.text = text
        hierarchy.append(view)
      }
      return hierarchy
    }
    let pairs = ScreenPairs(
      zip(names, frames).map { ($0, views($1)) },
      [
        ("b.xml", views(["Ana", "Settings", "Log out"])),
        ("a.xml", views(["Charts", "Rain on glass"])),
      ])
    #expect(pairs.pairs.map { [$0.frame, $0.screen] } == [[0, 1], [2, 0]])
    #expect(
      pairs.text == """
        frame    b.xml   a.xml
        home     0 %     100 % *
        search   0 %     0 %
        profile  67 % *  0 %
        1 frame without a screen: search

        """)
  }

  @Test("elements of sim-use, and lists inside other objects, are read")
  func nested() throws {
    for wrapper in ["%", "{\"elements\": %}", "{\"data\": {\"entries\": %}, \"ok\": true}"] {
      for keys in [
        "\"AXLabel\": \"Wi-Fi\", \"type\": \"StaticText\"",
        "\"label\": \"Wi-Fi\", \"role\": \"AXStaticText\"",
      ] {
        let list = "[{\(keys), \(Self.frame.replacing("%Y", with: "12"))}]"
        let read = try Self.read(wrapper.replacing("%", with: list))
        #expect(read.source == .accessibility)
        #expect(read.views.map(\.text) == ["Wi-Fi"])
        #expect(read.views.map(\.name) == ["StaticText"])
      }
    }
  }

  @Test("a feed whose items have frames of pictures is no dump of an app")
  func feeds() throws {
    let feed =
      "{\"data\": {\"blocks\": [{\"type\": \"card\", \"title\": \"A\", \"frame\": \"oak\"}]}}"
    #expect(
      FeedDocument.parse(PaddedBytes(Array(feed.utf8)), name: "feed.json").value.flatMap {
        ViewFile($0)
      } == nil)
  }

  @Test("a page of another width, and an app with other texts, are told first")
  func doubts() throws {
    let page = try #require(
      DumpParser.parse(
        Array(
          """
          # layout-dump v1 · unit pt · scale 2 · section frames in feed, node frames in parent
          feed list 297.14x400 appearance=light locale=en direction=ltr
            section a @0,0 297.14x44 via=hand@1.0.0
              text "Netzwerk" @20,12 120x20 font=14/400 lines=1/1
              text "Töne" @150,12 60x20 font=14/400 lines=1/1
              text "Fokus" @220,12 60x20 font=14/400 lines=1/1

          """.utf8), file: "page.dump"
      ).page)
    var app = try Self.read(Self.android(Self.texts))
    app.divide(by: 2)
    let root = try #require(app.views.firstIndex { $0.isScrolling })
    let doubts = AppComparison(app, root: root, page: ReferencePage(page)).doubts
    #expect(doubts.map(\.code) == [.otherCircumstances, .otherCircumstances])
    #expect(doubts.first?.helps.first?.contains("`--scale 2.625` would fit") == true, "\(doubts)")
    #expect(
      doubts.last?.notes.contains { $0.contains("\"Wi-Fi\", \"Bluetooth\", \"Mobile\"") } == true,
      "\(doubts)")
  }

  @Test("the second document of a file is not read, and that is told")
  func twoDocuments() throws {
    let text = Self.appium(Self.texts) + "\n" + Self.appium(["Other"])
    let bytes = PaddedBytes(Array(text.utf8))
    guard case .app(let parsed)? = ViewFile(bytes.text, kind: .xml, name: "app.xml") else {
      throw Unread()
    }
    #expect(parsed.diagnostics.map(\.message) == ["only the first document of the file is read"])
    #expect(parsed.value?.views.contains { $0.text == "Other" } == false)
  }
}

import LayoutCore
import TestTools
import Testing

@testable import LayoutReview

@Suite("Screens of one scroll") struct JoinedScreensTests {
  /// A card of the content, with the texts in it.
  struct Card {
    var y: Double
    var height: Double
    var texts: [(text: String, x: Double, y: Double)]
  }

  /// Returns cards with a unique title each; the other texts are the same on all cards.
  static func cards(_ count: Int, using random: inout SplitMix64) -> [Card] {
    var y = 0.0
    return (0..<count).map { index in
      let height = Double(Int.random(in: 60...220, using: &random))
      defer { y += height + 10 }
      let texts = [
        ("Title \(index)", 16.0, 8.0), ("More", 300.0, 8.0), ("¥99", 16.0, height - 24),
      ]
      return Card(y: y, height: height, texts: texts.map { (text: $0.0, x: $0.1, y: $0.2) })
    }
  }

  /// Returns the screen that shows the cards from `top` on, between a header and a tab bar.
  ///
  /// - Parameter isClipped: Whether frames end at the edges of the list, as in dumps of Android.
  static func screen(_ cards: [Card], from top: Double, isClipped: Bool) -> ViewHierarchy {
    var screen = ViewHierarchy(.appium)
    func add(_ name: String, _ level: Int, _ frame: Rect, _ text: String? = nil) {
      var view = ViewHierarchy.View(name: name, level: level, frame: frame)
      view.text = text
      screen.append(view, isOnScreen: true)
    }
    add("Window", 0, Rect(x: 0, y: 0, width: 390, height: 844))
    add("Header", 1, Rect(x: 0, y: 0, width: 390, height: 100))
    add("Text", 2, Rect(x: 16, y: 60, width: 60, height: 20), "Home")
    let list = Rect(x: 0, y: 100, width: 390, height: 660)
    add("List", 1, list)
    for card in cards {
      let frame = Rect(x: 0, y: 100 + card.y - top, width: 390, height: card.height)
      let shown = frame.intersection(list)
      guard shown.height > 0 else { continue }
      add("Cell", 2, isClipped ? shown : frame)
      for text in card.texts {
        let frame = Rect(x: text.x, y: frame.y + text.y, width: 60, height: 18)
        let shown = frame.intersection(list)
        if shown.height > 0 { add("Text", 3, isClipped ? shown : frame, text.text) }
      }
    }
    add("TabBar", 1, Rect(x: 0, y: 760, width: 390, height: 84))
    add("Text", 2, Rect(x: 20, y: 770, width: 40, height: 20), "More")
    return screen
  }

  static func places(_ hierarchy: ViewHierarchy) -> [String] {
    let frames = hierarchy.framesOnScreen
    return hierarchy.views.indices.map { index in
      let frame = frames[index]
      return "\(hierarchy.views[index].name) \(hierarchy.views[index].text ?? "") "
        + "\(frame.x) \(frame.y) \(frame.width)x\(frame.height)"
    }
  }

  @Test("screens that overlap give the whole list, whole cards and both bars", arguments: 1...40)
  func joining(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    let cards = Self.cards(12, using: &random)
    let isClipped = seed.isMultiple(of: 2)
    let height = (cards.last.map { $0.y + $0.height } ?? 0)
    var tops = [0.0]
    while let top = tops.last, top < height - 660 {
      tops.append(min(height - 660, top + Double(Int.random(in: 80...400, using: &random))))
    }
    let screens = tops.map { Self.screen(cards, from: $0, isClipped: isClipped) }
    let joined = try ViewHierarchy.joined(screens).get()
    // The expected result is the same list on a screen that is high enough for it.
    var tall = Self.screen(cards, from: 0, isClipped: false).views
    let more = height - 660
    for index in tall.indices where ["Window", "List", "TabBar"].contains(tall[index].name) {
      if tall[index].name == "TabBar" {
        tall[index].frame.y += more
      } else {
        tall[index].frame.height += more
      }
    }
    var whole = ViewHierarchy(.appium)
    let all = cards.flatMap { card in
      [("Cell", 2, Rect(x: 0, y: card.y, width: 390, height: card.height), String?.none)]
        + card.texts.map {
          ("Text", 3, Rect(x: $0.x, y: $0.y, width: 60, height: 18), Optional($0.text))
        }
    }
    for view in tall where view.level < 2 || tall[view.parent].name != "List" {
      guard view.level < 3 else { continue }
      whole.append(view)
      for (name, level, frame, text) in view.name == "List" ? all : [] {
        var view = ViewHierarchy.View(name: name, level: level, frame: frame)
        view.text = text
        whole.append(view)
      }
    }
    #expect(Self.places(joined) == Self.places(whole), "seed \(seed)")
  }

  @Test("a gap between screens is reported with the screen after it")
  func gap() {
    var random = SplitMix64(seed: 7)
    let cards = Self.cards(40, using: &random)
    func joined(_ tops: [Double]) -> Int? {
      let screens = tops.map { Self.screen(cards, from: $0, isClipped: true) }
      guard case .failure(let gap) = ViewHierarchy.joined(screens) else { return nil }
      return gap.index
    }
    #expect(joined([0, 300, 2_000]) == 2)
    #expect(joined([300, 0]) == 1)
    #expect(joined([0, 0, 300]) == nil)
  }

  @Test("screens of UIKit, whose frames are those of the content, are joined in the content")
  func contentFrames() throws {
    func screen(_ offset: Int, _ rows: Range<Int>) throws -> ViewHierarchy {
      var lines = [
        "<UIWindow: 0x1; frame = (0 0; 390 844)>",
        "   | <UITableView: 0x2; frame = (0 100; 390 700); contentOffset: {0, \(offset)}; contentSize: {390, 2000}>",
      ]
      for row in rows {
        lines.append("   |    | <App.Row: 0x3; frame = (0 \(100 * row); 390 90)>")
        lines.append("   |    |    | <UILabel: 0x4; frame = (16 10; 90 20); text = 'Row \(row)'>")
      }
      return try #require(
        ViewHierarchy.parse(Array(lines.joined(separator: "\n").utf8), file: "a").value)
    }
    let joined = try ViewHierarchy.joined([
      screen(0, 0..<7), screen(400, 4..<11), screen(800, 8..<15),
    ]).get()
    let rows = joined.views.filter { $0.name == "App.Row" }
    #expect(rows.map(\.frame.y) == (0..<15).map { Double(100 * $0) })
    #expect(joined.views[1].contentOffset == .zero && joined.views[1].frame.height == 1_500)
  }
}

import LayoutCore
import Testing

@testable import LayoutReview
@testable import Renderers

@Suite("Apps beside pages") struct MatchingTests {
  private static let codes = ["A", "B", "C", "D", "E"]

  /// Returns the comparison with an app that shows rails. The rail `lower` is `distance` points
  /// lower than on the page, and its heading is `heading` points high.
  private static func report(
    of codes: [String], lower: String = "", by distance: Double = 0, heading: Double = 20
  ) throws -> AppComparison {
    var lines = [
      "<UIWindow: 0x1; frame = (0 0; 414 1300)>",
      "   | <UICollectionView: 0x2; frame = (0 0; 414 1300); contentOffset: {0, 0}>",
    ]
    var y = 0.0
    for code in codes {
      if code == lower { y += distance }
      let high = code == lower ? heading : 20
      lines += [
        "   |    | <App.Cell: 0x3; baseClass = UICollectionViewCell; frame = (0 \(y); 414 240)>",
        "   |    |    | <UIView: 0x4; frame = (0 0; 414 240)>",
        "   |    |    |    | <UILabel: 0x5; frame = (10 10; 100 \(high)); text = 'Title of \(code)'>",
        "   |    |    |    | <UIView: 0x6; frame = (0 34; 414 202)>",
        "   |    |    |    |    | <UICollectionView: 0x6; frame = (0 6; 414 190); contentOffset: {0, 0}>",
      ]
      for card in 0..<4 {
        lines += [
          "   |    |    |    |    |    | <App.Card: 0x7; frame = (\(10 + 130 * card) 5; 120 160)>",
          "   |    |    |    |    |    |    | <UIImageView: 0x7; frame = (0 0; 120 120)>",
          "   |    |    |    |    |    |    | <UILabel: 0x8; frame = (0 125; 110 14); text = '\(code) \(card)'>",
        ]
      }
      y += 240
    }
    return try ViewHierarchyTests.compare(
      lines.joined(separator: "\n") + "\n", ViewHierarchyTests.page)
  }

  // An earlier version matched the rail with the view around it and the cards with their images:
  // "carousel … (-40 y, +50 high)", and "(+43 y, -33 high)" for each card.
  @Test("a rail that is 3 points lower is one line, and its cards are silent")
  func lower() throws {
    let report = try Self.report(of: Self.codes, lower: "B", by: 3)
    #expect(
      report.text(color: false) == """
        news beside UICollectionView: 5 sections and 65 nodes compared, tolerance 0.5
        ~ B  page @0,240 414x240, app @0,243 414x240 (+3 y)
          C to E (3)  moved +3 with what is above
        1 section differs, 4 agree; greatest deviation 3 (y of B)
        20 of 20 texts and 5 of 5 sections matched

        """)
  }

  // An earlier version reported B as "not shown by the app", and the section below it as "-240 y".
  @Test("a section that the app lacks is missing, and those below are not blamed")
  func missing() throws {
    let report = try Self.report(of: ["A", "C", "D", "E"])
    #expect(report.missing == ["B"])
    #expect(report.sections.isEmpty)
    #expect(
      report.pushes == [AppComparison.Push(first: "C", last: "E", count: 3, distance: -240)])
  }

  // An earlier version reported only the displacement of the section.
  @Test("a heading 4 points taller is reported beside a displacement")
  func heading() throws {
    let report = try Self.report(of: Self.codes, lower: "C", by: 5, heading: 24)
    #expect(report.sections.map(\.path) == ["C"])
    #expect(report.sections.first?.own?.difference == Rect(x: 0, y: 5, width: 0, height: 0))
    #expect(report.sections.first?.nodes.map(\.path) == ["C/header/text"])
    #expect(
      report.sections.first?.nodes.map(\.difference) == [Rect(x: 0, y: 0, width: 0, height: 4)])
  }

  @Test("what matches less than two thirds of the texts is not reliable")
  func reliability() throws {
    let report = try Self.report(of: ["X", "Y", "A", "Z"])
    #expect(!report.isReliable)
    #expect(report.matched.hasSuffix("the differences are not reliable"))
    #expect(try Self.report(of: Self.codes).isReliable)
  }

  @Test("counts in another notation, transformed words and cut texts are equal")
  func texts() {
    for (page, app) in [
      ("12345", "12.3k"), ("12000 plays", "1.2万 plays"), ("More", "MORE"),
      ("Two  words", "Two words"),
      ("A long title", "A long…"), ("1203456 plays", "1.2M plays"),
    ] { #expect(SharedTexts.areEqual(page, app), "\(page) \(app)") }
    for (page, app) in [("More", "more"), ("¥99", "¥129"), ("99", "100"), ("12 plays", "12 likes")]
    {
      #expect(!SharedTexts.areEqual(page, app), "\(page) \(app)")
    }
  }
}

import Testing

@testable import LayoutCore
@testable import Renderers

/// The order of right-to-left text in pages that are rendered as text.
@Suite struct TextBidiTests {
  private static let cases:
    [(text: String, direction: LayoutEnvironment.Direction, shown: String)] = [
      ("plain text (1)", .ltr, "plain text (1)"),
      ("אבג (12) xyz", .ltr, "(12) גבא xyz"),
      ("abc سلام 3<5", .ltr, "abc 5>3 مالس"),
      ("שלום A-b 12", .rtl, "A-b 12 םולש"),
      ("a [b] א", .rtl, "א a [b]"),
      ("בָא 每日", .rtl, "每日 אבָ"),
    ]

  private func picture(
    _ title: String, _ direction: LayoutEnvironment.Direction, _ bidi: RenderOptions.Bidi,
    width: Double = 300
  ) -> String {
    draw(
      page(
        [Sample.rail([title], width: width)], environment: LayoutEnvironment(direction: direction))
    ) { $0.bidi = bidi }
  }

  @Test("visual order puts each line as it is read, with mirrored brackets", arguments: cases)
  func order(
    _ text: String, _ direction: LayoutEnvironment.Direction, _ shown: String
  ) {
    let visual = picture(text, direction, .visual)
    #expect(visual.contains(" \(shown)\n") || visual.contains(" \(shown) "), "\(visual)")
    #expect(picture(text, direction, .logical).contains(text))
  }

  @Test("a line from right to left is cut at its left end")
  func cut() {
    let text = "אבגדהוזחטיכלמנסעפצקרשת"
    let visual = picture(text, .rtl, .visual, width: 90)
    #expect(visual.contains(/…[א-ת]*גבא/), "\(visual)")
    #expect(picture(text, .rtl, .logical, width: 90).contains(/אבג[א-ת]*…/))
    let letters = "abcdef".unicodeScalars.map { Glyph(code: $0.value, width: 1) }
    let fitted = letters.fitted(to: 4, ellipsis: "~", cutsLeft: true)
    #expect(fitted.map(\.code) == "~def".unicodeScalars.map(\.value))
  }

  @Test("brackets and quotation marks are mirrored, letters and clusters are not")
  func mirrors() {
    for (character, mirrored) in [("(", ")"), ("»", "«"), ("〉", "〈"), ("≤", "≥"), ("a", "a")] {
      #expect(Bidi.mirrored(Character(character)) == Character(mirrored))
      #expect(Bidi.mirrored(Character(mirrored)) == Character(character))
    }
    #expect(Bidi.mirrored("(\u{301}") == "(\u{301}")
  }
}

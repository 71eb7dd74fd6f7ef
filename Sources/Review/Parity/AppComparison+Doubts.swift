import SectionEngine

extension AppComparison {
  /// The pixel densities of devices, in pixels per point.
  private static let densities: [Double] = [0.75, 1, 1.5, 2, 2.625, 2.75, 3, 3.5, 4]

  /// Diagnostics about circumstances that make the whole comparison doubtful: another width, or other
  /// texts.
  package var doubts: [Diagnostic] {
    [doubtfulWidth, doubtfulTexts].compactMap(\.self)
  }

  private var doubtfulWidth: Diagnostic? {
    guard abs(rootWidth - pageSize.width) > 2, rootWidth > 0, pageSize.width > 0 else { return nil }
    var helps = [
      sides.page == "page"
        ? "draw the page as wide: `--width \(points(rootWidth))`, or `--device NAME`"
        : "compare screens of the same width"
    ]
    if let scale {
      let wanted = scale * rootWidth / pageSize.width
      let fitting = Self.densities.first { abs($0 - wanted) <= 0.01 * wanted }
      let words = fitting.map { "\($0)" } ?? points(wanted)
      helps = ["is --device or --scale wrong? `--scale \(words)` would fit"]
    }
    return Diagnostic(
      .otherCircumstances, .warning,
      "`\(shown(scrollView))` is \(points(rootWidth)) points wide \(place(side)), and "
        + "\(points(pageSize.width)) \(place(sides.page))",
      helps: helps)
  }

  private var doubtfulTexts: Diagnostic? {
    let page = matching.page.boxes.filter { $0.kind == .text }.map(\.text)
    let app = matching.content.items.compactMap(\.text)
    guard texts.matched == 0, page.count > 2, app.count > 2 else { return nil }
    return Diagnostic(
      .otherCircumstances, .warning, "no text is \(place(sides.page)) and \(place(side))",
      notes: ["\(sides.page): \(page.inWords)", "\(side): \(app.inWords)"],
      helps: ["compare the same content in the same language"])
  }
}

extension [String] {
  /// The first three texts in quotes.
  fileprivate var inWords: String {
    prefix(3).map { "\"\(shown($0, limit: 32))\"" }.joined(separator: ", ")
  }
}

extension ViewHierarchy {
  /// The first three texts in quotes; `nil` if there are none.
  package var textsInWords: String? {
    let texts = views.filter { !$0.isHidden }.compactMap(\.text)
    return texts.isEmpty ? nil : texts.inWords
  }
}

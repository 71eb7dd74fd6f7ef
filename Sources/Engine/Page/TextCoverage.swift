package import Feeds
package import Page

/// Counts how many texts of a document its page shows, because an inferred layout, and a draft of
/// one, can miss some.
package enum TextCoverage {
  /// Returns a note with the number of the document's texts that the page shows; `nil` if the page
  /// shows all texts of a layout that is not inferred. The note is not part of the page's
  /// diagnostics or of any output format. Complexity: O(bytes of text).
  package static func note(of feed: Feed, on page: Page) -> Diagnostic? {
    let texts = feed.texts
    guard !texts.isEmpty else { return nil }
    var shown: Set<String> = []
    for section in page.sections {
      shown.insert(letters(of: section.title))
      for content in section.arena.contents {
        shown.insert(letters(of: section.arena.string(content.text)))
      }
    }
    let count = texts.count { text in
      shown.contains(letters(of: text)) || shown.contains(letters(of: text, isMarkup: true))
    }
    guard feed.layout.isInferred || count < texts.count else { return nil }
    return Diagnostic(
      .inferredStructure, .note,
      "\(count) of \(counted(texts.count, "text")) of the document "
        + "\(count == 1 ? "is" : "are") on this page")
  }

  /// The number of letters by which texts are compared.
  private static let mostLetters = 4_096

  /// Returns only the letters and digits of a text, the first 4 096 of them. For markup, also removes
  /// tags and character references, which the page does not show.
  private static func letters(of text: String, isMarkup: Bool = false) -> String {
    var letters = ""
    var count = 0
    var end: Unicode.Scalar?
    for scalar in text.unicodeScalars {
      if count == mostLetters { break }
      if let awaited = end {
        if scalar == awaited { end = nil }
      } else if isMarkup, scalar == "<" {
        end = ">"
      } else if isMarkup, scalar == "&" {
        end = ";"
      } else if scalar.properties.isAlphabetic || scalar.properties.numericType != nil {
        letters.unicodeScalars.append(scalar)
        count += 1
      }
    }
    return letters
  }
}

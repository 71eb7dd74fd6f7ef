package import Feeds
package import LayoutCore

/// Counts how many texts of a document its page shows, because an inferred layout, and a draft of
/// one, can miss some.
package struct TextCoverage {
  private let texts: [String]
  private let isInferred: Bool
  /// The hashes of the letters of the texts that the sections show.
  private var shown: Set<UInt64> = []

  /// - Parameter feed: The feed of the document. O(bytes of its texts).
  package init(of feed: Feed) {
    texts = feed.texts
    isInferred = feed.layout.isInferred
  }

  /// Adds the texts of a section. O(bytes).
  package mutating func add(_ section: PlacedSection) {
    guard !texts.isEmpty else { return }
    shown.insert(Self.letters(of: section.title))
    for content in section.arena.contents {
      shown.insert(Self.letters(of: section.arena.string(content.text)))
    }
  }

  /// The note with the number of the document's texts that the sections show; `nil` if they show all
  /// texts of a layout that is not inferred. The note is not part of the page's diagnostics or of
  /// any output format. Complexity: O(bytes of text).
  package var note: Diagnostic? {
    guard !texts.isEmpty else { return nil }
    let count = texts.count { text in
      shown.contains(Self.letters(of: text))
        || shown.contains(Self.letters(of: text, isMarkup: true))
    }
    guard isInferred || count < texts.count else { return nil }
    return Diagnostic(
      .inferredStructure, .note,
      "\(count) of \(counted(texts.count, "text")) of the document "
        + "\(count == 1 ? "is" : "are") on this page")
  }

  /// The number of letters by which texts are compared.
  private static let mostLetters = 4_096

  /// Returns the hash (FNV-1a) of the letters and digits of a text, the first 4 096 of them. For
  /// markup, also leaves out tags and character references, which the page does not show.
  private static func letters(of text: String, isMarkup: Bool = false) -> UInt64 {
    var hash: UInt64 = 14_695_981_039_346_656_037
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
        hash = (hash ^ UInt64(scalar.value)) &* 1_099_511_628_211
        count += 1
      }
    }
    return hash
  }
}

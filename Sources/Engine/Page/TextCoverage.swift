package import Feeds
package import LayoutCore

/// Counts how many texts and pictures of a document its page shows, because an inferred layout, and a
/// draft of one, can miss some.
package struct TextCoverage {
  private let contents: [ShownContent]
  private let isInferred: Bool
  /// The hashes of the letters of the texts, and of the addresses of the pictures, that the sections
  /// show.
  private var shown: Set<UInt64> = []
  /// The letters of all texts, for parts of texts that a section joins.
  private var letters = ""

  /// - Parameter feed: The feed of the document. O(bytes of its texts).
  package init(of feed: Feed) {
    contents = feed.contents
    isInferred = feed.layout.isInferred
  }

  /// Adds the texts and pictures of a section. O(bytes).
  package mutating func add(_ section: PlacedSection) {
    guard !contents.isEmpty else { return }
    shown.insert(Self.letters(of: section.title))
    for content in section.arena.contents where content.text.count > 0 {
      let text = section.arena.string(content.text)
      shown.insert(Self.letters(of: text))
      if isInferred { letters += text + "\n" }
    }
    for node in section.arena.records.indices where section.arena.records[node].kind == .image {
      guard let own = section.arena.attributes(of: node) else { continue }
      shown.insert(Self.letters(of: section.arena.string(own.picture)))
    }
  }

  /// The note with the numbers of the document's texts and pictures that the sections show, and the
  /// names of those that they do not show; `nil` if they show all of a layout that is not inferred.
  /// The note is not part of the page's diagnostics or of any output format. Complexity: O(bytes of
  /// text).
  package var note: Diagnostic? {
    guard !contents.isEmpty else { return nil }
    let missing = contents.filter { content in
      let text = content.value.string ?? ""
      return !shown.contains(Self.letters(of: text))
        && !shown.contains(Self.letters(of: text, isMarkup: true))
        && (content.isPicture || !letters.hasBytes(of: text))
    }
    guard isInferred || !missing.isEmpty else { return nil }
    func share(_ isPicture: Bool, _ noun: String) -> String? {
      let all = contents.count { $0.isPicture == isPicture }
      let lost = missing.count { $0.isPicture == isPicture }
      return all == 0 ? nil : "\(all - lost) of \(counted(all, noun))"
    }
    let shares = [share(false, "text"), share(true, "picture")].compactMap { $0 }
    let isOne = contents.count - missing.count == 1 && shares.count == 1
    var note = Diagnostic(
      .inferredStructure, .note,
      "\(shares.joined(separator: " and ")) of the document \(isOne ? "is" : "are") on this page")
    if !missing.isEmpty {
      let names = missing.prefix(Self.mostNames).map {
        "\(($0.value.string ?? "").excerpt) at `\($0.value.path)`"
      }
      let rest = missing.count - names.count
      note.notes = [
        "not shown: " + names.joined(separator: ", ") + (rest > 0 ? ", and \(rest) more" : "")
      ]
      note.helps = [Self.help(for: missing, isInferred: isInferred)]
    }
    return note
  }

  /// The maximum number of lost texts and pictures that the note names.
  private static let mostNames = 8

  private static func help(for missing: [ShownContent], isInferred: Bool) -> String {
    let keys = [
      missing.contains { !$0.isPicture } ? "`texts`" : nil,
      missing.contains(where: \.isPicture) ? "`image`" : nil,
    ].compactMap { $0 }.joined(separator: " or ")
    return isInferred
      ? "to show them, draft a layout and write their paths into \(keys) of `generic`, or name "
        + "another list with `--items PATH`"
      : "to show them, write their paths into \(keys) of `generic` in the layout"
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

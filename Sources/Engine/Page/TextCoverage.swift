package import Feeds
package import LayoutCore
internal import Support

/// Counts how many texts and pictures of a document its page shows, because an inferred layout, and a
/// draft of one, can miss some.
package struct TextCoverage {
  private let contents: [ShownContent]
  private let isInferred: Bool
  /// The hashes of the letters of the texts, and of the addresses of the pictures, that the sections
  /// show.
  private var shown: Set<UInt64> = []
  /// The shown texts of an inferred layout, because a section can join several texts to one.
  private var joined = JoinedTexts()

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
      if isInferred { joined.add(text) }
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
    let unlike = contents.filter { content in
      let text = content.value.string ?? ""
      return !shown.contains(Self.letters(of: text))
        && !shown.contains(Self.letters(of: text, isMarkup: true))
    }
    let places = unlike.isEmpty ? [:] : joined.places
    let missing = unlike.filter { $0.isPicture || !joined.contains($0.value.utf8, at: places) }
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

/// The texts of a page, one after the other, in which parts of them are found by their first word.
private struct JoinedTexts {
  private var bytes: [UInt8] = []

  mutating func add(_ text: String) {
    bytes += text.utf8
    bytes.append(UInt8(ascii: "\n"))
  }

  /// The indices at which each word begins. Each character that is not ASCII is a word, because many
  /// scripts write no spaces. O(bytes).
  var places: [Word: [Int]] {
    var places: [Word: [Int]] = [:]
    bytes.withUnsafeBufferPointer { bytes in
      var index = 0
      while let word = Word(in: bytes, from: index) {
        places[word, default: []].append(word.start)
        index = word.start + word.count
      }
    }
    return places
  }

  /// Returns whether a text, without what is before its first word, is a part of a shown one.
  /// O(bytes of the text · places of its rarest word).
  func contains(_ text: UnsafeBufferPointer<UInt8>, at places: [Word: [Int]]) -> Bool {
    guard let first = Word(in: text, from: 0) else { return false }
    var (rarest, starts) = (first, [Int]?.none)
    var next: Word? = first
    while let word = next {
      guard let found = places[word] else { return false }
      if starts.map({ found.count < $0.count }) ?? true { (rarest, starts) = (word, found) }
      next = Word(in: text, from: word.start + word.count)
    }
    let rest = text[first.start...]
    let offset = rarest.start - first.start
    return (starts ?? []).contains { $0 >= offset && bytes[($0 - offset)...].starts(with: rest) }
  }

  /// A run of ASCII letters, a run of digits, or one other character. Words are equal if their
  /// checksums are.
  struct Word: Hashable {
    let start: Int
    let count: Int
    private let checksum: UInt64

    /// - Returns: The first word from an index on; `nil` if there is none.
    init?(in bytes: UnsafeBufferPointer<UInt8>, from index: Int) {
      guard let start = bytes[index...].firstIndex(where: { Kind($0) != nil }) else { return nil }
      self.start = start
      let kind = Kind(bytes[start])
      let end = bytes[(start + 1)...].firstIndex {
        kind == .other ? $0 & 0xC0 != 0x80 : Kind($0) != kind
      }
      count = (end ?? bytes.count) - start
      checksum = Support.checksum(
        UnsafeRawBufferPointer(UnsafeBufferPointer(rebasing: bytes[start..<start + count])))
    }

    static func == (one: Word, other: Word) -> Bool { one.checksum == other.checksum }
    func hash(into hasher: inout Hasher) { hasher.combine(checksum) }

    private enum Kind {
      case letter, digit, other

      /// - Returns: `nil` for spaces, punctuation and control characters of ASCII.
      init?(_ byte: UInt8) {
        switch byte {
        case 0x80...: self = .other
        case UInt8(ascii: "0")...UInt8(ascii: "9"): self = .digit
        case _ where ("a"..."z").contains(Unicode.Scalar(byte | 0x20)): self = .letter
        default: return nil
        }
      }
    }
  }
}

package import Feeds
internal import FeedDocument
internal import LayoutCore
internal import Page

/// A change of the shown content that tests the robustness of a layout: other texts, no pictures,
/// or another number of items. Deterministic: the same feed always changes in the same way.
package enum Stress: Sendable, Hashable {
  case long, short, empty, pseudo, pseudoRTL, noImage
  case items(Int)

  /// The stresses that `check --stress all` tries.
  package static let all: [Stress] = [
    .long, .short, .empty, .pseudo, .pseudoRTL, .noImage, .items(0), .items(50),
  ]

  /// The values of the option `--stress`. `items=N` takes a number of items.
  package static let words = all.dropLast(2).map(\.word) + ["items=N"]

  /// - Parameter word: The option's value, such as "long" or "items=50"; at most 1000 items.
  package init?(_ word: String) {
    if let known = Self.all.first(where: { $0.word == word }) {
      self = known
    } else if word.hasPrefix("items="), let count = Int(word.dropFirst(6)), 0...1000 ~= count {
      self = .items(count)
    } else {
      return nil
    }
  }

  package var word: String {
    switch self {
    case .long: "long"
    case .short: "short"
    case .empty: "empty"
    case .pseudo: "pseudo"
    case .pseudoRTL: "pseudo-rtl"
    case .noImage: "no-image"
    case .items(let count): "items=\(count)"
    }
  }

  /// Whether the stress makes texts longer. `check` then finds the shortest length with a finding.
  package var lengthens: Bool { [.long, .pseudo, .pseudoRTL].contains(self) }

  /// Returns the text that replaces another text.
  func text(for text: String) -> String {
    guard !text.isEmpty else { return "" }
    let longer = text.count * 7 / 5 + 1
    switch self {
    case .long: return Self.filled(text, with: [text], upTo: max(3 * text.count, 60))
    case .short: return String(text.prefix(1))
    case .empty: return ""
    case .pseudo:
      let accented = String(text.map { Self.accented[$0] ?? $0 })
      let words = ["one", "two", "three", "four", "five"]
      return "[\(Self.filled(accented, with: words, upTo: longer))]"
    case .pseudoRTL:
      let letters = String(text.map(Self.hebrew))
      return Self.filled(letters, with: ["אחת", "שתיים", "שלוש"], upTo: longer)
    case .noImage, .items: return text
    }
  }

  private static let accented = Dictionary(
    uniqueKeysWithValues: zip(
      "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ",
      "áƀçðéƒĝĥíĵķļɱñöþɋŕšţûṽŵẋýžÅƁÇÐÉƑĜĤÎĴĶĻṀÑÖÞɊŔŠŢÛṼŴẊÝŽ"))
  private static let hebrew = Array("אבגדהוזחטיכלמנסעפצקרשת")

  /// Returns a Hebrew letter for any letter; returns other characters unchanged.
  private static func hebrew(_ character: Character) -> Character {
    guard character.isLetter, let scalar = character.unicodeScalars.first else { return character }
    return hebrew[Int(scalar.value) % hebrew.count]
  }

  /// Appends words until the text has `count` characters.
  private static func filled(_ text: String, with words: [String], upTo count: Int) -> String {
    var (result, length, next) = (text, text.count, 0)
    while length < count {
      result += " " + words[next % words.count]
      length += 1 + words[next % words.count].count
      next += 1
    }
    return result
  }
}

extension FeedPage {
  /// Returns the blocks of the page with other content. Replaces the texts and pictures that nodes
  /// show; `items` also changes the length of the arrays that contain them. O(nodes + values).
  /// - Parameter limits: The maximum number of characters per text, by block index.
  package func blocks(under stresses: [Stress], limits: [Int: Int] = [:]) -> GrowingArray<Block> {
    var result = blocks
    for (index, section) in laidOut.sections.enumerated() {
      guard let position = placed.blockIndices[index] else { continue }
      let block = blocks[position]
      var content = ShownContent(of: block.value, on: section)
      guard !content.values.isEmpty else { continue }
      content.stresses = stresses
      content.limit = limits[position]
      result[position] = content.rewritten(block)
    }
    return result
  }
}

/// The values of a block that its section shows, and their replacements.
private struct ShownContent {
  var stresses: [Stress] = []
  var limit: Int?
  private var texts: Set<UInt32> = []
  private var pictures: Set<UInt32> = []
  /// The indices of the shown texts and pictures in the document, in ascending order.
  private(set) var values: [UInt32] = []

  init(of block: FeedValue, on section: PlacedSection) {
    for index in 0..<section.arena.count {
      let node = LayoutNode(arena: section.arena, index: index)
      let value = FeedValue(document: block.document, index: node.content.source)
      guard block.index..<block.end ~= value.index, let string = value.string, !string.isEmpty
      else { continue }
      if node.content.text.count > 0, node.text.contains(string) {
        texts.insert(value.index)
      } else if node.kind == .image {
        pictures.insert(value.index)
      }
    }
    values = texts.union(pictures).sorted()
  }

  func rewritten(_ block: Block) -> Block {
    var builder = DocumentBuilder(name: block.value.document.name)
    var items: [UInt32: UInt32] = [:]
    write(block.value, count: itemCount, to: &builder, &items)
    var block = block
    block.value = builder.finish().root
    block.items = block.items.compactMap { item -> BlockItem? in
      var item = item
      guard let index = items[item.index] else { return nil }
      item.index = index
      return item
    }
    return block
  }

  private var itemCount: Int? {
    for case .items(let count) in stresses { return count }
    return nil
  }

  /// Writes a value and replaces the shown texts and pictures in it.
  /// - Parameters:
  ///   - count: The new number of elements of the outermost array that contains shown texts or
  ///     pictures; `nil` keeps the number.
  ///   - places: Maps the index of each original value to the index of its rewritten value.
  private func write(
    _ value: FeedValue, count: Int?, to builder: inout DocumentBuilder,
    _ places: inout [UInt32: UInt32]
  ) {
    if let replacement = replacement(of: value) {
      return builder.string(replacement, inPlaceOf: value)
    }
    let first = values.partitioningIndex { $0 > value.index }
    guard first < values.count, values[first] < value.end else {
      places[value.index] = builder.copy(value)
      return
    }
    if value.kind == .array {
      places[value.index] = builder.beginArray(inPlaceOf: value)
      let elements = Array(value.children)
      for position in 0..<(count ?? elements.count) {
        write(elements[position % elements.count], count: nil, to: &builder, &places)
      }
      builder.endArray()
    } else {
      places[value.index] = builder.beginObject(inPlaceOf: value)
      for member in value.children where !member.isShadowed {
        builder.key(member.key)
        write(member, count: count, to: &builder, &places)
      }
      builder.endObject()
    }
  }

  /// Returns the replacement of a shown text or picture address; `nil` for other values.
  private func replacement(of value: FeedValue) -> String? {
    guard let string = value.string else { return nil }
    if texts.contains(value.index) {
      let text = stresses.reduce(string) { $1.text(for: $0) }
      return limit.map { String(text.prefix($0)) } ?? text
    }
    return stresses.contains(.noImage) && pictures.contains(value.index) ? "" : nil
  }
}

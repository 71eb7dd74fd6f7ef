package import LayoutCore

extension TextRun.Traits {
  /// The words of the traits, in writing order.
  package static let named: [(word: String, trait: Self)] = [
    ("italic", .italic), ("strike", .strike), ("underline", .underline),
  ]

  package var words: [String] { Self.named.filter { contains($0.trait) }.map { $0.word } }

  package init(words: [String]) {
    self = []
    for named in Self.named where words.contains(named.word) { insert(named.trait) }
  }
}

extension NodeAttributes.Corners {
  /// The words of the corners, in writing order.
  package static let named: [(word: String, corner: Self)] = [
    ("bottom-end", .bottomEnd), ("bottom-start", .bottomStart), ("top-end", .topEnd),
    ("top-start", .topStart),
  ]

  package var words: [String] { Self.named.filter { contains($0.corner) }.map { $0.word } }

  package init(words: [String]) {
    self = []
    for named in Self.named where words.contains(named.word) { insert(named.corner) }
  }
}

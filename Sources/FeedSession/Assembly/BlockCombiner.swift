internal import Diagnostics
internal import FeedDocument

/// Makes one block of everything that was given to its section.
struct BlockCombiner {
  let layoutName: String
  private(set) var diagnostics: [Diagnostic] = []

  init(layoutName: String) { self.layoutName = layoutName }

  /// The block of the first contribution, with the value of all. A section that only one page of one
  /// source gives keeps its value. O(values).
  mutating func block(of section: [Contribution]) -> Block? {
    guard let first = section.first else { return nil }
    var block = first.block
    switch first.combination {
    case .part:
      var builder = DocumentBuilder(name: layoutName)
      builder.beginObject()
      for contribution in section {
        guard case .part(let name) = contribution.combination else { continue }
        builder.key(name)
        builder.copy(contribution.block.value)
      }
      builder.endObject()
      block.value = builder.finish().root
    case .append, .replace:
      join(section, into: &block, isArray: first.combination == .append)
    }
    return block
  }

  private mutating func join(
    _ section: [Contribution], into block: inout Block, isArray: Bool
  ) {
    var kept: [(id: String?, value: FeedValue)] = []
    var pages: [String: Int] = [:]
    var isComplete = true
    for (page, contribution) in section.enumerated() {
      for value in elements(of: contribution.block.value, isArray: isArray) {
        guard let path = contribution.itemIdentity else {
          kept.append((nil, value))
          continue
        }
        let id = identity(of: value, at: path, position: kept.count, in: pages, block)
        guard let earlier = pages[id] else {
          pages[id] = page
          kept.append((id, value))
          continue
        }
        isComplete = false
        if earlier == page { diagnostics.append(repeated(value, id: id, code: block.blockCode)) }
      }
    }
    let isIdentified = section.contains { $0.itemIdentity != nil }
    if isComplete, section.count == 1, block.value.kind == .array || !isArray {
      if isIdentified { block.items = items(of: kept, at: kept.map(\.value.index)) }
      return
    }
    var builder = DocumentBuilder(name: layoutName)
    builder.beginArray()
    let indices = kept.map { builder.copy($0.value) }
    builder.endArray()
    block.value = builder.finish().root
    if isIdentified { block.items = items(of: kept, at: indices) }
  }

  /// An object stands among the items that it is appended to, but has none of its own.
  private func elements(of value: FeedValue, isArray: Bool) -> [FeedValue] {
    switch value.kind {
    case .array: Array(value.children)
    case .object: isArray ? [value] : []
    default: []
    }
  }

  private func items(
    of kept: [(id: String?, value: FeedValue)], at indices: [UInt32]
  ) -> [BlockItem] {
    zip(kept, indices).enumerated().map { position, element in
      BlockItem(id: element.0.id ?? "#\(position)", index: element.1)
    }
  }

  private mutating func identity(
    of item: FeedValue, at path: String, position: Int, in known: [String: Int], _ block: Block
  ) -> String {
    let value =
      item.kind == .object ? item.document.value(atPath: path, from: item.index) : nil
    if let text = value?.identityText { return text }
    diagnostics.append(
      Diagnostic(
        .missingItemIdentity, .warning, "item has no `\(path)`", at: item.location,
        label: "expected a string or a number, found \(value?.inWords ?? item.inWords)",
        notes: ["the item stays, but is another one in each reply"], blockCode: block.blockCode))
    var id = "#\(position)"
    while known[id] != nil { id += "#" }
    return id
  }

  private func repeated(_ item: FeedValue, id: String, code: String) -> Diagnostic {
    Diagnostic(
      .repeatedItem, .note, "item \(id.excerpt) is repeated", at: item.location,
      label: "left out; the first one stays", blockCode: code)
  }
}

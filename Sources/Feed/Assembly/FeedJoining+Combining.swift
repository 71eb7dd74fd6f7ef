internal import FeedDocument

extension FeedJoining {
  /// Returns the first contribution's block with the values of all contributions, or `nil` if a
  /// required part is absent. A section with a single contribution keeps its value. O(values).
  mutating func block(of section: [Contribution]) -> Block? {
    guard let first = section.first else { return nil }
    var block = first.block
    switch first.combination {
    case .part:
      let given = section.compactMap { $0.part }
      let parts = layout.sources.compactMap(\.part).filter { $0.code == block.blockCode }
      guard parts.allSatisfy({ !$0.isRequired || given.contains($0.name) }) else { return nil }
      var builder = DocumentBuilder(name: layout.name)
      builder.beginObject()
      for contribution in section {
        guard let name = contribution.part else { continue }
        builder.key(name)
        builder.copy(contribution.block.value)
      }
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
    /// For each item identity: the index of the contribution that first delivered the item.
    var origins: [String: Int] = [:]
    var isComplete = true
    for (origin, contribution) in section.enumerated() {
      let value = contribution.block.value
      // An object with an identity is the block's only item; any other object gives no items.
      if value.kind == .object, !isArray {
        guard section.count == 1, let path = contribution.itemIdentity,
          let id = value.value(atPath: path).identityText
        else { continue }
        kept.append((id, value))
        continue
      }
      for value in value.kind == .object ? [value] : Array(value.children) {
        let id = contribution.itemIdentity.flatMap { identity(of: value, at: $0, block) }
        if let id, let earlier = origins[id] {
          isComplete = false
          if earlier == origin { diagnostics.append(repeated(value, id, block)) }
        } else {
          if let id { origins[id] = origin }
          kept.append((id, value))
        }
      }
    }
    var indices = kept.map(\.value.index)
    if !isComplete || section.count > 1 || (isArray && block.value.kind != .array) {
      var builder = DocumentBuilder(name: layout.name)
      builder.beginArray()
      indices = kept.map { builder.copy($0.value) }
      block.value = builder.finish().root
    }
    guard section.contains(where: { $0.itemIdentity != nil }) else { return }
    block.items = kept.indices.map { position in
      BlockItem(
        id: kept[position].id ?? standIn(at: position, besides: origins), index: indices[position])
    }
  }

  /// Returns an item's identity, or `nil` with a diagnostic if it has none.
  private mutating func identity(
    of item: FeedValue, at path: String, _ block: Block
  ) -> String? {
    let value = item.kind == .object ? item.value(atPath: path) : nil
    if let text = value?.identityText { return text }
    diagnostics.append(
      Diagnostic(
        .missingItemIdentity, .warning, "item has no `\(path)`", at: item.location,
        label: "expected a string or a number, found \(value?.inWords ?? item.inWords)",
        notes: ["the item stays, but each reply counts it as a new item"],
        blockCode: block.blockCode))
    return nil
  }

  /// Returns an identity, such as "#3", that is not in `known`, for an item without an identity.
  private func standIn(at position: Int, besides known: [String: Int]) -> String {
    var id = "#\(position)"
    while known[id] != nil { id += "#" }
    return id
  }

  private func repeated(_ item: FeedValue, _ id: String, _ block: Block) -> Diagnostic {
    Diagnostic(
      .repeatedItem, .note, "item \(id.excerpt) is repeated", at: item.location,
      label: "left out; the first one stays", blockCode: block.blockCode)
  }
}

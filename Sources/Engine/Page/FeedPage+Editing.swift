public import Feeds

/// Sections are moved, inserted, removed and replaced as in a list view. Unchanged sections are not
/// rendered again. Indices are those of ``sections``. An index out of range, and the index of a
/// skeleton or a message, is a programming error and traps.
extension FeedPage {
  /// The reason why a payload cannot be a block.
  public struct InvalidPayload: Error, Sendable {
    /// The errors, with their locations.
    public let diagnostics: [Diagnostic]
  }

  /// Moves a section to the index `target` in the resulting order. Complexity: O(blocks + nodes).
  public mutating func move(from index: Int, to target: Int) {
    var blocks = blocks
    let block = blocks.remove(at: self.block(at: index))
    precondition((0...blocks.count).contains(target), "index out of range")
    blocks.insert(block, at: target)
    show(blocks)
  }

  /// Removes a section. Complexity: O(blocks + nodes).
  public mutating func remove(at index: Int) {
    var blocks = blocks
    blocks.remove(at: block(at: index))
    show(blocks)
  }

  /// Inserts a payload as a new section.
  ///
  /// - Parameters:
  ///   - payload: The JSON of one block.
  ///   - blockCode: The block code, which selects the provider.
  ///   - index: The index of the new section; if it is the number of sections, appends the section.
  /// - Throws: ``InvalidPayload`` if the payload is not JSON; the page does not change.
  public mutating func insert(
    _ payload: [UInt8], blockCode: String, at index: Int
  ) throws(InvalidPayload) {
    var blocks = blocks
    precondition((0...blocks.count).contains(index), "index out of range")
    blocks.insert(
      try block(payload, blockCode: blockCode, beside: Set(blocks.map(\.identity))), at: index)
    show(blocks)
  }

  /// Replaces a section's payload but not its block code. Throws if `payload` is not JSON.
  public mutating func replace(at index: Int, with payload: [UInt8]) throws(InvalidPayload) {
    var blocks = blocks
    let position = block(at: index)
    var replacement = try block(payload, blockCode: blocks[position].blockCode, beside: [])
    replacement.identity = blocks[position].identity
    blocks[position] = replacement
    show(blocks)
  }

  /// Returns the index of a section's block.
  private func block(at section: Int) -> Int {
    guard let block = placed.blockIndices[section] else {
      preconditionFailure("the section is a skeleton or a message, no block")
    }
    return block
  }

  private func block(
    _ payload: [UInt8], blockCode: String, beside identities: Set<String>
  ) throws(InvalidPayload) -> Block {
    let parsed = FeedDocument.parse(PaddedBytes(payload), name: blockCode)
    guard let document = parsed.value else { throw InvalidPayload(diagnostics: parsed.diagnostics) }
    return Block(document.root, code: blockCode, of: layout, beside: identities)
  }
}

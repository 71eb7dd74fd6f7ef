public import Diagnostics
internal import FeedDocument
internal import FeedSession

/// Sections are moved, inserted, removed and replaced as in a list view; what stays is not drawn again.
/// Indices are those of ``sections``. An index out of range is a programming error and traps, as it does
/// in an array; so does one of a skeleton or a message, which are no blocks.
extension FeedPage {
  /// Why a payload is no block.
  public struct InvalidPayload: Error, Sendable {
    /// What is wrong with it, and where.
    public let diagnostics: [Diagnostic]
  }

  /// Moves a section so that it stands at another index afterwards. Complexity: O(blocks + nodes).
  public mutating func move(from index: Int, to target: Int) {
    var blocks = blocks
    let block = blocks.remove(at: self.block(at: index))
    precondition((0...blocks.count).contains(target), "index out of range")
    blocks.insert(block, at: target)
    show(blocks)
  }

  /// Takes a section away. Complexity: O(blocks + nodes).
  public mutating func remove(at index: Int) {
    var blocks = blocks
    blocks.remove(at: block(at: index))
    show(blocks)
  }

  /// Draws a payload as a section of its own.
  ///
  /// - Parameters:
  ///   - payload: The JSON of one block.
  ///   - blockCode: Names its kind, and so the provider that draws it.
  ///   - index: Where it stands afterwards; the number of sections for the end.
  /// - Throws: ``InvalidPayload`` when it is not JSON; the page is as before.
  public mutating func insert(
    _ payload: [UInt8], blockCode: String, at index: Int
  ) throws(InvalidPayload) {
    var blocks = blocks
    precondition((0...blocks.count).contains(index), "index out of range")
    blocks.insert(
      try block(payload, blockCode: blockCode, beside: Set(blocks.map(\.identity))), at: index)
    show(blocks)
  }

  /// Gives a section another payload, under the same code. Parameters as of `insert`.
  public mutating func replace(at index: Int, with payload: [UInt8]) throws(InvalidPayload) {
    var blocks = blocks
    let position = block(at: index)
    var replacement = try block(
      payload, blockCode: blocks[position].blockCode, beside: [])
    replacement.identity = blocks[position].identity
    blocks[position] = replacement
    show(blocks)
  }

  /// Index among the blocks of a section.
  private func block(at section: Int) -> Int {
    guard let block = built.blocks[section] else {
      preconditionFailure("the section is a skeleton or a message, no block")
    }
    return block
  }

  private func block(
    _ payload: [UInt8], blockCode: String, beside identities: Set<String>
  ) throws(InvalidPayload) -> Block {
    let parsed = FeedDocument.parse(PaddedBytes(payload), name: blockCode)
    guard let document = parsed.document else {
      throw InvalidPayload(diagnostics: parsed.diagnostics)
    }
    return Block(
      document.root, code: blockCode, of: engine.layout, beside: identities)
  }
}

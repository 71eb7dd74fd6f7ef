internal import Diagnostics
internal import FeedDocument

/// Blocks in the order in which they arrive, each section once.
struct BlockList {
  let identity: FeedLayout.BlockIdentity
  var blocks: [Block] = []
  /// Where the block of a code stands; only while `blocks` has not been reordered.
  private var positions: [String: Int] = [:]

  init(identity: FeedLayout.BlockIdentity) { self.identity = identity }

  func contains(anyOf codes: [String]) -> Bool {
    codes.contains { positions[$0] != nil }
  }

  /// Whether adding the block would replace another one.
  func holds(_ block: Block) -> Bool {
    identity == .code && positions[block.blockCode] != nil
  }

  /// Appends a block, or puts it in the place of the one that is the same section.
  mutating func add(_ block: Block) -> [Diagnostic] {
    guard let position = positions[block.blockCode], identity == .code else {
      if positions[block.blockCode] == nil { positions[block.blockCode] = blocks.count }
      blocks.append(block)
      return []
    }
    let earlier = blocks[position].codeValue.location
    blocks[position] = block
    return [
      Diagnostic(
        .repeatedBlock, .note, "block `\(block.blockCode)` is repeated",
        at: block.codeValue.location, label: "replaces the earlier one in its place",
        notes: ["the earlier one: \(earlier.file):\(earlier.line)  \(earlier.path)"],
        blockCode: block.blockCode)
    ]
  }

  /// Inserts blocks where their sources say; those that go behind the same block keep their order.
  mutating func insert(_ insertions: [(FeedLayout.Insertion, Block)]) {
    /// For each block that stands: the code behind which it was inserted, "" for the front.
    var anchors: [String?] = Array(repeating: nil, count: blocks.count)
    for (insertion, block) in insertions {
      let anchor = insertion.after.flatMap { code in
        blocks.firstIndex { $0.blockCode == code }
      }
      var index = blocks.count
      var tag: String?
      if let anchor {
        (index, tag) = (anchor + 1, blocks[anchor].blockCode)
      } else if insertion.otherwise == .first {
        (index, tag) = (0, "")
      }
      while let tag, index < blocks.count, anchors[index] == tag { index += 1 }
      blocks.insert(block, at: index)
      anchors.insert(tag, at: index)
    }
  }
}

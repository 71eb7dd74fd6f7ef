/// The block that one page of a source adds to one section.
struct Contribution {
  var block: Block
  var combination: FeedLayout.Combination = .replace
  var itemIdentity: String?
  var insertion: FeedLayout.Insertion?
  /// The number of the page in its source, from 0.
  var page: Int

  init(block: Block, page: Int, insertion: FeedLayout.Insertion?) {
    (self.block, self.page, self.insertion) = (block, page, insertion)
  }

  /// The contribution of a payload that gives a whole block.
  init(block: Block, shape: FeedLayout.BlockShape) {
    self.init(block: block, page: 0, insertion: nil)
    (combination, itemIdentity) = (shape.combination, shape.itemIdentity)
  }

  /// The name of the part, if the contribution is one part of a block; otherwise `nil`.
  var part: String? {
    if case .part(let name, _) = combination { name } else { nil }
  }
}

/// The sections in the order in which they arrive. Each has all of its contributions.
struct BlockList {
  let identity: FeedLayout.BlockIdentity
  /// The contributions to each section, at least one per section.
  private(set) var sections: [[Contribution]] = []
  /// The indices of the sections by the identity that the reader gave their blocks. Of blocks that are
  /// sections of their own (`occurrence`), by code: the index of the first.
  private(set) var positions: [String: Int] = [:]

  func contains(anyOf codes: [String]) -> Bool {
    codes.contains { positions[$0] != nil }
  }

  func holds(_ contribution: Contribution) -> Bool { position(of: contribution) != nil }

  private func position(of contribution: Contribution) -> Int? {
    guard let position = positions[contribution.block.identity] else { return nil }
    return identity != .occurrence || contribution.combination != .replace ? position : nil
  }

  /// Appends a section, adds to an existing section, or replaces an existing section in place.
  mutating func add(_ contribution: Contribution) -> [Diagnostic] {
    let key = contribution.block.identity
    guard let position = position(of: contribution), let earlier = sections[position].last else {
      if positions[key] == nil { positions[key] = sections.count }
      sections.append([contribution])
      return []
    }
    switch (earlier.combination, contribution.combination) {
    case (.append, .append):
      sections[position].append(contribution)
    case (.part, .part):
      let same = sections[position].firstIndex { $0.part == contribution.part }
      if let same {
        sections[position][same] = contribution
      } else {
        sections[position].append(contribution)
      }
    default:
      sections[position] = [contribution]
      // Pages of a source can overlap, so a repeated block on a later page is not reported.
      let isLaterPage =
        earlier.block.sourceName == contribution.block.sourceName
        && earlier.page != contribution.page
      return isLaterPage ? [] : [repeated(contribution.block, earlier: earlier.block)]
    }
    return []
  }

  private func repeated(_ block: Block, earlier: Block) -> Diagnostic {
    let place = earlier.codeValue.location
    return Diagnostic(
      .repeatedBlock, .note, "block `\(block.blockCode)` is repeated",
      at: block.codeValue.location, label: "replaces the earlier one in its place",
      notes: ["the earlier one: \(place.file):\(place.line)  \(place.path)"],
      blockCode: block.blockCode)
  }
}

extension [Block] {
  /// Inserts blocks at the positions in their rules. Blocks at one position keep their order.
  mutating func insert(_ insertions: [(FeedLayout.Insertion, Block)]) {
    /// For each block: the code that it was inserted after, "" at the front; `nil` otherwise.
    var anchors: [String?] = Array<String?>(repeating: nil, count: count)
    for (insertion, block) in insertions {
      let anchor = insertion.after.flatMap { code in firstIndex { $0.blockCode == code } }
      var index = count
      var tag: String?
      if let anchor {
        (index, tag) = (anchor + 1, self[anchor].blockCode)
      } else if insertion.otherwise == .first {
        (index, tag) = (0, "")
      }
      while let tag, index < count, anchors[index] == tag { index += 1 }
      insert(block, at: index)
      anchors.insert(tag, at: index)
    }
  }
}

internal import FeedDocument

/// An array of a document that could be its list of blocks.
struct BlockListCandidate {
  enum Discriminator: Equatable {
    case key(String)
    case union
  }

  var array: FeedValue
  var discriminator: Discriminator
  var matches: Int
  var depth: Int

  /// Keys that distinguish blocks, in the order in which they are tried.
  static let keys = [
    "blockCode", "type", "view_type", "viewType", "cardType", "card_type", "kind", "component",
  ]

  /// How reliably the discriminator indicates blocks: songs and articles also have a `type` or
  /// `kind`, and wrappers with one key are common, but `blockCode` is not used for anything else.
  var certainty: Int {
    switch discriminator {
    case .key("blockCode"): 3
    case .key("type"), .key("kind"), .union: 1
    case .key(let key): Self.keys.contains(key) ? 2 : 1
    }
  }

  /// Each level of depth halves the weight, so that the list of blocks wins over the items inside a
  /// block.
  var weight: Double {
    var weight = Double(matches)
    for _ in 0..<min(depth, 64) { weight /= 2 }
    return weight
  }

  /// The count of matches and the discriminator, for the label of a diagnostic.
  var evidence: String {
    let reason =
      switch discriminator {
      case .key(let key): "by `\(key)`"
      case .union: "by the only key of each"
      }
    return "\(matches) of \(array.count) elements are told apart \(reason)"
  }

  func isBetter(than other: BlockListCandidate) -> Bool {
    (certainty, weight) > (other.certainty, other.weight)
  }
}

extension BlockListCandidate {
  /// Reads an array as a list of blocks; `nil` if it does not look like one.
  ///
  /// More than half of the elements must have the key, with an integer or a short string without
  /// white space as its value. An array inside another array's element or below three objects needs
  /// a certainty above 1; otherwise it is a list of items.
  init?(array: FeedValue, depth: Int, isInsideArray: Bool, keys: [String] = Self.keys) {
    let total = array.count
    guard total > 0 else { return nil }
    var counts = Array(repeating: 0, count: keys.count)
    var wrapped = 0
    var wrappers: Set<String> = []
    for element in array.children where element.kind == .object {
      for (index, key) in keys.enumerated() where element[key].looksLikeCode {
        counts[index] += 1
      }
      if element.count == 1, let member = element.children.first, !member.key.isEmpty,
        member.kind == .object || member.kind == .array
      {
        wrapped += 1
        wrappers.insert(member.key)
      }
    }
    var best: BlockListCandidate?
    for (key, count) in zip(keys, counts) where count * 2 > total {
      let candidate = BlockListCandidate(
        array: array, discriminator: .key(key), matches: count, depth: depth)
      if best.map(candidate.isBetter) ?? true { best = candidate }
    }
    // Wrappers with equal keys are a list of one kind of item, not a union of several.
    if best == nil, wrapped * 2 > total, wrappers.count > 1 || total == 1 {
      best = BlockListCandidate(
        array: array, discriminator: .union, matches: wrapped, depth: depth)
    }
    guard let best, best.certainty > 1 || (!isInsideArray && depth <= 3) else { return nil }
    self = best
  }
}

extension BlockListCandidate {
  /// The blocks by code: each code once with all of its blocks, the most frequent first, then in
  /// order of appearance.
  var blocksByCode: [(code: String, blocks: [FeedValue])] {
    // Equal counts are ordered by position, so the sort is stable.
    blocksInOrder.enumerated().sorted {
      ($1.element.blocks.count, $0.offset) < ($0.element.blocks.count, $1.offset)
    }.map(\.element)
  }

  var blocksInOrder: [(code: String, blocks: [FeedValue])] {
    var positions: [String: Int] = [:]
    var groups: [(code: String, blocks: [FeedValue])] = []
    for element in array.children {
      guard let (code, block) = block(of: element) else { continue }
      if let position = positions[code] {
        groups[position].blocks.append(block)
      } else {
        positions[code] = groups.count
        groups.append((code, [block]))
      }
    }
    return groups
  }

  private func block(of element: FeedValue) -> (String, FeedValue)? {
    switch discriminator {
    case .key(let path):
      guard element.kind == .object else { return nil }
      let value = element.document.value(atPath: path, from: element.index)
      return value?.blockCode.map { ($0, element) }
    case .union:
      guard element.kind == .object, element.count == 1, let member = element.children.first else {
        return nil
      }
      return (member.key, member)
    }
  }
}

extension FeedValue {
  /// Whether a scalar can name a kind of block: an integer or a word.
  var looksLikeCode: Bool {
    switch kind {
    case .number: int64 != nil
    case .string:
      count > 0 && count <= 64 && utf8.allSatisfy { $0 > UInt8(ascii: " ") }
    default: false
    }
  }
}

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

  /// Each level of depth halves the weight, so that blocks win over the items inside a block.
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
    var best = zip(keys, counts).filter { $1 * 2 > total }.map { key, count in
      BlockListCandidate(array: array, discriminator: .key(key), matches: count, depth: depth)
    }.max { $1.isBetter(than: $0) }
    // Wrappers with equal keys are a list of one kind of item, not a union of several.
    if best == nil, wrapped * 2 > total, wrappers.count > 1 || total == 1 {
      best = BlockListCandidate(
        array: array, discriminator: .union, matches: wrapped, depth: depth)
    }
    guard let best, best.certainty > 1 || (!isInsideArray && depth <= 3) else { return nil }
    self = best
  }

  /// The blocks by code: each code once with all of its blocks, the most frequent first, then in
  /// order of appearance.
  var blocksByCode: [(code: String, blocks: [FeedValue])] {
    // `sorted` is stable.
    blocksInOrder.sorted { $0.blocks.count > $1.blocks.count }
  }

  var blocksInOrder: [(code: String, blocks: [FeedValue])] {
    var codes: [String] = []
    var groups: [String: [FeedValue]] = [:]
    for (code, block) in array.children.lazy.compactMap(block) {
      if groups[code] == nil { codes.append(code) }
      groups[code, default: []].append(block)
    }
    return codes.map { ($0, groups[$0] ?? []) }
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

/// One walk over a document that finds its arrays of objects. O(values).
struct DocumentSurvey {
  /// The best candidate for the list of blocks; the first in the document among equals.
  private(set) var blocks: BlockListCandidate?
  /// The array with the most objects; the first in the document among equals.
  private(set) var largest: FeedValue?
  /// The arrays of objects that lie in no other array.
  private var outermost: [FeedValue] = []
  private var largestCount = 0
  private let keys: [String]

  /// - Parameter keys: Keys that can distinguish blocks, in the order in which they are tried.
  init(of document: FeedDocument, keys: [String] = BlockListCandidate.keys) {
    self.keys = keys
    // An explicit stack, because documents can be 512 levels deep.
    var stack: [(value: FeedValue, depth: Int, isInsideArray: Bool)] = [(document.root, 0, false)]
    while let (value, depth, isInsideArray) = stack.popLast() {
      if value.kind == .array { visit(value, depth: depth, isInsideArray: isInsideArray) }
      let inside = isInsideArray || value.kind == .array
      let containers = value.children.filter { $0.kind == .array || $0.kind == .object }
      for child in containers.reversed() { stack.append((child, depth + 1, inside)) }
    }
  }

  private mutating func visit(_ array: FeedValue, depth: Int, isInsideArray: Bool) {
    let objects = array.children.count { $0.kind == .object }
    if objects > 0, !isInsideArray { outermost.append(array) }
    if objects > largestCount { (largest, largestCount) = (array, objects) }
    guard objects > 0,
      let candidate = BlockListCandidate(
        array: array, depth: depth, isInsideArray: isInsideArray, keys: keys)
    else { return }
    guard blocks.map(candidate.isBetter) ?? true, isReachable(array) else { return }
    blocks = candidate
  }

  /// The outermost arrays of objects that their paths lead to, in document order.
  var arrays: [FeedValue] { outermost.filter(isReachable) }

  /// Whether the value's path leads back to it. A repeated key hides all values but the last.
  private func isReachable(_ value: FeedValue) -> Bool {
    value.document.value(atPath: value.path)?.index == value.index
  }
}

internal import FeedDocument

/// The display order. The criteria are compared in this order: the server's list of codes, the
/// ranks in the server's sort model, the sort number in the block, the layout's ranks if the
/// server sent neither list nor sort model, and the order of arrival.
///
/// Blocks without a value for a criterion follow the blocks with one. The next criterion breaks
/// ties.
struct BlockOrder {
  let rule: FeedLayout.Order
  private(set) var positions: [String: Int] = [:]
  private(set) var ranks: [String: Double] = [:]
  /// The codes that the last document added to `positions`.
  private(set) var added: [String] = []

  struct Key: Comparable, Sendable {
    var position = Int.max
    var rank = Double.infinity
    var sortIndex = Double.infinity
    var standard = Double.infinity

    static func < (a: Key, b: Key) -> Bool {
      (a.position, a.rank, a.sortIndex, a.standard) < (b.position, b.rank, b.sortIndex, b.standard)
    }
  }

  /// Whether the server's list or sort model contains the code.
  func names(_ code: String) -> Bool { positions[code] != nil || ranks[code] != nil }

  /// Reads the first non-empty order list. Its new codes follow the codes of earlier pages.
  mutating func readLists(of document: FeedDocument, _ diagnostics: inout [Diagnostic]) {
    added = []
    for list in rule.lists {
      let codes = codes(of: list, at: document.root.value(atPath: list.path), &diagnostics)
      for code in codes where positions[code] == nil {
        positions[code] = positions.count
        added.append(code)
      }
      if !codes.isEmpty { return }
    }
  }

  /// Reads a sort model in one of three forms: elements with a code and a rank, a list of codes, or
  /// an object with a rank for each code, such as `{"marqueeIndex": 0, "wallet": 4}`. If a
  /// code is repeated, its last rank is used.
  mutating func readModel(
    _ items: FeedValue, code codePath: String, rank rankPath: String,
    _ diagnostics: inout [Diagnostic]
  ) {
    for (position, item) in items.children.enumerated() {
      var (code, rank) = (item.blockCode, Double?(Double(position)))
      var faulty = (value: item, expected: "a block code")
      if items.kind == .object {
        if item.kind == .null { continue }
        (code, rank) = (item.key, item.double)
        faulty.expected = "a number"
        if code?.hasSuffix(Self.suffix) == true, let rank {
          ranks[String(item.key.dropLast(Self.suffix.count))] = rank
        }
      } else if item.kind == .object {
        let values = (item.value(atPath: codePath), item.value(atPath: rankPath))
        (code, rank) = (values.0.blockCode, values.1.double)
        faulty =
          code == nil
          ? (values.0, "a block code at `\(codePath)`") : (values.1, "a number at `\(rankPath)`")
      }
      if let code, let rank {
        ranks[code] = rank
        continue
      }
      diagnostics.append(
        Diagnostic(
          .mismatchedOptional, .warning, "an element of the order is not readable",
          at: faulty.value.exists ? faulty.value.location : item.location,
          label: "expected \(faulty.expected), found \(faulty.value.inWords)",
          notes: ["its section follows those that have a rank"]))
    }
  }

  /// The optional suffix of keys in an object of ranks: "walletIndex" gives the rank of "wallet".
  private static let suffix = "Index"

  private func codes(
    of list: FeedLayout.OrderList, at value: FeedValue, _ diagnostics: inout [Diagnostic]
  ) -> [String] {
    func ignored(_ found: String) -> [String] {
      diagnostics.append(
        Diagnostic(
          .mismatchedOptional, .warning, "the order of blocks is not readable",
          at: value.location, label: found, notes: ["it is read as absent"]))
      return []
    }
    var codes = value
    if let path = list.parsed, !value.isNothing {
      guard let text = value.string else {
        return ignored("expected a string that holds JSON, found \(value.inWords)")
      }
      guard !text.isEmpty else { return [] }
      let parsed = FeedDocument.parse(PaddedBytes(text.utf8), name: value.document.name)
      guard let found = parsed.value?.value(atPath: path) else {
        return ignored("expected JSON in the string")
      }
      codes = found
    }
    guard !codes.isNothing else { return [] }
    guard codes.kind == .array else {
      let expected = list.parsed.map { "an array at `\($0)` of its JSON" }
      return ignored("expected \(expected ?? "an array of block codes"), found \(codes.inWords)")
    }
    return codes.children.compactMap(\.blockCode)
  }

  /// Sorts stably in O(n log n). Each block's sort keys are read once.
  func sort(_ blocks: inout [Block], _ diagnostics: inout [Diagnostic]) {
    guard !positions.isEmpty || !ranks.isEmpty || rule.sortIndex != nil || !rule.ranks.isEmpty
    else { return }
    let keyed = blocks.map { (key: key(of: $0, &diagnostics), block: $0) }
    blocks = keyed.sorted { $0.key < $1.key }.map(\.block)
  }

  func key(of block: Block, _ diagnostics: inout [Diagnostic]) -> Key {
    let isUnordered = positions.isEmpty && ranks.isEmpty
    return Key(
      position: positions[block.blockCode] ?? .max, rank: ranks[block.blockCode] ?? .infinity,
      sortIndex: sortIndex(of: block, &diagnostics),
      standard: isUnordered ? rule.ranks[block.blockCode] ?? .infinity : .infinity)
  }

  private func sortIndex(of block: Block, _ diagnostics: inout [Diagnostic]) -> Double {
    guard let path = rule.sortIndex else { return .infinity }
    let value = block.value.value(atPath: path)
    if let number = value.double { return number }
    if !value.isNothing {
      diagnostics.append(
        Diagnostic(
          .mismatchedOptional, .warning, "`\(path)` is not a number", at: value.location,
          label: "expected a number, found \(value.inWords)",
          notes: ["the block follows those that have one"], blockCode: block.blockCode))
    }
    return .infinity
  }
}

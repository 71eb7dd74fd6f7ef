internal import Support
internal import FeedDocument

/// The display order. Its criteria, most important first: the server's list of codes, the ranks of
/// its sort model, the number in the block, the layout's ranks if neither list nor sort model
/// arrived, and arrival.
///
/// A block that a criterion does not cover follows those that it covers, and ties are broken by the
/// next criterion.
struct BlockOrder {
  let rule: FeedLayout.Order
  private(set) var positions: [String: Int] = [:]
  private(set) var ranks: [String: Double] = [:]

  /// Whether the server gives the position of a block.
  func names(_ code: String) -> Bool { positions[code] != nil || ranks[code] != nil }

  /// Reads the first non-empty order list of the layout. The codes of a later page follow those of
  /// earlier pages.
  mutating func readLists(of document: FeedDocument) -> [Diagnostic] {
    var diagnostics: [Diagnostic] = []
    for list in rule.lists {
      guard let value = document.value(atPath: list.path) else { continue }
      let codes = codes(of: list, at: value, diagnostics: &diagnostics)
      guard !codes.isEmpty else { continue }
      for code in codes where positions[code] == nil { positions[code] = positions.count }
      break
    }
    return diagnostics
  }

  /// Reads a sort model: each of the reader's items gives a code and its rank. The last rank of a
  /// repeated code counts.
  mutating func readModel(
    _ items: FeedValue, code codePath: String, rank rankPath: String, of reader: SourceReader
  ) -> [Diagnostic] {
    items.children.compactMap { item in
      let code = reader.value(codePath, from: item)
      let rank = reader.value(rankPath, from: item)
      if let code = code.blockCode, let number = rank.double {
        ranks[code] = number
        return nil
      }
      let (wrong, path) = code.blockCode == nil ? (code, codePath) : (rank, rankPath)
      return Diagnostic(
        .mismatchedOptional, .warning, "an element of the order is not readable",
        at: wrong.exists ? wrong.location : item.location,
        label: "expected \(path == codePath ? "a block code" : "a number") at `\(path)`, "
          + "found \(wrong.inWords)",
        notes: ["its section follows those that have a rank"])
    }
  }

  private func codes(
    of list: FeedLayout.OrderList, at value: FeedValue, diagnostics: inout [Diagnostic]
  ) -> [String] {
    guard !value.isNothing else { return [] }
    func ignored(_ found: String) -> [String] {
      diagnostics.append(
        Diagnostic(
          .mismatchedOptional, .warning, "the order of blocks is not readable",
          at: value.location, label: found, notes: ["it is read as absent"]))
      return []
    }
    var codes = value
    if let path = list.parsed {
      guard let text = value.string else {
        return ignored("expected a string that holds JSON, found \(value.inWords)")
      }
      guard !text.isEmpty else { return [] }
      let parsed = FeedDocument.parse(PaddedBytes(text.utf8), name: value.document.name)
      guard let found = parsed.value?.value(atPath: path) else {
        return ignored("expected JSON in the string")
      }
      guard !found.isNothing else { return [] }
      codes = found
    }
    guard codes.kind == .array else {
      let expected = list.parsed.map { "an array at `\($0)` of its JSON" }
      return ignored("expected \(expected ?? "an array of block codes"), found \(codes.inWords)")
    }
    return codes.children.compactMap(\.blockCode)
  }

  /// Sorts stably. O(n log n); each block's sort keys are read once.
  func sort(_ blocks: inout [Block]) -> [Diagnostic] {
    let standard = positions.isEmpty && ranks.isEmpty ? rule.ranks : [:]
    guard !positions.isEmpty || !ranks.isEmpty || rule.sortIndex != nil || !standard.isEmpty else {
      return []
    }
    var diagnostics: [Diagnostic] = []
    let keyed = blocks.map { block in
      (
        position: positions[block.blockCode] ?? .max,
        rank: ranks[block.blockCode] ?? .infinity,
        sortIndex: sortIndex(of: block, diagnostics: &diagnostics),
        standard: standard[block.blockCode] ?? .infinity, block: block
      )
    }
    blocks = keyed.sorted {
      ($0.position, $0.rank, $0.sortIndex, $0.standard)
        < ($1.position, $1.rank, $1.sortIndex, $1.standard)
    }.map(\.block)
    return diagnostics
  }

  private func sortIndex(of block: Block, diagnostics: inout [Diagnostic]) -> Double {
    guard let path = rule.sortIndex,
      let value = block.value.document.value(atPath: path, from: block.value.index)
    else { return .infinity }
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

internal import Diagnostics
internal import FeedDocument

/// The server's order: a list of codes, then the number that a block carries, then arrival.
///
/// Blocks that the list does not name stand behind those that it names, blocks without a number
/// behind those with one, and ties keep the order in which they arrived.
struct BlockOrder {
  private let rule: FeedLayout.Order
  private var positions: [String: Int] = [:]

  init(rule: FeedLayout.Order) { self.rule = rule }

  func names(_ code: String) -> Bool { positions[code] != nil }

  /// Reads the first of the layout's order lists that is there.
  mutating func readLists(of document: FeedDocument) -> [Diagnostic] {
    var diagnostics: [Diagnostic] = []
    for list in rule.lists {
      guard let value = document.value(atPath: list.path) else { continue }
      let codes = codes(of: list, at: value, diagnostics: &diagnostics)
      guard !codes.isEmpty else { continue }
      for (position, code) in codes.enumerated() where positions[code] == nil {
        positions[code] = position
      }
      break
    }
    return diagnostics
  }

  private func codes(
    of list: FeedLayout.OrderList, at value: FeedValue, diagnostics: inout [Diagnostic]
  ) -> [String] {
    guard value.kind != .missing, value.kind != .null else { return [] }
    func ignored(_ found: String) -> Diagnostic {
      Diagnostic(
        .mismatchedOptional, .warning, "the order of blocks is not readable",
        at: value.location, label: found, notes: ["it is read as absent"])
    }
    guard let path = list.parsed else {
      guard value.kind == .array else {
        diagnostics.append(ignored("expected an array of block codes, found \(value.inWords)"))
        return []
      }
      return value.children.compactMap(\.blockCode)
    }
    guard let text = value.string else {
      diagnostics.append(ignored("expected a string that holds JSON, found \(value.inWords)"))
      return []
    }
    guard !text.isEmpty else { return [] }
    let parsed = FeedDocument.parse(PaddedBytes(text.utf8), name: value.document.name)
    guard let document = parsed.document, let codes = document.value(atPath: path) else {
      diagnostics.append(ignored("expected JSON in the string"))
      return []
    }
    switch codes.kind {
    case .missing, .null: return []
    case .array: return codes.children.compactMap(\.blockCode)
    default:
      diagnostics.append(
        ignored("expected an array at `\(path)` of its JSON, found \(codes.inWords)"))
      return []
    }
  }

  /// Sorts stably. O(n log n), with one look at each block.
  func sort(_ blocks: inout [Block]) -> [Diagnostic] {
    guard !positions.isEmpty || rule.sortIndex != nil else { return [] }
    var diagnostics: [Diagnostic] = []
    let keyed = blocks.enumerated().map { arrival, block in
      (
        position: positions[block.blockCode] ?? .max,
        sortIndex: sortIndex(of: block, diagnostics: &diagnostics), arrival: arrival,
        block: block
      )
    }
    blocks = keyed.sorted {
      ($0.position, $0.sortIndex, $0.arrival) < ($1.position, $1.sortIndex, $1.arrival)
    }.map(\.block)
    return diagnostics
  }

  private func sortIndex(of block: Block, diagnostics: inout [Diagnostic]) -> Double {
    guard let path = rule.sortIndex,
      let value = block.value.document.value(atPath: path, from: block.value.index)
    else { return .infinity }
    if let number = value.double { return number }
    if value.kind != .missing, value.kind != .null {
      diagnostics.append(
        Diagnostic(
          .mismatchedOptional, .warning, "`\(path)` is not a number", at: value.location,
          label: "expected a number, found \(value.inWords)",
          notes: ["the block stands behind those that have one"], blockCode: block.blockCode))
    }
    return .infinity
  }
}

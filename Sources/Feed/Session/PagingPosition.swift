internal import FeedDocument

/// The position in the paged source: the number of pages read, and the start of the next page.
struct PagingPosition {
  private let paging: FeedLayout.Paging
  private(set) var pages = 0
  private(set) var held = 0
  private(set) var hasEnded = false
  /// The cursor of the next page; `nil` before the first page and if paging uses no cursor.
  private var cursor: String?
  private var usedCursors: Set<String> = []

  init(_ paging: FeedLayout.Paging) { self.paging = paging }

  var values: [String: String] {
    switch paging.advance {
    case .page(let first): ["page": "\(first + pages)"]
    case .offset: ["offset": "\(held)"]
    case .cursor: cursor.map { ["cursor": $0] } ?? [:]
    }
  }

  /// Advances past a page. `held` is the number of loaded items; `isEmpty` means nothing was new.
  mutating func advance(
    over document: FeedDocument, held: Int, isEmpty: Bool
  ) -> [Diagnostic] {
    pages += 1
    self.held = held
    hasEnded = isEmpty && paging.endsWhenEmpty
    if paging.end.contains(where: { $0.allSatisfy { $0.holds(in: document) } }) { hasEnded = true }
    guard case .cursor(let path) = paging.advance else { return [] }
    if let cursor { usedCursors.insert(cursor) }
    let value = document.root.value(atPath: path)
    // Only a non-empty string or a number is a cursor.
    cursor = value.kind == .bool ? nil : value.identityText
    let isRepeated = !hasEnded && cursor.map(usedCursors.contains) == true
    hasEnded = hasEnded || isRepeated || cursor == nil
    guard isRepeated else { return [] }
    return [
      Diagnostic(
        .repeatedCursor, .warning, "the cursor of the next page repeats an earlier one",
        at: value.location, label: "page \(pages - 1) or an earlier one was requested with it",
        notes: ["the feed ends here; the cursor would load the same pages for ever"],
        helps: [
          "compare `paging.cursor` of the feed layout with the server's cursor for the next page"
        ]
      )
    ]
  }
}

extension FeedLayout {
  /// Returns the paging value of the first page, such as "offset"; empty for an unpaged source.
  package func firstValues(of source: Source) -> [String: String] {
    guard let paging, paging.source == source.name else { return [:] }
    return PagingPosition(paging).values
  }
}

extension FeedLayout.Paging.EndTest {
  /// Whether the test succeeds. An absent value equals null.
  fileprivate func holds(in document: FeedDocument) -> Bool {
    let found = document.root.value(atPath: path)
    let other =
      switch expected {
      case .value(let value): value
      case .path(let path): document.root.value(atPath: path)
      }
    return found.isNothing == other.isNothing && (found.isNothing || found.equalsScalar(other))
  }
}

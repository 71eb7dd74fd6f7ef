extension FeedLayout {
  /// Returns the value of "page", "offset" or "cursor" for the first page of a source; empty for a
  /// source without pages.
  package func firstValues(of source: Source) -> [String: String] {
    guard let paging, paging.source == source.name else { return [:] }
    return PagingPosition(paging).values
  }
}

internal import FeedDocument

/// Appends the items of a page to the block that is one list of a source's items. The items of earlier
/// pages are neither read nor compared again. The block equals that of `FeedJoining`.
struct ListExtending: Sendable {
  /// The index of the list's block in the feed.
  let block: Int
  private let layoutName: String
  private let code: String
  private let itemIdentity: String?
  /// The lists of the pages that the block joins, each with the name of its source.
  private let pages: [(source: String, value: FeedValue)]
  private let source: String
  /// The block's list and the identities in it; `nil` until the first page is appended.
  private var list: (elements: DocumentBuilder, ids: Set<String>, ownIDs: Set<String>)?

  /// Returns `nil` if pages of the source cannot be appended to one list.
  init?(_ joining: FeedJoining, _ feed: Feed, of source: FeedLayout.Source) {
    guard let shape = source.shape.block, shape.combination == .append, source.insertion == nil,
      joining.order.rule.sortIndex == nil
    else { return nil }
    let last = joining.given.last { $0.block.sourceName == source.name }
    guard let code = last?.block.blockCode else { return nil }
    let given = joining.given.filter { $0.block.identity == code }
    let indices = feed.blocks.indices.filter { feed.blocks[$0].blockCode == code }
    guard indices.count == 1, given.last?.block.sourceName == source.name,
      given.allSatisfy({
        // Contributions with an insertion rule follow those of all pages.
        $0.combination == .append && $0.insertion == nil && $0.itemIdentity == shape.itemIdentity
          && $0.block.blockCode == code
      })
    else { return nil }
    block = indices[0]
    layoutName = joining.layout.name
    self.code = code
    itemIdentity = shape.itemIdentity
    self.source = source.name
    pages = given.map { ($0.block.sourceName, $0.block.value) }
  }

  /// Appends the elements of a page that are new.
  ///
  /// - Returns: The number of elements that no earlier page of the source has. `nil`, without a change,
  ///   if the page has another code, or identities that the join of all pages must compare.
  mutating func extend(_ block: inout Block, by page: Block) -> Int? {
    guard page.blockCode == code else { return nil }
    let values = page.value.kind == .object ? [page.value] : Array(page.value.children)
    let ids = values.map(identity)
    // The join reports items without an identity, and repetitions within a page. An identity such as
    // "#3" may be that of an earlier item without one, which the join then renames.
    let isPlain =
      !ids.contains { $0 == nil || $0?.hasPrefix("#") == true } && Set(ids).count == ids.count
    guard itemIdentity == nil || isPlain else { return nil }
    var list = self.list.take() ?? begun(with: &block)
    var added = 0
    for (value, id) in zip(values, ids) {
      if let id {
        if list.ownIDs.insert(id).inserted { added += 1 }
        guard list.ids.insert(id).inserted else { continue }
        block.items.append(BlockItem(id: id, index: list.elements.copy(value)))
      } else {
        list.elements.copy(value)
        added += 1
      }
    }
    block.value = list.elements.snapshot().root
    self.list = list
    return added
  }

  /// Returns the list of a block, to which elements can be appended, and gives the items of the block
  /// their indices in it.
  private func begun(
    with block: inout Block
  ) -> (elements: DocumentBuilder, ids: Set<String>, ownIDs: Set<String>) {
    var elements = DocumentBuilder(name: layoutName)
    elements.beginArray()
    let indices = block.value.children.map { elements.copy($0) }
    for (item, index) in zip(block.items.indices, indices) { block.items[item].index = index }
    var (ids, ownIDs) = (Set<String>(), Set<String>())
    for page in pages {
      for value in page.value.kind == .object ? [page.value] : Array(page.value.children) {
        guard let id = identity(of: value) else { continue }
        ids.insert(id)
        if page.source == source { ownIDs.insert(id) }
      }
    }
    return (elements, ids, ownIDs)
  }

  private func identity(of item: FeedValue) -> String? {
    guard let itemIdentity, item.kind == .object else { return nil }
    return item.value(atPath: itemIdentity).identityText
  }
}

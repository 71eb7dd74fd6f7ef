/// Sizes that the content or the containing block decides (CSS Sizing 3 §5.1, 4 §6.1). They are rare:
/// only items whose style has one come here.
extension FlexSolver {
  /// Resolves what is a keyword among the widths of the items of a container.
  mutating func resolveKeywords(_ container: FlexContainer) {
    let room = Pair(container.inner.x, container.inner.y)
    for index in container.firstItem..<container.endItem {
      var item = items[index]
      guard styles[Int(item.style)].flags.contains(.hasKeyword) else { continue }
      resolveKeywords(
        of: &item, limit: container.availableWidth, room: room, basis: container.basis)
      items[index] = item
    }
  }

  /// Resolves keywords but for limits of the height, which depend on the width
  /// (`resolveHeightLimits`).
  /// - Parameters:
  ///   - limit: what `fit-content` is fitted into, outer width; infinite: as large as the content.
  ///   - room: what `stretch` takes, outer size; undefined: there is nothing to take, and it is `auto`.
  mutating func resolveKeywords(of item: inout FlexItem, limit: Float, room: Pair, basis: Pair) {
    let style = styles[Int(item.style)]
    let width = keywordWidth(style.width, of: item, limit: limit, room: room.x, basis: basis)
    if !width.isNaN { item.size.x = max(width, item.edges.x) }
    let minimum = keywordWidth(style.minWidth, of: item, limit: limit, room: room.x, basis: basis)
    if !minimum.isNaN { item.minimum.x = max(minimum, item.edges.x) }
    let maximum = keywordWidth(style.maxWidth, of: item, limit: limit, room: room.x, basis: basis)
    if !maximum.isNaN { item.maximum.x = maximum }
    guard !room.y.isNaN else { return }
    let height = max(0, room.y - item.margin(.y))
    if style.height.unit == .stretch { item.size.y = max(height, item.edges.y) }
    if style.minHeight.unit == .stretch { item.minimum.y = max(height, item.edges.y) }
    if style.maxHeight.unit == .stretch { item.maximum.y = height }
  }

  private mutating func keywordWidth(
    _ length: Length, of item: FlexItem, limit: Float, room: Float, basis: Pair
  ) -> Float {
    func content(_ available: Float) -> Float {
      contentWidth(of: Int(item.node), height: item.size.y, available: available, parent: basis)
    }
    return switch length.unit {
    case .auto, .points, .percent: .nan
    case .stretch: room.isNaN ? .nan : max(0, room - item.margin(.x))
    case .maxContent: content(.infinity)
    case .minContent: content(0)
    // A text that is broken within its words may be as wide as asked.
    case .fitContent: max(content(0), content(limit - item.margin(.x)))
    }
  }

  mutating func resolveHeightLimits(ofItemAt index: Int, width: Float, basis: Pair) {
    var item = items[index]
    resolveHeightLimits(of: &item, width: width, basis: basis)
    items[index] = item
  }

  /// Limits of the height that are the content's, once the width is known.
  mutating func resolveHeightLimits(of item: inout FlexItem, width: Float, basis: Pair) {
    let style = styles[Int(item.style)]
    func isContent(_ length: Length) -> Bool {
      length.unit == .maxContent || length.unit == .minContent || length.unit == .fitContent
    }
    guard isContent(style.minHeight) || isContent(style.maxHeight) else { return }
    let content = height(
      of: Int(item.node), width: width, parent: basis, available: item.size.y.or(.infinity))
    if isContent(style.minHeight) { item.minimum.y = max(content, item.edges.y) }
    if isContent(style.maxHeight) { item.maximum.y = content }
  }
}

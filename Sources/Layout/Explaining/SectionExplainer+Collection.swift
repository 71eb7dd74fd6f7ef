/// Items of lists, carousels and pagers, which section layouts place.
extension SectionExplainer {
  /// Returns the layout that set the final frames of a collection's items.
  func collection(_ node: Int) -> CollectionVisit {
    if let known = collections[node] { return known }
    var inner = contentBox(of: node, boxEdges(node, percentBasis(of: node)))
    if solver.states[node].framesKnown.y.isNaN { inner.y = .nan }
    let visit = CollectionVisit(self, node: node, inner: inner)
    collections[node] = visit
    return visit
  }

  func itemReason(_ node: Int, in parent: Int, _ aspect: PageExplainer.Aspect, _ axis: Axis)
    -> Reason
  {
    let visit = collection(parent)
    guard let index = visit.items.firstIndex(where: { $0.node == node }) else {
      return Reason(undecidedBy: size(of: parent, axis))
    }
    if aspect == .size { return axis == .x ? visit.width(index) : visit.height(index) }
    let start = boxEdges(parent, percentBasis(of: parent)).near[axis]
    let margin = edges(node, .margin, visit.inner)
    let offset = visit.position(index)[axis]
    guard axis == .x, resolved(parent).flags.contains(.isRightToLeft) else {
      return Reason(visit.rule, start + offset + margin.near[axis])
    }
    let end = visit.inner.x.or(0) + start
    return Reason(visit.rule, end - offset - margin.far.x - size(of: node, .x))
  }
}

/// An item of a section layout, measured but not yet placed; see `FlexSolver.sectionItem`.
struct MeasuredItem {
  let box: ItemBox<Explained>
  /// The width of the border box.
  let width: Explained
  /// The border-box height that the container or the style sets; NaN if the content or the layout
  /// determines the height.
  let ownHeight: Explained
  /// The height of the border box before the layout stretches it.
  let neededHeight: Explained
  /// The position in the lane of a carousel or pager.
  let alignment: Style.Align

  /// - Parameters:
  ///   - rule: The layout: a list, carousel or pager.
  ///   - inner: The content box of the container.
  ///   - given: The margin-box width and the border-box height that the container sets; NaN for
  ///     values that it does not set.
  init(
    _ explainer: SectionExplainer, _ box: ItemBox<Explained>, _ rule: LayoutRule,
    in inner: Lengths<Explained>, given: Lengths<Explained> = .unknown
  ) {
    func clamped(_ size: Explained, _ axis: Axis, _ rule: LayoutRule) -> Explained {
      let size = box.clamp(size.by(rule), axis)
      return size.rule == nil ? size.by(rule) : size
    }
    self.box = box
    alignment = rule == .list ? .auto : box.laneAlignment
    let node = Int(box.node)
    let height = given.y.or(box.size.y)
    ownHeight = height.isNaN ? height : clamped(height, .y, .own)
    if rule != .pager, !box.size.x.isNaN {
      width = clamped(box.size.x, .x, .own)
    } else if rule == .carousel {
      let height = alignment == .auto ? ownHeight.or(inner.y - box.margin(.y)) : ownHeight
      let content = explainer.contentWidth(
        node, height: height, available: .unlimited, parent: inner)
      width = clamped(content, .x, .content)
    } else {
      let room = Explained.most(given.x.or(inner.x).or(0) - box.margin(.x), 0)
      width = clamped(room, .x, rule == .pager ? .pager : .stretch)
    }
    neededHeight =
      ownHeight.isNaN
      ? clamped(explainer.contentHeight(node, width: width, parent: inner), .y, .content)
      : ownHeight
  }

  var node: Int { Int(box.node) }

  /// The size of the margin box.
  var outerWidth: Explained { width + box.margin(.x) }
  var outerHeight: Explained { neededHeight + box.margin(.y) }

  /// Returns the border-box size for a margin-box size; at least padding plus border.
  func placed(_ size: Explained, _ axis: Axis) -> Explained {
    .most(size - box.margin(axis), box.edges[axis])
  }
}

/// A layout of a collection within a content box whose height may be unknown.
final class CollectionVisit {
  let inner: Lengths<Explained>
  let items: [MeasuredItem]
  let rule: LayoutRule
  private let node: Int
  private unowned(unsafe) let explainer: SectionExplainer
  private lazy var placed = place()

  init(_ explainer: SectionExplainer, node: Int, inner: Lengths<Explained>) {
    self.explainer = explainer
    self.node = node
    self.inner = inner
    let rule: LayoutRule =
      switch explainer.resolved(node).display {
      case .carousel: .carousel
      case .pager: .pager
      case .flex, .none, .list, .contents: .list
      }
    self.rule = rule
    items = explainer.items(of: node, inner).map { MeasuredItem(explainer, $0, rule, in: inner) }
  }

  /// Returns the rule and formula of an item's border-box width.
  func width(_ index: Int) -> Reason {
    rule == .pager
      ? Reason(.pager, items[index].placed(placed.items[index].width, .x))
      : items[index].width.reason(.stretch)
  }

  /// Returns the rule and formula of an item's border-box height.
  func height(_ index: Int) -> Reason {
    let item = items[index]
    if rule == .list { return item.neededHeight.reason(.content) }
    if !item.ownHeight.isNaN, rule == .carousel || item.alignment != .auto {
      return item.ownHeight.reason(.own)
    }
    if item.alignment != .auto { return item.neededHeight.reason(.content) }
    return Reason(
      rule == .pager ? .pager : .stretch, item.placed(placed.items[index].height, .y))
  }

  /// Returns the distance from the leading and top edges of the content box to the item's margin
  /// box.
  func position(_ index: Int) -> Lengths<Explained> {
    Lengths(placed.items[index].x, placed.items[index].y)
  }

  /// The content-box height that the items need.
  var contentHeight: Explained { placed.height }

  /// Places the items again, with numbers that record their formulas.
  private func place() -> (items: [LayoutItem<Explained>], height: Explained) {
    // If this visit set the final frames, formulas refer to these frames, not to measured sizes.
    let isFinal = explainer.collections[node] === self
    let isHeightGiven = rule != .list && !inner.y.isNaN
    return explainer.tape.record(node, rule) {
      var placed = items.map { item in
        func outer(_ axis: Axis, _ size: Explained) -> Explained { size + item.box.margin(axis) }
        let width = isFinal ? explainer.size(of: item.node, .x) : item.width
        let height =
          isFinal && rule == .list ? explainer.size(of: item.node, .y) : item.neededHeight
        return LayoutItem(
          node: item.node, width: outer(.x, width),
          height: rule == .list ? .nan : outer(.y, item.ownHeight),
          contentHeight: isHeightGiven && item.alignment == .auto ? 0 : outer(.y, height),
          alignment: item.alignment)
      }
      let gap = explainer.gap(node)
      let content = placed.withUnsafeMutableBufferPointer {
        explainer.resolved(node).place(
          $0, rowGap: gap.y, columnGap: gap.x, width: inner.x.or(0), height: inner.y)
      }
      return (placed, content.height)
    }
  }
}

/// Items of lists, carousels and pagers, which section layouts place.
extension SectionExplainer {
  /// Returns the visit that wrote the frames of a collection's items.
  func collection(_ node: Int) -> CollectionVisit {
    if let known = collections[node] { return known }
    var inner = contentBox(of: node, boxEdges(node, percentBasis(of: node)))
    if solver.states[node].framesKnown.y.isNaN { inner.y = .nan }
    let visit = CollectionVisit(self, node: node, inner: inner)
    collections[node] = visit
    return visit
  }

  func itemReason(_ node: Int, in parent: Int, _ aspect: Aspect, _ axis: Axis) -> Reason {
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

/// An item of a section layout before it is placed; see `FlexSolver.sectionItem`.
final class MeasuredItem {
  private unowned let explainer: SectionExplainer
  private let item: ItemBox<Explained>
  /// The layout: a list, carousel or pager.
  private let rule: LayoutRule
  /// The content box of the container.
  private let inner: Lengths<Explained>
  /// The outer width and the height of the border box that the container gives; NaN if none.
  private let given: Lengths<Explained>

  init(
    _ explainer: SectionExplainer, _ item: ItemBox<Explained>, _ rule: LayoutRule,
    in inner: Lengths<Explained>, given: Lengths<Explained> = .unknown
  ) {
    self.explainer = explainer
    self.item = item
    self.rule = rule
    self.inner = inner
    self.given = given
  }

  var node: Int { Int(item.node) }

  func margin(_ axis: Axis) -> Explained { item.margin(axis) }

  private func clamped(_ size: Explained, _ axis: Axis, _ rule: LayoutRule) -> Explained {
    let size = item.clamp(size.by(rule), axis)
    return size.rule == nil ? size.by(rule) : size
  }

  /// The width of the border box.
  lazy var width: Explained = {
    if rule != .pager, !item.size.x.isNaN { return clamped(item.size.x, .x, .own) }
    guard rule == .carousel else {
      let width = given.x.or(inner.x).or(0) - item.margin(.x)
      return clamped(.most(width, 0), .x, rule == .pager ? .pager : .stretch)
    }
    let content = explainer.contentWidth(
      node, height: ownHeight.or(inner.y - item.margin(.y)), available: .unlimited, parent: inner)
    return clamped(content, .x, .content)
  }()

  /// The height of the border box that the container or the style gives; NaN if the content or the
  /// layout decides.
  lazy var ownHeight: Explained = {
    let height = given.y.or(item.size.y)
    return height.isNaN ? height : clamped(height, .y, .own)
  }()

  /// The height of the border box before the layout stretches it.
  lazy var neededHeight: Explained = {
    if !ownHeight.isNaN { return ownHeight }
    return clamped(explainer.contentHeight(node, width: width, parent: inner), .y, .content)
  }()

  /// Returns a size that the layout chose, at least padding and border.
  func placed(_ size: Explained, _ axis: Axis) -> Explained {
    .most(size - item.margin(axis), item.edges[axis])
  }
}

/// A layout of a collection within a content box whose height may be unknown.
final class CollectionVisit {
  let inner: Lengths<Explained>
  let items: [MeasuredItem]
  let rule: LayoutRule
  private let node: Int
  private unowned let explainer: SectionExplainer
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

  /// Returns the width of an item's border box.
  func width(_ index: Int) -> Reason {
    rule == .pager
      ? Reason(.pager, items[index].placed(placed.items[index].width, .x))
      : items[index].width.reason(.stretch)
  }

  /// Returns the height of an item's border box.
  func height(_ index: Int) -> Reason {
    let item = items[index]
    if rule == .list { return item.neededHeight.reason(.content) }
    if rule == .carousel, !item.ownHeight.isNaN { return item.ownHeight.reason(.own) }
    return Reason(
      rule == .pager ? .pager : .stretch, item.placed(placed.items[index].height, .y))
  }

  /// Returns the distance from the leading and upper edge of the content box to the item's margin
  /// box.
  func position(_ index: Int) -> Lengths<Explained> {
    Lengths(placed.items[index].x, placed.items[index].y)
  }

  /// The height of the content box that the items need.
  var contentHeight: Explained { placed.height }

  /// Places the items again, with numbers that record their formulas.
  private func place() -> (items: [LayoutItem<Explained>], height: Explained) {
    // Refers to the frames of the items if this visit wrote them.
    let isFinal = explainer.collections[node] === self
    let isHeightGiven = rule != .list && !inner.y.isNaN
    return explainer.tape.record(node, rule) {
      var placed = items.map { item in
        let width = isFinal ? explainer.size(of: item.node, .x) : item.width
        let height = rule == .list ? .nan : item.ownHeight
        var needed: Explained = 0
        if !isHeightGiven {
          needed =
            (isFinal && rule == .list ? explainer.size(of: item.node, .y) : item.neededHeight)
            + item.margin(.y)
        }
        return LayoutItem(
          node: item.node, width: width + item.margin(.x), height: height + item.margin(.y),
          contentHeight: needed)
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

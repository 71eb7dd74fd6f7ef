/// Items of lists, carousels and pagers, which section layouts place.
extension SectionExplainer {
  /// Returns the visit that wrote the frames of a collection's items.
  func collection(_ node: Int) -> CollectionVisit {
    if let known = collections[node] { return known }
    let own = percentBasis(of: node)
    func inner(_ axis: Axis) -> Formula {
      (laidOutSize(of: node, axis) - boxEdges(node, axis, own)).atLeastZero
    }
    let isHeightKnown = !solver.states[node].framesKnown.y.isNaN
    let visit = collection(
      node, PercentBasis(x: inner(.x), y: isHeightKnown ? inner(.y) : nil))
    collections[node] = visit
    return visit
  }

  func collection(_ node: Int, _ inner: PercentBasis) -> CollectionVisit {
    let visit = CollectionVisit(self, node: node, inner: inner)
    forEachItem(of: node, inner) {
      visit.items.append(MeasuredItem(self, $0, visit.rule, in: inner))
    }
    return visit
  }

  func itemReason(_ node: Int, in parent: Int, _ aspect: Aspect, _ axis: Axis) -> Reason {
    let visit = collection(parent)
    guard let index = visit.items.firstIndex(where: { $0.node == node }) else {
      return Reason(undecidedBy: .derived(size(of: parent, axis)))
    }
    if aspect == .size { return axis == .x ? visit.width(index) : visit.height(index) }
    let start = boxEdge(parent, Side(axis, isNear: true), percentBasis(of: parent))
    let offset = (axis == .x ? visit.x(index) : visit.y(index)).formula
    guard axis == .x, resolved(parent).flags.contains(.isRightToLeft) else {
      let margin = margin(node, axis, isNear: true, visit.inner)
      return Reason(visit.rule, .total([start, offset, margin]))
    }
    let end = (visit.inner.x ?? .constant(0)) + start
    let margin = margin(node, .x, isNear: false, visit.inner)
    return Reason(visit.rule, end - .total([offset, margin, .derived(size(of: node, .x))]))
  }
}

/// An item of a section layout before it is placed; see `FlexSolver.sectionItem`.
final class MeasuredItem {
  private unowned let explainer: SectionExplainer
  private let item: ItemBox<Explained>
  /// The layout: a list, carousel or pager.
  private let rule: LayoutRule
  /// The content box of the container.
  private let inner: PercentBasis
  /// The outer width and the height of the border box that the container gives; `nil` if none.
  private let givenWidth, givenHeight: Formula?

  init(
    _ explainer: SectionExplainer, _ item: ItemBox<Explained>, _ rule: LayoutRule,
    in inner: PercentBasis, width: Formula? = nil, height: Formula? = nil
  ) {
    self.explainer = explainer
    self.item = item
    self.rule = rule
    self.inner = inner
    givenWidth = width
    givenHeight = height
  }

  var node: Int { Int(item.node) }

  /// Returns the size of the margin box.
  func outer(_ size: Reason, _ axis: Axis) -> Reason {
    size.map { $0 + item.margin(axis).formula }
  }

  private func clamped(_ rule: LayoutRule, _ size: Formula, _ axis: Axis) -> Reason {
    item.clamp(explainer.tape.number(size), axis).reason(rule)
  }

  /// The width of the border box.
  lazy var width: Reason = {
    if rule != .pager, let own = item.size.x.known { return clamped(.own, own, .x) }
    guard rule == .carousel else {
      let width = (givenWidth ?? inner.x ?? .constant(0)) - item.margin(.x).formula
      return clamped(rule == .pager ? .pager : .stretch, width.atLeastZero, .x)
    }
    let height = ownHeight?.formula ?? inner.y.map { $0 - item.margin(.y).formula }
    let content = explainer.contentWidth(node, height: height, available: nil, parent: inner)
    return clamped(.content, content, .x)
  }()

  /// The height of the border box that the container or the style gives; `nil` if the content or
  /// the layout decides.
  var ownHeight: Reason? { (givenHeight ?? item.size.y.known).map { clamped(.own, $0, .y) } }

  /// The height of the border box before the layout stretches it.
  lazy var neededHeight: Reason = {
    if let ownHeight { return ownHeight }
    let content = explainer.contentHeight(
      node, width: width.formula ?? .constant(0), parent: inner)
    return clamped(.content, content, .y)
  }()

  /// Returns a size that the layout chose, at least padding and border.
  func placed(_ size: Explained, _ axis: Axis) -> Formula {
    .most([size.formula - item.margin(axis).formula, item.edges[axis].formula])
  }
}

/// A layout of a collection within a content box whose height may be unknown.
final class CollectionVisit {
  let node: Int
  let inner: PercentBasis
  fileprivate(set) var items: [MeasuredItem] = []
  private unowned let explainer: SectionExplainer
  private let style: ResolvedStyle
  private lazy var placed = place()

  init(_ explainer: SectionExplainer, node: Int, inner: PercentBasis) {
    self.explainer = explainer
    self.node = node
    self.inner = inner
    style = explainer.resolved(node)
  }

  var rule: LayoutRule {
    switch style.display {
    case .carousel: .carousel
    case .pager: .pager
    case .flex, .none, .list, .contents: .list
    }
  }

  /// Returns the width of an item's border box.
  func width(_ index: Int) -> Reason {
    rule == .pager
      ? Reason(.pager, items[index].placed(placed.items[index].width, .x)) : items[index].width
  }

  /// Returns the height of an item's border box.
  func height(_ index: Int) -> Reason {
    if rule == .list { return items[index].neededHeight }
    if rule == .carousel, let own = items[index].ownHeight { return own }
    return Reason(
      rule == .pager ? .pager : .stretch, items[index].placed(placed.items[index].height, .y))
  }

  /// Returns the distance from the leading edge of the content box to the item's margin box.
  func x(_ index: Int) -> Explained { placed.items[index].x }
  func y(_ index: Int) -> Explained { placed.items[index].y }

  /// The height of the content box that the items need.
  var contentHeight: Formula { placed.height.formula }

  /// Places the items again, with numbers that record their formulas.
  private func place() -> (items: [LayoutItem<Explained>], height: Explained) {
    let tape = explainer.makeTape(of: node, rule)
    // Refers to the frames of the items if this visit wrote them.
    let isFinal = explainer.collections[node] === self
    func frame(_ item: MeasuredItem, _ axis: Axis) -> Reason {
      Reason(rule, .derived(explainer.size(of: item.node, axis)))
    }
    let isHeightGiven = rule != .list && inner.y != nil
    var placed = items.map { item in
      func outer(_ size: Reason?, _ axis: Axis) -> Explained {
        tape.number(size.flatMap { item.outer($0, axis).formula })
      }
      return LayoutItem(
        node: item.node, width: outer(isFinal ? frame(item, .x) : item.width, .x),
        height: outer(rule == .list ? nil : item.ownHeight, .y),
        contentHeight: isHeightGiven
          ? 0 : outer(isFinal && rule == .list ? frame(item, .y) : item.neededHeight, .y))
    }
    func gap(_ axis: Axis) -> Explained {
      explainer.gap(node, axis, times: 1).map { tape.number($0) } ?? 0
    }
    let content = placed.withUnsafeMutableBufferPointer {
      style.place(
        $0, rowGap: gap(.y), columnGap: gap(.x), width: tape.number(inner.x ?? .constant(0)),
        height: tape.number(inner.y))
    }
    return (placed, content.height)
  }
}

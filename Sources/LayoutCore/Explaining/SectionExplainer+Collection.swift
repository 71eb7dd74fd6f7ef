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
    var items: [FlexItem] = []
    forEachItem(of: node, inner) { items.append($0) }
    return CollectionVisit(self, node: node, inner: inner, items: items)
  }

  func itemReason(_ node: Int, in parent: Int, _ axis: Axis) -> AxisReason {
    let visit = collection(parent)
    guard let index = visit.items.firstIndex(where: { Int($0.node) == node }) else {
      let unknown = Reason(undecidedBy: .derived(size(of: parent, axis)))
      return AxisReason(position: { unknown }, extent: { unknown })
    }
    let rule = visit.rule
    return AxisReason(
      position: { [self] in
        let basis = visit.inner
        let start = boxEdge(parent, Side(axis, isNear: true), percentBasis(of: parent))
        guard axis == .x, resolved(parent).flags.contains(.isRightToLeft) else {
          return Reason(
            rule,
            .total([
              start, axis == .x ? visit.x(index) : visit.y(index),
              margin(node, axis, isNear: true, basis),
            ]))
        }
        let end = (visit.inner.x ?? .constant(0)) + start
        return Reason(
          rule,
          end
            - .total([
              visit.x(index), margin(node, .x, isNear: false, basis),
              .derived(size(of: node, .x)),
            ]))
      },
      extent: { axis == .x ? visit.width(index) : visit.height(index) })
  }
}

/// A layout of a collection within a content box whose height may be unknown.
final class CollectionVisit {
  let node: Int
  let inner: PercentBasis
  let items: [FlexItem]
  private unowned let explainer: SectionExplainer
  private let style: ResolvedStyle
  private var widths: [Int: Reason] = [:]
  private var needs: [Int: Reason] = [:]
  private var lane: Formula?

  init(
    _ explainer: SectionExplainer, node: Int, inner: PercentBasis, items: [FlexItem]
  ) {
    self.explainer = explainer
    self.node = node
    self.inner = inner
    self.items = items
    style = explainer.resolved(node)
  }

  var rule: LayoutRule {
    switch style.display {
    case .carousel: .carousel
    case .pager: .pager
    case .flex, .none, .list, .contents: .list
    }
  }

  private var room: Formula { inner.x ?? .constant(0) }
  private var lanes: Int { rule == .pager ? min(max(1, style.lanes), 1 << 16) : 1 }

  private func margins(_ index: Int, _ axis: Axis) -> Formula {
    explainer.margins(Int(items[index].node), axis, inner)
  }

  // MARK: Sizes

  /// Returns the width of an item's border box.
  func width(_ index: Int) -> Reason {
    if let known = widths[index] { return known }
    let reason = findWidth(index)
    widths[index] = reason
    return reason
  }

  private func findWidth(_ index: Int) -> Reason {
    let item = items[index]
    let node = Int(item.node)
    if rule == .pager {
      let page = room - margins(index, .x)
      return Reason(.pager, .most([page, explainer.boxEdges(node, .x, inner)]))
    }
    return measuredWidth(index)
  }

  /// Returns the width for which an item's height is measured.
  private func measuredWidth(_ index: Int) -> Reason {
    let item = items[index]
    let node = Int(item.node)
    var reason: Reason
    if rule != .pager, let own = explainer.ownSize(node, .x, inner) {
      reason = Reason(.own, own)
    } else if rule == .carousel {
      var height = ownHeight(index)?.formula
      if height == nil, let inner = inner.y { height = inner - margins(index, .y) }
      let content = explainer.contentWidth(
        node, height: height, available: nil, parent: inner)
      return explainer.clamped(
        Reason(.content, content), item, .x, inner, isContent: true)
    } else {
      reason = Reason(.stretch, (room - margins(index, .x)).atLeastZero)
    }
    return explainer.clamped(reason, item, .x, inner)
  }

  private func ownHeight(_ index: Int) -> Reason? {
    let item = items[index]
    return explainer.ownSize(Int(item.node), .y, inner).map {
      explainer.clamped(Reason(.own, $0), item, .y, inner)
    }
  }

  /// Returns the height of an item's border box before a lane stretches it.
  private func neededHeight(_ index: Int) -> Reason {
    if let own = ownHeight(index) { return own }
    if let known = needs[index] { return known }
    let item = items[index]
    let content = explainer.contentHeight(
      Int(item.node), width: measuredWidth(index).formula ?? .constant(0), parent: inner)
    let result = explainer.clamped(
      Reason(.content, content), item, .y, inner, isContent: true)
    needs[index] = result
    return result
  }

  /// Returns the needed height of an item including its margins.
  private func need(_ index: Int) -> Formula {
    (neededHeight(index).formula ?? .constant(0)) + margins(index, .y)
  }

  /// Returns the height of a pager's lane or of a carousel.
  private func laneHeight() -> Formula {
    if let lane { return lane }
    let result: Formula
    if let height = inner.y {
      result =
        ((height - explainer.gap(node, .y, times: lanes - 1)) / .constant(Double(lanes)))
        .atLeastZero
    } else {
      result = .most(items.indices.map { need($0) } + [.constant(0)])
    }
    lane = result
    return result
  }

  /// Returns the height of an item's border box.
  func height(_ index: Int) -> Reason {
    let item = items[index]
    switch rule {
    case .carousel:
      if let own = ownHeight(index) { return own }
      let edges = explainer.boxEdges(Int(item.node), .y, inner)
      return Reason(.stretch, .most([laneHeight() - margins(index, .y), edges]))
    case .pager:
      let edges = explainer.boxEdges(Int(item.node), .y, inner)
      return Reason(.pager, .most([laneHeight() - margins(index, .y), edges]))
    default: return neededHeight(index)
    }
  }

  // MARK: Positions

  /// Returns the distance from the leading edge of the content box to the item's margin box.
  func x(_ index: Int) -> Formula {
    switch rule {
    case .carousel:
      let before = (0..<index).flatMap { [itemWidth($0), margins($0, .x)] }
      return .total(before + [explainer.gap(node, .x, times: index)])
    case .pager:
      let pages = index / lanes
      guard pages > 0 else { return .constant(0) }
      return .constant(Double(pages)) * room + explainer.gap(node, .x, times: pages)
    default: return .constant(0)
    }
  }

  func y(_ index: Int) -> Formula {
    switch rule {
    case .carousel: return .constant(0)
    case .pager:
      let row = index % lanes
      guard row > 0 else { return .constant(0) }
      return .constant(Double(row)) * laneHeight() + explainer.gap(node, .y, times: row)
    default:
      return .total(
        (0..<index).map { itemNeed($0) } + [explainer.gap(node, .y, times: index)])
    }
  }

  /// Returns the width from the frame if this visit wrote it.
  private func itemWidth(_ index: Int) -> Formula {
    explainer.collections[node] === self
      ? .derived(explainer.size(of: Int(items[index].node), .x))
      : width(index).formula ?? .constant(0)
  }

  private func itemNeed(_ index: Int) -> Formula {
    explainer.collections[node] === self
      ? .derived(explainer.size(of: Int(items[index].node), .y)) + margins(index, .y)
      : need(index)
  }

  /// The height of the content box that the items need.
  var contentHeight: Formula {
    guard !items.isEmpty else { return .constant(0) }
    switch rule {
    case .carousel: return laneHeight()
    case .pager:
      return .constant(Double(lanes)) * laneHeight() + explainer.gap(node, .y, times: lanes - 1)
    default:
      return .total(
        items.indices.map { need($0) } + [explainer.gap(node, .y, times: items.count - 1)])
    }
  }
}

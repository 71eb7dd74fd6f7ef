import LayoutCore
import Renderers
import Support

extension CheckRule {
  /// Claims of a file of expectations that the page breaks, and those about nothing.
  static let expectation = CheckRule(
    id: "expectation", code: .brokenExpectation,
    summary: "the page breaks an expectation of --expect", isAboutData: true
  ) { run in
    guard !run.pages.expectations.all.isEmpty else { return }
    var judge = ExpectationJudge(run.page)
    for expectation in run.pages.expectations.all {
      for fault in judge.faults(of: expectation) { run.report(fault, of: expectation) }
    }
  }
}

extension RuleRun {
  fileprivate mutating func report(_ fault: ExpectationJudge.Fault, of expectation: Expectation) {
    let section = fault.place.flatMap { $0.section < 0 ? nil : page.sections[$0.section] }
    let path = fault.path
    report(
      Finding(
        rule: rule.id, section: section?.index, aspect: expectation.text, text: "",
        diagnostic: Diagnostic(
          rule.code, rule.severity, fault.message,
          at: fault.place == nil ? expectation.nodesLocation : expectation.location,
          label: fault.label,
          notes: expectation.reason.map { ["because \(shown($0, limit: 200))"] } ?? [],
          helps: fault.helps
            + (path.map { ["why it is so: `sectionengine explain '\($0)'`"] } ?? []),
          blockCode: section?.section.blockCode, plugin: section?.provider, node: path)))
  }
}

/// Compares the claims of expectations with a page.
struct ExpectationJudge {
  struct Fault {
    /// `nil` if no node matches.
    var place: ExpectedPage.Place?
    var path: String?
    var message: String
    var label: String
    var helps: [String] = []
  }

  private var page: ExpectedPage
  /// Half a pixel in points: frames are compared before they are rounded to pixels.
  private let tolerance: Double

  init(_ page: CheckedPage) {
    self.page = ExpectedPage(page)
    tolerance = 0.5 / max(page.tree.environment.scale, 0.1) + 0.005
  }

  /// - Complexity: O(nodes that match · log nodes).
  mutating func faults(of expectation: Expectation) -> [Fault] {
    let places = page.places(of: expectation.nodes)
    if case .count(let bound) = expectation.claim {
      // No node is a valid count.
      let fault = fault(Double(places.count), bound, at: places.first ?? .page, "nodes match")
      return fault.map { [places.isEmpty ? unmatched(expectation.nodes) : $0] } ?? []
    }
    guard !places.isEmpty else { return [unmatched(expectation.nodes)] }
    switch expectation.claim {
    case .apart(let bound): return pairs(of: places).compactMap { gap($0, $1, bound) }
    case .noneNearer(let number): return nearPairs(of: places, than: number)
    default: return places.compactMap { fault(of: expectation.claim, at: $0) }
    }
  }

  private func unmatched(_ pattern: NodePattern) -> Fault {
    Fault(
      message: "no node matches `\(shown(pattern.text, limit: 80))`",
      label: "expected nodes of this page",
      helps: Suggestion.helps(
        for: pattern.text,
        among: pattern.kind == nil ? page.paths : NodeKind.allCases.map(\.word) + ["target"],
        else: "`sectionengine dump` lists all nodes"))
  }

  private mutating func fault(of claim: Expectation.Claim, at place: ExpectedPage.Place) -> Fault? {
    let frame = page.frame(of: place)
    func against(
      _ other: NodePattern, _ judge: (inout Self, Rect) -> Fault?
    ) -> Fault? {
      guard let reference = page.reference(other, for: place) else { return unmatched(other) }
      return judge(&self, page.frame(of: reference))
    }
    switch claim {
    case .count, .apart, .noneNearer: return nil
    case .measure(let measure, let bound):
      return fault(
        measure == .width ? frame.width : frame.height, bound, at: place, measure.rawValue)
    case .side(let side, let other, let bound):
      return against(other) { judge, other in
        let gap = side.gap(from: frame, to: other)
        let bound = bound ?? .init(relation: .atLeast, number: .constant(0))
        return judge.fault(gap, bound, at: place, "points \(side.rawValue) it")
      }
    case .inside(let other, let bound):
      return against(other) { judge, other in
        let gaps = [
          frame.x - other.x, frame.y - other.y, other.maxX - frame.maxX, other.maxY - frame.maxY,
        ]
        return judge.fault(gaps.min() ?? 0, bound, at: place, "points inside")
      }
    case .aligned(let edge, let other, let bound):
      return against(other) { judge, other in
        judge.fault(
          edge.distance(of: frame, in: other), bound, at: place, "points from its \(edge.rawValue)")
      }
    }
  }

  /// Returns a fault if a number of points violates a bound.
  private mutating func fault(
    _ found: Double, _ bound: Expectation.Bound, at place: ExpectedPage.Place, _ words: String
  ) -> Fault? {
    guard let least = value(of: bound.number, for: place) else {
      return Fault(
        place: place, path: page.path(of: place), message: "an expectation has no number",
        label: "a node of it is not on the page, or it divides by 0")
    }
    let most = bound.end.flatMap { value(of: $0, for: place) } ?? least
    let slack = words == "nodes match" ? 0 : tolerance
    let holds =
      switch bound.relation {
      case .equal: found >= least - slack && found <= most + slack
      case .below: found < least
      case .atMost: found <= least + slack
      case .above: found > least
      case .atLeast: found >= least - slack
      }
    guard !holds else { return nil }
    let expected =
      bound.end == nil
      ? "\(bound.relation.words)\(points(least))" : "\(points(least)) to \(points(most))"
    let path = page.path(of: place)
    return Fault(
      place: place, path: path, message: "`\(shown(path, limit: 80))` breaks an expectation",
      label: "\(points(found)) \(words), expected \(expected)")
  }

  private mutating func value(
    of number: Expectation.Number, for place: ExpectedPage.Place
  ) -> Double? {
    func both(
      _ a: Expectation.Number, _ b: Expectation.Number, _ combine: (Double, Double) -> Double
    ) -> Double? {
      guard let a = value(of: a, for: place), let b = value(of: b, for: place) else { return nil }
      let result = combine(a, b)
      return result.isFinite ? result : nil
    }
    switch number {
    case .constant(let constant): return constant
    case .measure(let measure, let pattern):
      guard let other = pattern.map({ page.reference($0, for: place) }) ?? place else { return nil }
      let frame = page.frame(of: other)
      return measure == .width ? frame.width : frame.height
    case .sum(let a, let b): return both(a, b, +)
    case .difference(let a, let b): return both(a, b, -)
    case .product(let a, let b): return both(a, b, *)
    case .quotient(let a, let b): return both(a, b, /)
    }
  }

  // MARK: Pairs

  /// Returns neighbours among the children of one parent.
  private func pairs(of places: [ExpectedPage.Place]) -> [(ExpectedPage.Place, ExpectedPage.Place)]
  {
    let groups = places.grouped { (place) -> [Int]? in
      place.node < 0
        ? [-1] : [place.section, Int(page.page.sections[place.section].parents[place.node])]
    }
    return groups.flatMap { Array(zip($0, $0.dropFirst())) }
  }

  /// Returns a fault of the gap of two neighbours; `nil` if they are in different rows of a grid.
  private mutating func gap(
    _ a: ExpectedPage.Place, _ b: ExpectedPage.Place, _ bound: Expectation.Bound
  ) -> Fault? {
    let (first, second) = (page.frame(of: a), page.frame(of: b))
    let gap = first.gap(to: second)
    guard gap.x < 0 || gap.y < 0 else { return nil }
    return fault(max(gap.x, gap.y), bound, at: b, "points apart")
  }

  /// Returns faults of nodes of which none contains the other, in the order of their tops.
  private mutating func nearPairs(
    of places: [ExpectedPage.Place], than number: Expectation.Number
  ) -> [Fault] {
    let frames = places.map { (place: $0, frame: page.frame(of: $0)) }.filter { !$0.frame.isEmpty }
      .sorted { ($0.frame.y, $0.frame.x) < ($1.frame.y, $1.frame.x) }
    var faults: [Fault] = []
    for (index, item) in frames.enumerated() {
      let bound = Expectation.Bound(relation: .atLeast, number: number)
      guard let least = value(of: number, for: item.place) else { continue }
      for other in frames[(index + 1)...] {
        guard other.frame.y < item.frame.maxY + least else { break }
        guard !contains(item.place, other.place), !contains(other.place, item.place) else {
          continue
        }
        if let fault = fault(
          item.frame.distance(to: other.frame), bound, at: other.place,
          "points from `\(page.path(of: item.place))`")
        {
          faults.append(fault)
        }
      }
    }
    return faults
  }

  private func contains(_ a: ExpectedPage.Place, _ b: ExpectedPage.Place) -> Bool {
    a.section == b.section
      && (a.node < 0 || page.page.sections[a.section].subtree(a.node).contains(b.node))
  }
}

extension NodePattern {
  /// The pattern as written, without quotes.
  var text: String {
    kind
      ?? ([section]
      + parts.map { part in
        switch part.number {
        case .any: part.name
        case .all: "\(part.name)[*]"
        case .one(let number): "\(part.name)[\(number)]"
        }
      }).joined(separator: "/")
  }
}

extension Expectation.Side {
  fileprivate func gap(from frame: Rect, to other: Rect) -> Double {
    switch self {
    case .above: other.y - frame.maxY
    case .below: frame.y - other.maxY
    case .left: other.x - frame.maxX
    case .right: frame.x - other.maxX
    }
  }
}

extension Expectation.Edge {
  /// Returns how far an edge is inside that of another frame; for centres, to the right or below.
  fileprivate func distance(of frame: Rect, in other: Rect) -> Double {
    switch self {
    case .left: frame.x - other.x
    case .right: other.maxX - frame.maxX
    case .top: frame.y - other.y
    case .bottom: other.maxY - frame.maxY
    case .center: (frame.x + frame.maxX - other.x - other.maxX) / 2
    case .middle: (frame.y + frame.maxY - other.y - other.maxY) / 2
    }
  }
}

extension Expectation.Bound.Relation {
  fileprivate var words: String {
    switch self {
    case .equal: ""
    case .below: "below "
    case .atMost: "at most "
    case .above: "above "
    case .atLeast: "at least "
    }
  }
}

extension Rect {
  /// The larger of the distances along both axes.
  func distance(to other: Rect) -> Double {
    let gap = gap(to: other)
    return max(gap.x, gap.y)
  }

  /// Returns the distances of two frames along both axes; negative where they overlap.
  fileprivate func gap(to other: Rect) -> (x: Double, y: Double) {
    (max(other.x - maxX, x - other.maxX), max(other.y - maxY, y - other.maxY))
  }
}

import SectionEngine

extension CheckRule {
  /// Reports claims that the page breaks, and claims whose node pattern matches nothing.
  static let expectation = CheckRule(
    id: "expectation", code: .brokenExpectation,
    summary: "the page breaks an expectation of --expect", isAboutData: true,
    owner: .layout
  ) { run in
    guard !run.pages.expectations.all.isEmpty else { return }
    var judge = ExpectationJudge(run.page, run.sections)
    for expectation in run.pages.expectations.all {
      for fault in judge.faults(of: expectation) { run.report(fault, of: expectation) }
    }
  }
}

extension RuleRun {
  fileprivate mutating func report(_ fault: ExpectationJudge.Fault, of expectation: Expectation) {
    let section = fault.place.flatMap { $0.section < 0 ? nil : sections[$0.section] }
    let why = fault.path.map { "why it is so: `sectionengine explain '\($0)'`" }
    report(
      fault.message,
      at: fault.place == nil ? expectation.nodesLocation : expectation.location,
      of: section, path: fault.path, aspect: expectation.text, label: fault.label,
      notes: expectation.reason.map { ["because \(shown($0, limit: 200))"] } ?? [],
      helps: fault.helps + [why].compactMap(\.self))
  }
}

/// Compares the claims of an expectations file with a page.
struct ExpectationJudge {
  struct Fault {
    /// The place of the fault; `nil` if no node matches the pattern.
    var place: Place?
    var path: String?
    var message: String
    var label: String
    var helps: [String] = []
  }

  let page: Page
  let sections: [CheckedSection]
  /// For each node, its name and its number among siblings with the same name.
  let components: [[(name: String, number: Int?)]]
  var found: [NodePattern: [Place]] = [:]
  /// The tolerance in points: half a pixel, because frames are compared before rounding.
  private let tolerance: Double

  /// - Complexity: O(nodes).
  init(_ page: Page, _ sections: [CheckedSection]) {
    self.page = page
    self.sections = sections
    components = sections.map { section in
      section.nodes.map { (section.node($0).name, section.number(of: $0)) }
    }
    tolerance = 0.5 / max(page.environment.scale, 0.1) + 0.005
  }

  /// Returns the violations of an expectation. O(matching nodes · log nodes).
  mutating func faults(of expectation: Expectation) -> [Fault] {
    let places = places(of: expectation.nodes)
    switch expectation.claim {
    case .count(let bound):
      // Zero nodes can be a valid count.
      let fault = fault(Double(places.count), bound, at: places.first ?? .page, "nodes match")
      return fault.map { [places.isEmpty ? unmatched(expectation.nodes) : $0] } ?? []
    case _ where places.isEmpty: return [unmatched(expectation.nodes)]
    case .apart(let bound): return pairs(of: places).compactMap { gap($0, $1, bound) }
    case .noneNearer(let number): return nearPairs(of: places, than: number)
    case .measure(let measure, let bound):
      return places.compactMap {
        fault(measure.length(of: frame(of: $0)), bound, at: $0, measure.rawValue)
      }
    case .relation(let relation, let other, let bound):
      return places.compactMap { place in
        guard let reference = reference(other, for: place) else { return unmatched(other) }
        let (distance, words) = relation.distance(
          of: frame(of: place), to: frame(of: reference))
        return fault(distance, bound, at: place, "points \(words)")
      }
    }
  }

  private func unmatched(_ pattern: NodePattern) -> Fault {
    Fault(
      message: "no node matches `\(shown(pattern.text, limit: 80))`",
      label: "expected nodes of this page",
      helps: Suggestion.helps(
        for: pattern.text,
        among: pattern.kind == nil ? paths : NodeKind.allCases.map(\.word) + ["target"],
        else: "`sectionengine dump` lists all nodes"))
  }

  /// Returns a fault if a value in points violates a bound.
  private mutating func fault(
    _ found: Double, _ bound: Expectation.Bound, at place: Place, _ words: String
  ) -> Fault? {
    guard let least = value(of: bound.number, for: place) else {
      return Fault(
        place: place, path: path(of: place), message: "an expectation has no number",
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
    let path = path(of: place)
    return Fault(
      place: place, path: path, message: "`\(shown(path, limit: 80))` breaks an expectation",
      label: "\(points(found)) \(words), expected \(expected)")
  }

  private mutating func value(
    of number: Expectation.Number, for place: Place
  ) -> Double? {
    switch number {
    case .constant(let constant): return constant
    case .measure(let measure, let pattern):
      let other = pattern.map { reference($0, for: place) } ?? place
      return other.map { measure.length(of: frame(of: $0)) }
    case .operation(let operation, let a, let b):
      guard let a = value(of: a, for: place), let b = value(of: b, for: place) else { return nil }
      let result = operation.apply(a, b)
      return result.isFinite ? result : nil
    }
  }

  // MARK: Pairs

  /// Returns the pairs of consecutive places that have the same parent.
  private func pairs(of places: [Place]) -> [(Place, Place)] {
    let groups = places.grouped { place in
      place.node < 0
        ? [-1] : [place.section, Int(sections[place.section].parents[place.node])]
    }
    return groups.flatMap { Array(zip($0, $0.dropFirst())) }
  }

  /// Returns a fault if the gap of two neighbours violates a bound; `nil` if they are in different
  /// rows and columns.
  private mutating func gap(
    _ a: Place, _ b: Place, _ bound: Expectation.Bound
  ) -> Fault? {
    let (first, second) = (frame(of: a), frame(of: b))
    let gap = first.gap(to: second)
    guard gap.x < 0 || gap.y < 0 else { return nil }
    return fault(max(gap.x, gap.y), bound, at: b, "points apart")
  }

  /// Returns a fault for each pair of nodes that are too near, unless one contains the other.
  private mutating func nearPairs(
    of places: [Place], than number: Expectation.Number
  ) -> [Fault] {
    let frames = places.map { (place: $0, frame: frame(of: $0)) }.filter { !$0.frame.isEmpty }
      .sorted { ($0.frame.y, $0.frame.x) < ($1.frame.y, $1.frame.x) }
    var faults: [Fault] = []
    let bound = Expectation.Bound(relation: .atLeast, number: number)
    for (index, item) in frames.enumerated() {
      guard let least = value(of: number, for: item.place) else { continue }
      for other in frames[(index + 1)...] {
        guard other.frame.y < item.frame.maxY + least else { break }
        guard !contains(item.place, other.place), !contains(other.place, item.place) else {
          continue
        }
        let fault = fault(
          item.frame.distance(to: other.frame), bound, at: other.place,
          "points from `\(path(of: item.place))`")
        if let fault { faults.append(fault) }
      }
    }
    return faults
  }

  private func contains(_ a: Place, _ b: Place) -> Bool {
    a.section == b.section
      && (a.node < 0 || sections[a.section].subtree(a.node).contains(b.node))
  }
}

extension Expectation.Measure {
  fileprivate func length(of frame: Rect) -> Double { self == .width ? frame.width : frame.height }
}

extension Expectation.Operation {
  fileprivate func apply(_ a: Double, _ b: Double) -> Double {
    switch self {
    case .sum: a + b
    case .difference: a - b
    case .product: a * b
    case .quotient: a / b
    }
  }
}

extension Expectation.Relation {
  /// Returns the distance between two frames: the gap between them, the inward offset of an aligned
  /// edge, or the offset of the center to the right or downwards.
  fileprivate func distance(of frame: Rect, to other: Rect) -> (Double, words: String) {
    let inside = (
      left: frame.x - other.x, right: other.maxX - frame.maxX, top: frame.y - other.y,
      bottom: other.maxY - frame.maxY
    )
    return switch self {
    case .above: (other.y - frame.maxY, "above it")
    case .below: (frame.y - other.maxY, "below it")
    case .before: (other.x - frame.maxX, "left-of it")
    case .after: (frame.x - other.maxX, "right-of it")
    case .inside: (min(inside.left, inside.right, inside.top, inside.bottom), "inside")
    case .left: (inside.left, "from its left")
    case .right: (inside.right, "from its right")
    case .top: (inside.top, "from its top")
    case .bottom: (inside.bottom, "from its bottom")
    case .center: ((inside.left - inside.right) / 2, "from its center")
    case .middle: ((inside.top - inside.bottom) / 2, "from its middle")
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
  /// Returns the larger of the distances along both axes, in points.
  func distance(to other: Rect) -> Double {
    let gap = gap(to: other)
    return max(gap.x, gap.y)
  }

  /// Returns the distances of two frames along both axes; negative where the frames overlap.
  fileprivate func gap(to other: Rect) -> (x: Double, y: Double) {
    (max(other.x - maxX, x - other.maxX), max(other.y - maxY, y - other.maxY))
  }
}

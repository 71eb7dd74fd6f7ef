import Feeds
import LayoutCore
import Renderers
import SectionEngine

/// The numbers that lead to the frame of a node or section, each with its formula.
package struct NodeExplanation {
  /// One number with its formula.
  struct Line {
    let number: Derivation
    /// 0 for the four numbers of the frame, 1 for those that they are derived from, and so on.
    let level: Int
    /// The number's reason, or that of the number of the same owner that it equals.
    let reason: Reason

    init(_ number: Derivation, level: Int) {
      self.number = number
      self.level = level
      var reason = number.reason
      while case .derived(let same)? = reason.formula, same.subject.owner == number.subject.owner,
        same.reason.formula != nil
      {
        reason = same.reason
      }
      self.reason = reason
    }
  }

  let path: String
  /// The frames as renderers show them: in the parent, and on the page.
  let frame, feedFrame: Rect
  /// The frame before rounding, in the order width, height, x, y.
  let exact: [Double]
  let lines: [Line]
  /// Whether all numbers in the formulas are among the lines.
  let isComplete: Bool
  /// The sums of the exact x and y from the top of the page down to the node.
  let feedPosition: (x: Formula, y: Formula)
  let scale: Int
  let owner: LayoutInput.Owner
  let names: ExplanationNames
  package let origin: Origin
  /// Provides the reasons of the numbers.
  private let explainer: PageExplainer

  /// The number of lines below those of the frame, without `--chain`.
  private static let mostSteps = 5
  /// The limit for `--chain`: pages of ten thousand sections have chains of millions.
  private static let mostNumbers = 2_000

  package init?(of place: NodePlace, on page: FeedPage, showsChain: Bool) {
    let tree = page.rendered.tree
    let part = place.part
    let explainer = PageExplainer(tree)
    self.explainer = explainer
    let names = ExplanationNames(tree)
    guard let view = names.view(part), let section = explainer.frame(of: part) else { return nil }
    let own: PageExplainer.Frame
    scale = view.grid.scale
    self.names = names
    if let node = place.node {
      guard let found = explainer.frame(of: node, in: part) else { return nil }
      own = found
      owner = .node(part, node)
      frame = view.localFrames[node]
      let chain = explainer.ancestors(of: node, in: part).compactMap {
        explainer.frame(of: $0, in: part)
      }
      let inSection = view.grid.frames(of: view.section, in: .absolute)[node]
      feedFrame = Rect(
        x: view.frame.x + inSection.x, y: view.frame.y + inSection.y, width: inSection.width,
        height: inSection.height)
      feedPosition = (
        Self.position([section.x] + chain.map(\.x)), Self.position([section.y] + chain.map(\.y))
      )
    } else {
      own = section
      owner = .section(part)
      frame = view.frame
      feedFrame = view.frame
      feedPosition = (.derived(section.x), .derived(section.y))
    }
    exact = own.all.map(\.value)
    path = names.path(owner)
    (lines, isComplete) = Self.lines(
      own, limit: showsChain ? Self.mostNumbers : own.all.count + Self.mostSteps)
    origin = Origin(of: place, on: page)
  }

  /// Returns the sum of the steps, without those that are 0.
  private static func position(_ steps: [Derivation]) -> Formula {
    .sum(steps.filter { $0.value != 0 }.map { .derived($0) })
  }

  /// Collects lines breadth first, so that those nearest to the frame come first.
  private static func lines(
    _ frame: PageExplainer.Frame, limit: Int
  ) -> (lines: [Line], isComplete: Bool) {
    var seen: Set<Step> = []
    var queue = frame.all.map { Line($0, level: 0) }
    for line in queue { seen.insert(Step(line.number)) }
    var next = 0
    var isComplete = true
    while next < queue.count {
      let line = queue[next]
      next += 1
      for case .derived(let number) in line.reason.formula?.operands
        ?? line.reason.dependencies
      {
        guard seen.insert(Step(number)).inserted else { continue }
        guard queue.count < limit else {
          isComplete = false
          continue
        }
        queue.append(Line(number, level: line.level + 1))
      }
      if !isComplete && next >= limit { break }
    }
    return (queue, isComplete)
  }

  /// Identifies a number. Numbers with the same subject and value are one step.
  struct Step: Hashable {
    var subject: Derivation.Subject
    var value: Double
    init(_ number: Derivation) {
      subject = number.subject
      value = number.value
    }
  }
}

import FeedSession
import LayoutCore
import Renderers
import SectionEngine

/// Why a node, or a section, has its frame: the numbers that lead to it, each with its formula.
package struct NodeExplanation {
  /// One number with its formula.
  struct Line {
    let number: Derivation
    /// 0: one of the four of the frame; 1: one that they are derived from, and so on.
    let level: Int
    /// Its own, or that of the number of the same owner that it is.
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
  /// As renderers show them: in the parent, and on the page.
  let frame, feedFrame: Rect
  /// Of the frame before rounding, in the order width, height, x, y.
  let exact: [Double]
  let lines: [Line]
  /// Numbers that stand in the formulas but are not among the lines.
  let isComplete: Bool
  /// From the top of the page down to the node: x and y of each, exact.
  let feedPosition: (x: Formula, y: Formula)
  let scale: Int
  let owner: LayoutInput.Owner
  let names: ExplanationNames
  package let origin: Origin
  /// What numbers ask for their reasons.
  private let explainer: PageExplainer

  /// So many lines about what the frame's numbers are derived from, unless all are asked for.
  private static let mostSteps = 5
  /// What `--chain` stops at: pages of ten thousand sections have chains of millions.
  private static let mostNumbers = 2_000

  /// - Parameters:
  ///   - place: of this page.
  ///   - showsChain: every step up to the page's width.
  package init?(
    of place: NodePlace, on page: BuiltPage, blocks: [Block], layout: FeedLayout,
    showsChain: Bool
  ) {
    let tree = page.page.tree
    let part = PagePart(place.part)
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
    origin = Origin(of: place, on: page, blocks: blocks, layout: layout)
  }

  /// Without the steps that lead nowhere.
  private static func position(_ steps: [Derivation]) -> Formula {
    .sum(steps.filter { $0.value != 0 }.map { .derived($0) })
  }

  /// Breadth first, so that what is nearest to the frame comes first.
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

  /// Numbers of one name and value are one step.
  struct Step: Hashable {
    var subject: Derivation.Subject
    var value: Double
    init(_ number: Derivation) {
      subject = number.subject
      value = number.value
    }
  }
}

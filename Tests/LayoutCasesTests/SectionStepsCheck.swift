import FeedDocument
import LayoutCases
import LayoutCore

/// Runs files of `section-steps/1`: sections that are set, scrolled and inspected in steps. The
/// sections of a case are the groups of one `GroupedFlow` along the axis of the case.
struct SectionStepsCheck {
  private let root: FeedValue

  init(_ document: FeedDocument) { root = document.root }

  func check() throws(CaseIssue) -> CaseReport {
    try root.checkCases { (value) throws(CaseIssue) in
      for feature in value["features"].children where feature.string != "shared-row" {
        throw .unsupported(feature: feature.string ?? "unknown")
      }
      var steps = try SectionSteps(value)
      var index = 0
      for step in try value.required("steps").requireArray().children {
        try steps.run(step, index: index)
        index += 1
      }
      return steps.differences
    }
  }
}

/// The state of a case between two of its steps.
private struct SectionSteps {
  private let name: String
  private let viewport: Rect
  private let isSticky: Bool
  private let topInset: Double
  private var flow: GroupedFlow
  private var contentInset = EdgeInsets.zero
  private var offset = Point.zero
  private var sizes: [Size] = []
  private var groups: [GroupedFlow.Group] = []
  private(set) var differences: [String] = []

  init(_ value: FeedValue) throws(CaseIssue) {
    name = try value.required("name").requireString()
    viewport = try value.required("viewport").requireRect()
    let setup = value["setup"]
    isSticky = try setup["stickyHeaders"].optionalBool(false)
    topInset = try setup["topInset"].optionalLength()
    flow = GroupedFlow(
      axis: try setup.required("axis").requireWord(
        among: ["vertical": .vertical, "horizontal": .horizontal]),
      breadth: 0)
    flow.showsEmptyGroups = try setup["showHeaderWhenEmpty"].optionalBool(false)
    flow.stretchesToEdge = try setup["stretchToEdge"].optionalBool(false)
  }

  mutating func run(_ step: FeedValue, index: Int) throws(CaseIssue) {
    switch try step.required("op").requireString() {
    case "setData":
      sizes = []
      groups = []
      for section in try step.required("sections").requireArray().children { try add(section) }
    case "contentInset":
      // The insets are in a member `contentInset` or, as in sections, in `insets`.
      let insets = step["insets"].exists ? step["insets"] : try step.required("contentInset")
      contentInset = try insets.optionalInsets()
    case "scrollTo":
      let lengths = try step.required("offset").requireLengths(2, "[x, y]")
      offset = Point(x: lengths[0], y: lengths[1])
    case "expectFrame":
      let found = try frame(of: step.required("target"))
      if let difference = found.difference(from: try step.required("frame").requireRect()) {
        differences.append("\(name) step \(index): \(difference)")
      }
    case let operation: throw .unsupported(feature: "op \(operation)")
    }
  }

  private mutating func add(_ section: FeedValue) throws(CaseIssue) {
    let items = try section.required("items").requireArray()
    var group = GroupedFlow.Group(itemCount: items.count)
    group.insets = try section["insets"].optionalInsets()
    group.header = try section["header"].optionalLength()
    group.footer = try section["footer"].optionalLength()
    group.lineSpacing = try section["lineSpacing"].optionalLength()
    group.itemSpacing = try section["interitemSpacing"].optionalLength()
    // In the format, footers follow the end inset if the page scrolls along x, but not along y.
    if flow.axis == .horizontal { group.footerGap = group.insets.end }
    groups.append(group)
    for item in items.children {
      let lengths = try item.requireLengths(2, "[width, height]")
      sizes.append(Size(width: lengths[0], height: lengths[1]))
    }
  }

  /// Returns the frame of `["cell", section, item]`, `["header", section]` or
  /// `["footer", section]`; zero for a header or footer that is not shown.
  private func frame(of target: FeedValue) throws(CaseIssue) -> Rect {
    var flow = flow
    flow.breadth =
      flow.axis == .vertical
      ? viewport.width - contentInset.start - contentInset.end
      : viewport.height - contentInset.top - contentInset.bottom
    let frames = flow.place(sizes, in: groups)
    guard let section = target[1].int64.map({ Int($0) }), groups.indices.contains(section) else {
      throw target.malformed(
        "the target is not a section of the case", expected: "a section's index")
    }
    switch try target[0].requireString() {
    case "header":
      let edge = (flow.axis == .vertical ? offset.y : offset.x) + topInset
      return isSticky
        ? flow.pinnedHeader(section, of: frames, edge: edge) ?? .zero
        : frames.headers[section] ?? .zero
    case "footer": return frames.footers[section] ?? .zero
    case "cell":
      let item = Int(target[2].int64 ?? -1)
      guard item >= 0, item < groups[section].itemCount else {
        throw target.malformed(
          "the target is not an item of its section", expected: "an item's index")
      }
      return frames.items[groups[..<section].reduce(0) { $0 + $1.itemCount } + item]
    case let kind: throw .unsupported(feature: "target \(kind)")
    }
  }
}

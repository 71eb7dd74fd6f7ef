import SectionEngine

/// The numbers from which the frame of a node or section results, each with its formula.
package struct NodeExplanation {
  /// One number with its formula.
  struct Line {
    let number: Derivation
    /// 0 for the four numbers of the frame, 1 for the numbers in their formulas, and so on.
    let level: Int

    /// The reason of the number. If the number only repeats another number of the same owner: the
    /// reason of that other number.
    var reason: Reason {
      var reason = number.reason
      while case .derived(let same)? = reason.formula, same.subject.owner == number.subject.owner,
        same.reason.formula != nil
      {
        reason = same.reason
      }
      return reason
    }
  }

  let path: String
  /// The frames as renderers show them: relative to the parent, and relative to the page.
  let frame, feedFrame: Rect
  /// The exact frame before rounding: width, height, x, y.
  let exact: [Double]
  let lines: [Line]
  /// The index in `lines` of each number.
  let places: [Step: Int]
  /// Whether `lines` has all numbers that occur in formulas.
  let isComplete: Bool
  /// The formulas for x and y on the page: sums of the exact offsets of the node and its ancestors.
  let feedPosition: (x: Formula, y: Formula)
  let scale: Double
  let owner: LayoutInput.Owner
  let names: ExplanationNames
  package let origin: Origin
  /// Text lines with the sources of the input numbers, and the reason for truncated text.
  private let sources: [String]
  /// Provides the reason of each number.
  private let explainer: PageExplainer

  /// The maximum number of lines after those of the frame, unless `--chain` is given.
  private static let mostSteps = 5
  /// The maximum number of lines with `--chain`. 10 000 sections can have millions of numbers.
  private static let mostNumbers = 2_000

  package init?(of place: NodePlace, on page: FeedPage, showsChain: Bool) {
    let laidOut = page.laidOut
    let part = place.part
    let explainer = PageExplainer(
      Array(laidOut.sections), top: laidOut.chrome.top, bottom: laidOut.chrome.bottom,
      environment: laidOut.environment, measurer: laidOut.measurer)
    self.explainer = explainer
    names = ExplanationNames(laidOut)
    guard let view = names.view(part), let section = explainer.frame(of: part) else { return nil }
    var own = section
    var around = [section]
    scale = view.grid.scale
    if let node = place.node {
      guard let found = explainer.frame(of: node, in: part) else { return nil }
      own = found
      owner = .node(part, node)
      frame = view.localFrames[node]
      around += explainer.ancestors(of: node, in: part).compactMap {
        explainer.frame(of: $0, in: part)
      }
      let inSection = view.grid.frames(of: view.section, in: .absolute)[node]
      feedFrame = inSection.moved(by: view.frame.x, view.frame.y)
    } else {
      owner = .section(part)
      (frame, feedFrame) = (view.frame, view.frame)
    }
    feedPosition = (Self.position(around.map(\.x)), Self.position(around.map(\.y)))
    exact = own.all.map(\.value)
    path = names.path(owner)
    (lines, places, isComplete) = Self.lines(
      own, limit: showsChain ? Self.mostNumbers : own.all.count + Self.mostSteps)
    origin = Origin(of: place, on: page)
    sources = Self.sources(of: place, on: page, lines, names, drawnBy: origin.provider)
  }

  private static func sources(
    of place: NodePlace, on page: FeedPage, _ lines: [Line], _ names: ExplanationNames,
    drawnBy provider: String
  ) -> [String] {
    guard case .section(let index) = place.part, let block = page.block(ofSection: index) else {
      return []
    }
    let laidOut = page.laidOut
    let truncation = place.node.flatMap { node in
      CheckedSection(index, named: laidOut.sectionNames[index], of: laidOut, block: block)
        .truncation(of: node)
    }
    let inputs = lines.prefix(4 + mostSteps).flatMap { $0.reason.formula?.operands ?? [] }
      .compactMap { operand -> LayoutInput? in
        guard case .input(let input) = operand, input.owner.isDrawn(in: place.part) else {
          return nil
        }
        return input
      }
    return [truncation].compactMap(\.self)
      + NumberSources(
        of: block, in: page.layout, drawnBy: provider, width: laidOut.environment.width
      ).lines(for: inputs, names: names)
  }

  /// Returns the sum of the steps, without zero terms.
  private static func position(_ steps: [Derivation]) -> Formula {
    .sum(steps.filter { $0.value != 0 }.map { .derived($0) })
  }

  /// Collects lines breadth-first, so that the numbers nearest to the frame come first.
  private static func lines(
    _ frame: PageExplainer.Frame, limit: Int
  ) -> (lines: [Line], places: [Step: Int], isComplete: Bool) {
    var queue = frame.all.map { Line(number: $0, level: 0) }
    var places: [Step: Int] = [:]
    for (index, line) in queue.enumerated() { places[Step(line.number)] = index }
    var next = 0
    while next < queue.count {
      let line = queue[next]
      next += 1
      for case .derived(let number) in line.reason.formula?.operands ?? line.reason.dependencies
      where places[Step(number)] == nil {
        guard queue.count < limit else { return (queue, places, false) }
        places[Step(number)] = queue.count
        queue.append(Line(number: number, level: line.level + 1))
      }
    }
    return (queue, places, true)
  }

  /// The key of a number. Numbers with the same subject and value share one line.
  struct Step: Hashable {
    var subject: Derivation.Subject
    var value: Double
    init(_ number: Derivation) {
      subject = number.subject
      value = number.value
    }
  }
}

extension NodeExplanation {
  /// The explanation as about ten lines of text. Names of the feed are escaped for the terminal.
  package var text: String {
    var text = "\(TerminalText.line(path))  \(frame.words)"
    if case .node = owner { text += " in its parent, @\(feedFrame.originWords) in the feed" }
    text += "\n"
    let rows = lines.map { line in
      let formula = FormulaText(
        names: names, context: line.level == 0 ? owner : line.number.subject.owner)
      let name =
        line.level == 0
        ? line.number.subject.quantity.rawValue
        : FormulaText(names: names, context: owner).name(line.number.subject)
      return (
        name: TerminalText.line(name), value: points(line.number.value),
        reason: TerminalText.line(Self.text(of: line.reason, formula))
      )
    }
    let nameWidth = rows.map(\.name.count).max() ?? 0
    let valueWidth = rows.map(\.value.count).max() ?? 0
    for row in rows {
      text += "  \(row.name)\(spaces(nameWidth - row.name.count + 1))"
      text += "\(spaces(valueWidth - row.value.count))\(row.value) = \(row.reason)\n"
    }
    if !isComplete { text += "  … every step: --chain\n" }
    if let rounding { text += "  rounded to 1/\(scaleText(scale)) pt: \(rounding)\n" }
    if case .node = owner {
      let formula = FormulaText(names: names, context: owner)
      func position(_ name: String, _ position: Formula) -> String? {
        guard case .sum(let terms) = position, terms.count > 1 else { return nil }
        let text = TerminalText.line(formula.text(position))
        return "\(name) \(points(position.value)) = \(text)"
      }
      let stated = [position("x", feedPosition.x), position("y", feedPosition.y)]
        .compactMap { $0 }.joined(separator: "; ")
      if !stated.isEmpty { text += "  in the feed  \(stated)\n" }
    }
    for line in sources + origin.lines { text += "  \(TerminalText.line(line))\n" }
    return text
  }

  /// Returns a reason as text, such as "grow: base width 40 + free space 100 × grow 1 2".
  static func text(of reason: Reason, _ writer: FormulaText) -> String {
    guard let formula = reason.formula else {
      let inputs = reason.dependencies.map(writer.text).joined(separator: ", ")
      return "decided by the layout together with \(inputs.isEmpty ? "its content" : inputs)"
    }
    let text = writer.text(formula)
    switch reason.rule {
    // For these rules, the rule name would add nothing to the formula.
    case .own, .hidden, .stacked, .section, .page, .rounded, .text, .undecided: return text
    default: return "\(reason.rule.rawValue): \(text)"
    }
  }

  /// The changes of the frame by rounding; `nil` if there are none.
  private var rounding: String? {
    let shown = [frame.width, frame.height, frame.x, frame.y]
    let changed = ["width", "height", "x", "y"].enumerated()
      .filter { abs(exact[$0.offset] - shown[$0.offset]) >= 0.005 }
      .map { "\($0.element) \(points(exact[$0.offset])) -> \(points(shown[$0.offset]))" }
    return changed.isEmpty ? nil : changed.joined(separator: ", ")
  }

  private func spaces(_ count: Int) -> String { String(repeating: " ", count: max(0, count)) }
}

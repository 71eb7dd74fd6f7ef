import LayoutCore
import Renderers

extension NodeExplanation {
  /// The explanation for people, about ten lines. Names of the feed cannot control the terminal.
  package var text: String {
    var text = "\(TerminalText.line(path))  \(frame.words)"
    if case .node = owner { text += " in its parent, @\(feedFrame.originWords) in the feed" }
    text += "\n"
    let rows = lines.map { line in
      let formula = FormulaText(
        names: names, context: line.level == 0 ? owner : line.number.subject.owner)
      return (
        name: TerminalText.line(name(line)), value: points(line.number.value),
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
    if let rounding { text += "  rounded to 1/\(scale) pt: \(rounding)\n" }
    if case .node = owner {
      let formula = FormulaText(names: names, context: owner)
      func position(_ name: String, _ position: Formula) -> String? {
        guard case .sum(let terms) = position, terms.count > 1 else { return nil }
        let text = TerminalText.line(formula.text(position))
        return "\(name) \(points(position.value)) = \(text)"
      }
      let positions = [position("x", feedPosition.x), position("y", feedPosition.y)]
      let stated = positions.compactMap { $0 }
      if !stated.isEmpty { text += "  in the feed  \(stated.joined(separator: "; "))\n" }
    }
    for line in origin.lines { text += "  \(TerminalText.line(line))\n" }
    return text
  }

  private func name(_ line: Line) -> String {
    line.level == 0
      ? line.number.subject.quantity.rawValue
      : FormulaText(names: names, context: owner).name(line.number.subject)
  }

  /// Returns a reason such as "grow: base width 40 + free space 100 × grow 1 / 2".
  static func text(of reason: Reason, _ writer: FormulaText) -> String {
    guard let formula = reason.formula else {
      let inputs = reason.dependencies.map(writer.text).joined(separator: ", ")
      return "decided by the layout together with \(inputs.isEmpty ? "its content" : inputs)"
    }
    let text = writer.text(formula)
    switch reason.rule {
    // The rule's name would add nothing to the formula.
    case .own, .hidden, .stacked, .section, .page, .rounded, .text, .undecided: return text
    default: return "\(reason.rule.rawValue): \(text)"
    }
  }

  /// The differences that rounding made to the frame; `nil` if there are none.
  private var rounding: String? {
    let shown = [frame.width, frame.height, frame.x, frame.y]
    let changed = ["width", "height", "x", "y"].enumerated()
      .filter { abs(exact[$0.offset] - shown[$0.offset]) >= 0.005 }
      .map { "\($0.element) \(points(exact[$0.offset])) -> \(points(shown[$0.offset]))" }
    return changed.isEmpty ? nil : changed.joined(separator: ", ")
  }

  private func spaces(_ count: Int) -> String { String(repeating: " ", count: max(0, count)) }
}

import LayoutCore

/// A laid-out page that can be laid out again with one changed input.
struct ExplainedPage {
  private(set) var sections: [PlacedSection] = []
  private var inputs: [Section]
  var environment: LayoutEnvironment
  private let base: any TextMeasurer
  private var shifts = ShiftedMeasurer.Shifts()

  init(
    _ sections: [Section], environment: LayoutEnvironment, measurer: any TextMeasurer
  ) {
    inputs = sections
    self.environment = environment
    base = measurer
    layOut()
  }

  private var measurer: ShiftedMeasurer { ShiftedMeasurer(base, shifts) }
  var engine: LayoutEngine { LayoutEngine(environment: environment, measurer: measurer) }
  var explainer: PageExplainer {
    PageExplainer(sections, environment: environment, measurer: measurer)
  }

  private mutating func layOut() { sections = engine.layOut(inputs) }

  /// Returns whether a change of one input also changes the other, as for widths of equal texts.
  func isSame(_ input: LayoutInput, _ other: LayoutInput) -> Bool {
    guard input.property == other.property else { return false }
    switch input.property {
    case .textWidth: return text(of: input) == text(of: other)
    case .lineHeight, .ascent: return text(of: input)?.font == text(of: other)?.font
    default: return input == other
    }
  }

  private struct Text: Hashable {
    var string: String
    var font: Font
  }

  private func text(of input: LayoutInput) -> Text? {
    guard case .node(.section(let section), let node) = input.owner else { return nil }
    let found = LayoutNode(arena: sections[section].arena, index: node)
    return Text(string: found.text, font: found.content.font)
  }

  /// Returns the page with an input increased by a difference, or `nil` if the input cannot be
  /// changed.
  func with(_ input: LayoutInput, larger difference: Double) -> ExplainedPage? {
    var page = self
    guard page.change(input, by: difference) else { return nil }
    page.layOut()
    return page
  }

  private mutating func change(_ input: LayoutInput, by difference: Double) -> Bool {
    switch input.owner {
    case .page:
      if input.property == .width { environment.width += difference }
      if input.property == .screenHeight { environment.height += difference }
    case .section(.section(let index)): return change(input, of: index, by: difference)
    case .row(.section(let index), let row):
      switch (input.property, inputs[index].rows[row].width) {
      case (.height, _): inputs[index].rows[row].height? += difference
      case (.width, .points(let points)):
        inputs[index].rows[row].width = .points(points + difference)
      case (.fraction, .fraction(let part)):
        inputs[index].rows[row].width = .fraction(part + difference)
      default: return false
      }
    case .node(.section(let index), let node):
      return change(input, of: node, in: index, by: difference)
    default: return false
    }
    return true
  }

  private mutating func change(
    _ input: LayoutInput, of index: Int, by difference: Double
  ) -> Bool {
    func add(_ insets: inout EdgeInsets) {
      switch input.edge {
      case .top: insets.top += difference
      case .bottom: insets.bottom += difference
      case .start: insets.start += difference
      default: insets.end += difference
      }
    }
    switch input.property {
    case .insets: add(&inputs[index].insets)
    case .margins: add(&inputs[index].margins)
    case .rowSpacing: inputs[index].rowSpacing += difference
    case .itemSpacing: inputs[index].itemSpacing += difference
    case .minimumHeight: inputs[index].minimumHeight += difference
    case .peek: inputs[index].peek += difference
    case .gapAbove: inputs[index].gapAbove += difference
    case .headerHeight: inputs[index].header?.height? += difference
    case .footerHeight: inputs[index].footer?.height? += difference
    case .requestedX: inputs[index].frameRequest.x += difference
    case .requestedWidth: inputs[index].frameRequest.width? += difference
    case .requestedHeight: inputs[index].frameRequest.height? += difference
    default: return false
    }
    return true
  }

  private mutating func change(
    _ input: LayoutInput, of node: Int, in index: Int, by difference: Double
  ) -> Bool {
    let found = LayoutNode(arena: inputs[index].arena, index: node)
    var style = found.style
    let difference32 = Float(difference)
    func add(_ length: inout Length) { length.value += difference32 }
    func add(_ edges: inout Edges) {
      switch input.edge {
      case .top: add(&edges.top)
      case .bottom: add(&edges.bottom)
      case .start: add(&edges.start)
      case .end: add(&edges.end)
      case .left: add(&edges.left)
      default: add(&edges.right)
      }
    }
    switch input.property {
    case .width: add(&style.width)
    case .height: add(&style.height)
    case .minWidth: add(&style.minWidth)
    case .minHeight: add(&style.minHeight)
    case .maxWidth: add(&style.maxWidth)
    case .maxHeight: add(&style.maxHeight)
    case .flexBasis: add(&style.flexBasis)
    case .flexGrow: style.flexGrow += difference32
    case .flexShrink: style.flexShrink += difference32
    case .aspectRatio: style.aspectRatio += difference32
    case .rowGap: add(&style.rowGap)
    case .columnGap: add(&style.columnGap)
    case .margin: add(&style.margin)
    case .padding: add(&style.padding)
    case .border: add(&style.border)
    case .inset: add(&style.inset)
    case .textWidth: shifts.widths[Array(found.text.utf8), default: 0] += difference
    case .lineHeight: shifts.lineHeights[found.content.font, default: 0] += difference
    case .ascent: shifts.ascents[found.content.font, default: 0] += difference
    default: return false
    }
    inputs[index].arena.setStyle(style, of: node)
    return true
  }
}

/// A measurer that adds differences to the results of another measurer.
final class ShiftedMeasurer: TextMeasurer {
  struct Shifts {
    /// The differences in width by text, for texts measured without a width limit.
    var widths: [[UInt8]: Double] = [:]
    var lineHeights: [Font: Double] = [:]
    var ascents: [Font: Double] = [:]
  }

  private let base: any TextMeasurer
  private let shifts: Shifts

  init(_ base: any TextMeasurer, _ shifts: Shifts) { (self.base, self.shifts) = (base, shifts) }

  var name: String { base.name }
  func lineHeight(_ font: Font) -> Double {
    base.lineHeight(font) + shifts.lineHeights[font, default: 0]
  }
  func ascent(_ font: Font) -> Double { base.ascent(font) + shifts.ascents[font, default: 0] }

  func measure(
    _ text: UnsafeBufferPointer<UInt8>, font: Font, maxWidth: Double, maxLines: Int
  ) -> TextMetrics {
    var metrics = base.measure(text, font: font, maxWidth: maxWidth, maxLines: maxLines)
    if let shift = shifts.lineHeights[font] { metrics.height += Double(metrics.lineCount) * shift }
    if maxWidth == .infinity { metrics.width += shifts.widths[Array(text), default: 0] }
    return metrics
  }

  func lines(
    _ text: UnsafeBufferPointer<UInt8>, font: Font, maxWidth: Double, maxLines: Int
  ) -> [TextLine] {
    base.lines(text, font: font, maxWidth: maxWidth, maxLines: maxLines)
  }
}

extension Derivation {
  /// All inputs that the number depends on.
  var inputs: Set<LayoutInput> {
    var found: Set<LayoutInput> = []
    var seen: Set<ObjectIdentifier> = []
    var waiting = [self]
    while let next = waiting.popLast() {
      guard seen.insert(ObjectIdentifier(next)).inserted else { continue }
      for operand in next.reason.formula?.operands ?? [] {
        switch operand {
        case .input(let input): found.insert(input)
        case .derived(let derivation): waiting.append(derivation)
        default: continue
        }
      }
    }
    return found
  }

  /// Whether the number, or any number that it is derived from, has no formula.
  var isUndecided: Bool {
    var seen: Set<ObjectIdentifier> = []
    var waiting = [self]
    while let next = waiting.popLast() {
      guard seen.insert(ObjectIdentifier(next)).inserted else { continue }
      guard let formula = next.reason.formula else { return true }
      for case .derived(let derivation) in formula.operands { waiting.append(derivation) }
    }
    return false
  }
}

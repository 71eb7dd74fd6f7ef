import Support
import LayoutCore
import Renderers

extension NodeExplanation {
  /// The explanation as JSON, which `sectionengine schema explain` describes.
  package var json: [UInt8] {
    var places: [Step: Int] = [:]
    for (index, line) in lines.enumerated() { places[Step(line.number)] = index }
    return JSONWriter.document { writer in
      writer.write("$schema", "sectionengine:explain-v1")
      writer.write(
        "exact", Rect(x: exact[2], y: exact[3], width: exact[0], height: exact[1]))
      writer.write("feedFrame", feedFrame)
      writer.write("frame", frame)
      writer.write("isComplete", isComplete)
      writer.write("node", path)
      writer.objects("numbers", lines) { writer, line in write(line, places, to: &writer) }
      writer.object("origin") { origin.write(to: &$0) }
      writer.write("scale", scale)
      writer.write("schemaVersion", 1)
    }
  }

  private func write(_ line: Line, _ places: [Step: Int], to writer: inout JSONWriter) {
    let number = line.number
    let text = FormulaText(names: names, context: number.subject.owner)
    if let formula = line.reason.formula {
      writer.object("formula") { write(formula, places, to: &$0) }
    } else {
      write("dependencies", line.reason.dependencies, places, to: &writer)
    }
    writer.write("level", line.level)
    writer.write("of", names.path(number.subject.owner))
    writer.write("quantity", number.subject.quantity.rawValue)
    writer.write("rule", line.reason.rule.rawValue)
    writer.write("text", Self.text(of: line.reason, text))
    writer.write("value", number.value)
  }

  private func write(
    _ formula: Formula, _ places: [Step: Int], to writer: inout JSONWriter
  ) {
    switch formula {
    case .constant(let value): writer.write("constant", value)
    case .input(let input): writer.object("input") { write(input, to: &$0) }
    case .derived(let number):
      writer.object("number") { writer in
        if let place = places[Step(number)] { writer.write("index", place) }
        writer.write("of", names.path(number.subject.owner))
        writer.write("quantity", number.subject.quantity.rawValue)
        writer.write("value", number.value)
      }
    case .sum(let terms): write("sum", terms, places, to: &writer)
    case .negative(let inner): write("negative", [inner], places, to: &writer)
    case .product(let factors): write("product", factors, places, to: &writer)
    case .quotient(let left, let right): write("quotient", [left, right], places, to: &writer)
    case .percent(let input, let basis):
      write("percent", [.input(input), basis], places, to: &writer)
    case .least(let terms): write("least", terms, places, to: &writer)
    case .greatest(let terms): write("greatest", terms, places, to: &writer)
    case .rounded(let inner, let scale):
      write("rounded", [inner, .constant(Double(scale))], places, to: &writer)
    }
  }

  private func write(
    _ key: StaticString, _ terms: [Formula], _ places: [Step: Int], to writer: inout JSONWriter
  ) {
    writer.objects(key, terms) { writer, term in write(term, places, to: &writer) }
  }

  private func write(_ input: LayoutInput, to writer: inout JSONWriter) {
    writer.write("of", names.path(input.owner))
    writer.write("property", input.words)
    writer.write("unit", input.unit.rawValue)
    writer.write("value", input.value)
  }
}

extension NodeExplanation.Origin {
  fileprivate func write(to writer: inout JSONWriter) {
    if let block { writer.object("block") { Self.write(block, to: &$0) } }
    if let fallback { writer.write("fallback", fallback) }
    writer.write("layout", layoutName)
    writer.write("provider", provider)
    writer.array("settings", settings) { $0.write($1) }
    if let spacing { writer.write("spacing", spacing) }
    if let value { writer.object("value") { Self.write(value, to: &$0) } }
  }

  private static func write(_ place: SourceLocation, to writer: inout JSONWriter) {
    writer.write("column", place.column)
    writer.write("file", place.file)
    writer.write("line", place.line)
    writer.write("path", place.path)
  }
}

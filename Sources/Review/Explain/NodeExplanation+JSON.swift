import Support
import LayoutCore
import Renderers

extension NodeExplanation {
  /// The explanation as JSON, which `sectionengine schema explain` describes.
  package var json: [UInt8] {
    var writer = JSONWriter(ByteWriter(), layout: .pretty)
    var places: [Step: Int] = [:]
    for (index, line) in lines.enumerated() { places[Step(line.number)] = index }
    writer.beginObject()
    writer.write("$schema", "sectionengine:explain-v1")
    writer.object("exact") { writer in
      writer.write("height", exact[1])
      writer.write("width", exact[0])
      writer.write("x", exact[2])
      writer.write("y", exact[3])
    }
    writer.object("feedFrame") { Self.write(feedFrame, to: &$0) }
    writer.object("frame") { Self.write(frame, to: &$0) }
    writer.write("isComplete", isComplete)
    writer.write("node", path)
    writer.array("numbers", lines) { writer, line in write(line, places, to: &writer) }
    writer.object("origin") { origin.write(to: &$0) }
    writer.write("scale", scale)
    writer.write("schemaVersion", 1)
    writer.endObject()
    writer.out.write("\n")
    return writer.out.bytes
  }

  private static func write(_ frame: Rect, to writer: inout JSONWriter) {
    writer.write("height", frame.height)
    writer.write("width", frame.width)
    writer.write("x", frame.x)
    writer.write("y", frame.y)
  }

  private func write(_ line: Line, _ places: [Step: Int], to writer: inout JSONWriter) {
    let number = line.number
    let text = FormulaText(names: names, context: number.subject.owner)
    writer.beginObject()
    if line.reason.formula == nil {
      writer.array("dependencies", line.reason.dependencies) { writer, formula in
        write(formula, places, to: &writer)
      }
    }
    if let formula = line.reason.formula {
      writer.key("formula")
      write(formula, places, to: &writer)
    }
    writer.write("level", line.level)
    writer.write("of", names.path(number.subject.owner))
    writer.write("quantity", number.subject.quantity.rawValue)
    writer.write("rule", line.reason.rule.rawValue)
    writer.write("text", Self.text(of: line.reason, text))
    writer.write("value", number.value)
    writer.endObject()
  }

  private func write(
    _ formula: Formula, _ places: [Step: Int], to writer: inout JSONWriter
  ) {
    writer.beginObject()
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
    writer.endObject()
  }

  private func write(
    _ key: StaticString, _ terms: [Formula], _ places: [Step: Int], to writer: inout JSONWriter
  ) {
    writer.array(key, terms) { writer, term in write(term, places, to: &writer) }
  }

  private func write(_ input: LayoutInput, to writer: inout JSONWriter) {
    writer.write("of", names.path(input.owner))
    writer.write(
      "property", input.property.rawValue + (input.edge.map { "-\($0.rawValue)" } ?? ""))
    let unit =
      switch input.unit {
      case .points: "points"
      case .percent: "percent"
      case .number: "number"
      }
    writer.write("unit", unit)
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

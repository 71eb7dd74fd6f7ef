import SectionEngine

extension NodeExplanation {
  /// The explanation as JSON; `sectionengine schema explain` describes the format.
  package var json: [UInt8] { json(tap: nil) }

  /// The explanation as JSON, with what a tap hits.
  package func json(tap: TapReport?) -> [UInt8] {
    JSONWriter.document { writer in
      writer.write("$schema", "sectionengine:explain-v1")
      writer.write("exact", Rect(x: exact[2], y: exact[3], width: exact[0], height: exact[1]))
      writer.write("feedFrame", feedFrame)
      writer.write("frame", frame)
      writer.write("isComplete", isComplete)
      writer.write("node", path)
      writer.objects("numbers", lines) { write($1, to: &$0) }
      writer.object("origin") { origin.write(to: &$0) }
      writer.write("scale", exact: scale)
      writer.write("schemaVersion", 1)
      if let tap { writer.object("tap") { tap.write(to: &$0) } }
    }
  }

  private func write(_ line: Line, to writer: inout JSONWriter) {
    let number = line.number
    let text = FormulaText(names: names, context: number.subject.owner)
    if let formula = line.reason.formula {
      writer.object("formula") { write(formula, to: &$0) }
    } else {
      write("dependencies", line.reason.dependencies, to: &writer)
    }
    writer.write("level", line.level)
    writer.write("of", names.path(number.subject.owner))
    writer.write("quantity", number.subject.quantity.rawValue)
    writer.write("rule", line.reason.rule.rawValue)
    writer.write("text", Self.text(of: line.reason, text))
    writer.write("value", number.value)
  }

  private func write(_ formula: Formula, to writer: inout JSONWriter) {
    switch formula {
    case .constant(let value): writer.write("constant", value)
    case .input(let input):
      writer.object("input") { writer in
        writer.write("of", names.path(input.owner))
        writer.write("property", input.words)
        writer.write("unit", input.unit.rawValue)
        writer.write("value", input.value)
      }
    case .derived(let number):
      writer.object("number") { writer in
        if let place = places[Step(number)] { writer.write("index", place) }
        writer.write("of", names.path(number.subject.owner))
        writer.write("quantity", number.subject.quantity.rawValue)
        writer.write("value", number.value)
      }
    case .sum(let terms): write("sum", terms, to: &writer)
    case .negative(let inner): write("negative", [inner], to: &writer)
    case .product(let factors): write("product", factors, to: &writer)
    case .quotient(let left, let right): write("quotient", [left, right], to: &writer)
    case .percent(let input, let basis): write("percent", [.input(input), basis], to: &writer)
    case .least(let terms): write("least", terms, to: &writer)
    case .greatest(let terms): write("greatest", terms, to: &writer)
    case .rounded(let inner, let scale):
      write("rounded", [inner, .constant(scale)], to: &writer)
    case .roundedUp(let inner, let scale):
      write("roundedUp", [inner, .constant(scale)], to: &writer)
    }
  }

  private func write(_ key: StaticString, _ terms: [Formula], to writer: inout JSONWriter) {
    writer.objects(key, terms) { write($1, to: &$0) }
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
    if let value, !isBesideValue { writer.object("value") { Self.write(value, to: &$0) } }
  }

  private static func write(_ place: SourceLocation, to writer: inout JSONWriter) {
    writer.write("column", place.column)
    writer.write("file", place.file)
    writer.write("line", place.line)
    writer.write("path", place.path)
  }
}

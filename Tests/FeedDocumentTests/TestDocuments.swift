import Support
import Testing

@testable import FeedDocument

/// Parses text that has to be valid JSON.
func document(
  _ text: String, _ source: Testing.SourceLocation = #_sourceLocation
) throws -> FeedDocument {
  let (document, diagnostics) = parse(text)
  return try #require(document, "\(diagnostics.map(\.message))", sourceLocation: source)
}

func parse(
  _ text: String, limits: DocumentLimits = DocumentLimits()
) -> (document: FeedDocument?, diagnostics: [Diagnostic]) {
  parse(Array(text.utf8), limits: limits)
}

func parse(
  _ bytes: [UInt8], limits: DocumentLimits = DocumentLimits()
) -> (document: FeedDocument?, diagnostics: [Diagnostic]) {
  let read = FeedDocument.parse(PaddedBytes(bytes), name: "feed.json", limits: limits)
  return (read.value, read.diagnostics)
}

/// Returns the indices of all values of a document, without keys.
func valueIndices(_ document: FeedDocument) -> [UInt32] {
  (0..<UInt32(document.tape.values.count)).filter { document.tape.kind($0) != .missing }
}

/// Returns a value as compact text, for comparing whole trees.
func render(_ value: FeedValue) -> String {
  switch value.kind {
  case .missing: return "missing"
  case .null: return "null"
  case .bool: return value.bool == true ? "true" : "false"
  case .number:
    if let text = value.document.tape.numberText(value.index) { return "text(\(text))" }
    if let integer = value.document.tape.int64(value.index) { return "\(integer)" }
    if let integer = value.document.tape.uint64(value.index) { return "\(integer)" }
    return value.double.map { "\($0)" } ?? "?"
  case .string: return "\"\(value.string ?? "?")\""
  case .array: return "[" + value.children.map(render).joined(separator: ",") + "]"
  case .object:
    return "{" + value.children.map { "\($0.key):\(render($0))" }.joined(separator: ",") + "}"
  }
}

/// Returns a diagnostic with its excerpt as it is printed, without colours.
func picture(_ diagnostic: Diagnostic) -> String {
  var lines = [
    "\(diagnostic.severity.rawValue)[\(diagnostic.code.rawValue)]: \(diagnostic.message)"
  ]
  if let location = diagnostic.location {
    lines.append("--> \(location.file):\(location.line):\(location.column)  \(location.path)")
    if let excerpt = location.excerpt {
      for line in excerpt.lines { lines.append("\(line.number) | \(line.text)") }
      let indent = String(repeating: " ", count: "\(location.line) | ".count)
      let carets =
        String(repeating: " ", count: excerpt.marked.lowerBound)
        + String(repeating: "^", count: max(excerpt.marked.count, 1))
      lines.append(indent + carets + (diagnostic.label.map { " " + $0 } ?? ""))
    }
  }
  lines += diagnostic.notes.map { "= note: \($0)" } + diagnostic.helps.map { "= help: \($0)" }
  return lines.joined(separator: "\n")
}

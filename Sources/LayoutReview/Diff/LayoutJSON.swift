import Diagnostics
import FeedDocument
import LayoutCore
import Renderers

/// Reads layout JSON v1, also as JSON lines, into the dump of the same page.
package enum LayoutJSON {
  /// Returns whether a document is layout JSON, as opposed to a feed.
  package static func isLayout(_ document: FeedDocument) -> Bool {
    let root = document.root
    return root["$schema"].string == LayoutSchema.identifier
      || (root["schemaVersion"].exists && root["generator"]["layout"].exists
        && root["sections"].kind == .array)
  }

  /// Returns the dump, or `SE5008`. O(values).
  package static func parse(
    _ document: FeedDocument
  ) -> (document: DumpDocument?, diagnostics: [Diagnostic]) {
    let root = document.root
    var reader = LayoutJSONReader(diagnostics: root["diagnostics"])
    guard var dump = reader.page(root) else { return (nil, [refusal(root)]) }
    for (key, keyword) in [("top", DumpDocument.Section.Keyword.top), ("bottom", .bottom)] {
      let bar = root["chrome"][key]
      guard bar.exists else { continue }
      guard let section = reader.section(bar, keyword) else { return (nil, [refusal(bar)]) }
      if keyword == .top { dump.sections.append(section) } else { reader.bottom = section }
    }
    for value in root["sections"].children {
      guard let section = reader.section(value, .section) else { return (nil, [refusal(value)]) }
      dump.sections.append(section)
    }
    if let bottom = reader.bottom { dump.sections.append(bottom) }
    return (dump, [])
  }

  /// Reads JSON lines like `parse(_:)`.
  package static func parse(
    lines bytes: [UInt8], file: String
  ) -> (document: DumpDocument?, diagnostics: [Diagnostic]) {
    let lines = bytes.split(separator: UInt8(ascii: "\n"))
    var documents: [FeedDocument] = []
    for (index, line) in lines.enumerated() {
      let parsed = FeedDocument.parse(PaddedBytes(line), name: "\(file) line \(index + 1)")
      guard let document = parsed.value else { return (nil, parsed.diagnostics) }
      documents.append(document)
    }
    guard let header = documents.first?.root else { return (nil, []) }
    let summary = documents.last { $0.root["type"].string == "summary" }?.root
    var reader = LayoutJSONReader(diagnostics: summary?["diagnostics"] ?? header["diagnostics"])
    guard var dump = reader.page(header) else { return (nil, [refusal(header)]) }
    for document in documents.dropFirst() {
      let value = document.root
      guard let word = value["type"].string,
        let keyword = DumpDocument.Section.Keyword(rawValue: word)
      else { continue }
      guard let section = reader.section(value, keyword) else { return (nil, [refusal(value)]) }
      dump.sections.append(section)
    }
    return (dump, [])
  }

  private static func refusal(_ value: FeedValue) -> Diagnostic {
    Diagnostic(
      .invalidLayoutJSON, .error, "this is no layout JSON of version \(LayoutSchema.version)",
      at: value.location, label: "a frame, a name or the version is missing",
      notes: ["the page is not used"],
      helps: ["write a new one: `sectionengine render FEED --format json -o FILE`"])
  }
}

import SectionEngine

/// Reads layout JSON v1 as one document or as JSON lines.
package enum LayoutJSON {
  /// Returns whether a document is layout JSON. A feed is not.
  package static func isLayout(_ document: FeedDocument) -> Bool {
    let root = document.root
    return root["$schema"].string == LayoutSchema.identifier
      || (root["schemaVersion"].exists && root["generator"]["layout"].exists
        && root["sections"].kind == .array)
  }

  /// Returns the page; `nil` and a diagnostic `SE5008` if it is invalid. O(values).
  package static func parse(
    _ document: FeedDocument
  ) -> (page: Page?, diagnostics: [Diagnostic]) {
    let root = document.root
    let chrome = root["chrome"]
    let sections = root["sections"].children.map { (SectionKeyword.section, $0) }
    return page(
      header: root, diagnostics: root["diagnostics"],
      sections: [(.top, chrome["top"])] + sections + [(.bottom, chrome["bottom"])])
  }

  /// Reads JSON lines: the header, then the sections. `file` is the name for messages. An empty
  /// file has neither a page nor diagnostics.
  package static func parse(
    lines bytes: [UInt8], file: String
  ) -> (page: Page?, diagnostics: [Diagnostic]) {
    let lines = bytes.split(separator: UInt8(ascii: "\n"))
    var documents: [FeedDocument] = []
    for (index, line) in lines.enumerated() {
      let parsed = FeedDocument.parse(PaddedBytes(line), name: "\(file) line \(index + 1)")
      guard let document = parsed.value else { return (nil, parsed.diagnostics) }
      documents.append(document)
    }
    guard let header = documents.first?.root else { return (nil, []) }
    let summary = documents.last { $0.root["type"].string == "summary" }?.root
    return page(
      header: header, diagnostics: summary?["diagnostics"] ?? header["diagnostics"],
      sections: documents.dropFirst().compactMap { document in
        let value = document.root
        return SectionKeyword(rawValue: value["type"].string ?? "").map { ($0, value) }
      })
  }

  private static func page(
    header: FeedValue, diagnostics: FeedValue,
    sections: [(SectionKeyword, FeedValue)]
  ) -> (page: Page?, diagnostics: [Diagnostic]) {
    var reader = LayoutJSONReader(diagnostics: diagnostics)
    guard let head = reader.readHead(header), let name = header["feed"]["id"].string else {
      return (nil, [refusal(header)])
    }
    var writer = LineWriter(head)
    for (keyword, value) in sections where value.exists {
      guard reader.readSection(value, keyword, to: &writer) else { return (nil, [refusal(value)]) }
    }
    let found = diagnostics.children.compactMap { value -> Diagnostic? in
      guard let code = value["code"].string.flatMap(DiagnosticCode.init),
        let severity = value["severity"].string.flatMap(Diagnostic.Severity.init)
      else { return nil }
      return Diagnostic(code, severity, "")
    }
    let lines = writer.finished(summary: found.summary)
    return (Page(read: lines, feedID: name, colors: colors(of: header)), [])
  }

  private static func colors(of header: FeedValue) -> [String: String]? {
    let tokens = header["environment"]["tokens"]
    guard tokens.exists else { return nil }
    let pairs = tokens.children.compactMap { token in
      token["name"].string.flatMap { name in token["value"].string.map { (name, $0) } }
    }
    return Dictionary(pairs) { first, _ in first }
  }

  private static func refusal(_ value: FeedValue) -> Diagnostic {
    Diagnostic(
      .invalidLayoutJSON, .error, "this is not layout JSON of version \(LayoutSchema.version)",
      at: value.location, label: "a frame, a name or the version is missing",
      notes: ["the page is not used"],
      helps: ["write a new one: `sectionengine render FEED --format json -o FILE`"])
  }
}

import SectionEngine

/// The judgements of the feeds of one run, as text, as EARL and as HTML.
package struct ConformanceReport: Sendable {
  package struct Feed: Sendable {
    package var name: String
    /// `nil` if the feed could not be drawn.
    package var conformance: Conformance?
    /// The reasons why the feed could not be drawn.
    package var failure: [Diagnostic] = []

    package init(name: String, _ conformance: Conformance?, failure: [Diagnostic] = []) {
      (self.name, self.conformance, self.failure) = (name, conformance, failure)
    }

    fileprivate var subject: String {
      guard let conformance else { return "\(name): it could not be drawn" }
      let devices = conformance.devices
      return "\(name): \(counted(conformance.sections, "section"))"
        + (devices.isEmpty ? "" : " on \(listed(devices, atMost: 8))")
    }
  }

  let standard: AccessibilityStandard
  let feeds: [Feed]

  package init(_ feeds: [Feed], by standard: AccessibilityStandard) {
    (self.feeds, self.standard) = (feeds, standard)
  }

  package var hasFailed: Bool { feeds.contains { $0.conformance?.hasFailed == true } }

  private static let scope =
    "criteria that a page can be judged by; a claim of conformance needs all criteria, and people"

  // MARK: Text

  package var text: String {
    var lines = ["\(standard.title): \(Self.scope)"]
    for feed in feeds {
      lines += ["", shown(feed.subject, limit: 300)]
      for reason in feed.failure { lines.append("  \(reason.message)") }
      for result in feed.conformance?.results ?? [] {
        let number = result.criterion.number(in: standard)
        let rules = result.criterion.rules
        lines.append(
          "\(Self.padded(result.outcome.words, to: 12)) \(Self.padded(number, to: 11)) "
            + "\(result.criterion.title), "
            + "\(result.method.rawValue): \(result.remark)"
            + (rules.isEmpty ? "" : " (\(rules.joined(separator: ", ")))"))
        for (failure, more) in result.failuresByPart {
          let place = failure.node ?? failure.location.map { "\($0.file):\($0.line)" }
          lines.append(
            "    \(place.map { "\(shown($0, limit: 120)): " } ?? "")\(shown(failure.message, limit: 400))\(more)"
          )
        }
      }
    }
    return lines.map(TerminalText.line).joined(separator: "\n") + "\n"
  }

  private static func padded(_ text: String, to width: Int) -> String {
    text + String(repeating: " ", count: max(0, width - text.utf8.count))
  }

  // MARK: EARL

  /// The judgements in EARL 1.0 (Evaluation and Report Language), as JSON-LD.
  package var earl: [UInt8] {
    JSONWriter.document { json in
      json.object("@context") { json in
        json.write("dct", "http://purl.org/dc/terms/")
        json.write("earl", "http://www.w3.org/ns/earl#")
        json.write("ptr", "http://www.w3.org/2009/pointers#")
      }
      json.key("@graph")
      json.beginArray()
      json.object { json in
        json.write("@id", "_:program")
        json.array("@type", ["earl:Assertor", "earl:Software"]) { $0.write($1) }
        json.write("dct:hasVersion", Generator.version)
        json.write("dct:title", Generator.name)
      }
      for criterion in standard.criteria {
        json.object { json in
          json.write("@id", criterion.address(in: standard))
          json.write("@type", "earl:TestCriterion")
          json.write("dct:title", "\(criterion.number(in: standard)) \(criterion.title)")
        }
      }
      for (number, feed) in zip(1..., feeds) {
        let page = "_:page\(number)"
        json.object { json in
          json.write("@id", page)
          json.write("@type", "earl:TestSubject")
          json.write("dct:description", feed.subject)
          json.write("dct:title", feed.name)
        }
        for result in feed.conformance?.results ?? [] {
          json.object { json in write(result, about: page, to: &json) }
        }
      }
      json.endArray()
    }
  }

  private func write(
    _ result: Conformance.Result, about page: String, to json: inout JSONWriter
  ) {
    func link(_ key: StaticString, _ target: String) {
      json.object(key) { $0.write("@id", target) }
    }
    json.write("@type", "earl:Assertion")
    link("earl:assertedBy", "_:program")
    link("earl:mode", result.method == .manual ? "earl:manual" : "earl:automatic")
    json.object("earl:result") { json in
      json.write("@type", "earl:TestResult")
      json.write("dct:description", result.remark)
      json.object("earl:outcome") { $0.write("@id", "earl:\(result.outcome.rawValue)") }
      if !result.failures.isEmpty {
        json.objects("earl:pointer", result.failures) { json, failure in
          json.write("@type", failure.node == nil ? "ptr:Pointer" : "ptr:ExpressionPointer")
          json.write("dct:description", failure.message)
          if let place = failure.location {
            json.write("dct:source", "\(place.file):\(place.line)")
          }
          if let node = failure.node { json.write("ptr:expression", node) }
        }
      }
    }
    link("earl:subject", page)
    link("earl:test", result.criterion.address(in: standard))
  }

  // MARK: HTML

  /// The judgements as one web page, which loads nothing.
  package var html: [UInt8] {
    var out = ByteWriter()
    out.beginDocument(title: "\(standard.title) · report", sheet: PackageResources.conformance_css)
    out.beginBody(heading: standard.title)
    out.write(
      markup: """
        <p>\(Self.scope)</p>
        \(.appearances())</header>
        <main>

        """)
    for feed in feeds {
      out.write(markup: "<section>\n<h2>\(shown(feed.subject, limit: 300))</h2>\n")
      for reason in feed.failure {
        out.write(markup: "<p class=\"failed\">\(reason.message)</p>\n")
      }
      if let conformance = feed.conformance { write(conformance, of: feed, to: &out) }
      out.write("</section>\n")
    }
    out.write("</main>\n</body>\n</html>\n")
    return out.bytes
  }

  private func write(_ conformance: Conformance, of feed: Feed, to out: inout ByteWriter) {
    out.write(
      markup: """
        <div class="table" role="region" tabindex="0" aria-label="Criteria of \(feed.name)"><table>
        <tr><th scope="col">criterion</th><th scope="col">judged</th><th scope="col">outcome</th>\
        <th scope="col">reason</th></tr>

        """)
    for result in conformance.results {
      let criterion = result.criterion
      let rules = criterion.rules.map { " <code>\($0)</code>" as XML }
      out.write(
        markup: """
          <tr class="\(result.outcome.rawValue)"><th scope="row">\
          <a href="\(criterion.address(in: standard))">\(criterion.number(in: standard)) \
          \(criterion.title)</a> (\(criterion.level))</th><td>\(result.method.rawValue)</td>\
          <td><strong>\(result.outcome.words)</strong></td><td>\(result.remark)\(rules)
          """)
      if !result.failures.isEmpty {
        let items = result.failuresByPart.map { failure, more -> XML in
          let source = failure.location.map { " \(shown($0.file, limit: 200)):\($0.line)" } ?? ""
          return """
            <li><code>\(shown(failure.node ?? "the page", limit: 200))</code> \
            \(shown(failure.message, limit: 400))\(more)<small>\(source)</small></li>

            """
        }
        out.write(markup: "<ul>\n\(items)</ul>")
      }
      out.write("</td></tr>\n")
    }
    out.write("</table></div>\n")
  }
}

extension JSONWriter {
  /// Writes an object as an element of an array.
  fileprivate mutating func object(_ body: (inout JSONWriter) -> Void) {
    element()
    beginObject()
    body(&self)
    endObject()
  }
}

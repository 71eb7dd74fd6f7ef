import SectionEngine

extension FindingReport {
  /// The report as SARIF 2.1.0 (OASIS, errata 01), with all findings and relative file names.
  var sarif: [UInt8] {
    let indices = Dictionary(uniqueKeysWithValues: rules.enumerated().map { ($1.id, $0) })
    return JSONWriter.document { json in
      json.write(
        "$schema",
        "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"
      )
      json.objects("runs", [0]) { json, _ in
        json.write("columnKind", "unicodeCodePoints")
        json.objects("results", findings) { json, finding in
          finding.writeResult(to: &json, ruleIndex: indices[finding.rule.id] ?? -1)
        }
        json.object("tool") { json in
          json.object("driver") { json in
            json.write("name", Generator.name)
            json.objects("rules", rules) { $1.writeDescriptor(to: &$0) }
            json.write("semanticVersion", Generator.version)
            json.write("version", Generator.version)
          }
        }
      }
      json.write("version", "2.1.0")
    }
  }
}

extension FindingReport.Rule {
  /// Writes a reporting descriptor (SARIF 2.1.0 §3.49).
  fileprivate func writeDescriptor(to json: inout JSONWriter) {
    if let level {
      json.object("defaultConfiguration") { $0.write("level", level.rawValue) }
    }
    json.object("help") { $0.write("text", help) }
    json.write("id", id)
    json.write("name", name)
    json.object("shortDescription") { $0.write("text", title) }
  }
}

extension FindingReport.Entry {
  /// Writes a result (SARIF 2.1.0 §3.27).
  fileprivate func writeResult(to json: inout JSONWriter, ruleIndex: Int) {
    json.write("level", severity.rawValue)
    if file ?? node != nil { writeLocations(to: &json) }
    json.object("message") { $0.write("text", ([message] + details).joined(separator: "\n")) }
    json.object("partialFingerprints") { json in
      if fingerprintVersion > 1 {
        json.write("sectionengine/v2", fingerprint)
      } else {
        json.write("sectionengine/v1", fingerprint)
      }
    }
    if let owner { json.object("properties") { $0.write("owner", owner) } }
    json.write("ruleId", rule.id)
    json.write("ruleIndex", ruleIndex)
  }

  private func writeLocations(to json: inout JSONWriter) {
    json.objects("locations", [0]) { json, _ in
      if let node {
        json.objects("logicalLocations", [node]) { json, node in
          json.write("fullyQualifiedName", node)
          json.write("kind", "element")
        }
      }
      if let path {
        json.object("physicalLocation") { json in
          json.object("artifactLocation") { $0.write("uri", PercentEncoding.encodePath(path)) }
          guard let position else { return }
          json.object("region") { json in
            json.write("startColumn", position.column)
            json.write("startLine", position.line)
          }
        }
      }
    }
  }
}

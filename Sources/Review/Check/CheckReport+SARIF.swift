import Support
import Renderers

extension CheckReport {
  /// The report as SARIF 2.1.0 (OASIS, errata 01), with all findings and relative file names.
  package var sarif: [UInt8] {
    let codes = Set(findings.map(\.diagnostic.code)).union(CheckRule.all.map(\.code))
    let rules = codes.sorted { $0.rawValue < $1.rawValue }
    return JSONWriter.document { json in
      json.write(
        "$schema",
        "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"
      )
      json.objects("runs", [0]) { json, _ in
        json.write("columnKind", "unicodeCodePoints")
        json.objects("results", findings) { json, finding in
          let index = rules.firstIndex(of: finding.diagnostic.code)
          finding.writeResult(to: &json, ruleIndex: index ?? -1)
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

extension DiagnosticCode {
  /// Writes a reporting descriptor (SARIF 2.1.0 §3.49).
  fileprivate func writeDescriptor(to json: inout JSONWriter) {
    let rule = CheckRule.named(rawValue)
    if let rule {
      json.object("defaultConfiguration") { $0.write("level", rule.severity.rawValue) }
    }
    json.object("help") { $0.write("text", "sectionengine explain \(rawValue)") }
    json.write("id", rawValue)
    json.write("name", rule?.id ?? rawValue)
    json.object("shortDescription") { $0.write("text", title) }
  }
}

extension Finding {
  /// Writes a result (SARIF 2.1.0 §3.27).
  fileprivate func writeResult(to json: inout JSONWriter, ruleIndex: Int) {
    json.write("level", diagnostic.severity.rawValue)
    if diagnostic.location != nil || diagnostic.node ?? diagnostic.blockCode != nil {
      writeLocations(to: &json)
    }
    json.object("message") { $0.write("text", sentence) }
    json.object("partialFingerprints") { $0.write("sectionengine/v1", fingerprint) }
    json.write("ruleId", diagnostic.code.rawValue)
    json.write("ruleIndex", ruleIndex)
  }

  private func writeLocations(to json: inout JSONWriter) {
    json.objects("locations", [0]) { json, _ in
      if let node = diagnostic.node ?? diagnostic.blockCode {
        json.objects("logicalLocations", [node]) { json, node in
          json.write("fullyQualifiedName", node)
          json.write("kind", "element")
        }
      }
      if let location = diagnostic.location {
        json.object("physicalLocation") { json in
          json.object("artifactLocation") { $0.write("uri", Self.uri(of: location.file)) }
          json.object("region") { json in
            json.write("startColumn", location.column)
            json.write("startLine", location.line)
          }
        }
      }
    }
  }

  private var sentence: String {
    ([diagnostic.message + (diagnostic.label.map { ": \($0)" } ?? "")] + diagnostic.notes
      + diagnostic.helps.map { "help: \($0)" }).joined(separator: "\n")
  }

  /// Returns a file name as a relative reference (RFC 3986 §4.2).
  private static func uri(of file: String) -> String {
    // An absolute path is meaningless on another machine.
    var name = file.hasPrefix("/") ? file.split(separator: "/").last.map(String.init) ?? file : file
    while name.hasPrefix("./") { name.removeFirst(2) }
    if name == "-" { return "stdin" }
    return name.split(separator: "/", omittingEmptySubsequences: false)
      .map { PercentEncoding.encode(String($0)) }.joined(separator: "/")
  }
}

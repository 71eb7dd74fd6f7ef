import Diagnostics
import Renderers

extension CheckReport {
  /// The report as SARIF 2.1.0 (OASIS, errata 01), for code hosts and editors. Findings are not
  /// folded. File names are relative, as given.
  package var sarif: [UInt8] {
    let codes = Set(findings.map(\.diagnostic.code)).union(CheckRule.all.map(\.code))
    let rules = codes.sorted { $0.rawValue < $1.rawValue }
    let indices = Dictionary(
      rules.enumerated().map { ($1, $0) }, uniquingKeysWith: { first, _ in first })
    var json = JSONWriter(ByteWriter(), layout: .pretty)
    json.beginObject()
    json.write(
      "$schema",
      "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json")
    json.array("runs", [0]) { json, _ in
      json.beginObject()
      json.write("columnKind", "unicodeCodePoints")
      json.array("results", findings) { json, finding in
        finding.writeResult(to: &json, ruleIndex: indices[finding.diagnostic.code] ?? -1)
      }
      json.object("tool") { json in
        json.object("driver") { json in
          json.write("name", Generator.name)
          json.array("rules", rules) { $1.writeDescriptor(to: &$0) }
          json.write("semanticVersion", Generator.version)
          json.write("version", Generator.version)
        }
      }
      json.endObject()
    }
    json.write("version", "2.1.0")
    json.endObject()
    json.out.write("\n")
    return json.out.bytes
  }
}

extension DiagnosticCode {
  /// Writes a reporting descriptor (SARIF 2.1.0 §3.49).
  fileprivate func writeDescriptor(to json: inout JSONWriter) {
    let rule = CheckRule.named(rawValue)
    json.beginObject()
    if let rule {
      json.object("defaultConfiguration") { $0.write("level", rule.severity.rawValue) }
    }
    json.object("help") { $0.write("text", "sectionengine explain \(rawValue)") }
    json.write("id", rawValue)
    json.write("name", rule?.id ?? rawValue)
    json.object("shortDescription") { $0.write("text", title) }
    json.endObject()
  }
}

extension Finding {
  /// Writes a result (SARIF 2.1.0 §3.27).
  fileprivate func writeResult(to json: inout JSONWriter, ruleIndex: Int) {
    json.beginObject()
    json.write("level", diagnostic.severity.rawValue)
    if diagnostic.location != nil || diagnostic.node ?? diagnostic.blockCode != nil {
      writeLocations(to: &json)
    }
    json.object("message") { $0.write("text", sentence) }
    json.object("partialFingerprints") { $0.write("sectionengine/v1", fingerprint) }
    json.write("ruleId", diagnostic.code.rawValue)
    json.write("ruleIndex", ruleIndex)
    json.endObject()
  }

  private func writeLocations(to json: inout JSONWriter) {
    json.array("locations", [0]) { json, _ in
      json.beginObject()
      if let node = diagnostic.node ?? diagnostic.blockCode {
        json.array("logicalLocations", [node]) { json, node in
          json.beginObject()
          json.write("fullyQualifiedName", node)
          json.write("kind", "element")
          json.endObject()
        }
      }
      if let location = diagnostic.location {
        json.object("physicalLocation") { json in
          json.object("artifactLocation") { $0.write("uri", ArtifactName.uri(of: location.file)) }
          json.object("region") { json in
            json.write("startColumn", location.column)
            json.write("startLine", location.line)
          }
        }
      }
      json.endObject()
    }
  }

  private var sentence: String {
    ([diagnostic.message + (diagnostic.label.map { ": \($0)" } ?? "")] + diagnostic.notes
      + diagnostic.helps.map { "help: \($0)" }).joined(separator: "\n")
  }
}

/// Writes file names as relative references (RFC 3986 §4.2).
enum ArtifactName {
  static func uri(of file: String) -> String {
    // An absolute path is meaningless on another machine.
    var name = file.hasPrefix("/") ? file.split(separator: "/").last.map(String.init) ?? file : file
    while name.hasPrefix("./") { name.removeFirst(2) }
    if name == "-" { return "stdin" }
    var out = ByteWriter()
    for byte in name.utf8 {
      if isUnreserved(byte) || byte == UInt8(ascii: "/") {
        out.write(byte: byte)
      } else {
        let digits = String(byte, radix: 16, uppercase: true)
        out.write("%\(digits.count < 2 ? "0" : "")\(digits)")
      }
    }
    return out.string
  }

  private static func isUnreserved(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "z"),
      UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "-"), UInt8(ascii: "."),
      UInt8(ascii: "_"), UInt8(ascii: "~"):
      true
    default: false
    }
  }
}

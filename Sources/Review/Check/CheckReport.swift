import Support
import LayoutCore
import Renderers

package struct CheckReport: Sendable {
  package var tree: LayoutTree
  package var findings: [Finding]
  /// The ids of the rules that ran.
  package var rules: [String]
  package var ignored: Int
  package var known = 0
  /// Diagnostics about the configuration and the baseline, not about the feed.
  package var remarks: [Diagnostic]

  package var hasFindings: Bool { findings.contains { $0.diagnostic.severity > .note } }

  func count(_ severity: Diagnostic.Severity) -> Int {
    findings.count { $0.diagnostic.severity == severity }
  }

  /// The report as JSON, which `sectionengine schema check` describes. Findings are not folded.
  package var json: [UInt8] {
    JSONWriter.document { json in
      json.object("environment") { json in
        json.write("appearance", tree.environment.appearance.rawValue)
        json.write("direction", tree.environment.direction.rawValue)
        json.write("height", tree.environment.height)
        json.write("locale", tree.environment.locale)
        json.write("scale", tree.environment.scale)
        json.write("textSize", tree.environment.textSize.rawValue)
        json.write("width", tree.environment.width)
      }
      json.write("feed", tree.feedID)
      json.array("findings", findings) { $1.write(to: &$0) }
      json.write("layout", tree.layoutName)
      json.write("schemaVersion", 1)
      json.object("summary") { json in
        json.write("errors", count(.error))
        json.write("ignored", ignored)
        json.write("known", known)
        json.write("notes", count(.note))
        json.write("sections", tree.sections.count)
        json.write("warnings", count(.warning))
      }
    }
  }
}

extension Finding {
  package func write(to json: inout JSONWriter) {
    json.beginObject()
    if let blockCode = diagnostic.blockCode { json.write("blockCode", blockCode) }
    json.write("code", diagnostic.code.rawValue)
    json.write("fingerprint", fingerprint)
    json.array("help", diagnostic.helps) { $0.write($1) }
    if let label = diagnostic.label { json.write("label", label) }
    if let location = diagnostic.location { json.write(location) }
    json.write("message", diagnostic.message)
    if let node = diagnostic.node { json.write("node", node) }
    json.array("notes", diagnostic.notes) { $0.write($1) }
    if let plugin = diagnostic.plugin { json.write("plugin", plugin) }
    json.write("rule", rule)
    json.write("severity", diagnostic.severity.rawValue)
    json.endObject()
  }
}

internal import PluginHost
internal import Renderers

extension CheckReport {
  /// Writes reports by the schema that `sectionengine schema plugin-check` prints. The output has
  /// no durations, so it is the same on every machine for the same plugin, feeds and options.
  package static func json(_ reports: [CheckReport]) -> [UInt8] {
    JSONWriter.document { json in
      json.array("plugins", reports) { $1.write(to: &$0) }
      json.write("schemaVersion", 1)
    }
  }

  private func write(to json: inout JSONWriter) {
    json.beginObject()
    json.object("counts") { json in
      json.write("crashed", count(.crashed))
      json.write("failed", count(.failed))
      json.write("passed", count(.passed))
      json.write("skipped", count(.skipped))
      json.write("timedOut", count(.timedOut))
    }
    json.write("file", file)
    json.object("payloads") { json in
      json.write("blocks", payloads.blocks)
      json.array("files", payloads.files) { $0.write($1) }
      json.write("source", payloads.source.rawValue)
    }
    if let plugin {
      json.object("plugin") { json in
        json.array("blockCodes", plugin.providers.flatMap(\.blockCodes)) { $0.write($1) }
        json.array("formats", plugin.renderers) { $0.write($1) }
        json.write("id", plugin.id)
        json.array("showTypes", plugin.providers.flatMap(\.showTypes)) { $0.write($1) }
        json.write("version", plugin.version)
      }
    }
    // Seeds have 64 bits, more than JSON numbers reliably preserve.
    json.write("seed", "\(seed)")
    json.array("tests", results) { $1.write(to: &$0) }
    json.endObject()
  }
}

extension TestResult {
  fileprivate func write(to json: inout JSONWriter) {
    json.beginObject()
    json.objects("findings", findings) { json, finding in
      json.write("count", finding.count)
      json.write("help", finding.help)
      json.write("message", finding.message)
      json.array("places", finding.places) { $0.write($1) }
    }
    json.write("id", id)
    json.array("notes", notes) { $0.write($1) }
    if let reason { json.write("reason", reason) }
    json.write("status", status.rawValue)
    json.write("summary", summary)
    json.endObject()
  }
}

/// The JSON Schemas (draft 2020-12) of `plugin check` and `plugin bench`.
package enum PluginCheckSchema {
  package static var check: [UInt8] { PackageResources.plugin_check_schema_json }
  package static var bench: [UInt8] { PackageResources.plugin_bench_schema_json }
}

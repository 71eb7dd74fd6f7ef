internal import Renderers

extension CheckReport {
  /// Writes reports by the schema that `sectionengine schema plugin-check` prints. The output has
  /// no durations, so it is the same on every machine for the same plugin, feeds and options.
  package static func json(_ reports: [CheckReport]) -> [UInt8] {
    var json = JSONWriter(ByteWriter(), layout: .pretty)
    json.beginObject()
    json.array("plugins", reports) { $1.write(to: &$0) }
    json.write("schemaVersion", 1)
    json.endObject()
    json.out.write("\n")
    return json.out.bytes
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
        json.array("blockCodes", plugin.blockCodes) { $0.write($1) }
        json.array("formats", plugin.formats) { $0.write($1) }
        json.write("id", plugin.id)
        json.array("showTypes", plugin.showTypes) { $0.write($1) }
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
    json.array("findings", findings) { json, finding in
      json.beginObject()
      json.write("count", finding.count)
      json.write("help", finding.help)
      json.write("message", finding.message)
      json.array("places", finding.places) { $0.write($1) }
      json.endObject()
    }
    json.write("id", id)
    json.array("notes", notes) { $0.write($1) }
    if let reason { json.write("reason", reason) }
    json.write("status", status.rawValue)
    json.write("summary", summary)
    json.endObject()
  }
}

/// The JSON Schema (draft 2020-12) of `plugin check --format json`. No object allows additional
/// properties.
package enum CheckSchema {
  package static let text = #"""
    {
      "$schema": "https://json-schema.org/draft/2020-12/schema",
      "$id": "sectionengine:plugin-check-v1",
      "title": "What examining plugins found",
      "type": "object",
      "additionalProperties": false,
      "required": ["plugins", "schemaVersion"],
      "properties": {
        "plugins": { "type": "array", "items": { "$ref": "#/$defs/report" } },
        "schemaVersion": { "type": "integer", "const": 1 }
      },
      "$defs": {
        "count": { "type": "integer", "minimum": 0 },
        "names": { "type": "array", "items": { "type": "string" } },
        "report": {
          "type": "object",
          "additionalProperties": false,
          "required": ["counts", "file", "payloads", "seed", "tests"],
          "properties": {
            "counts": {
              "type": "object",
              "additionalProperties": false,
              "required": ["crashed", "failed", "passed", "skipped", "timedOut"],
              "properties": {
                "crashed": { "$ref": "#/$defs/count" },
                "failed": { "$ref": "#/$defs/count" },
                "passed": { "$ref": "#/$defs/count" },
                "skipped": { "$ref": "#/$defs/count" },
                "timedOut": { "$ref": "#/$defs/count" }
              }
            },
            "file": { "type": "string" },
            "payloads": {
              "description": "Where payloads come from: feeds that were named, feeds beside the plugin's file, or made up.",
              "type": "object",
              "additionalProperties": false,
              "required": ["blocks", "files", "source"],
              "properties": {
                "blocks": { "$ref": "#/$defs/count" },
                "files": { "$ref": "#/$defs/names" },
                "source": { "enum": ["feed", "beside-the-file", "made"] }
              }
            },
            "plugin": {
              "description": "Absent where it could not be loaded.",
              "type": "object",
              "additionalProperties": false,
              "required": ["blockCodes", "formats", "id", "showTypes", "version"],
              "properties": {
                "blockCodes": { "$ref": "#/$defs/names" },
                "formats": { "description": "That it writes.", "$ref": "#/$defs/names" },
                "id": { "type": "string" },
                "showTypes": { "$ref": "#/$defs/names" },
                "version": { "type": "string" }
              }
            },
            "seed": {
              "description": "Of the random payloads, 64 bits in decimal.",
              "type": "string",
              "pattern": "^[0-9]+$"
            },
            "tests": { "type": "array", "items": { "$ref": "#/$defs/test" } }
          }
        },
        "test": {
          "type": "object",
          "additionalProperties": false,
          "required": ["findings", "id", "notes", "status", "summary"],
          "properties": {
            "findings": {
              "type": "array",
              "items": {
                "type": "object",
                "additionalProperties": false,
                "required": ["count", "help", "message", "places"],
                "properties": {
                  "count": { "type": "integer", "minimum": 1 },
                  "help": { "type": "string" },
                  "message": { "type": "string" },
                  "places": {
                    "description": "The first payloads and environments in which it was found.",
                    "$ref": "#/$defs/names"
                  }
                }
              }
            },
            "id": { "type": "string" },
            "notes": { "$ref": "#/$defs/names" },
            "reason": { "description": "Why it is skipped.", "type": "string" },
            "status": { "enum": ["passed", "failed", "skipped", "crashed", "timed-out"] },
            "summary": { "type": "string" }
          }
        }
      }
    }

    """#
}

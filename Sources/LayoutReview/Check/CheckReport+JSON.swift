import Diagnostics
import Renderers

extension CheckReport {
  /// The report as JSON, which `sectionengine schema check` describes. Findings are not folded.
  package var json: [UInt8] {
    var json = JSONWriter(ByteWriter(), layout: .pretty)
    json.beginObject()
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
    json.endObject()
    json.out.write("\n")
    return json.out.bytes
  }
}

extension Finding {
  /// Writes the finding as in `check --format json`.
  package func write(to json: inout JSONWriter) {
    json.beginObject()
    if let blockCode = diagnostic.blockCode { json.write("blockCode", blockCode) }
    json.write("code", diagnostic.code.rawValue)
    json.write("fingerprint", fingerprint)
    json.array("help", diagnostic.helps) { $0.write($1) }
    if let label = diagnostic.label { json.write("label", label) }
    if let location = diagnostic.location {
      json.object("location") { json in
        json.write("column", location.column)
        // Without the folder: the output does not depend on the location of a feed.
        json.write(
          "file", location.file.split(separator: "/").last.map(String.init) ?? location.file)
        json.write("line", location.line)
        if !location.path.isEmpty { json.write("path", location.path) }
      }
    }
    json.write("message", diagnostic.message)
    if let node = diagnostic.node { json.write("node", node) }
    json.array("notes", diagnostic.notes) { $0.write($1) }
    if let plugin = diagnostic.plugin { json.write("plugin", plugin) }
    json.write("rule", rule)
    json.write("severity", diagnostic.severity.rawValue)
    json.endObject()
  }
}

/// The JSON Schema (draft 2020-12) of `check --format json`. It allows no other keys.
package enum CheckReportSchema {
  package static let text = #"""
    {
      "$schema": "https://json-schema.org/draft/2020-12/schema",
      "$id": "sectionengine:check-v1",
      "title": "What is wrong with a laid out feed",
      "type": "object",
      "additionalProperties": false,
      "required": ["environment", "feed", "findings", "layout", "schemaVersion", "summary"],
      "properties": {
        "environment": {
          "type": "object",
          "additionalProperties": false,
          "required": ["appearance", "direction", "height", "locale", "scale", "textSize", "width"],
          "properties": {
            "appearance": { "enum": ["light", "dark"] },
            "direction": { "enum": ["ltr", "rtl"] },
            "height": { "type": "number" },
            "locale": { "type": "string" },
            "scale": { "enum": [1, 2, 3] },
            "textSize": { "type": "string" },
            "width": { "type": "number" }
          }
        },
        "feed": { "type": "string" },
        "findings": { "type": "array", "items": { "$ref": "#/$defs/finding" } },
        "layout": { "type": "string" },
        "schemaVersion": { "const": 1 },
        "summary": {
          "type": "object",
          "additionalProperties": false,
          "required": ["errors", "ignored", "known", "notes", "sections", "warnings"],
          "properties": {
            "errors": { "$ref": "#/$defs/count" },
            "ignored": { "description": "By the configuration.", "$ref": "#/$defs/count" },
            "known": { "description": "By the baseline.", "$ref": "#/$defs/count" },
            "notes": { "$ref": "#/$defs/count" },
            "sections": { "$ref": "#/$defs/count" },
            "warnings": { "$ref": "#/$defs/count" }
          }
        }
      },
      "$defs": {
        "count": { "type": "integer", "minimum": 0 },
        "strings": { "type": "array", "items": { "type": "string" } },
        "finding": {
          "type": "object",
          "additionalProperties": false,
          "required": ["code", "fingerprint", "help", "message", "notes", "rule", "severity"],
          "properties": {
            "blockCode": { "type": "string" },
            "code": { "type": "string", "pattern": "^SE[0-9]{4}$" },
            "fingerprint": {
              "description": "Of rule, node and text, without numbers of items, lines and columns.",
              "type": "string",
              "pattern": "^[0-9a-f]{16}$"
            },
            "help": { "$ref": "#/$defs/strings" },
            "label": { "description": "The numbers: found and expected.", "type": "string" },
            "location": {
              "type": "object",
              "additionalProperties": false,
              "required": ["column", "file", "line"],
              "properties": {
                "column": { "description": "In Unicode scalars.", "type": "integer", "minimum": 1 },
                "file": { "description": "Without its folder.", "type": "string" },
                "line": { "type": "integer", "minimum": 1 },
                "path": { "description": "JSON path.", "type": "string" }
              }
            },
            "message": { "type": "string" },
            "node": { "description": "Path on the page.", "type": "string" },
            "notes": { "$ref": "#/$defs/strings" },
            "plugin": { "type": "string" },
            "rule": { "description": "Its id; a code, where drawing found it.", "type": "string" },
            "severity": { "enum": ["error", "warning", "note"] }
          }
        }
      }
    }

    """#
}

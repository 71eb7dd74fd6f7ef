import Renderers

/// The JSON Schema (draft 2020-12) of the files of `check --config`, generated from the rules. It
/// allows no other keys.
package enum CheckConfigurationSchema {
  package static var text: String {
    let rules = CheckRule.all.sorted { $0.id < $1.id }.map(\.schema).joined(separator: ",\n")
    return #"""
      {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "$id": "sectionengine:check-config-v1",
        "title": "What a check looks for",
        "type": "object",
        "additionalProperties": false,
        "properties": {
          "$schema": { "type": "string" },
          "ignore": {
            "description": "Findings that are known and meant.",
            "type": "array",
            "items": {
              "type": "object",
              "additionalProperties": false,
              "required": ["reason"],
              "anyOf": [
                { "required": ["block"] }, { "required": ["node"] }, { "required": ["rule"] }
              ],
              "properties": {
                "block": { "description": "A block code.", "$ref": "#/$defs/word" },
                "node": {
                  "description": "Path of nodes: * is any part of a word, ** any words.",
                  "$ref": "#/$defs/word"
                },
                "reason": { "$ref": "#/$defs/word" },
                "rule": { "description": "Id of a rule, or a code.", "$ref": "#/$defs/word" }
              }
            }
          },
          "rules": {
            "type": "object",
            "additionalProperties": false,
            "properties": {
      \#(rules)
            },
            "patternProperties": {
              "^SE[123][0-9]{3}$": {
                "description": "What drawing finds, by its code; or a rule, by its own.",
                "anyOf": [{ "$ref": "#/$defs/severity" }, { "type": "object" }]
              }
            }
          }
        },
        "$defs": {
          "severity": { "enum": ["error", "warning", "note", "off"] },
          "word": { "type": "string", "minLength": 1 }
        }
      }

      """#
  }
}

extension CheckRule {
  /// The rule's member in the schema's `rules`.
  fileprivate var schema: String {
    func string(_ text: String) -> String {
      var out = ByteWriter()
      out.write(jsonString: text)
      return out.string
    }
    let limits = limits.map { limit in
      """
                    \(string(limit.name)): {
                      "description": \(string(limit.meaning)),
                      "type": "number",
                      "minimum": \(pointsText(limit.range.lowerBound)),
                      "maximum": \(pointsText(limit.range.upperBound)),
                      "default": \(pointsText(limit.standard))
                    }
      """
    }
    let members = limits + ["              \"severity\": { \"$ref\": \"#/$defs/severity\" }"]
    return """
              \(string(id)): {
                "description": \(string(summary)),
                "anyOf": [
                  { "$ref": "#/$defs/severity" },
                  {
                    "type": "object",
                    "additionalProperties": false,
                    "properties": {
      \(members.joined(separator: ",\n"))
                    }
                  }
                ]
              }
      """
  }
}

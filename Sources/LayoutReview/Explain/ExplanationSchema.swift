/// The JSON Schema (draft 2020-12) of `explain NODE --format json`, as
/// `sectionengine schema explain` prints it. Like that of JSON v1, it allows no other keys.
package enum ExplanationSchema {
  package static let text = #"""
    {
      "$schema": "https://json-schema.org/draft/2020-12/schema",
      "$id": "sectionengine:explain-v1",
      "title": "Why a node has its frame",
      "description": "The numbers that lead to the frame of a node or section, each with a formula over inputs and other numbers. Lengths are points; numbers have at most 2 decimals.",
      "type": "object",
      "additionalProperties": false,
      "required": [
        "$schema", "exact", "feedFrame", "frame", "isComplete", "node", "numbers", "origin",
        "scale", "schemaVersion"
      ],
      "properties": {
        "$schema": { "const": "sectionengine:explain-v1" },
        "exact": {
          "description": "The frame in the parent before it is rounded to pixels.",
          "$ref": "#/$defs/frame"
        },
        "feedFrame": {
          "description": "In feed coordinates, on the pixel grid.",
          "$ref": "#/$defs/frame"
        },
        "frame": {
          "description": "In the parent's coordinates, on the pixel grid; of a section in the feed's.",
          "$ref": "#/$defs/frame"
        },
        "isComplete": {
          "description": "Each number that stands in a formula is one of `numbers`; `--chain` gives all.",
          "type": "boolean"
        },
        "node": { "type": "string" },
        "numbers": {
          "description": "First width, height, x and y of the node, then what they are derived from.",
          "type": "array",
          "minItems": 4,
          "items": { "$ref": "#/$defs/number" }
        },
        "origin": { "$ref": "#/$defs/origin" },
        "scale": { "description": "Pixels per point.", "type": "integer", "minimum": 0 },
        "schemaVersion": { "type": "integer", "const": 1 }
      },
      "$defs": {
        "frame": {
          "type": "object",
          "additionalProperties": false,
          "required": ["height", "width", "x", "y"],
          "properties": {
            "height": { "type": "number" },
            "width": { "type": "number" },
            "x": { "type": "number" },
            "y": { "type": "number" }
          }
        },
        "number": {
          "description": "Without a formula where no rule can be stated; then `dependencies` are what decides.",
          "type": "object",
          "additionalProperties": false,
          "required": ["level", "of", "quantity", "rule", "text", "value"],
          "oneOf": [{ "required": ["formula"] }, { "required": ["dependencies"] }],
          "properties": {
            "dependencies": { "$ref": "#/$defs/terms" },
            "formula": { "$ref": "#/$defs/formula" },
            "level": {
              "description": "0: of the frame; 1: what that is derived from, and so on.",
              "type": "integer",
              "minimum": 0
            },
            "of": { "type": "string" },
            "quantity": { "type": "string" },
            "rule": { "type": "string" },
            "text": { "type": "string" },
            "value": { "type": "number" }
          }
        },
        "terms": { "type": "array", "items": { "$ref": "#/$defs/formula" } },
        "formula": {
          "description": "One operation. `negative` has one term, `quotient` dividend and divisor, `percent` a percentage and what it is of, `rounded` a number and pixels per point: half a pixel goes up.",
          "type": "object",
          "additionalProperties": false,
          "minProperties": 1,
          "maxProperties": 1,
          "properties": {
            "constant": { "type": "number" },
            "greatest": { "$ref": "#/$defs/terms" },
            "input": {
              "description": "What the layout was given: of a style, a text, a section, or the page.",
              "type": "object",
              "additionalProperties": false,
              "required": ["of", "property", "unit", "value"],
              "properties": {
                "of": { "type": "string" },
                "property": { "type": "string" },
                "unit": { "enum": ["number", "percent", "points"] },
                "value": { "type": "number" }
              }
            },
            "least": { "$ref": "#/$defs/terms" },
            "negative": { "$ref": "#/$defs/terms" },
            "number": {
              "type": "object",
              "additionalProperties": false,
              "required": ["of", "quantity", "value"],
              "properties": {
                "index": { "description": "In `numbers`.", "type": "integer", "minimum": 0 },
                "of": { "type": "string" },
                "quantity": { "type": "string" },
                "value": { "type": "number" }
              }
            },
            "percent": { "$ref": "#/$defs/terms" },
            "product": { "$ref": "#/$defs/terms" },
            "quotient": { "$ref": "#/$defs/terms" },
            "rounded": { "$ref": "#/$defs/terms" },
            "sum": { "$ref": "#/$defs/terms" }
          }
        },
        "place": {
          "type": "object",
          "additionalProperties": false,
          "required": ["column", "file", "line", "path"],
          "properties": {
            "column": { "type": "integer", "minimum": 1 },
            "file": { "type": "string" },
            "line": { "type": "integer", "minimum": 1 },
            "path": { "type": "string" }
          }
        },
        "origin": {
          "type": "object",
          "additionalProperties": false,
          "required": ["layout", "provider", "settings"],
          "properties": {
            "block": { "description": "What was drawn.", "$ref": "#/$defs/place" },
            "fallback": { "type": "string" },
            "layout": { "type": "string" },
            "provider": { "type": "string" },
            "settings": {
              "description": "What the feed layout says of the section, whatever its provider does.",
              "type": "array",
              "items": { "type": "string" }
            },
            "spacing": {
              "description": "Which rule of the feed layout gave the gap above the section.",
              "type": "string"
            },
            "value": { "description": "What the node shows.", "$ref": "#/$defs/place" }
          }
        }
      }
    }

    """#
}

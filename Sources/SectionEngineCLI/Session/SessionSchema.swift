/// The JSON Schema (draft 2020-12) of `session --format json`, as `sectionengine schema session`
/// prints it. All objects are closed, as in JSON v1.
enum SessionSchema {
  static let text = #"""
    {
      "$schema": "https://json-schema.org/draft/2020-12/schema",
      "$id": "sectionengine:session-v1",
      "title": "Steps of a feed session",
      "description": "What each input and reply did. Sections are named by the identity of their block, items by their index in it; old indices are those before the step, new ones those after it. Lengths are points.",
      "type": "object",
      "additionalProperties": false,
      "required": ["layout", "schemaVersion", "steps"],
      "properties": {
        "layout": { "type": "string" },
        "schemaVersion": { "type": "integer", "const": 1 },
        "steps": { "type": "array", "items": { "$ref": "#/$defs/step" } }
      },
      "$defs": {
        "step": {
          "type": "object",
          "additionalProperties": false,
          "required": [
            "arrived", "asked", "changes", "content", "footer", "header", "height", "input",
            "notices", "part", "sections", "shift", "wasStale"
          ],
          "properties": {
            "arrived": {
              "description": "Sources whose replies belong to this step; list[1] is the second page.",
              "$ref": "#/$defs/names"
            },
            "asked": {
              "description": "Sources that are asked for in this step.",
              "$ref": "#/$defs/names"
            },
            "changes": { "$ref": "#/$defs/changes" },
            "content": { "enum": ["loading", "completed", "empty", "failed"] },
            "footer": { "enum": ["idle", "refreshing", "no-more-data"] },
            "header": { "enum": ["idle", "refreshing"] },
            "height": { "type": "number", "minimum": 0 },
            "ignored": {
              "description": "Why the input came to nothing; absent where it did not.",
              "enum": [
                "pulled-again", "busy", "has-ended", "not-paged", "not-loaded",
                "unknown-section", "unknown-item", "unchanged", "not-awaited"
              ]
            },
            "input": { "type": "string" },
            "notices": { "type": "array", "items": { "$ref": "#/$defs/notice" } },
            "part": {
              "description": "An input with all its replies, an input whose replies follow, or one reply.",
              "enum": ["whole", "input", "arrival"]
            },
            "sections": {
              "description": "Identities of all blocks after the step, in the order of display.",
              "$ref": "#/$defs/names"
            },
            "shift": { "$ref": "#/$defs/shift" },
            "wasStale": {
              "description": "What was shown before the input was older than its freshness.",
              "type": "boolean"
            }
          }
        },
        "changes": {
          "type": "object",
          "additionalProperties": false,
          "required": [
            "deletedItems", "deletedSections", "insertedItems", "insertedSections", "movedItems",
            "movedSections", "updatedItems", "updatedSections"
          ],
          "properties": {
            "deletedItems": { "type": "array", "items": { "$ref": "#/$defs/item" } },
            "deletedSections": { "type": "array", "items": { "$ref": "#/$defs/section" } },
            "insertedItems": { "type": "array", "items": { "$ref": "#/$defs/item" } },
            "insertedSections": { "type": "array", "items": { "$ref": "#/$defs/section" } },
            "movedItems": {
              "type": "array",
              "items": {
                "type": "object",
                "additionalProperties": false,
                "required": ["from", "to"],
                "properties": {
                  "from": { "$ref": "#/$defs/item" },
                  "to": { "$ref": "#/$defs/item" }
                }
              }
            },
            "movedSections": {
              "type": "array",
              "items": {
                "type": "object",
                "additionalProperties": false,
                "required": ["from", "section", "to"],
                "properties": {
                  "from": { "$ref": "#/$defs/index" },
                  "section": { "type": "string" },
                  "to": { "$ref": "#/$defs/index" }
                }
              }
            },
            "updatedItems": { "type": "array", "items": { "$ref": "#/$defs/item" } },
            "updatedSections": { "type": "array", "items": { "$ref": "#/$defs/section" } }
          }
        },
        "index": { "type": "integer", "minimum": 0 },
        "item": {
          "type": "object",
          "additionalProperties": false,
          "required": ["item", "section"],
          "properties": {
            "item": { "$ref": "#/$defs/index" },
            "section": { "type": "string" }
          }
        },
        "names": { "type": "array", "items": { "type": "string" } },
        "notice": {
          "description": "Words for the reader; with `failure`, the kind of what went wrong.",
          "type": "object",
          "additionalProperties": false,
          "required": ["name", "text"],
          "properties": {
            "failure": { "enum": ["network", "status", "envelope", "payload"] },
            "name": { "type": "string" },
            "text": { "type": "string" }
          }
        },
        "section": {
          "type": "object",
          "additionalProperties": false,
          "required": ["index", "section"],
          "properties": {
            "index": { "$ref": "#/$defs/index" },
            "section": { "type": "string" }
          }
        },
        "shift": {
          "description": "How far what stood on the screen moved; the distance is the greatest.",
          "type": "object",
          "additionalProperties": false,
          "required": ["distance", "movements"],
          "properties": {
            "distance": { "type": "number", "minimum": 0 },
            "movements": {
              "type": "array",
              "items": {
                "type": "object",
                "additionalProperties": false,
                "required": ["from", "section", "to"],
                "properties": {
                  "from": { "type": "number" },
                  "item": { "type": "string" },
                  "section": { "type": "string" },
                  "to": { "type": "number" }
                }
              }
            }
          }
        }
      }
    }

    """#
}

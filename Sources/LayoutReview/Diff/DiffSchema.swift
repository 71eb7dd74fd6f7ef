/// The JSON Schema (draft 2020-12) of `diff --format json`, as `sectionengine schema diff` prints
/// it. Like that of JSON v1, it allows no other keys.
package enum DiffSchema {
  package static let version = 1
  /// `$schema` of a document and `$id` of the schema. It is a name, not an address.
  package static let identifier = "sectionengine:diff-v1"

  package static let text = #"""
    {
      "$schema": "https://json-schema.org/draft/2020-12/schema",
      "$id": "sectionengine:diff-v1",
      "title": "Differences of two pages",
      "description": "What is another between two pages, or between two folders of pages. Lengths are points; old is the first page, new the second. Frames of sections are in feed coordinates, those of nodes in their parent's.",
      "oneOf": [
        { "$ref": "#/$defs/document" },
        { "$ref": "#/$defs/folders" },
        { "$ref": "#/$defs/app" }
      ],
      "$defs": {
        "document": {
          "type": "object",
          "additionalProperties": false,
          "required": [
            "$schema", "counts", "different", "environment", "feed", "following", "providers", "pushes",
            "rounded", "schemaVersion", "sections"
          ],
          "properties": {
            "$schema": { "const": "sectionengine:diff-v1" },
            "counts": { "$ref": "#/$defs/counts" },
            "different": { "type": "boolean" },
            "environment": { "$ref": "#/$defs/values" },
            "feed": { "$ref": "#/$defs/feeds" },
            "following": { "$ref": "#/$defs/count" },
            "providers": { "type": "array", "items": { "$ref": "#/$defs/provider" } },
            "pushes": { "type": "array", "items": { "$ref": "#/$defs/push" } },
            "rounded": { "$ref": "#/$defs/count" },
            "schemaVersion": { "const": 1 },
            "sections": { "type": "array", "items": { "$ref": "#/$defs/section" } }
          }
        },
        "folders": {
          "type": "object",
          "additionalProperties": false,
          "required": ["$schema", "different", "files", "schemaVersion"],
          "properties": {
            "$schema": { "const": "sectionengine:diff-v1" },
            "different": { "type": "boolean" },
            "files": { "type": "array", "items": { "$ref": "#/$defs/file" } },
            "schemaVersion": { "const": 1 }
          }
        },
        "app": {
          "description": "Where a real app differs from a page. Frames are in feed coordinates; by is app less page, without what is above or around.",
          "type": "object",
          "additionalProperties": false,
          "required": [
            "$schema", "agreeing", "compared", "different", "feed", "missing", "notShown", "pushes",
            "schemaVersion", "scrollView", "sections", "strangers", "tolerance"
          ],
          "properties": {
            "$schema": { "const": "sectionengine:diff-v1" },
            "agreeing": { "$ref": "#/$defs/count" },
            "compared": {
              "type": "object",
              "additionalProperties": false,
              "required": ["nodes", "sections"],
              "properties": {
                "nodes": { "$ref": "#/$defs/count" },
                "sections": { "$ref": "#/$defs/count" }
              }
            },
            "different": { "type": "boolean" },
            "feed": { "type": "string" },
            "missing": {
              "description": "Sections in the visible part that no view shows.",
              "type": "array",
              "items": { "type": "string" }
            },
            "notShown": { "$ref": "#/$defs/count" },
            "pushes": {
              "type": "array",
              "items": {
                "type": "object",
                "additionalProperties": false,
                "required": ["count", "distance", "first", "last"],
                "properties": {
                  "count": { "$ref": "#/$defs/count" },
                  "distance": { "type": "number" },
                  "first": { "type": "string" },
                  "last": { "type": "string" }
                }
              }
            },
            "schemaVersion": { "const": 1 },
            "scrollView": { "type": "string" },
            "sections": {
              "type": "array",
              "items": {
                "type": "object",
                "additionalProperties": false,
                "required": ["nodes", "path"],
                "properties": {
                  "nodes": { "type": "array", "items": { "$ref": "#/$defs/deviation" } },
                  "own": { "$ref": "#/$defs/deviation" },
                  "path": { "type": "string" }
                }
              }
            },
            "strangers": {
              "description": "Views that show nothing of the page.",
              "type": "array",
              "items": {
                "type": "object",
                "additionalProperties": false,
                "required": ["frame", "view"],
                "properties": {
                  "frame": { "$ref": "#/$defs/frame" },
                  "identifier": { "type": "string" },
                  "view": { "type": "string" }
                }
              }
            },
            "tolerance": { "type": "number", "minimum": 0 }
          }
        },
        "deviation": {
          "type": "object",
          "additionalProperties": false,
          "required": ["app", "by", "page", "path", "view"],
          "properties": {
            "app": { "$ref": "#/$defs/frame" },
            "by": { "$ref": "#/$defs/frame" },
            "page": { "$ref": "#/$defs/frame" },
            "path": { "type": "string" },
            "text": {
              "type": "object",
              "additionalProperties": false,
              "required": ["app", "page"],
              "properties": { "app": { "type": "string" }, "page": { "type": "string" } }
            },
            "view": { "type": "string" }
          }
        },
        "file": {
          "description": "A name that either folder has. `difference` is there where both have it and it is another.",
          "type": "object",
          "additionalProperties": false,
          "required": ["name", "status"],
          "properties": {
            "difference": { "$ref": "#/$defs/page" },
            "name": { "type": "string" },
            "status": { "enum": ["added", "removed", "different", "same"] }
          }
        },
        "page": {
          "type": "object",
          "additionalProperties": false,
          "required": [
            "counts", "different", "environment", "feed", "following", "providers", "pushes", "rounded",
            "schemaVersion", "sections"
          ],
          "properties": {
            "counts": { "$ref": "#/$defs/counts" },
            "different": { "type": "boolean" },
            "environment": { "$ref": "#/$defs/values" },
            "feed": { "$ref": "#/$defs/feeds" },
            "following": { "$ref": "#/$defs/count" },
            "providers": { "type": "array", "items": { "$ref": "#/$defs/provider" } },
            "pushes": { "type": "array", "items": { "$ref": "#/$defs/push" } },
            "rounded": { "$ref": "#/$defs/count" },
            "schemaVersion": { "const": 1 },
            "sections": { "type": "array", "items": { "$ref": "#/$defs/section" } }
          }
        },
        "count": { "type": "integer", "minimum": 0 },
        "counts": {
          "description": "Sections, each counted once; pushed are those that only moved with what is above them.",
          "type": "object",
          "additionalProperties": false,
          "required": ["added", "changed", "moved", "pushed", "removed", "resized", "unchanged"],
          "properties": {
            "added": { "$ref": "#/$defs/count" },
            "changed": { "$ref": "#/$defs/count" },
            "moved": { "$ref": "#/$defs/count" },
            "pushed": { "$ref": "#/$defs/count" },
            "removed": { "$ref": "#/$defs/count" },
            "resized": { "$ref": "#/$defs/count" },
            "unchanged": { "$ref": "#/$defs/count" }
          }
        },
        "feed": {
          "type": "object",
          "additionalProperties": false,
          "required": ["height", "id", "width"],
          "properties": {
            "height": { "type": "number" },
            "id": { "type": "string" },
            "width": { "type": "number" }
          }
        },
        "feeds": {
          "type": "object",
          "additionalProperties": false,
          "required": ["new", "old"],
          "properties": {
            "new": { "$ref": "#/$defs/feed" },
            "old": { "$ref": "#/$defs/feed" }
          }
        },
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
        "kinds": {
          "description": "moved: stands elsewhere by itself; entered and left: came on screen and left it, where the other page does not say what is off the screen.",
          "type": "array",
          "uniqueItems": true,
          "items": {
            "enum": [
              "added", "removed", "moved", "resized", "restyled", "text", "action", "entered", "left"
            ]
          }
        },
        "node": {
          "type": "object",
          "additionalProperties": false,
          "required": ["kinds", "path", "values"],
          "properties": {
            "alike": {
              "description": "Siblings of the name that changed in the same way and are not listed.",
              "type": "object",
              "additionalProperties": false,
              "required": ["count", "name"],
              "properties": {
                "count": { "type": "integer", "minimum": 1 },
                "name": { "type": "string" }
              }
            },
            "kinds": { "$ref": "#/$defs/kinds" },
            "new": { "$ref": "#/$defs/nodeSide" },
            "old": { "$ref": "#/$defs/nodeSide" },
            "path": { "type": "string" },
            "values": { "$ref": "#/$defs/values" }
          }
        },
        "nodeSide": {
          "type": "object",
          "additionalProperties": false,
          "required": ["frame"],
          "properties": {
            "frame": { "$ref": "#/$defs/frame" },
            "place": { "$ref": "#/$defs/place" },
            "text": { "type": "string" }
          }
        },
        "place": { "description": "From 1.", "type": "integer", "minimum": 1 },
        "provider": {
          "description": "The same provider in another version.",
          "type": "object",
          "additionalProperties": false,
          "required": ["id", "new", "old", "sections"],
          "properties": {
            "id": { "type": "string" },
            "new": { "type": "string" },
            "old": { "type": "string" },
            "sections": { "$ref": "#/$defs/count" }
          }
        },
        "push": {
          "description": "Sections, by their places on the new page, that are where those above put them.",
          "type": "object",
          "additionalProperties": false,
          "required": ["distance", "first", "last"],
          "properties": {
            "distance": { "type": "number" },
            "first": { "$ref": "#/$defs/place" },
            "last": { "$ref": "#/$defs/place" }
          }
        },
        "section": {
          "type": "object",
          "additionalProperties": false,
          "required": ["kinds", "nodes", "path", "values"],
          "properties": {
            "gap": {
              "description": "Distance to the section above, where it is another while that section is the same.",
              "type": "object",
              "additionalProperties": false,
              "required": ["new", "old"],
              "properties": { "new": { "type": "number" }, "old": { "type": "number" } }
            },
            "kinds": { "$ref": "#/$defs/kinds" },
            "new": { "$ref": "#/$defs/sectionSide" },
            "nodes": { "type": "array", "items": { "$ref": "#/$defs/node" } },
            "old": { "$ref": "#/$defs/sectionSide" },
            "path": { "type": "string" },
            "values": { "$ref": "#/$defs/values" }
          }
        },
        "sectionSide": {
          "type": "object",
          "additionalProperties": false,
          "required": ["frame"],
          "properties": {
            "frame": { "$ref": "#/$defs/frame" },
            "place": { "$ref": "#/$defs/place" }
          }
        },
        "values": {
          "description": "Keys of dumps, and truncated, codes, nodes below; a side is absent where the key is left out.",
          "type": "array",
          "items": {
            "type": "object",
            "additionalProperties": false,
            "required": ["key"],
            "properties": {
              "key": { "type": "string" },
              "new": { "type": "string" },
              "old": { "type": "string" }
            }
          }
        }
      }
    }

    """#
}

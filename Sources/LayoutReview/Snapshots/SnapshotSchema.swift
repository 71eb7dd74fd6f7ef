/// The JSON Schemas (draft 2020-12) of snapshots, as `sectionengine schema` prints them.
package enum SnapshotSchema {
  /// The schema of `snapshots.json`.
  package static let settings = #"""
    {
      "$schema": "https://json-schema.org/draft/2020-12/schema",
      "$id": "sectionengine:snapshots-v1",
      "title": "Settings of a folder of snapshots",
      "description": "Which feeds are kept, and for which environments each is drawn: every combination of the words of the matrix. Files are relative to the folder; a layout and metrics are files where they have a slash or end in .json, else bundled names.",
      "type": "object",
      "additionalProperties": false,
      "required": ["feeds"],
      "properties": {
        "$schema": { "type": "string", "minLength": 1 },
        "feeds": { "type": "array", "minItems": 1, "items": { "$ref": "#/$defs/feed" } },
        "matrix": { "$ref": "#/$defs/matrix" }
      },
      "$defs": {
        "feed": {
          "type": "object",
          "additionalProperties": false,
          "required": ["name"],
          "properties": {
            "feed": {
              "description": "The primary source; without it the samples of the layout are drawn.",
              "$ref": "#/$defs/file"
            },
            "layout": {
              "description": "By default the bundled one whose shape fits; netease-home without a feed.",
              "$ref": "#/$defs/file"
            },
            "matrix": {
              "description": "Words of this feed, in place of the common ones.",
              "$ref": "#/$defs/matrix"
            },
            "metrics": { "$ref": "#/$defs/file" },
            "name": {
              "description": "Of the folder that the snapshots of the feed stand in.",
              "type": "string",
              "minLength": 1,
              "pattern": "^[^./\\\\:*?\"<>| -]([^/\\\\:*?\"<>|]*[^/\\\\:*?\"<>| .])?$"
            },
            "plugins": { "type": "array", "items": { "$ref": "#/$defs/file" } },
            "sources": {
              "description": "Other sources of the layout, by their names.",
              "type": "object",
              "additionalProperties": { "$ref": "#/$defs/file" }
            },
            "unknown": { "enum": ["generic", "placeholder", "skip", "fail"] }
          }
        },
        "file": {
          "type": "string",
          "minLength": 1,
          "not": { "anyOf": [{ "const": "-" }, { "pattern": "^[Hh][Tt][Tt][Pp][Ss]?://" }] }
        },
        "matrix": {
          "description": "An axis that is left out has one word: what the feed layout states, else light, ltr, large, en.",
          "type": "object",
          "additionalProperties": false,
          "properties": {
            "appearances": {
              "type": "array", "minItems": 1, "uniqueItems": true,
              "items": { "enum": ["light", "dark"] }
            },
            "devices": {
              "description": "Of `sectionengine devices`.",
              "type": "array", "minItems": 1, "uniqueItems": true, "items": { "type": "string" }
            },
            "directions": {
              "type": "array", "minItems": 1, "uniqueItems": true,
              "items": { "enum": ["ltr", "rtl"] }
            },
            "locales": {
              "type": "array", "minItems": 1, "uniqueItems": true,
              "items": { "type": "string", "pattern": "^[A-Za-z0-9-]{1,35}$" }
            },
            "textSizes": {
              "type": "array", "minItems": 1, "uniqueItems": true,
              "items": {
                "enum": [
                  "xs", "s", "m", "large", "xl", "xxl", "xxxl", "ax1", "ax2", "ax3", "ax4", "ax5"
                ]
              }
            }
          }
        }
      }
    }

    """#

  /// The schema of `snapshot verify --format json`.
  package static let report = #"""
    {
      "$schema": "https://json-schema.org/draft/2020-12/schema",
      "$id": "sectionengine:snapshot-report-v1",
      "title": "What `snapshot verify` found",
      "type": "object",
      "additionalProperties": false,
      "required": ["feeds", "isClean", "schemaVersion", "strays"],
      "properties": {
        "feeds": {
          "type": "array",
          "items": {
            "type": "object",
            "additionalProperties": false,
            "required": ["cells", "files", "name", "problems"],
            "properties": {
              "cells": { "description": "That were looked at.", "$ref": "#/$defs/count" },
              "files": { "description": "That stand for them.", "$ref": "#/$defs/count" },
              "name": { "type": "string" },
              "problems": { "type": "array", "items": { "$ref": "#/$defs/problem" } }
            }
          }
        },
        "isClean": { "type": "boolean" },
        "schemaVersion": { "type": "integer", "const": 1 },
        "strays": {
          "description": "Orphans in folders of no feed.",
          "type": "array",
          "items": { "$ref": "#/$defs/problem" }
        }
      },
      "$defs": {
        "count": { "type": "integer", "minimum": 0 },
        "problem": {
          "type": "object",
          "additionalProperties": false,
          "required": ["cells", "count", "kind", "otherCount", "others", "place"],
          "properties": {
            "cells": {
              "description": "As in file names: iphone-14.light+dark.",
              "type": "string"
            },
            "count": { "description": "Of those cells.", "$ref": "#/$defs/count" },
            "diagnostics": {
              "type": "array",
              "items": {
                "type": "object",
                "additionalProperties": false,
                "required": ["code", "message", "severity"],
                "properties": {
                  "code": { "type": "string", "pattern": "^SE[0-9]{4}$" },
                  "message": { "type": "string" },
                  "severity": { "enum": ["note", "warning", "error"] }
                }
              }
            },
            "difference": {
              "description": "What changed, for people, line by line.",
              "type": "array",
              "items": { "type": "string" }
            },
            "kind": {
              "enum": [
                "changed", "missing", "edited", "unreadable", "repeated", "failed", "orphaned"
              ]
            },
            "otherCount": {
              "description": "Cells of `others`.",
              "$ref": "#/$defs/count"
            },
            "others": {
              "description": "Places of changes with the same cause, which are not listed for themselves.",
              "type": "array",
              "items": { "type": "string" }
            },
            "place": {
              "description": "FEED/FILE; of what has no file, FEED/CELLS.",
              "type": "string"
            }
          }
        }
      }
    }

    """#
}

extension LayoutSchema {
  static let text = #"""
    {
      "$schema": "https://json-schema.org/draft/2020-12/schema",
      "$id": "sectionengine:layout-v1",
      "title": "Layout of a feed",
      "description": "Every frame of a feed, in points. Sections stand in feed coordinates, nodes where `frames.nodes` says. Numbers have at most 2 decimals.",
      "$ref": "#/$defs/document",
      "$defs": {
        "document": {
          "type": "object",
          "additionalProperties": false,
          "required": [
            "$schema", "diagnostics", "environment", "feed", "frames", "generator",
            "schemaVersion", "sections"
          ],
          "properties": {
            "$schema": { "const": "sectionengine:layout-v1" },
            "chrome": { "$ref": "#/$defs/chrome" },
            "diagnostics": { "type": "array", "items": { "$ref": "#/$defs/diagnostic" } },
            "environment": { "$ref": "#/$defs/environment" },
            "feed": { "$ref": "#/$defs/feed" },
            "frames": { "$ref": "#/$defs/frames" },
            "generator": { "$ref": "#/$defs/generator" },
            "schemaVersion": { "type": "integer", "const": 1 },
            "sections": { "type": "array", "items": { "$ref": "#/$defs/section" } },
            "viewport": { "$ref": "#/$defs/viewport" }
          }
        },
        "viewport": {
          "description": "Where the page is scrolled to; floating and pinned frames are those there. Insets are what bars cover of the screen.",
          "type": "object",
          "additionalProperties": false,
          "required": ["bottomInset", "height", "scrollY", "topInset"],
          "properties": {
            "bottomInset": { "$ref": "#/$defs/length" },
            "height": { "$ref": "#/$defs/length" },
            "scrollY": {
              "description": "y of the feed at the upper edge of what no bar covers.",
              "$ref": "#/$defs/length"
            },
            "topInset": { "$ref": "#/$defs/length" }
          }
        },
        "chrome": {
          "description": "Bars around the content, each in its own coordinates.",
          "type": "object",
          "additionalProperties": false,
          "minProperties": 1,
          "properties": {
            "bottom": { "$ref": "#/$defs/section" },
            "top": { "$ref": "#/$defs/section" }
          }
        },
        "count": { "type": "integer", "minimum": 0 },
        "length": { "type": "number", "minimum": 0 },
        "code": { "type": "string", "pattern": "^SE[0-9]{4}$" },
        "diagnostic": {
          "type": "object",
          "additionalProperties": false,
          "required": ["code", "message", "severity"],
          "properties": {
            "blockCode": { "type": "string" },
            "code": { "$ref": "#/$defs/code" },
            "help": { "description": "Actions, one a line.", "type": "string", "minLength": 1 },
            "label": { "type": "string" },
            "location": { "$ref": "#/$defs/location" },
            "message": { "type": "string", "minLength": 1 },
            "node": { "description": "Path of a node: CODE/card[3]/text.", "type": "string" },
            "notes": { "type": "array", "minItems": 1, "items": { "type": "string" } },
            "plugin": { "type": "string" },
            "severity": { "enum": ["note", "warning", "error"] }
          }
        },
        "location": {
          "description": "A place in a source; line and column count from 1, in Unicode scalars.",
          "type": "object",
          "additionalProperties": false,
          "required": ["column", "file", "line"],
          "properties": {
            "column": { "$ref": "#/$defs/count" },
            "file": { "description": "Its name, without the folder.", "type": "string" },
            "line": { "$ref": "#/$defs/count" },
            "path": { "description": "JSON path.", "type": "string", "minLength": 1 }
          }
        },
        "environment": {
          "type": "object",
          "additionalProperties": false,
          "required": [
            "appearance", "direction", "locale", "metrics", "scale", "textSize", "tokens", "unit",
            "width"
          ],
          "properties": {
            "appearance": { "enum": ["light", "dark"] },
            "direction": { "enum": ["ltr", "rtl"] },
            "locale": { "type": "string" },
            "metrics": { "description": "Name of the text measurer.", "type": "string" },
            "scale": { "description": "Pixels per point.", "type": "integer", "minimum": 1 },
            "textSize": {
              "enum": [
                "xs", "s", "m", "large", "xl", "xxl", "xxxl", "ax1", "ax2", "ax3", "ax4", "ax5"
              ]
            },
            "tokens": {
              "description": "Appearance tokens by name, in bytewise order.",
              "type": "array",
              "items": {
                "type": "object",
                "additionalProperties": false,
                "required": ["name", "value"],
                "properties": { "name": { "type": "string" }, "value": { "type": "string" } }
              }
            },
            "unit": { "const": "pt" },
            "width": { "$ref": "#/$defs/length" }
          }
        },
        "feed": {
          "type": "object",
          "additionalProperties": false,
          "required": ["height", "id", "sectionCount", "title", "width"],
          "properties": {
            "height": { "$ref": "#/$defs/length" },
            "id": { "type": "string" },
            "sectionCount": {
              "description": "Of the whole page, also where some are left out.",
              "$ref": "#/$defs/count"
            },
            "title": { "type": "string" },
            "width": { "$ref": "#/$defs/length" }
          }
        },
        "frames": {
          "description": "What frames are relative to, and whether edges are snapped to pixels.",
          "type": "object",
          "additionalProperties": false,
          "required": ["nodes", "rounded", "sections"],
          "properties": {
            "nodes": { "enum": ["parent", "section"] },
            "rounded": { "type": "boolean" },
            "sections": { "const": "feed" }
          }
        },
        "generator": {
          "type": "object",
          "additionalProperties": false,
          "required": ["layout", "name", "version"],
          "properties": {
            "layout": { "type": "string" },
            "name": { "const": "sectionengine" },
            "version": { "type": "string", "pattern": "^[0-9]+\\.[0-9]+\\.[0-9]+" }
          }
        },
        "frame": {
          "type": "object",
          "additionalProperties": false,
          "required": ["height", "width", "x", "y"],
          "properties": {
            "height": { "$ref": "#/$defs/length" },
            "width": { "$ref": "#/$defs/length" },
            "x": { "type": "number" },
            "y": { "type": "number" }
          }
        },
        "section": {
          "type": "object",
          "additionalProperties": false,
          "required": [
            "blockCode", "closable", "codes", "contentHeight", "frame", "index", "insets",
            "itemSpacing", "layout", "pinned", "provider", "rowCount", "rowHeights", "rowSpacing",
            "title"
          ],
          "properties": {
            "backgroundExtent": {
              "description": "What the background lies behind, where that is not the rows.",
              "const": "section"
            },
            "blockCode": { "type": "string" },
            "closable": { "type": "boolean" },
            "codes": {
              "description": "Of the diagnostics about the section.",
              "type": "array",
              "items": { "$ref": "#/$defs/code" }
            },
            "columns": {
              "description": "Of a grid or waterfall; of one-plus-n, items beside the large one.",
              "type": "integer",
              "minimum": 2
            },
            "contentHeight": { "$ref": "#/$defs/length" },
            "contentOffset": {
              "description": "How far the rows are scrolled along x, towards their end.",
              "type": "number"
            },
            "contentWidth": {
              "description": "What rows that scroll take along x, with both insets.",
              "$ref": "#/$defs/length"
            },
            "currentGroup": {
              "description": "Index of the group that is scrolled to.",
              "type": "integer",
              "minimum": 1
            },
            "elided": {
              "description": "Nodes that the depth leaves out, where there is no root.",
              "type": "integer",
              "minimum": 1
            },
            "fallback": {
              "description": "The step that drew the section in place of its own provider.",
              "type": "object",
              "additionalProperties": false,
              "required": ["reason", "step"],
              "properties": {
                "reason": { "type": "string" },
                "step": { "enum": ["showType", "generic", "placeholder"] }
              }
            },
            "frame": { "$ref": "#/$defs/frame" },
            "gapAbove": {
              "description": "Free space above, of the feed layout's spacing.",
              "$ref": "#/$defs/length"
            },
            "index": { "$ref": "#/$defs/count" },
            "insets": { "description": "Around the rows.", "$ref": "#/$defs/edges" },
            "itemAlignment": { "enum": ["center", "end", "stretch"] },
            "itemSpacing": { "description": "Along x.", "$ref": "#/$defs/length" },
            "lanes": {
              "description": "Items stacked in one group.",
              "type": "integer",
              "minimum": 2
            },
            "layout": {
              "enum": [
                "list", "carousel", "pager", "grid", "flow", "waterfall", "one-plus-n"
              ]
            },
            "margins": {
              "description": "Around header, rows, footer and background.",
              "$ref": "#/$defs/edges"
            },
            "peek": {
              "description": "How much of the next group shows.",
              "$ref": "#/$defs/length"
            },
            "pinned": { "type": "array", "items": { "enum": ["header", "footer"] } },
            "placement": { "enum": ["overlay", "float-top", "float-bottom"] },
            "provider": {
              "type": "object",
              "additionalProperties": false,
              "required": ["id", "version"],
              "properties": { "id": { "type": "string" }, "version": { "type": "string" } }
            },
            "root": { "$ref": "#/$defs/node" },
            "rowAlignment": {
              "description": "How the items of one line share its free width.",
              "enum": ["center", "end", "space-between", "space-around", "space-evenly"]
            },
            "rowCount": { "$ref": "#/$defs/count" },
            "rowHeights": { "type": "array", "items": { "$ref": "#/$defs/length" } },
            "rowSpacing": { "description": "Along y.", "$ref": "#/$defs/length" },
            "scrolling": {
              "description": "How the rows scroll along x, where not continuously.",
              "enum": [
                "none", "leading-boundary", "paging", "group-paging", "group-paging-centered"
              ]
            },
            "title": { "type": "string" }
          }
        },
        "edges": {
          "type": "object",
          "additionalProperties": false,
          "required": ["bottom", "end", "start", "top"],
          "properties": {
            "bottom": { "type": "number" },
            "end": { "type": "number" },
            "start": { "type": "number" },
            "top": { "type": "number" }
          }
        },
        "node": {
          "type": "object",
          "additionalProperties": false,
          "required": ["frame", "id", "kind"],
          "properties": {
            "accessibility": {
              "type": "object",
              "additionalProperties": false,
              "required": ["label", "order", "role", "target"],
              "description": "With --accessibility, of what a screen reader stops at.",
              "properties": {
                "label": { "type": "string" },
                "offscreen": { "const": true },
                "order": { "type": "integer", "minimum": 1 },
                "role": { "enum": ["adjustable", "button", "header", "image", "link", "text"] },
                "target": { "$ref": "#/$defs/frame" }
              }
            },
            "action": {
              "type": "object",
              "additionalProperties": false,
              "required": ["target", "type"],
              "properties": {
                "target": { "type": "string", "minLength": 1 },
                "type": { "type": "string" }
              }
            },
            "attributes": { "type": "object" },
            "background": { "description": "A token.", "type": "string", "minLength": 1 },
            "badge": { "type": "string", "minLength": 1 },
            "children": {
              "type": "array",
              "minItems": 1,
              "items": { "$ref": "#/$defs/node" }
            },
            "color": { "description": "A token.", "type": "string", "minLength": 1 },
            "elided": {
              "description": "Descendants that the depth leaves out.",
              "type": "integer",
              "minimum": 1
            },
            "font": {
              "type": "object",
              "additionalProperties": false,
              "required": ["size", "weight"],
              "properties": {
                "size": { "$ref": "#/$defs/length" },
                "weight": { "$ref": "#/$defs/count" }
              }
            },
            "frame": { "$ref": "#/$defs/frame" },
            "id": { "description": "Unique among siblings.", "type": "string", "minLength": 1 },
            "item": {
              "description": "What a row asks of the section's layout.",
              "type": "object",
              "additionalProperties": false,
              "minProperties": 1,
              "properties": {
                "columnSpan": { "type": "integer", "minimum": 2 },
                "fullBleed": { "const": true },
                "rowSpan": { "type": "integer", "minimum": 2 },
                "stretched": { "const": true }
              }
            },
            "kind": {
              "enum": [
                "stack", "text", "image", "button", "icon", "badge", "spacer", "page-control",
                "list", "carousel", "pager", "placeholder"
              ]
            },
            "label": { "description": "For accessibility.", "type": "string", "minLength": 1 },
            "lines": {
              "description": "Lines of the text as it fits its frame; limit 0 is none.",
              "type": "object",
              "additionalProperties": false,
              "required": ["count", "limit", "truncated"],
              "properties": {
                "count": { "$ref": "#/$defs/count" },
                "limit": { "$ref": "#/$defs/count" },
                "truncated": { "type": "boolean" }
              }
            },
            "role": { "enum": ["button", "image", "header", "link", "adjustable"] },
            "text": { "type": "string", "minLength": 1 },
            "visibility": { "enum": ["clipped", "offscreen"] }
          },
          "dependentRequired": { "font": ["text"], "lines": ["text"], "text": ["font"] },
          "not": { "required": ["children", "elided"] },
          "allOf": [
            {
              "if": {
                "required": ["text"],
                "properties": { "kind": { "enum": ["text", "button", "badge"] } }
              },
              "then": { "required": ["lines"] },
              "else": { "not": { "required": ["lines"] } }
            },
            {
              "if": { "properties": { "kind": { "enum": ["list", "carousel"] } } },
              "then": {
                "required": ["attributes"],
                "properties": { "attributes": { "$ref": "#/$defs/collection" } }
              },
              "else": {
                "if": { "properties": { "kind": { "const": "pager" } } },
                "then": {
                  "required": ["attributes"],
                  "properties": { "attributes": { "$ref": "#/$defs/pager" } }
                },
                "else": {
                  "if": { "properties": { "kind": { "const": "page-control" } } },
                  "then": {
                    "required": ["attributes"],
                    "properties": { "attributes": { "$ref": "#/$defs/pageControl" } }
                  },
                  "else": { "properties": { "attributes": { "$ref": "#/$defs/attributes" } } }
                }
              }
            }
          ]
        },
        "align": { "enum": ["center", "end"] },
        "attributes": {
          "type": "object",
          "additionalProperties": false,
          "minProperties": 1,
          "properties": {
            "align": { "$ref": "#/$defs/align" },
            "aspect": { "$ref": "#/$defs/length" },
            "radius": { "$ref": "#/$defs/length" }
          }
        },
        "collection": {
          "type": "object",
          "additionalProperties": false,
          "required": ["axis", "content", "gap", "inset", "insetEnd", "items"],
          "properties": {
            "align": { "$ref": "#/$defs/align" },
            "aspect": { "$ref": "#/$defs/length" },
            "axis": { "enum": ["x", "y"] },
            "content": { "$ref": "#/$defs/length" },
            "gap": { "$ref": "#/$defs/length" },
            "inset": { "$ref": "#/$defs/length" },
            "insetEnd": { "$ref": "#/$defs/length" },
            "items": { "$ref": "#/$defs/count" },
            "radius": { "$ref": "#/$defs/length" }
          }
        },
        "pager": {
          "type": "object",
          "additionalProperties": false,
          "required": [
            "axis", "content", "gap", "inset", "insetEnd", "interval", "items", "lanes", "page",
            "pages"
          ],
          "properties": {
            "align": { "$ref": "#/$defs/align" },
            "aspect": { "$ref": "#/$defs/length" },
            "axis": { "const": "x" },
            "content": { "$ref": "#/$defs/length" },
            "gap": { "$ref": "#/$defs/length" },
            "inset": { "$ref": "#/$defs/length" },
            "insetEnd": { "$ref": "#/$defs/length" },
            "interval": { "description": "Seconds; 0 is none.", "$ref": "#/$defs/length" },
            "items": { "$ref": "#/$defs/count" },
            "lanes": { "type": "integer", "minimum": 1 },
            "page": { "$ref": "#/$defs/count" },
            "pages": { "$ref": "#/$defs/count" },
            "radius": { "$ref": "#/$defs/length" }
          }
        },
        "pageControl": {
          "type": "object",
          "additionalProperties": false,
          "required": ["count", "current"],
          "properties": {
            "align": { "$ref": "#/$defs/align" },
            "aspect": { "$ref": "#/$defs/length" },
            "count": { "$ref": "#/$defs/count" },
            "current": { "$ref": "#/$defs/count" },
            "radius": { "$ref": "#/$defs/length" }
          }
        }
      }
    }

    """#
}

import CustomDump
import Support
import LayoutCore
import Page
import TestConditions
import Testing

@testable import Renderers

@Suite("JSON")
struct JSONRendererTests {
  static func json(
    _ page: Page, _ edit: (inout RenderOptions) -> Void = { _ in }
  ) -> String {
    var options = RenderOptions()
    edit(&options)
    return String(decoding: JSONRenderer(options: options).bytes(of: page), as: UTF8.self)
  }

  @Test("a page is one document with sorted keys")
  func document() {
    let carousel = Node(.carousel, 0, 40, 414, 60) {
      $0.style.padding.start = .points(10)
      $0.style.columnGap = 10
      $0.children = [
        Node(.box, 10, 0, 120, 60, name: "card") {
          $0.strings.label = "夏 \"日\""
          $0.strings.actionType = "orpheus"
          $0.strings.action = "orpheus://playlist/1"
        },
        Node(.text, 400, 0, 28, 16.8, name: "card", text: "abc") {
          $0.content.maxLines = 1
          $0.content.font.weight = 700
          $0.content.textAlign = .end
          $0.strings.color = "text"
        },
      ]
    }
    var page = Page([
      PlacedSection("LIVE", y: 0, height: 100.25, rows: [60, 40.25], [carousel]) {
        $0.title = "直播"
        $0.fallback = Section.Fallback(step: .showType, reason: "no provider")
        $0.diagnosticCodes = ["SE3002"]
        $0.header = Section.Supplement(node: 1, isPinned: true, height: nil)
      }
    ])
    page.title = "News"
    page.tokens = ["text": "#000000", "page": "#F8F8F8"]
    page.diagnostics = [
      Diagnostic(
        .unknownBlock, .warning, "no provider is registered for `LIVE`",
        at: SourceLocation(file: "feed.json", line: 88, column: 22, path: "$.blocks[0]"),
        label: "unknown block code", notes: ["drawn by another"], helps: ["one", "two"],
        blockCode: "LIVE", plugin: "test@1.0.0", node: "LIVE")
    ]
    expectNoDifference(
      Self.json(page),
      """
      {
        "$schema": "sectionengine:layout-v1",
        "diagnostics": [
          {
            "blockCode": "LIVE",
            "code": "SE3002",
            "help": "one\\ntwo",
            "label": "unknown block code",
            "location": {
              "column": 22,
              "file": "feed.json",
              "line": 88,
              "path": "$.blocks[0]"
            },
            "message": "no provider is registered for `LIVE`",
            "node": "LIVE",
            "notes": [
              "drawn by another"
            ],
            "plugin": "test@1.0.0",
            "severity": "warning"
          }
        ],
        "environment": {
          "appearance": "light",
          "direction": "ltr",
          "locale": "en",
          "metrics": "fixed",
          "scale": 2,
          "textSize": "large",
          "tokens": [
            {
              "name": "page",
              "value": "#F8F8F8"
            },
            {
              "name": "text",
              "value": "#000000"
            }
          ],
          "unit": "pt",
          "width": 414
        },
        "feed": {
          "height": 100.5,
          "id": "news",
          "sectionCount": 1,
          "title": "News",
          "width": 414
        },
        "frames": {
          "nodes": "parent",
          "rounded": true,
          "sections": "feed"
        },
        "generator": {
          "layout": "news@1",
          "name": "sectionengine",
          "version": "\(Generator.version)"
        },
        "schemaVersion": 1,
        "sections": [
          {
            "blockCode": "LIVE",
            "closable": false,
            "codes": [
              "SE3002"
            ],
            "contentHeight": 100.25,
            "fallback": {
              "reason": "no provider",
              "step": "showType"
            },
            "frame": {
              "height": 100.5,
              "width": 414,
              "x": 0,
              "y": 0
            },
            "index": 0,
            "insets": {
              "bottom": 0,
              "end": 0,
              "start": 0,
              "top": 0
            },
            "itemSpacing": 0,
            "layout": "list",
            "pinned": [
              "header"
            ],
            "provider": {
              "id": "test",
              "version": "1.0.0"
            },
            "root": {
              "children": [
                {
                  "attributes": {
                    "axis": "x",
                    "content": 428,
                    "gap": 10,
                    "inset": 10,
                    "insetEnd": 0,
                    "items": 2
                  },
                  "children": [
                    {
                      "action": {
                        "target": "orpheus://playlist/1",
                        "type": "orpheus"
                      },
                      "frame": {
                        "height": 60,
                        "width": 120,
                        "x": 10,
                        "y": 0
                      },
                      "id": "card[0]",
                      "kind": "stack",
                      "label": "夏 \\"日\\""
                    },
                    {
                      "attributes": {
                        "align": "end"
                      },
                      "color": "text",
                      "font": {
                        "size": 14,
                        "weight": 700
                      },
                      "frame": {
                        "height": 17,
                        "width": 28,
                        "x": 400,
                        "y": 0
                      },
                      "id": "card[1]",
                      "kind": "text",
                      "lines": {
                        "count": 1,
                        "limit": 1,
                        "truncated": true
                      },
                      "text": "abc",
                      "visibility": "clipped"
                    }
                  ],
                  "frame": {
                    "height": 60,
                    "width": 414,
                    "x": 0,
                    "y": 40
                  },
                  "id": "carousel",
                  "kind": "carousel"
                }
              ],
              "frame": {
                "height": 100.5,
                "width": 414,
                "x": 0,
                "y": 0
              },
              "id": "root",
              "kind": "stack"
            },
            "rowCount": 2,
            "rowHeights": [
              60,
              40.5
            ],
            "rowSpacing": 0,
            "title": "直播"
          }
        ]
      }

      """)
  }

  @Test("JSON lines are a header, one line per section and a summary")
  func lines() {
    var page = Page(
      [
        PlacedSection("A", y: 0, height: 10, [Node(.spacer, 0, 0, 1, 1)]),
        PlacedSection("B", y: 10, height: 20),
      ], environment: LayoutEnvironment(direction: .rtl, locale: "ar"))
    page.chrome.bottom = PlacedSection("TABS", y: 0, height: 49)
    page.diagnostics = [Diagnostic(.emptyDocument, .error, "nothing")]
    var options = RenderOptions()
    options.chrome = true
    let bytes = JSONLinesRenderer(options: options).bytes(of: page)
    expectNoDifference(
      String(decoding: bytes, as: UTF8.self),
      #"""
      {"environment":{"appearance":"light","direction":"rtl","locale":"ar","metrics":"fixed","scale":2,"textSize":"large","tokens":[],"unit":"pt","width":414},"feed":{"height":30,"id":"news","sectionCount":2,"title":"","width":414},"frames":{"nodes":"parent","rounded":true,"sections":"feed"},"generator":{"layout":"news@1","name":"sectionengine","version":"\#(Generator.version)"},"schemaVersion":1,"type":"header"}
      {"blockCode":"A","closable":false,"codes":[],"contentHeight":10,"frame":{"height":10,"width":414,"x":0,"y":0},"index":0,"insets":{"bottom":0,"end":0,"start":0,"top":0},"itemSpacing":0,"layout":"list","pinned":[],"provider":{"id":"test","version":"1.0.0"},"root":{"children":[{"frame":{"height":1,"width":1,"x":0,"y":0},"id":"spacer","kind":"spacer"}],"frame":{"height":10,"width":414,"x":0,"y":0},"id":"root","kind":"stack"},"rowCount":1,"rowHeights":[10],"rowSpacing":0,"title":"","type":"section"}
      {"blockCode":"B","closable":false,"codes":[],"contentHeight":20,"frame":{"height":20,"width":414,"x":0,"y":10},"index":1,"insets":{"bottom":0,"end":0,"start":0,"top":0},"itemSpacing":0,"layout":"list","pinned":[],"provider":{"id":"test","version":"1.0.0"},"rowCount":1,"rowHeights":[20],"rowSpacing":0,"title":"","type":"section"}
      {"blockCode":"TABS","closable":false,"codes":[],"contentHeight":49,"frame":{"height":49,"width":414,"x":0,"y":0},"index":0,"insets":{"bottom":0,"end":0,"start":0,"top":0},"itemSpacing":0,"layout":"list","pinned":[],"provider":{"id":"test","version":"1.0.0"},"rowCount":1,"rowHeights":[49],"rowSpacing":0,"title":"","type":"bottom"}
      {"counts":{"error":1,"note":0,"warning":0},"diagnostics":[{"code":"SE1001","message":"nothing","severity":"error"}],"type":"summary"}

      """#)
  }

  @Test("--depth omits children and counts them")
  func depth() {
    let section = PlacedSection(
      "A", y: 0, height: 10,
      [Node(.box, 0, 0, 1, 1, name: "outer", children: [Node(.spacer, 0, 0, 1, 1)])])
    let page = Page([section])
    let one = Self.json(page) { $0.depth = 1 }
    #expect(one.contains("\"elided\": 2,") && !one.contains("\"outer\""))
    let two = Self.json(page) { $0.depth = 2 }
    #expect(two.contains("\"elided\": 1,") && two.contains("\"outer\"") && !two.contains("spacer"))
    #expect(Self.json(page) { $0.depth = 3 } == Self.json(page))
  }

  @Test("frames in JSON equal those in the dump", .exhaustive, arguments: 1...60)
  func agreement(seed: Int) throws {
    var pages = RandomPages(seed: UInt64(seed))
    let page = pages.page()
    var options = pages.options()
    options.all = true
    options.depth = nil
    let dump = DumpRenderer(options: options).bytes(of: page)
    let parsed = try #require(DumpParser.parse(dump, file: "x").page?.lines)
    let dumped = parsed.filter { $0.kind == .node }.map { Self.line($0.frame) }
    // Joins each frame to one line, because the writer puts its four keys on four lines.
    let lines = Self.json(page) { $0 = options }.split(separator: "\n")
    var frames: [String] = []
    for (index, line) in lines.enumerated() where line.hasSuffix("\"frame\": {") {
      let values = lines[index + 1...index + 4].map { value in
        value.split(separator: ":").last.map { $0.filter { $0 != " " && $0 != "," } } ?? ""
      }
      frames.append(values.joined(separator: " "))
    }
    // JSON also has the frames of sections and of roots, and has the frames in another order.
    var missing = frames.reduce(into: [:]) { $0[$1, default: 0] += 1 }
    for frame in dumped { missing[frame, default: 0] -= 1 }
    #expect(missing.values.allSatisfy { $0 >= 0 }, "seed \(seed)")
    #expect(frames.count >= dumped.count)
  }

  private static func line(_ frame: Rect) -> String {
    var out = ByteWriter()
    for number in [frame.height, frame.width, frame.x, frame.y] {
      out.write(number: number)
      out.write(" ")
    }
    return String(out.string.dropLast())
  }

  @Test("the same page gives the same bytes in every format", .exhaustive, arguments: 1...20)
  func deterministic(seed: Int) {
    for name in RendererRegistry.names {
      var outputs: Set<[UInt8]> = []
      for _ in 0..<3 {
        var pages = RandomPages(seed: UInt64(seed))
        let page = pages.page()
        let renderer = RendererRegistry.renderer(named: name, options: pages.options())
        outputs.insert(renderer?.bytes(of: page) ?? [])
      }
      #expect(outputs.count == 1 && outputs != [[]], "seed \(seed), \(name)")
    }
  }

  @Test("values that are not numbers and extreme frames are written as numbers")
  func huge() {
    let section = PlacedSection(
      "A", y: .nan, height: .infinity, rows: [1e300],
      [Node(.box, .nan, .infinity, 3e38, 1, name: "far")])
    let json = Self.json(Page([section]))
    #expect(!json.contains("nan") && !json.contains("inf") && !json.contains("e+"))
    #expect(json.contains("\n        1" + String(repeating: "0", count: 300) + "\n"))
  }
}

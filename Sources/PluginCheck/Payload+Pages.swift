internal import FeedDocument

/// Pages for renderers, by the schema that `sectionengine schema layout` prints. They are made
/// here, so that a format can be examined without a feed or a section.
extension Payload {
  /// A page with one section: a header, and a card with an image and two texts.
  static let page: Payload = {
    let document = FeedDocument.parse(PaddedBytes(Array(pageText.utf8)), name: "layout").document
    return document.map { Payload($0.root) } ?? .null
  }()

  static let pageWithoutSections = page.withSections([])

  /// Sections that draw nothing have no root.
  static let pageOfEmptySections = page.withSections(
    page.sections.flatMap { section in
      [
        section.with("root", nil),
        section.with("root", nil).with("title", .string("")).with("blockCode", .string("")),
      ]
    })

  /// - Parameter rows: The number of rows, of six nodes each.
  static func page(rows: Int) -> Payload {
    page.withSections(
      page.sections.map { section in
        guard case .array(let children)? = section["root"]?["children"], let row = children.last
        else { return section }
        let all = (0..<rows).map { row.with("id", .string("row[\($0)]")) }
        return section.with("root", section["root"]?.with("children", .array(all)))
      })
  }

  /// - Parameter levels: The depth of nested nodes.
  static func page(levels: Int) -> Payload {
    page.withSections(
      page.sections.map { section in
        guard let root = section["root"] else { return section }
        let leaf = root.with("children", nil).with("id", .string("leaf"))
        let tree = (1..<levels).reduce(leaf) { child, _ in root.with("children", .array([child])) }
        return section.with("root", tree)
      })
  }

  /// Returns the page with every visible text replaced by another one.
  func withPageTexts(_ text: Payload) -> Payload {
    switch self {
    case .literal, .string: self
    case .array(let values): .array(values.map { $0.withPageTexts(text) })
    case .object(let members):
      .object(
        members.map { member in
          let isText = ["text", "title", "label", "badge", "blockCode"].contains(member.key)
          return Member(
            key: member.key, value: isText ? text : member.value.withPageTexts(text))
        })
    }
  }

  private var sections: [Payload] {
    if case .array(let sections)? = self["sections"] { sections } else { [] }
  }

  private func withSections(_ sections: [Payload]) -> Payload {
    let count = Payload.number(sections.count)
    return with("sections", .array(sections)).with(
      "feed", self["feed"]?.with("sectionCount", count))
  }

  private subscript(_ key: String) -> Payload? {
    guard case .object(let members) = self else { return nil }
    return members.first { $0.key == key }?.value
  }

  /// - Parameter value: The new value of the member, or `nil` to remove it.
  private func with(_ key: String, _ value: Payload?) -> Payload {
    guard case .object(var members) = self else { return self }
    guard let index = members.firstIndex(where: { $0.key == key }) else { return self }
    if let value { members[index].value = value } else { members.remove(at: index) }
    return .object(members)
  }

  private static let pageText = #"""
    {
      "$schema": "sectionengine:layout-v1",
      "diagnostics": [
        {
          "blockCode": "CHECK", "code": "SE3003", "help": "give the member",
          "label": "expected a number", "message": "provider `check` warns",
          "notes": ["第一行"], "plugin": "check@1.0.0", "severity": "warning",
          "location": { "column": 7, "file": "feed.json", "line": 3 }
        }
      ],
      "environment": {
        "appearance": "light", "direction": "ltr", "locale": "zh-CN", "metrics": "default",
        "scale": 2, "textSize": "large", "tokens": [{ "name": "text", "value": "#000000" }],
        "unit": "pt", "width": 414
      },
      "feed": { "height": 164, "id": "made-up", "sectionCount": 1, "title": "发现", "width": 414 },
      "frames": { "nodes": "parent", "rounded": true, "sections": "feed" },
      "generator": { "layout": "made-up@1", "name": "sectionengine", "version": "1.0.0" },
      "schemaVersion": 1,
      "sections": [
        {
          "blockCode": "CHECK", "closable": false, "codes": ["SE3003"], "contentHeight": 164,
          "frame": { "height": 164, "width": 398, "x": 8, "y": 0 }, "index": 0,
          "insets": { "bottom": 0, "end": 0, "start": 0, "top": 0 }, "itemSpacing": 0,
          "layout": "list", "pinned": [], "provider": { "id": "check", "version": "1.0.0" },
          "root": {
            "children": [
              {
                "color": "text", "font": { "size": 17, "weight": 700 },
                "frame": { "height": 44, "width": 398, "x": 0, "y": 0 }, "id": "header",
                "kind": "text", "lines": { "count": 1, "limit": 1, "truncated": false },
                "role": "header", "text": "灯塔周日开放 🫖"
              },
              {
                "action": { "target": "https://example.com/1", "type": "web" },
                "children": [
                  {
                    "attributes": { "aspect": 1.5 }, "badge": "新",
                    "frame": { "height": 96, "width": 144.5, "x": 16, "y": 12 }, "id": "image",
                    "kind": "image", "role": "image"
                  },
                  {
                    "children": [
                      {
                        "color": "text", "font": { "size": 15, "weight": 600 },
                        "frame": { "height": 36, "width": 209.5, "x": 0, "y": 0 },
                        "id": "text[0]", "kind": "text",
                        "lines": { "count": 2, "limit": 2, "truncated": true },
                        "text": "The \"ferry\" sails, שלום, 한국어"
                      },
                      {
                        "color": "text", "font": { "size": 13, "weight": 400 },
                        "frame": { "height": 16, "width": 209.5, "x": 0, "y": 38 },
                        "id": "text[1]", "kind": "text",
                        "lines": { "count": 1, "limit": 2, "truncated": false }, "text": "林"
                      }
                    ],
                    "frame": { "height": 54, "width": 209.5, "x": 172.5, "y": 33 },
                    "id": "texts", "kind": "stack"
                  }
                ],
                "frame": { "height": 120, "width": 398, "x": 0, "y": 44 }, "id": "card",
                "kind": "stack", "label": "The ferry sails", "role": "button"
              }
            ],
            "frame": { "height": 164, "width": 398, "x": 0, "y": 0 }, "id": "root",
            "kind": "stack"
          },
          "rowCount": 1, "rowHeights": [120], "rowSpacing": 0, "title": "灯塔 🗼"
        }
      ]
    }
    """#
}

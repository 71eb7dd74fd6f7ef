import LayoutCore

@testable import Renderers

/// A dump that tests build, edit and write.
struct TestDump {
  var document: DumpDocument

  init(sections: [DumpDocument.Section]) {
    document = DumpDocument(
      header: DumpHeader(scale: 2),
      feed: DumpDocument.Feed(
        name: "news", size: Size(width: 414, height: 0),
        attributes: [DumpDocument.Attribute("appearance", "light")]),
      sections: sections)
    stack()
  }

  /// Places the sections below each other.
  mutating func stack() {
    var y = 0.0
    for index in document.sections.indices {
      document.sections[index].frame.y = y
      y += document.sections[index].frame.height
    }
    document.feed.size.height = y
  }

  var text: String {
    var out = ByteWriter()
    document.write(to: &out)
    return out.string
  }

  var table: DumpTable {
    get throws {
      guard let table = DumpParser.table(Array(text.utf8), file: "test").table else {
        throw Unreadable()
      }
      return table
    }
  }

  struct Unreadable: Error {}

  /// Returns a header above a carousel of cards, each with an image above a text.
  static func rail(_ code: String, height: Double = 240, cards: Int = 4) -> DumpDocument.Section {
    var section = DumpDocument.Section(
      code: code, frame: Rect(x: 0, y: 0, width: 414, height: height))
    func add(
      _ level: Int, _ name: String, _ index: Int? = nil, _ string: String? = nil, _ frame: Rect,
      _ attributes: [DumpDocument.Attribute] = []
    ) {
      section.lines.append(
        DumpDocument.Line(
          level: level,
          .node(
            DumpDocument.Node(
              name: name, index: index, string: string, frame: frame, attributes: attributes))))
    }
    add(0, "header", nil, nil, Rect(x: 0, y: 0, width: 414, height: 40))
    add(1, "text", nil, "Title of \(code)", Rect(x: 10, y: 10, width: 100, height: 20))
    add(
      0, "carousel", nil, nil, Rect(x: 0, y: 40, width: 414, height: height - 50),
      [DumpDocument.Attribute("axis", "x"), DumpDocument.Attribute("items", "\(cards)")])
    for card in 0..<cards {
      add(
        1, "card", card, "\(code) \(card)",
        Rect(x: 10 + 130 * Double(card), y: 5, width: 120, height: height - 80),
        [DumpDocument.Attribute("action", "app://\(code)/\(card)")])
      add(2, "image", nil, nil, Rect(x: 0, y: 0, width: 120, height: 120))
      add(2, "text", nil, "\(code) \(card)", Rect(x: 0, y: 125, width: 110, height: 14))
    }
    return section
  }
}

import LayoutCore
import Page
import Support

@testable import Renderers

/// A dump that tests build, edit and write.
struct TestDump {
  struct Section {
    var code: String
    var frame: Rect
    var attributes: [Page.Text] = []
    var lines: [Line] = []
  }

  struct Line {
    /// The depth of the line; 1 is directly below the section.
    var level: Int
    /// The name of a node, or the kind of elided nodes.
    var name: String
    var number = -1
    var string: String?
    var frame = Rect.zero
    var attributes: [Page.Text] = []
    var isElided = false
  }

  struct Feed {
    var name = "news"
    var size = Size(width: 414, height: 0)
    var attributes = [Page.Text("appearance", "light")]
  }

  var feed = Feed()
  var sections: [Section]

  init(sections: [Section]) {
    self.sections = sections
    stack()
  }

  /// Places the sections below each other.
  mutating func stack() {
    var y = 0.0
    for index in sections.indices {
      sections[index].frame.y = y
      y += sections[index].frame.height
    }
    feed.size.height = y
  }

  var page: Page {
    func write(_ attributes: [Page.Text], to out: inout ByteWriter) {
      for attribute in attributes { out.write(attribute: attribute.key, value: attribute.value) }
    }
    var head = Page.Lines()
    (head.header, head.size, head.facts) = (DumpHeader(scale: 2), feed.size, feed.attributes)
    var writer = LineWriter(head)
    for section in sections {
      writer.section(.section, section.code, frame: section.frame) {
        write(section.attributes, to: &$0)
      }
      for line in section.lines {
        guard !line.isElided else {
          writer.elided(line.number, line.name.utf8, level: line.level)
          continue
        }
        writer.node(
          line.name, number: line.number, string: line.string, frame: line.frame,
          level: line.level
        ) { write(line.attributes, to: &$0) }
      }
    }
    return Page(read: writer.finished(), feedID: feed.name)
  }

  /// Returns a header above a carousel of cards, each with an image above a text.
  static func rail(_ code: String, height: Double = 240, cards: Int = 4) -> Section {
    var section = Section(code: code, frame: Rect(x: 0, y: 0, width: 414, height: height))
    func add(
      _ level: Int, _ name: String, _ frame: Rect, number: Int = -1, string: String? = nil,
      attributes: [Page.Text] = []
    ) {
      section.lines.append(
        Line(
          level: level, name: name, number: number, string: string, frame: frame,
          attributes: attributes))
    }
    add(1, "header", Rect(x: 0, y: 0, width: 414, height: 40))
    add(
      2, "text", Rect(x: 10, y: 10, width: 100, height: 20), string: "Title of \(code)")
    add(
      1, "carousel", Rect(x: 0, y: 40, width: 414, height: height - 50),
      attributes: [Page.Text("axis", "x"), Page.Text("items", "\(cards)")])
    for card in 0..<cards {
      add(
        2, "card", Rect(x: 10 + 130 * Double(card), y: 5, width: 120, height: height - 80),
        number: card, string: "\(code) \(card)",
        attributes: [Page.Text("action", "app://\(code)/\(card)")])
      add(3, "image", Rect(x: 0, y: 0, width: 120, height: 120))
      add(
        3, "text", Rect(x: 0, y: 125, width: 110, height: 14), string: "\(code) \(card)")
    }
    return section
  }
}

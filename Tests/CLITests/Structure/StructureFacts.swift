import Foundation

/// A document of unknown shape with the facts that a reader of it expects on the page.
/// `Tests/Shapes/families.txt` explains the marks of the lines.
struct StructureFacts: CustomStringConvertible, Sendable {
  struct Section: Sendable {
    var heading: String
    var items: [[String]] = []
    var texts: [String] = []
    var images = 0
    var all: [String] { texts + items.joined() }
  }

  var family: String
  var name: String
  var document = ""
  var sections: [Section] = []
  /// Texts that are side by side if `isRow` is true, and below each other otherwise.
  var lines: [(isRow: Bool, texts: [String])] = []
  var roles: [(role: String, text: String)] = []
  var actions: [(text: String, target: String)] = []
  var hidden: [String] = []
  var description: String { "\(family) | \(name)" }

  /// The documents of a file in `Tests/Shapes`. Documents without a family are of the family `file`.
  static func documents(of file: String) -> [StructureFacts] {
    let url = Program.repository.appendingPathComponent("Tests/Shapes/\(file).txt")
    let text = (try? String(contentsOf: url, encoding: .utf8)) ?? ""
    var documents: [StructureFacts] = []
    for line in text.split(separator: "\n").map(String.init) {
      if line.hasPrefix("== ") || line.hasPrefix("=~ ") {
        let parts = line.dropFirst(3).components(separatedBy: " | ")
        documents.append(
          StructureFacts(
            family: parts.count > 1 ? parts[0] : file, name: parts.count > 1 ? parts[1] : parts[0]))
      } else if !documents.isEmpty {
        documents[documents.count - 1].read(line)
      }
    }
    return documents
  }

  private mutating func read(_ line: String) {
    let rest = String(line.dropFirst(2)).trimmingCharacters(in: .whitespaces)
    let last = sections.count - 1
    switch line.prefix(2) {
    case "--": sections.append(Section(heading: rest == "(none)" ? "" : rest))
    case "* ": sections[last].items.append(rest.components(separatedBy: " | "))
    case "+ ": sections[last].texts.append(rest)
    case "> ", "v ": lines.append((line.hasPrefix(">"), rest.components(separatedBy: " | ")))
    case "x ": hidden.append(rest)
    case "! ":
      let parts = rest.components(separatedBy: " -> ")
      actions.append((parts[0], parts[parts.count - 1]))
    case "@ ":
      let word = rest.prefix { $0 != " " }
      let text = rest.dropFirst(word.count + 1)
      if word == "image" { sections[last].images = Int(text) ?? 0 }
      if word != "image" { roles.append((String(word), String(text))) }
    default: document += line + "\n"
    }
  }
}

/// The sections of a dump as trees of nodes.
struct DrawnSection {
  final class Node {
    let node: DumpNode
    let (x, y): (Double, Double)
    var children: [Node] = []
    /// The text of a text node; the label of any other node.
    let label: String

    init(_ node: DumpNode, in parent: Node?) {
      self.node = node
      (x, y) = (node.x + (parent?.x ?? 0), node.y + (parent?.y ?? 0))
      label = Self.quoted(node.line[...])
    }

    var isText: Bool { node.name == "text" || node.name == "badge" }
    var isCollection: Bool { node.line.contains(" items=") }
    var all: [Node] { [self] + children.flatMap(\.all) }
    var texts: [Node] { all.filter { $0.isText && !$0.label.isEmpty } }
    var images: Int { all.count { $0.node.name == "image" } }

    func value(of key: String) -> String? {
      guard let range = node.line.range(of: " \(key)=") else { return nil }
      return String(node.line[range.upperBound...].prefix { $0 != " " })
        .trimmingCharacters(in: ["\""])
    }

    /// Returns the quoted text after the name of a node.
    static func quoted(_ line: Substring) -> String {
      let name = line.drop { $0 == " " }.drop { $0 != " " }.dropFirst()
      guard name.first == "\"" else { return "" }
      var (text, isEscaped) = ("", false)
      for character in name.dropFirst() {
        if isEscaped {
          text.append(character == "n" ? "\n" : character)
          isEscaped = false
        } else if character == "\\" {
          isEscaped = true
        } else if character == "\"" {
          break
        } else {
          text.append(character)
        }
      }
      return text
    }
  }

  var title: String
  var roots: [Node] = []

  /// All nodes but those of the header, which repeat the title.
  var nodes: [Node] { roots.filter { $0.node.name != "header" }.flatMap(\.all) }
  var texts: [Node] { nodes.filter { $0.isText && !$0.label.isEmpty } }
  var images: Int { nodes.count { $0.node.name == "image" } }
  /// The elements of the collections that contain no further collection.
  var items: [Node] {
    nodes.filter(\.isCollection).flatMap(\.children)
      .filter { !$0.all.contains(where: \.isCollection) }
  }

  /// Reads the sections of a dump. A section that only has a heading, above a section without one, is
  /// the heading of that section: on the page both look the same.
  static func sections(of dump: String) -> [DrawnSection] {
    var sections: [DrawnSection] = []
    var open: [Node] = []
    for line in dump.split(separator: "\n") {
      if line.hasPrefix("  section ") {
        var title = ""
        if let range = line.range(of: " title=") {
          let rest = line[range.upperBound...]
          title = rest.first == "\"" ? Node.quoted("x " + rest) : String(rest.prefix { $0 != " " })
        }
        sections.append(DrawnSection(title: title))
        open = []
      } else if let node = DumpNode(String(line)), !sections.isEmpty {
        open.removeAll { $0.node.depth >= node.depth }
        let drawn = Node(node, in: open.last)
        if let parent = open.last {
          parent.children.append(drawn)
        } else {
          sections[sections.count - 1].roots.append(drawn)
        }
        open.append(drawn)
      }
    }
    var joined: [DrawnSection] = []
    for section in sections {
      if let last = joined.last, !last.title.isEmpty, section.title.isEmpty, last.texts.isEmpty,
        last.images == 0, !section.texts.isEmpty || section.images > 0
      {
        joined[joined.count - 1].roots += section.roots
      } else {
        joined.append(section)
      }
    }
    return joined
  }
}

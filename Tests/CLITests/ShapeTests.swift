import Foundation
import Testing

/// Pages of documents of unknown shape, compared with pages that a person expects.
@Suite("Pages of documents of unknown shape") struct ShapeTests {
  struct Shape: CustomStringConvertible {
    var name: String
    var isTree: Bool
    var document = ""
    var sections: [Expected] = []
    /// Texts that are side by side if `isRow` is true, and below each other otherwise.
    var lines: [(isRow: Bool, texts: [String])] = []
    var description: String { name }
  }

  struct Expected {
    var heading: String
    var items: [[String]] = []
    var texts: [String] = []
    var all: [String] { texts + items.joined() }
  }

  struct Drawn {
    var title: String
    var items = 0
    var labels: [String] = []
    var texts: [(text: String, x: Double, y: Double)] = []
  }

  static let shapes: [Shape] = {
    let url = Program.repository.appendingPathComponent("Tests/Shapes/documents.txt")
    let text = (try? String(contentsOf: url, encoding: .utf8)) ?? ""
    var shapes: [Shape] = []
    for line in text.split(separator: "\n") {
      let mark = line.prefix(2)
      let rest = String(line.dropFirst(2)).trimmingCharacters(in: .whitespaces)
      if mark == "==" || mark == "=~" {
        shapes.append(Shape(name: rest, isTree: mark == "=~"))
      } else if !shapes.isEmpty {
        read(line, mark, rest, into: &shapes[shapes.count - 1])
      }
    }
    return shapes
  }()

  private static func read(
    _ line: Substring, _ mark: Substring, _ rest: String, into shape: inout Shape
  ) {
    let parts = rest.components(separatedBy: " | ")
    switch mark {
    case "--": shape.sections.append(Expected(heading: rest == "(none)" ? "" : rest))
    case "* ": shape.sections[shape.sections.count - 1].items.append(parts)
    case "+ ": shape.sections[shape.sections.count - 1].texts.append(rest)
    case "> ", "v ": shape.lines.append((mark == "> ", parts))
    case "@ ", "! ", "x ": break
    default: shape.document += line + "\n"
    }
  }

  @Test("every kind of document is drawn as its reader expects")
  func drawn() throws {
    #expect(Self.shapes.count == 36)
    var total = Tally()
    for shape in Self.shapes {
      let tally = try Self.tally(shape)
      print("\(shape.name): \(tally)")
      let least = shape.isTree ? 0.7 : 0.9
      #expect(tally.texts.share >= least, "\(shape.name)")
      let wrong = tally.wrongTitles + tally.unexpected + tally.strays
      #expect(wrong.isEmpty, "\(shape.name): \(tally)")
      total.add(tally)
    }
    print("in all: \(total)")
    #expect(total.sections.share >= 0.9 && total.lines.share >= 0.8)
  }

  /// The number of parts that are as expected, and the number of all parts.
  struct Share: CustomStringConvertible {
    var right = 0
    var all = 0
    var share: Double { all == 0 ? 1 : Double(right) / Double(all) }
    var description: String { "\(right)/\(all)" }

    mutating func count(_ isRight: Bool) {
      all += 1
      right += isRight ? 1 : 0
    }
  }

  struct Tally: CustomStringConvertible {
    var texts = Share()
    var sections = Share()
    var lines = Share()
    var wrongTitles: [String] = []
    /// Texts that should not be on the page, such as the kinds of components.
    var unexpected: [String] = []
    /// Items that are drawn in the wrong section.
    var strays: [String] = []

    mutating func add(_ other: Tally) {
      for path in [\Tally.texts, \.sections, \.lines] {
        self[keyPath: path].right += other[keyPath: path].right
        self[keyPath: path].all += other[keyPath: path].all
      }
    }

    var description: String {
      "texts \(texts), sections \(sections), rows and columns \(lines), "
        + "wrong titles \(wrongTitles), unexpected \(unexpected), strays \(strays)"
    }
  }

  private static func tally(_ shape: Shape) throws -> Tally {
    let scratch = try Scratch()
    let feed = try scratch.write(shape.document, to: "feed.json")
    let dump = try Program.run(["dump", feed, "--all"])
    #expect(dump.status == 0, "\(shape.name): \(dump.errors)")
    let drawn = sections(of: dump.text)
    var tally = Tally()
    let shown = Set(drawn.flatMap { $0.texts.map(\.text) })
    for text in shape.sections.flatMap({ [$0.heading] + $0.all }) where !text.isEmpty {
      tally.texts.count(shown.contains(text))
    }
    let titles = Set(
      shape.sections.flatMap { [$0.heading] + $0.items.compactMap(\.first) }
        + (shape.isTree ? shape.sections.flatMap(\.texts) : []))
    tally.unexpected = shown.subtracting(shape.sections.flatMap { [$0.heading] + $0.all })
      .filter { $0.contains(where: \.isLetter) }.sorted()
    tally.wrongTitles = drawn.flatMap { [$0.title] + $0.labels }.filter {
      !$0.isEmpty && !titles.contains($0)
    }
    for index in 0..<max(shape.sections.count, drawn.count) {
      guard index < shape.sections.count, index < drawn.count else {
        tally.sections.count(false)
        continue
      }
      let (expected, found) = (shape.sections[index], drawn[index])
      tally.sections.count(
        expected.heading == found.title
          && (expected.items.isEmpty || expected.items.count == found.items))
      let others = shape.sections.enumerated().filter { $0.offset != index }.flatMap(\.element.all)
      let own = Set(expected.all)
      tally.strays += found.texts.map(\.text).filter { others.contains($0) && !own.contains($0) }
    }
    for line in shape.lines { tally.lines.count(isArranged(line.texts, line.isRow, drawn)) }
    return tally
  }

  private static func isArranged(_ texts: [String], _ isRow: Bool, _ drawn: [Drawn]) -> Bool {
    let places = texts.map { text in drawn.flatMap(\.texts).first { $0.text == text } }
    return zip(places, places.dropFirst()).allSatisfy { first, second in
      guard let first, let second else { return false }
      return isRow ? second.x > first.x && abs(second.y - first.y) < 5 : second.y >= first.y + 10
    }
  }

  /// Reads the sections of a dump, with the positions of their texts in the section.
  private static func sections(of dump: String) -> [Drawn] {
    var sections: [Drawn] = []
    var origins: [(depth: Int, x: Double, y: Double)] = []
    for line in dump.split(separator: "\n") {
      if line.hasPrefix("  section ") {
        sections.append(Drawn(title: quoted(line, after: " title=")))
        origins = []
      } else if let node = DumpNode(String(line)), !sections.isEmpty {
        origins.removeAll { $0.depth >= node.depth }
        let parent = origins.last
        let (x, y) = (node.x + (parent?.x ?? 0), node.y + (parent?.y ?? 0))
        origins.append((node.depth, x, y))
        let last = sections.count - 1
        if let count = line.range(of: " items=").flatMap({
          Int(line[$0.upperBound...].prefix(while: \.isNumber))
        }) {
          sections[last].items += count
        }
        if node.name == "card" { sections[last].labels.append(quoted(line, after: "] ")) }
        if node.name == "text" {
          sections[last].texts.append((quoted(line, after: " \""), x, y))
        }
      }
    }
    return sections.map { section in
      var section = section
      if section.items == 0, !section.texts.isEmpty { section.items = 1 }
      return section
    }
  }

  /// Returns the word or the quoted text after a mark.
  private static func quoted(_ line: Substring, after mark: String) -> String {
    guard let range = line.range(of: mark) else { return "" }
    var rest = line[range.upperBound...]
    if mark.hasSuffix("\"") || rest.first == "\"" {
      if rest.first == "\"" { rest.removeFirst() }
      return String(rest.prefix { $0 != "\"" })
    }
    return String(rest.prefix { $0 != " " })
  }
}

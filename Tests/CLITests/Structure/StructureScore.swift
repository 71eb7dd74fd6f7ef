import Foundation

/// How many facts about a document its page shows, and what the page has besides.
struct StructureScore: CustomStringConvertible {
  var right = 0
  var missing: [String] = []
  var wrong: [String] = []
  /// Whether a fact about sections, items, texts or pictures is missing or wrong.
  private(set) var isClean = true

  var f1: Double {
    let all = 2 * right + missing.count + wrong.count
    return all == 0 ? 1 : Double(2 * right) / Double(all)
  }

  var description: String {
    "F1 \(Self.shown(f1))\(isClean ? ", clean" : "")"
      + (missing.isEmpty ? "" : "\n  missing: \(missing.joined(separator: "; "))")
      + (wrong.isEmpty ? "" : "\n  wrong: \(wrong.joined(separator: "; "))")
  }

  static func shown(_ share: Double) -> String { String(format: "%.3f", share) }

  private init() {}

  static func + (first: StructureScore, second: StructureScore) -> StructureScore {
    var sum = first
    sum.right += second.right
    sum.missing += second.missing
    sum.wrong += second.wrong
    return sum
  }

  static let none = StructureScore()

  private mutating func count(_ isRight: Bool, _ fact: String, isContent: Bool = true) {
    if isRight {
      right += 1
    } else {
      missing.append(fact)
      if isContent { isClean = false }
    }
  }

  private mutating func reject(_ fact: String) {
    wrong.append(fact)
    isClean = false
  }

  /// Compares the page of a document with its facts.
  init(of facts: StructureFacts, in drawn: [DrawnSection]) {
    // A section that shows nothing, such as one for a separator, has no height.
    let drawn = drawn.filter { !$0.title.isEmpty || !$0.texts.isEmpty || $0.images > 0 }
    let pairs = Self.pairs(facts.sections, drawn)
    let used = Set(pairs.compactMap { $0 })
    for (index, section) in drawn.enumerated() where !used.contains(index) {
      reject("section \(section.title)")
      for text in section.texts { reject("text \(text.label)") }
    }
    for (section, pair) in zip(facts.sections, pairs) {
      let name = section.heading.isEmpty ? section.all.first ?? "pictures" : section.heading
      count(pair != nil, "section \(name)")
      compare(section, pair.map { drawn[$0] } ?? DrawnSection(title: ""), isDrawn: pair != nil)
    }
    let texts = drawn.flatMap(\.texts)
    for line in facts.lines {
      count(
        Self.isArranged(line.texts, line.isRow, texts),
        (line.isRow ? "row " : "column ") + line.texts.joined(separator: " | "), isContent: false)
    }
    let roots = drawn.flatMap(\.roots)
    for (role, text) in facts.roles {
      let isFound = roots.contains { Self.hasRole(role, text, $0) }
      count(isFound, "\(role) \(text)", isContent: false)
    }
    for (text, target) in facts.actions {
      let isFound = roots.flatMap(\.all).contains { node in
        node.value(of: "action") == target && node.texts.contains { $0.label == text }
      }
      count(isFound, "action \(text) -> \(target)", isContent: false)
    }
  }

  private mutating func compare(
    _ section: StructureFacts.Section, _ drawn: DrawnSection, isDrawn: Bool
  ) {
    count(isDrawn && section.heading == drawn.title, "heading \(section.heading)")
    var shown = drawn.texts.map(\.label)
    for text in section.all {
      let place = shown.firstIndex(of: text)
      count(place != nil, "text \(text)")
      if let place { shown.remove(at: place) }
    }
    for text in shown { reject("text \(text)") }
    for _ in 0..<min(section.images, drawn.images) { count(true, "") }
    for _ in drawn.images..<max(drawn.images, section.images) { count(false, "picture") }
    for _ in section.images..<max(drawn.images, section.images) { reject("picture") }
    let titles = section.items.compactMap(\.first)
    var last = -1
    let nodes = drawn.nodes
    for title in titles {
      // An item is a part of the section with its title and with the title of no other item.
      let place = nodes.indices.first { index in
        let labels = nodes[index].texts.map(\.label)
        return index > last && labels.contains(title)
          && !titles.contains { $0 != title && labels.contains($0) }
      }
      count(place != nil, "item \(title)")
      last = place ?? last
    }
    for item in drawn.items where !titles.isEmpty {
      let labels = item.texts.map(\.label)
      if !labels.isEmpty, !titles.contains(where: labels.contains) {
        reject("item \(labels[0])")
      }
    }
  }

  /// Returns the drawn section of each expected one: in order, with as much in common as possible.
  private static func pairs(
    _ expected: [StructureFacts.Section], _ drawn: [DrawnSection]
  ) -> [Int?] {
    func common(_ section: StructureFacts.Section, _ drawn: DrawnSection) -> Int {
      let texts = Set(drawn.texts.map(\.label))
      let isTitled = !section.heading.isEmpty && section.heading == drawn.title
      return 4 * section.all.count(where: texts.contains) + (isTitled ? 4 : 0)
        + min(section.images, drawn.images)
    }
    var best = [[Int]](
      repeating: [Int](repeating: 0, count: drawn.count + 1), count: expected.count + 1)
    for row in expected.indices.reversed() {
      for column in drawn.indices.reversed() {
        let shared = common(expected[row], drawn[column])
        best[row][column] = max(
          best[row + 1][column], best[row][column + 1],
          shared > 0 ? shared + best[row + 1][column + 1] : 0)
      }
    }
    var pairs: [Int?] = []
    var column = 0
    for row in expected.indices {
      var found: Int?
      for place in drawn.indices.dropFirst(column) {
        let shared = common(expected[row], drawn[place])
        if shared > 0, best[row][column] == shared + best[row + 1][place + 1] {
          found = place
          break
        }
      }
      if best[row][column] == best[row + 1][column] { found = nil }
      pairs.append(found)
      if let found { column = found + 1 }
    }
    return pairs
  }

  private static func isArranged(
    _ texts: [String], _ isRow: Bool, _ drawn: [DrawnSection.Node]
  ) -> Bool {
    let places = texts.map { text in drawn.first { $0.label == text } }
    return zip(places, places.dropFirst()).allSatisfy { first, second in
      guard let first, let second else { return false }
      return isRow ? second.x > first.x && abs(second.y - first.y) < 5 : second.y >= first.y + 10
    }
  }

  /// Whether a node with a role has this text and no other. Fields and toggles are roles by name; a
  /// field may also have a text in it.
  private static func hasRole(_ role: String, _ text: String, _ root: DrawnSection.Node) -> Bool {
    let word = role == "heading" ? "header" : role
    let isInput = role == "field" || role == "toggle"
    return root.all.contains { node in
      (node.node.name == word || node.value(of: "role") == word)
        && (isInput ? node.texts.first?.label == text : node.texts.map(\.label) == [text])
    }
  }
}

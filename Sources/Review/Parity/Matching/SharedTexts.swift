import SectionEngine

/// The texts of a page and an app, normalized and numbered.
struct SharedTexts {
  struct AppText {
    var item: Int
    /// The key of the view's text; for a label that joins several texts, their keys.
    var keys: [Int]
    /// Whether the view shows more than one text of the page, or other words beside one.
    var isLabel = false
  }

  /// For each box of the page, the key of its text; -1 without one.
  private(set) var keys: [Int] = []
  /// For each key, the number of boxes with the text.
  private(set) var counts: [Int] = []
  /// The texts of the app that are on the page.
  private(set) var texts: [AppText] = []
  /// For each key, the indices of the texts of the app that show it, from top to bottom.
  private(set) var places: [[Int]] = []
  /// For each key, the greatest height of a label with the text; 0 if no label has it.
  private(set) var tallest: [Double] = []
  private var words = WordTree()

  init(_ page: ComparedBoxes, _ content: AppContent) {
    var isRepeated = [Bool](repeating: false, count: page.count)
    for box in page.indices.reversed() where !page[box].text.isEmpty {
      // The label of a card repeats its texts.
      isRepeated[box] =
        !page[box].isLeaf
        && page.subtree(of: box).dropFirst().contains { page[$0].text == page[box].text }
    }
    for box in page.indices {
      let text = page[box].text
      keys.append(text.isEmpty || isRepeated[box] ? -1 : words.insert(Self.words(of: text)))
    }
    counts = [Int](repeating: 0, count: words.count)
    for key in keys where key >= 0 { counts[key] += 1 }
    for (item, value) in content.items.enumerated() {
      guard let text = value.text else { continue }
      let words = Self.words(of: text)
      if let key = self.words.key(of: words) {
        texts.append(AppText(item: item, keys: [key]))
      } else {
        let parts = self.words.texts(in: words)
        guard LabelParts.isLabel(parts, words) else { continue }
        texts.append(AppText(item: item, keys: parts.map(\.key), isLabel: true))
      }
    }
    dropRepeated(content)
    texts.sort {
      (content.items[$0.item].frame.y, $0.item) < (content.items[$1.item].frame.y, $1.item)
    }
    places = [[Int]](repeating: [], count: counts.count)
    tallest = [Double](repeating: 0, count: counts.count)
    for (index, text) in texts.enumerated() {
      for key in Set(text.keys) {
        places[key].append(index)
        if text.isLabel { tallest[key] = max(tallest[key], content.items[text.item].frame.height) }
      }
    }
  }

  /// Whether the page and the app have a text once each.
  func isUnique(_ key: Int) -> Bool { counts[key] == 1 && places[key].count == 1 }

  /// Removes from the label of a view the texts that views inside it show: a text counts once along
  /// a chain of ancestors.
  private mutating func dropRepeated(_ content: AppContent) {
    var open: [(end: Int, text: Int)] = []
    var inner = [Set<Int>](repeating: [], count: texts.count)
    for index in texts.indices {
      while let last = open.last, last.end <= texts[index].item { open.removeLast() }
      for outer in open { inner[outer.text].formUnion(texts[index].keys) }
      let end = content.items[texts[index].item].end
      if end > texts[index].item + 1 { open.append((end, index)) }
    }
    for index in texts.indices where !inner[index].isEmpty {
      texts[index].keys.removeAll(where: inner[index].contains)
      texts[index].isLabel = true
    }
    texts.removeAll { $0.keys.isEmpty }
  }

  /// Returns a text as words in lowercase. Spaces and the characters that labels put between texts
  /// separate words. A text of such characters only is one word.
  static func words(of text: String) -> [Substring] {
    let lower = text.lowercased()
    let words = pieces(of: lower)
    return words.isEmpty ? [lower[...]] : words
  }

  fileprivate static func pieces(of text: String) -> [Substring] {
    text.split { $0.isWhitespace || separators.contains($0) }
  }

  fileprivate static let separators: Set<Character> = [
    ",", "，", "、", ";", "；", "·", "•", "|", "–", "—",
  ]

  /// Returns whether two texts are equal. One text may be in capitals, numbers may have another
  /// notation, and the app may truncate its text with "…".
  static func areEqual(_ page: String, _ app: String) -> Bool {
    if page == app { return true }
    let words = normalized(page)
    if words == normalized(app) {
      // A text style can capitalize all letters. Any other difference of case is real.
      let isTransformed = app == app.uppercased() || page == page.uppercased()
      return isTransformed
        || page.split(whereSeparator: \.isWhitespace) == app.split(whereSeparator: \.isWhitespace)
    }
    if app.hasSuffix("…"), app.count > 2 {
      return words.hasPrefix(normalized(String(app.dropLast())))
    }
    // Compares the numbers of "1203456 plays" and "1.2M plays".
    let (first, second) = (words.split(separator: " "), normalized(app).split(separator: " "))
    return first.count == second.count
      && zip(first, second).allSatisfy { $0 == $1 || areNear(String($0), String($1)) }
  }

  /// Returns whether a label contains a text.
  static func contains(_ label: String, _ text: String) -> Bool {
    let (words, part) = (words(of: label), words(of: text))
    return words.count >= part.count
      && (0...words.count - part.count).contains { words[$0...].starts(with: part) }
  }

  /// Returns a text in lowercase, with single spaces.
  private static func normalized(_ text: String) -> String {
    text.lowercased().split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }

  /// Whether two numbers such as "1.2万" and "12034" are equal except for rounding.
  private static func areNear(_ one: String, _ other: String) -> Bool {
    guard let first = number(one), let second = number(other) else { return false }
    return first.isRounded || second.isRounded
      ? abs(first.value - second.value) <= 0.05 * max(first.value, second.value)
      : first.value == second.value
  }

  /// Parses a number such as "12,345", "12.3k" or "1.2万"; `nil` for other texts.
  private static func number(_ text: String) -> (value: Double, isRounded: Bool)? {
    let text = text.lowercased().filter { !$0.isWhitespace && $0 != "," && $0 != "+" }
    if let value = Double(text), value.isFinite { return (value, false) }
    guard let unit = text.last.flatMap({ units[$0] }), let value = Double(text.dropLast()),
      value.isFinite
    else { return nil }
    return (value * unit, true)
  }

  private static let units: [Character: Double] = [
    "k": 1e3, "千": 1e3, "w": 1e4, "万": 1e4, "萬": 1e4, "m": 1e6, "亿": 1e8, "億": 1e8, "b": 1e9,
  ]
}

/// Divides the label of an app's element into the texts that another app shows.
struct LabelParts {
  private var words = WordTree()

  init(_ other: ViewHierarchy) {
    for (index, view) in other.views.enumerated() {
      // The label of a view with views inside joins their texts.
      let isLeaf = index + 1 == other.views.count || other.views[index + 1].parent != index
      guard isLeaf, let text = view.text, !text.isEmpty else { continue }
      _ = words.insert(SharedTexts.words(of: text))
    }
  }

  /// Returns the texts that a label joins, with the words between them; only the label if it is one text.
  /// `isText` is whether the view shows a text, instead of an element with several.
  func parts(of label: String, isText: Bool) -> [Substring] {
    let (pieces, words) = (SharedTexts.pieces(of: label), SharedTexts.words(of: label))
    let known = self.words.texts(in: words)
    let isWhole = known.first.map { $0.words == words.indices } ?? true
    let hasMany = Self.isLabel(known, words)
    // The text of a view may have words of one other text by chance.
    let isLabel = isText ? hasMany && known.count > 1 : hasMany || hasSegment(label)
    guard !isWhole, isLabel, pieces.count == words.count else { return [label[...]] }
    var parts: [Substring] = []
    func add(_ range: Range<Int>) {
      guard let first = pieces[range].first, let last = pieces[range].last else { return }
      parts.append(label[first.startIndex..<last.endIndex])
    }
    var next = 0
    for (_, range) in known {
      add(next..<range.lowerBound)
      add(range)
      next = range.upperBound
    }
    add(next..<pieces.count)
    return parts
  }

  /// Whether a text of the other app is between two separators of a label.
  private func hasSegment(_ label: String) -> Bool {
    label.split(whereSeparator: SharedTexts.separators.contains)
      .contains { words.key(of: SharedTexts.words(of: String($0))) != nil }
  }

  /// Whether the texts in a label have at least a third of its words.
  fileprivate static func isLabel(
    _ parts: [(key: Int, words: Range<Int>)], _ words: [Substring]
  ) -> Bool {
    !parts.isEmpty && 3 * parts.reduce(0) { $0 + $1.words.count } >= words.count
  }
}

/// Numbers for texts, by their words. Finds the texts in a longer text.
private struct WordTree {
  private struct Step: Hashable {
    var node: Int32
    var word: Int32
  }

  private var numbers: [Substring: Int32] = [:]
  private var next: [Step: Int32] = [:]
  /// For each node, the key of the text that ends there; -1 for none.
  private var keys: [Int] = [-1]
  private(set) var count = 0

  mutating func insert(_ words: [Substring]) -> Int {
    var node: Int32 = 0
    for word in words {
      let number = numbers[word] ?? Int32(numbers.count)
      numbers[word] = number
      let step = Step(node: node, word: number)
      if let known = next[step] {
        node = known
      } else {
        node = Int32(keys.count)
        next[step] = node
        keys.append(-1)
      }
    }
    if keys[Int(node)] < 0 {
      keys[Int(node)] = count
      count += 1
    }
    return keys[Int(node)]
  }

  func key(of words: [Substring]) -> Int? {
    let (key, length) = longest(words[...])
    return length == words.count ? key : nil
  }

  /// Returns the texts in a longer text, each as long as possible, with the ranges of their words.
  func texts(in words: [Substring]) -> [(key: Int, words: Range<Int>)] {
    var texts: [(key: Int, words: Range<Int>)] = []
    var rest = words[...]
    while !rest.isEmpty {
      let (key, length) = longest(rest)
      if length > 0 { texts.append((key, rest.startIndex..<rest.startIndex + length)) }
      rest = rest.dropFirst(max(1, length))
    }
    return texts
  }

  /// Returns the longest text with which the words begin, and the number of its words; 0 for none.
  private func longest(_ words: ArraySlice<Substring>) -> (key: Int, length: Int) {
    var node: Int32 = 0
    var best = (key: -1, length: 0)
    for (index, word) in words.enumerated() {
      guard let number = numbers[word], let following = next[Step(node: node, word: number)] else {
        break
      }
      node = following
      if keys[Int(node)] >= 0 { best = (keys[Int(node)], index + 1) }
    }
    return best
  }
}

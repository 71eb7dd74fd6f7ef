import SectionEngine

/// The texts of a page and an app, normalized and numbered.
struct SharedTexts {
  struct AppText {
    var item: Int
    /// The key of the view's text; for a label that joins several texts, their keys.
    var keys: [Int]
    var isLabel = false
    /// Whether texts of the page are at least a third of the view's text.
    var isSure = true
  }

  /// The boxes that show a text, by key, in document order.
  private(set) var boxes: [[Int]] = []
  /// The texts of the app that are on the page, from top to bottom.
  private(set) var texts: [AppText] = []
  /// The number of occurrences in the app, by key.
  private(set) var counts: [Int] = []
  private var numbers: [String: Int] = [:]

  init(_ page: Page.Lines, _ content: AppContent, _ views: [ViewHierarchy.View]) {
    for box in page.indices where page.hasString(box) {
      let words = Self.normalized(page.string(of: box))
      let key = numbers[words] ?? boxes.count
      if key == boxes.count {
        numbers[words] = key
        boxes.append([])
      }
      boxes[key].append(box)
    }
    counts = [Int](repeating: 0, count: boxes.count)
    for (item, value) in content.items.enumerated() {
      guard let text = views[value.view].text, !text.isEmpty else { continue }
      if let key = numbers[Self.normalized(text)] {
        texts.append(AppText(item: item, keys: [key]))
      } else {
        let (keys, isSure) = keys(inLabel: text)
        guard !keys.isEmpty else { continue }
        texts.append(AppText(item: item, keys: keys, isLabel: true, isSure: isSure))
      }
      for key in texts[texts.count - 1].keys { counts[key] += 1 }
    }
    let items = content.items
    texts.sort { (items[$0.item].frame.y, $0.item) < (items[$1.item].frame.y, $1.item) }
  }

  /// Returns a text in lowercase, with single spaces.
  static func normalized(_ text: String) -> String {
    text.lowercased().split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }

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

  /// Returns the page texts in a label such as "Oat bread, ¥99, Button", and whether they are at
  /// least a third of it. Tries long runs of parts first, because a text may contain commas.
  private func keys(inLabel label: String) -> (keys: [Int], isSure: Bool) {
    let separators: Set<Character> = [",", "，", "、", "\n", "·", ";"]
    let parts = label.split(maxSplits: 40) { separators.contains($0) }
    guard parts.count > 1 else { return ([], false) }
    var keys: [Int] = []
    var known = 0
    var first = 0
    while first < parts.count {
      var next = first + 1
      for last in (first..<min(parts.count, first + 6)).reversed() {
        let text = label[parts[first].startIndex..<parts[last].endIndex]
        guard let key = numbers[Self.normalized(String(text))] else { continue }
        keys.append(key)
        known += text.count
        next = last + 1
        break
      }
      first = next
    }
    return (keys, 3 * known >= label.count - 2 * parts.count)
  }
}

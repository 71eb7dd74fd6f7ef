import TestTools

/// A list of sections or items, many of them equal, and edits of known kinds.
struct EditedList {
  struct Element: Hashable {
    var code: String
    var texts: [String]
    /// The index in the old list; `nil` for an element that an edit adds.
    var origin: Int?

    /// The content as one text, without the origin.
    var content: String { ([code] + texts).joined(separator: "|") }
  }

  /// The named changes of a comparison, and their contents.
  struct Story: Hashable {
    var removed: [String] = []
    var added: [String] = []
    var moved: [String] = []
    var changed: [String] = []

    var length: Int { removed.count + added.count + moved.count + changed.count }

    var sorted: Story {
      Story(
        removed: removed.sorted(), added: added.sorted(), moved: moved.sorted(),
        changed: changed.sorted())
    }
  }

  enum Edit: CaseIterable { case insert, remove, move, change, duplicate, replace }

  let old: [Element]
  private(set) var new: [Element]
  private(set) var edits: [Edit] = []
  private var fresh = 0

  init(seed: UInt64, lengths: ClosedRange<Int> = 4...16, mostEdits: Int = 3) {
    var random = SplitMix64(seed: seed)
    let codes = Array(["L", "M", "S", "T"].prefix(Int.random(in: 1...4, using: &random)))
    let pool = (0..<Int.random(in: 2...12, using: &random)).map { number in
      Element(
        code: codes[number % codes.count],
        texts: ["Title \(number % 3)"]
          + (0..<Int.random(in: 1...4, using: &random)).map { "text \(number) \($0)" })
    }
    old = (0..<Int.random(in: lengths, using: &random)).map { index in
      var element = pool[Int.random(in: 0..<pool.count, using: &random)]
      element.origin = index
      return element
    }
    new = old
    for _ in 0..<Int.random(in: 1...mostEdits, using: &random) {
      edit(Edit.allCases[Int.random(in: 0..<Edit.allCases.count, using: &random)], codes, &random)
    }
  }

  private mutating func freshText() -> String {
    fresh += 1
    return "fresh \(fresh)"
  }

  private mutating func edit(_ edit: Edit, _ codes: [String], _ random: inout SplitMix64) {
    guard !new.isEmpty else { return }
    edits.append(edit)
    let index = Int.random(in: 0..<new.count, using: &random)
    let other = Int.random(in: 0...new.count, using: &random)
    func freshElement() -> Element {
      Element(
        code: codes[Int.random(in: 0..<codes.count, using: &random)],
        texts: (0..<Int.random(in: 2...4, using: &random)).map { _ in freshText() })
    }
    switch edit {
    case .insert: new.insert(freshElement(), at: other)
    case .remove: new.remove(at: index)
    case .move:
      let element = new.remove(at: index)
      new.insert(element, at: min(other, new.count))
    case .change: new[index].texts[new[index].texts.count - 1] = freshText()
    case .duplicate:
      var element = new[index]
      element.origin = nil
      new.insert(element, at: other)
    case .replace: new[index] = freshElement()
    }
  }

  /// The story of the edits, with as few moves as possible.
  var truth: Story {
    var story = Story()
    let kept = Set(new.compactMap(\.origin))
    story.removed = old.indices.filter { !kept.contains($0) }.map { old[$0].content }
    for element in new {
      guard let origin = element.origin else {
        story.added.append(element.content)
        continue
      }
      if old[origin].content != element.content {
        story.changed.append(old[origin].content + " -> " + element.content)
      }
    }
    let unmoved = Self.longestAscending(new.compactMap(\.origin))
    story.moved = new.filter { $0.origin.map { !unmoved.contains($0) } ?? false }.map(\.content)
    return story
  }

  /// Returns a longest ascending subsequence, in quadratic time.
  private static func longestAscending(_ values: [Int]) -> Set<Int> {
    var best: [[Int]] = []
    for value in values {
      let before = best.filter { $0.last.map { $0 < value } ?? true }.max { $0.count < $1.count }
      best.append((before ?? []) + [value])
    }
    return Set(best.max { $0.count < $1.count } ?? [])
  }
}

/// How often a comparison tells what happened, over many edited lists.
///
/// A story is right if it names exactly the edits, or if it is another story of the same list that
/// is as short or shorter: the list does not tell which of equal elements was removed, and an element
/// that is removed in one place and added in another has moved. A story with more moves than the
/// edits has a false move, unless it is shorter, or each moved element is unchanged: the list does not
/// tell a moved element from a copy whose original was changed.
struct StoryCounts: CustomStringConvertible {
  private(set) var cases = 0
  private(set) var exact = 0
  private(set) var equivalent = 0
  private(set) var falseMoves: [UInt64] = []
  private(set) var longer: [UInt64] = []

  var share: Double { Double(exact + equivalent) / Double(max(1, cases)) }

  var description: String {
    "\(cases) cases: \(exact) exact, \(equivalent) as short, "
      + "\(longer.count) longer \(longer.prefix(8)), "
      + "\(falseMoves.count) false moves \(falseMoves.prefix(8))"
  }

  mutating func add(_ found: EditedList.Story, _ truth: EditedList.Story, seed: UInt64) {
    cases += 1
    if found.sorted == truth.sorted {
      exact += 1
    } else if found.length > truth.length {
      longer.append(seed)
    } else if found.moved.count > truth.moved.count, found.length == truth.length,
      found.moved.contains(where: { moved in found.changed.contains { $0.hasSuffix(moved) } })
    {
      falseMoves.append(seed)
    } else {
      equivalent += 1
    }
  }
}

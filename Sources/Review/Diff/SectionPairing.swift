import Feeds
import Renderers

/// Pairs the sections of two pages, and finds those that changed their order.
///
/// A code that occurs once on each page pairs by itself. If a code occurs more often, sections with
/// the same lines pair first, then those with the same title, then the rest in order. O(n log n).
struct SectionPairing {
  /// The sections and bars.
  let oldSections: [FlatPage.Section]
  let newSections: [FlatPage.Section]
  /// The index of the old section, or -1, by new section.
  private(set) var origins: [Int32]
  /// The index of the new section, or -1, by old section.
  private(set) var destinations: [Int32]
  /// Whether the section keeps its order, by new section.
  private(set) var isUnmoved: [Bool]

  private let old: FlatPage
  private let new: FlatPage

  init(_ old: FlatPage, _ new: FlatPage) {
    self.old = old
    self.new = new
    oldSections = old.sections
    newSections = new.sections
    origins = [Int32](repeating: -1, count: newSections.count)
    destinations = [Int32](repeating: -1, count: oldSections.count)
    isUnmoved = []
    pair()
    let (a, b) = (oldSections.map(\.line), newSections.map(\.line))
    isUnmoved = Self.unmoved(origins, destinations) {
      Int(old.lines[a[$0]].end) - a[$0] + Int(new.lines[b[$1]].end) - b[$1]
    }
  }

  private mutating func pair() {
    var codes: [String: Int] = [:]
    func code(_ page: FlatPage, _ section: FlatPage.Section) -> Int {
      // Bars are paired with bars.
      let word =
        section.keyword == .section
        ? page.text(page.lines[section.line].name) : "\(section.name)\n"
      if let known = codes[word] { return known }
      let number = codes.count
      codes[word] = number
      return number
    }
    let oldCodes = oldSections.map { code(old, $0) }
    let newCodes = newSections.map { code(new, $0) }
    var oldCounts = [Int32](repeating: 0, count: codes.count)
    var newCounts = oldCounts
    for code in oldCodes { oldCounts[code] += 1 }
    for code in newCodes { newCounts[code] += 1 }
    let isRepeated = (0..<codes.count).map { oldCounts[$0] > 1 || newCounts[$0] > 1 }
    for isSame in [isSameContent, isSameTitle] {
      pair(oldCodes, newCodes, where: { isRepeated[$0] }, hash: isSame)
    }
    pair(oldCodes, newCodes, where: { _ in true }, hash: { _, _ in 0 })
  }

  /// Pairs the remaining sections with the same code and hash, in order.
  private mutating func pair(
    _ oldCodes: [Int], _ newCodes: [Int], where includes: (Int) -> Bool,
    hash: (FlatPage, Int) -> Int?
  ) {
    struct Key: Hashable { let code, hash: Int }
    var waiting: [Key: [Int32]] = [:]
    for (section, code) in newCodes.enumerated().reversed()
    where origins[section] < 0 && includes(code) {
      guard let hash = hash(new, newSections[section].line) else { continue }
      waiting[Key(code: code, hash: hash), default: []].append(Int32(section))
    }
    guard !waiting.isEmpty else { return }
    for (section, code) in oldCodes.enumerated()
    where destinations[section] < 0 && includes(code) {
      guard let hash = hash(old, oldSections[section].line),
        let partner = waiting[Key(code: code, hash: hash)]?.popLast()
      else { continue }
      destinations[section] = partner
      origins[Int(partner)] = Int32(section)
    }
  }

  /// Returns a hash of all its lines, without its position. Sections with equal hashes are paired
  /// and then compared line by line: a collision costs time, but does not give a wrong result.
  private func isSameContent(_ page: FlatPage, _ index: Int) -> Int? {
    let line = page.lines[index]
    var hasher = Hasher()
    hasher.combine(line.frame.width)
    hasher.combine(line.frame.height)
    let last = page.lines[Int(line.end) - 1]
    let end = Int(max(last.tail.end, last.name.end))
    page.bytes.withUnsafeBytes {
      hasher.combine(bytes: UnsafeRawBufferPointer(rebasing: $0[Int(line.tail.start)..<end]))
    }
    return hasher.finalize()
  }

  /// Returns a hash of the title or, without one, of the first text.
  private func isSameTitle(_ page: FlatPage, _ index: Int) -> Int? {
    let line = page.lines[index]
    var span = page.attribute("title", of: line)
    var next = index + 1
    while span.isEmpty, next < Int(line.end) {
      span = page.lines[next].string
      next += 1
    }
    return span.isEmpty ? nil : page.text(span).hashValue
  }

  /// Returns a longest subsequence of the pairs that keeps its order. If there are several, the
  /// result does not depend on which page is the old one: the heaviest is chosen, so that small
  /// elements move past large ones.
  /// - Parameter weight: the weight of a pair, by old and new index.
  static func unmoved(
    _ origins: [Int32], _ destinations: [Int32], weight: (Int, Int) -> Int
  ) -> [Bool] {
    var result = [Bool](repeating: false, count: origins.count)
    var latest: Int32 = -1
    var isInOrder = true
    for origin in origins where origin >= 0 {
      if origin < latest { isInOrder = false }
      latest = origin
    }
    guard !isInOrder else {
      for index in origins.indices where origins[index] >= 0 { result[index] = true }
      return result
    }
    var unmoved = UnmovedElements(count: origins.count)
    unmoved.mark(origins.indices, origins: origins, into: &result) { $0 >= 0 }
    var inverse = [Bool](repeating: false, count: destinations.count)
    var other = UnmovedElements(count: destinations.count)
    other.mark(destinations.indices, origins: destinations, into: &inverse) { $0 >= 0 }
    var mirrored = [Bool](repeating: false, count: origins.count)
    for old in inverse.indices where inverse[old] { mirrored[Int(destinations[old])] = true }
    // The heavier one wins, then the one that keeps the pair that comes first on either page.
    var balance = 0
    var tie = 0
    for new in origins.indices where result[new] != mirrored[new] {
      let old = Int(origins[new])
      balance += (result[new] ? 1 : -1) * weight(old, new)
      let place = (min(old, new) &* 1_000_003) &+ max(old, new)
      tie = tie &+ (result[new] ? 1 : -1) &* place
    }
    return balance > 0 || (balance == 0 && tie >= 0) ? result : mirrored
  }
}

import FeedSession
import Renderers

/// Pairs the sections of two pages, and finds those that changed their order.
///
/// A code that occurs once on each page pairs by itself. If a code occurs more often, sections with
/// the same lines pair first, then those with the same title, then the rest in order. O(n log n).
struct SectionPairing {
  /// Lines of the sections and bars.
  let oldLines: [Int]
  let newLines: [Int]
  /// The index of the old section, or -1, by new section.
  private(set) var origins: [Int32]
  /// The index of the new section, or -1, by old section.
  private(set) var destinations: [Int32]
  /// Whether the section keeps its order, by new section.
  private(set) var isUnmoved: [Bool]

  private let old: DumpTable
  private let new: DumpTable

  init(_ old: DumpTable, _ new: DumpTable) {
    self.old = old
    self.new = new
    oldLines = Self.sections(of: old)
    newLines = Self.sections(of: new)
    origins = [Int32](repeating: -1, count: newLines.count)
    destinations = [Int32](repeating: -1, count: oldLines.count)
    isUnmoved = []
    pair()
    let (oldLines, newLines) = (oldLines, newLines)
    isUnmoved = Self.unmoved(origins, destinations) { a, b in
      Int(old.lines[oldLines[a]].end) - oldLines[a] + Int(new.lines[newLines[b]].end) - newLines[b]
    }
  }

  private static func sections(of table: DumpTable) -> [Int] {
    var lines: [Int] = []
    var line = 0
    while line < table.lines.count {
      lines.append(line)
      line = Int(table.lines[line].end)
    }
    return lines
  }

  private mutating func pair() {
    var codes: [String: Int] = [:]
    func code(_ table: DumpTable, _ line: Int) -> Int {
      let line = table.lines[line]
      // Bars are paired with bars.
      let word = line.kind == .section ? table.text(line.name) : "\(line.kind)\n"
      if let known = codes[word] { return known }
      let number = codes.count
      codes[word] = number
      return number
    }
    let oldCodes = oldLines.map { code(old, $0) }
    let newCodes = newLines.map { code(new, $0) }
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
    hash: (DumpTable, Int) -> Int?
  ) {
    struct Key: Hashable { let code, hash: Int }
    var waiting: [Key: [Int32]] = [:]
    for (section, code) in newCodes.enumerated().reversed()
    where origins[section] < 0 && includes(code) {
      guard let hash = hash(new, newLines[section]) else { continue }
      waiting[Key(code: code, hash: hash), default: []].append(Int32(section))
    }
    guard !waiting.isEmpty else { return }
    for (section, code) in oldCodes.enumerated()
    where destinations[section] < 0 && includes(code) {
      guard let hash = hash(old, oldLines[section]),
        let partner = waiting[Key(code: code, hash: hash)]?.popLast()
      else { continue }
      destinations[section] = partner
      origins[Int(partner)] = Int32(section)
    }
  }

  /// Returns a hash of all its lines, without its position. Sections with equal hashes are paired
  /// and then compared line by line: a collision costs time, but does not give a wrong result.
  private func isSameContent(_ table: DumpTable, _ index: Int) -> Int? {
    let line = table.lines[index]
    var hasher = Hasher()
    hasher.combine(line.frame.width)
    hasher.combine(line.frame.height)
    let last = table.lines[Int(line.end) - 1]
    let end = Int(max(last.tail.end, last.name.end))
    table.bytes.withUnsafeBytes {
      hasher.combine(bytes: UnsafeRawBufferPointer(rebasing: $0[Int(line.tail.start)..<end]))
    }
    return hasher.finalize()
  }

  /// Returns a hash of the title or, without one, of the first text.
  private func isSameTitle(_ table: DumpTable, _ index: Int) -> Int? {
    let line = table.lines[index]
    var span = table.attribute("title", of: line)
    var next = index + 1
    while span.isEmpty, next < Int(line.end) {
      span = table.lines[next].string
      next += 1
    }
    return span.isEmpty ? nil : table.text(span).hashValue
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

import SectionEngine

extension Pairing {
  /// Pairs the sections and bars of two pages. Bars are paired only with bars.
  package init(
    _ old: Page.Lines, _ oldSections: [Page.SectionLine],
    _ new: Page.Lines, _ newSections: [Page.SectionLine]
  ) {
    let pages = [(old, oldSections), (new, newSections)]
    let keys = pages.map { page, sections in sections.map { page.key(of: $0) } }
    let repeated = Set(
      keys.flatMap { keys in
        Dictionary(keys.map { ($0, 1) }, uniquingKeysWith: +).filter { $0.value > 1 }.keys
      })
    let elements = zip(pages, keys).map { page, keys in
      zip(page.1, keys).map { section, key in
        let isRepeated = repeated.contains(key)
        return Element(
          key: key, content: isRepeated ? page.0.contentHash(section.line) : 0,
          title: isRepeated ? page.0.titleHash(section.line) : 0)
      }
    }
    var sketches = PageSketches(old, oldSections.map(\.line), new, newSections.map(\.line))
    self.init(
      elements[0], elements[1], likeness: { sketches.likeness($0, $1) },
      weight: { old.lineCount(oldSections[$0].line) + new.lineCount(newSections[$1].line) })
  }
}

/// Measures how much text two sections or items of two pages have in common. A text that many of
/// them have, such as "More", counts little.
struct PageSketches {
  private let pages: [(page: Page.Lines, lines: [Int])]
  /// For each page and element, the sorted hashes of its texts; `nil` until they are needed.
  private var sketches: [[[UInt32]?]]
  /// For each page and hash, the number of lines; hashes share a number if their last bits are equal.
  private var counts: [[Int32]] = []
  /// The bits of a hash that are an index in `counts`.
  private var mask: UInt32 = 0

  init(_ old: Page.Lines, _ oldLines: [Int], _ new: Page.Lines, _ newLines: [Int]) {
    pages = [(old, oldLines), (new, newLines)]
    sketches = pages.map { [[UInt32]?](repeating: nil, count: $0.lines.count) }
  }

  /// Returns the share of the texts in common, from 0 to 1.
  mutating func likeness(_ old: Int, _ new: Int) -> Double {
    if counts.isEmpty { count() }
    let (a, b) = (sketch(0, old), sketch(1, new))
    var (i, j) = (0, 0)
    var (common, all) = (0.0, 0.0)
    while i < a.count || j < b.count {
      let isOld = j == b.count || (i < a.count && a[i] <= b[j])
      let isNew = i == a.count || (j < b.count && b[j] <= a[i])
      let hash = Int((isOld ? a[i] : b[j]) & mask)
      let weight = 1 / Double(max(1, counts[0][hash], counts[1][hash]))
      all += isOld && isNew ? 2 * weight : weight
      if isOld && isNew { common += 2 * weight }
      if isOld { i += 1 }
      if isNew { j += 1 }
    }
    return all == 0 ? 1 : common / all
  }

  private mutating func count() {
    let most =
      pages.map { page, lines in
        lines.reduce(0) { $0 + page.lineCount($1) }
      }.max() ?? 0
    while mask < 0x3ffff, Int(mask) < 4 * most { mask = mask << 1 | 1 }
    counts = pages.map { page, lines in
      var counts = [Int32](repeating: 0, count: Int(mask) + 1)
      for line in lines {
        for part in line..<Int(page[line].end) {
          counts[Int(page.textHash(part) & mask)] += 1
        }
      }
      return counts
    }
  }

  private mutating func sketch(_ side: Int, _ element: Int) -> [UInt32] {
    if let known = sketches[side][element] { return known }
    let (page, lines) = pages[side]
    let line = lines[element]
    let isSection = page[line].level == 0
    let found = (line + (isSection ? 1 : 0)..<Int(page[line].end)).map(page.textHash).sorted()
    sketches[side][element] = found
    return found
  }
}

extension Page.Lines {
  fileprivate func key(of section: Page.SectionLine) -> Int {
    section.keyword == .section
      ? nameHash(section.line) : section.keyword == .top ? 1 : 2
  }

  func nameHash(_ index: Int) -> Int {
    var hash = ContentHash()
    hash.combine(bytes, self[index].name)
    return hash.value
  }

  /// Returns a hash of a node and its descendants without its position and number. A collision can
  /// only cause a worse pairing.
  /// - Parameter most: The maximum number of lines that are read.
  func contentHash(_ index: Int, most: Int = 1 << 30) -> Int {
    var hash = ContentHash()
    let size = self[index].frame
    hash.combine(size.width.bitPattern)
    hash.combine(size.height.bitPattern)
    hash.combine(bytes, self[index].string)
    let tail = self[index].tail
    // The gap above depends on the section above.
    let gap = self[index].level > 0 ? Page.Span.none : attribute("gap-above", of: self[index])
    if gap.isEmpty {
      hash.combine(bytes, tail)
    } else {
      hash.combine(bytes, Page.Span(Int(tail.start)..<Int(gap.start) - " gap-above=".utf8.count))
      hash.combine(bytes, Page.Span(Int(gap.end)..<Int(tail.end)))
    }
    for below in index + 1..<Swift.min(Int(self[index].end), index + most) {
      hash.combine(self, self[below])
    }
    return hash.value
  }

  /// Returns a hash of the title or, without a title, of the first text; 0 without both.
  fileprivate func titleHash(_ index: Int) -> Int {
    var span = attribute("title", of: self[index])
    var next = index + 1
    while span.isEmpty, next < Int(self[index].end) {
      span = self[next].string
      next += 1
    }
    var hash = ContentHash()
    hash.combine(bytes, span)
    return span.isEmpty ? 0 : hash.value
  }

  /// Returns a hash of a line's text or, without a text, of its attributes.
  fileprivate func textHash(_ index: Int) -> UInt32 {
    let line = self[index]
    var hash = ContentHash()
    hash.combine(bytes, line.string.isEmpty ? line.tail : line.string)
    return UInt32(truncatingIfNeeded: hash.value)
  }
}

/// A hash that reads eight bytes at once and is equal in each process.
private struct ContentHash {
  private var state: UInt64 = 0x9e37_79b9_7f4a_7c15

  mutating func combine(_ word: UInt64) {
    let product = (state ^ word).multipliedFullWidth(by: 0xa076_1d64_78bd_642f)
    state = product.high ^ product.low &+ 0xe703_7ed1_a0b4_28db
  }

  /// Combines a line with its frame. Frames of old dumps are written in other coordinates.
  mutating func combine(_ page: Page.Lines, _ line: Page.Line) {
    combine(page.bytes, line.name)
    combine(page.bytes, line.string)
    combine(UInt64(truncatingIfNeeded: line.number))
    combine(line.frame.x.bitPattern)
    combine(line.frame.y.bitPattern)
    combine(line.frame.width.bitPattern)
    combine(line.frame.height.bitPattern)
    combine(page.bytes, line.tail)
  }

  mutating func combine(_ bytes: [UInt8], _ span: Page.Span) {
    bytes.withUnsafeBytes { buffer in
      var index = Int(span.start)
      while index + 8 <= Int(span.end) {
        combine(buffer.loadUnaligned(fromByteOffset: index, as: UInt64.self))
        index += 8
      }
      var last = UInt64(span.range.count)
      while index < Int(span.end) {
        last = last << 8 | UInt64(buffer[index])
        index += 1
      }
      combine(last)
    }
  }

  var value: Int { Int(truncatingIfNeeded: state) }
}

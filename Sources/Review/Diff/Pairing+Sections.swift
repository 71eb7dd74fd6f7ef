import Renderers

extension Pairing {
  /// Pairs the sections and bars of two pages.
  ///
  /// A code that occurs once on each page pairs by itself. If a code occurs more often, sections with
  /// the same lines pair first, then those with the same title, then the rest in order. O(n log n).
  init(
    _ old: FlatPage, _ oldSections: [FlatPage.Section],
    _ new: FlatPage, _ newSections: [FlatPage.Section]
  ) {
    self.init(old: oldSections.count, new: newSections.count)
    var numbers: [String: Int] = [:]
    func codes(_ page: FlatPage, _ sections: [FlatPage.Section]) -> [Int] {
      sections.map { section in
        // Bars are paired with bars.
        let word =
          section.keyword == .section
          ? page.text(page.lines[section.line].name) : "\(section.name)\n"
        let number = numbers[word] ?? numbers.count
        numbers[word] = number
        return number
      }
    }
    let (oldCodes, newCodes) = (codes(old, oldSections), codes(new, newSections))
    var counts = [(old: Int, new: Int)](repeating: (0, 0), count: numbers.count)
    for code in oldCodes { counts[code].old += 1 }
    for code in newCodes { counts[code].new += 1 }
    struct Key: Hashable { let code, hash: Int }
    for hash in [FlatPage.contentHash, FlatPage.titleHash] {
      func key(_ page: FlatPage, _ section: FlatPage.Section, _ code: Int) -> Key? {
        guard counts[code].old > 1 || counts[code].new > 1 else { return nil }
        return hash(page)(section.line).map { Key(code: code, hash: $0) }
      }
      pair(
        old: { key(old, oldSections[$0], oldCodes[$0]) },
        new: { key(new, newSections[$0], newCodes[$0]) })
    }
    pair(old: { oldCodes[$0] }, new: { newCodes[$0] })
    findUnmoved {
      old.lineCount(oldSections[$0].line) + new.lineCount(newSections[$1].line)
    }
  }
}

extension FlatPage {
  /// Returns a hash of all lines of a section, without its position. Sections with equal hashes are
  /// paired and then compared line by line: a collision costs time, but does not give a wrong
  /// result.
  fileprivate func contentHash(_ index: Int) -> Int? {
    let line = lines[index]
    var hasher = Hasher()
    hasher.combine(line.frame.width)
    hasher.combine(line.frame.height)
    bytes.withUnsafeBytes {
      let range = Int(line.tail.start)..<endOfBytes(below: index)
      hasher.combine(bytes: UnsafeRawBufferPointer(rebasing: $0[range]))
    }
    return hasher.finalize()
  }

  /// Returns a hash of the title or, without one, of the first text.
  fileprivate func titleHash(_ index: Int) -> Int? {
    var span = attribute("title", of: lines[index])
    var next = index + 1
    while span.isEmpty, next < Int(lines[index].end) {
      span = lines[next].string
      next += 1
    }
    return span.isEmpty ? nil : text(span).hashValue
  }

  /// Returns the number of lines of a node and its descendants.
  func lineCount(_ line: Int) -> Int { Int(lines[line].end) - line }

  /// Returns the end of the last byte of a line and its descendants.
  func endOfBytes(below line: Int) -> Int {
    let last = lines[Int(lines[line].end) - 1]
    return Int(max(last.tail.end, last.name.end))
  }
}

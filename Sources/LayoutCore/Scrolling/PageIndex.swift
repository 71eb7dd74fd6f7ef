/// An index of the rows of a laid out page, for scrolling: it finds the rows within a rectangle,
/// and their positions after a height changes, without a pass over the page.
///
/// Sections and rows are looked up by binary search. Rows may not be sorted by their ends, as in a
/// waterfall. The search therefore uses the greatest end of all rows up to each, and the least
/// start of all rows from each on: both are sorted, and all visible rows lie between the two
/// results. Rows that scroll along x are looked up by x.
///
/// Floating sections are positioned on the screen, not on the page; see `Viewport`.
package struct PageIndex: Sendable {
  /// A row of the page.
  package struct Row: Sendable, Hashable {
    package var section: Int
    package var index: Int
    package init(section: Int, index: Int) {
      self.section = section
      self.index = index
    }
  }

  private var sections: [Section] = []
  private var overlays: [Int] = []
  /// The advance of each section of the flow: its gap and height.
  private var advances: PrefixSums
  /// The rows of all sections as laid out, relative to their section.
  private var rows: [Rect] = []
  /// For each row, the greatest end of its section's rows up to it; `starts` has the least start
  /// from it on.
  private var ends: [Double] = []
  private var starts: [Double] = []
  /// The additional shift of each row relative to the previous one, because of changed heights.
  private var shifts: PrefixSums

  /// Creates an index of a page. Complexity: O(sections + rows).
  package init(_ page: [LayoutSection]) {
    sections.reserveCapacity(page.count)
    let rowCount = page.reduce(0) { $0 + $1.rowFrames.count }
    rows.reserveCapacity(rowCount)
    ends.reserveCapacity(rowCount)
    starts.reserveCapacity(rowCount)
    for section in page { sections.append(Section(section, firstRow: rows.count, &rows)) }
    overlays = page.indices.filter { page[$0].placement == .overlay }
    advances = PrefixSums(sections.map { $0.placement == .flow ? $0.gap + $0.height : 0 })
    shifts = PrefixSums([Double](repeating: 0, count: rowCount))
    for section in sections {
      var end = -Double.infinity
      for row in section.rows {
        end = max(end, section.order.interval(rows[row]).end)
        ends.append(end)
      }
      var start = Double.infinity
      starts.append(contentsOf: repeatElement(0, count: section.rows.count))
      for row in section.rows.reversed() {
        start = min(start, section.order.interval(rows[row]).start)
        starts[row] = start
      }
    }
  }

  /// The height of the page. Complexity: O(log sections).
  package var height: Double { advances.sum(sections.count) }

  /// Returns the y of a section in feed coordinates. Complexity: O(log sections).
  package func top(of section: Int) -> Double { advances.sum(section) + sections[section].gap }

  /// Returns the frame of a row in feed coordinates. Complexity: O(log sections + log rows).
  package func frame(of row: Row) -> Rect {
    let section = sections[row.section]
    var frame = rows[section.rows.lowerBound + row.index]
    frame.x += section.x
    frame.y += top(of: row.section) + shifts.sum(section.rows.lowerBound + row.index + 1)
    return frame
  }

  /// Returns the rows that intersect a rectangle in feed coordinates: those of the flow in document
  /// order, then those of overlays.
  ///
  /// Complexity: O(log sections + log rows + overlays + rows between the first and the last visible
  /// one). These rows are the result, except that a waterfall of unequal items may have invisible
  /// ones in between.
  package func rows(in rect: Rect) -> [Row] {
    var result: [Row] = []
    var index = advances.firstIndex(exceeding: rect.y)
    var top = advances.sum(index)
    while index < sections.count, top < rect.maxY {
      let section = sections[index]
      if section.placement == .flow {
        top += section.gap
        append(index, section, top: top, rect, to: &result)
        top += section.height
      }
      index += 1
    }
    for index in overlays {
      append(index, sections[index], top: self.top(of: index), rect, to: &result)
    }
    return result
  }

  private func append(
    _ index: Int, _ section: Section, top: Double, _ rect: Rect, to result: inout [Row]
  ) {
    let local = Rect(
      x: rect.x - section.x, y: rect.y - top, width: rect.width, height: rect.height)
    let sought = section.order.interval(local)
    let isMoved = section.isStack
    let first = section.rows.partitioningIndex {
      ends[$0] + (isMoved ? shifts.sum($0 + 1) : 0) > sought.start
    }
    for row in first..<section.rows.upperBound {
      let shift = isMoved ? shifts.sum(row + 1) : 0
      if starts[row] + shift >= sought.end { break }
      var frame = rows[row]
      frame.y += shift
      if frame.sharesArea(with: local) {
        result.append(Row(section: index, index: row - section.rows.lowerBound))
      }
    }
  }

  /// Changes the height of a row, and moves the rows and sections below it.
  ///
  /// - Returns: False, without any change, if rows of the section are side by side or scroll: the
  ///   section must then be laid out again.
  /// Complexity: O(log sections + log rows).
  package mutating func setHeight(_ height: Double, of row: Row) -> Bool {
    guard sections[row.section].isStack else { return false }
    let index = sections[row.section].rows.lowerBound + row.index
    let difference = height.saneSize - rows[index].height
    rows[index].height += difference
    ends[index] += difference
    if index + 1 < sections[row.section].rows.upperBound {
      shifts.add(difference, at: index + 1)
      shifts.add(-difference, at: sections[row.section].rows.upperBound)
    }
    let old = sections[row.section].height
    sections[row.section].needed += difference
    if !sections[row.section].minimum.isNaN {
      sections[row.section].height = max(
        sections[row.section].minimum, sections[row.section].needed)
    }
    if sections[row.section].placement == .flow {
      advances.add(sections[row.section].height - old, at: row.section)
    }
    return true
  }
}

/// Assigns terminal rows to intervals along y in points. Uses as few rows as readability allows.
///
/// ```
/// points               rows
///   0 ┌──────┐         0 ╭──────╮
///     │ img  │ title   1 │      │ title
///     │      │ artist  2 │      │ artist
/// 150 └──────┘         3 ╰──────╯
/// 155  caption         4  caption
/// ```
///
/// If one band ends before another begins, its rows are above those of the other; bands that
/// overlap along y may share a row. A band begins one row below the last row of all bands that end
/// before it: the longest path of an interval order, found by one sweep over sorted edges.
/// - Complexity: O(n log n).
struct RowAllocator {
  struct Band {
    var kind: Kind
    var top, bottom: Double
    /// The cells of the band. Lines share a cell only if no row within `maxShift` has free cells.
    var columns: Range<Int>
    /// Alternative cells, used if `columns` or the cells next to them are occupied.
    var otherColumns: Range<Int>?
    enum Kind {
      case lines(Int)
      /// A box with a top and a bottom border, and at least this number of rows between them.
      case box(interior: Int)
    }
  }

  struct Rows {
    var first = 0
    var last = 0
    var isMoved = false
  }

  private(set) var rows: [Rows]
  private(set) var count = 0
  private var taken: [[Range<Int>]] = []
  /// The boxes whose bottom borders were placed last, at the same edge within `tolerance`.
  private var bottoms: (y: Double, row: Int, bands: [Int])?

  /// The distance in points up to which borders count as one edge.
  private static let tolerance = 0.5
  /// The maximum number of rows that a band is moved down to avoid an overlap.
  private static let maxShift = 16

  init(_ bands: [Band]) {
    rows = Array(repeating: Rows(), count: bands.count)
    var begins: [Event] = []
    var ends: [Event] = []
    for (index, band) in bands.enumerated() {
      let top = band.top
      switch band.kind {
      case .lines(let count):
        let height = max(band.bottom - top, 0) / Double(max(count, 1))
        // Ignores a quarter of the height at both ends of a line, so that a line that overlaps it
        // slightly from below still gets a lower row.
        begins.append(Event(y: top + height / 4, band: index, line: 0))
        for line in 0..<max(count, 1) {
          let end = top + height * (Double(line) + 0.75)
          ends.append(Event(y: max(end, top.nextUp), band: index, line: line))
        }
      case .box:
        let bottom = max(band.bottom, top + 4 * Self.tolerance)
        begins.append(Event(y: top, band: index, line: 0))
        ends.append(Event(y: top + Self.tolerance, band: index, line: 0))
        begins.append(Event(y: bottom - 2 * Self.tolerance, band: index, line: Event.last))
        ends.append(Event(y: bottom - Self.tolerance, band: index, line: Event.last))
      }
    }
    begins.sort()
    ends.sort()

    var next = 0
    // The last row of all bands that end before the current band begins.
    var ended = -1
    for begin in begins {
      while next < ends.count, ends[next].y <= begin.y {
        ended = max(ended, row(of: ends[next]))
        next += 1
      }
      place(begin, bands[begin.band], from: ended + 1)
    }
  }

  private struct Event: Comparable {
    var y: Double
    var band: Int
    /// The line index in the band. For a box, 0 is the top border and `last` the bottom border.
    var line: Int
    static let last = Int.max
    static func < (a: Event, b: Event) -> Bool { (a.y, a.band, a.line) < (b.y, b.band, b.line) }
  }

  private func row(of end: Event) -> Int {
    end.line == Event.last ? rows[end.band].last : rows[end.band].first + end.line
  }

  private mutating func place(_ begin: Event, _ band: Band, from row: Int) {
    switch band.kind {
    case .lines(let lines):
      let (first, isMoved) = freeRow(for: band, lines: max(lines, 1), from: row)
      rows[begin.band] = Rows(first: first, last: first + max(lines, 1) - 1, isMoved: isMoved)
    case .box where begin.line == 0:
      rows[begin.band] = Rows(first: row, last: row)
    case .box(let interior):
      let needed = max(row, rows[begin.band].first + interior + 1)
      placeBottom(of: begin.band, at: band.bottom, row: needed)
    }
    count = max(count, rows[begin.band].last + 1)
  }

  /// Places the bottom border of a box. Boxes with the same bottom edge end on the same row.
  private mutating func placeBottom(of band: Int, at bottom: Double, row: Int) {
    if let edge = bottoms, bottom - edge.y <= Self.tolerance {
      if row > edge.row {
        for other in edge.bands { rows[other].last = row }
      }
      rows[band].last = max(row, edge.row)
      bottoms?.row = max(row, edge.row)
      bottoms?.bands.append(band)
    } else {
      rows[band].last = row
      bottoms = (bottom, row, [band])
    }
  }

  private mutating func freeRow(
    for band: Band, lines: Int, from row: Int
  ) -> (row: Int, isMoved: Bool) {
    let gap = band.otherColumns == nil ? 0 : 2
    let wide = (band.columns.lowerBound - gap)..<(band.columns.upperBound + gap)
    var (first, columns) = (row, band.columns)
    for start in row...row + Self.maxShift {
      let rows = start..<(start + lines)
      let isOwnFree = isFree(wide, in: rows)
      guard isOwnFree || band.otherColumns.map({ isFree($0, in: rows) }) == true else { continue }
      (first, columns) = (start, isOwnFree ? band.columns : band.otherColumns ?? band.columns)
      break
    }
    while taken.count < first + lines { taken.append([]) }
    for row in first..<(first + lines) { taken[row].append(columns) }
    return (first, columns != band.columns)
  }

  private func isFree(_ columns: Range<Int>, in rows: Range<Int>) -> Bool {
    for row in rows where row < taken.count {
      if taken[row].contains(where: { $0.overlaps(columns) }) { return false }
    }
    return true
  }
}

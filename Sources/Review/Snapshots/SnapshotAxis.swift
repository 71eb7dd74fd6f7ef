import SectionEngine

/// The axes of a snapshot matrix, in the order in which file names list them.
package enum SnapshotAxis: Int, Sendable, CaseIterable {
  case device, appearance, direction, textSize, locale, stress

  /// The valid words in order; `nil` if any word is valid. Then the order is bytewise.
  var vocabulary: [String]? {
    switch self {
    case .device, .locale, .stress: nil
    case .appearance: LayoutEnvironment.Appearance.allCases.map(\.rawValue)
    case .direction: LayoutEnvironment.Direction.allCases.map(\.rawValue)
    case .textSize: LayoutEnvironment.TextSize.allCases.map(\.rawValue)
    }
  }

  /// The word of the stress axis for unchanged feed content.
  package static let unstressed = "none"

  /// Returns whether a word is reserved for this axis. Each word is valid for at most one axis.
  func claims(_ word: String) -> Bool {
    if self == .stress { return word == Self.unstressed || Stress(word) != nil }
    return vocabulary?.contains(word) == true
  }

  func precedes(_ a: String, _ b: String) -> Bool {
    guard let vocabulary else { return a.utf8.lexicographicallyPrecedes(b.utf8) }
    return vocabulary.firstIndex(of: a) ?? 0 < vocabulary.firstIndex(of: b) ?? 0
  }
}

/// One environment of a matrix, for which a page is rendered.
package struct SnapshotCell: Sendable, Hashable, Comparable {
  /// The words, indexed by the raw value of the axis.
  let words: [String]

  private init(words: [String]) { self.words = words }

  /// Returns every combination of words. `words` has the words of each axis.
  static func all(_ words: [[String]]) -> [SnapshotCell] {
    words.reduce([[]]) { cells, words in
      cells.flatMap { cell in words.map { cell + [$0] } }
    }.map(SnapshotCell.init(words:))
  }

  /// Creates the cell of an environment. The device is empty.
  init(_ environment: LayoutEnvironment) {
    words = [
      "", environment.appearance.rawValue, environment.direction.rawValue,
      environment.textSize.rawValue, environment.locale, SnapshotAxis.unstressed,
    ]
  }

  package subscript(axis: SnapshotAxis) -> String { words[axis.rawValue] }

  /// The stress for the feed's content; `nil` for unchanged content.
  package var stress: Stress? { Stress(self[.stress]) }

  /// Returns `base` with the words of the cell. Stress in Hebrew letters implies right-to-left.
  package func environment(_ base: LayoutEnvironment) -> LayoutEnvironment {
    var environment = base
    environment.appearance = .init(rawValue: self[.appearance]) ?? base.appearance
    environment.direction = .init(rawValue: self[.direction]) ?? base.direction
    environment.textSize = .init(rawValue: self[.textSize]) ?? base.textSize
    environment.locale = self[.locale]
    if stress == .pseudoRTL { environment.direction = .rtl }
    return environment
  }

  /// Returns whether the cells differ at most in appearance and locale.
  package func isLaidOut(like other: SnapshotCell) -> Bool {
    [.device, .direction, .textSize, .stress].allSatisfy { self[$0] == other[$0] }
  }

  package static func < (a: SnapshotCell, b: SnapshotCell) -> Bool {
    a.precedes(b, by: SnapshotAxis.allCases)
  }

  func precedes(_ other: SnapshotCell, by axes: [SnapshotAxis]) -> Bool {
    for axis in axes where self[axis] != other[axis] {
      return axis.precedes(self[axis], other[axis])
    }
    return false
  }
}

/// The environments for which a feed is rendered: every combination of the words.
package struct SnapshotMatrix: Sendable, Hashable {
  /// The words by axis. A missing axis has its default word. `device` is required.
  var words: [SnapshotAxis: [String]] = [:]

  package var devices: [String] {
    get { words[.device] ?? [] }
    set { words[.device] = newValue }
  }

  /// The maximum number of cells. More would take minutes and are too many to review.
  package static let mostCells = 10_000

  package init(words: [SnapshotAxis: [String]] = [:]) { self.words = words }

  /// The number of cells; `Int.max` if it overflows.
  package var count: Int {
    words.values.reduce(devices.isEmpty ? 0 : 1) { product, words in
      let (result, overflow) = product.multipliedReportingOverflow(by: words.count)
      return overflow ? .max : result
    }
  }

  /// Returns the number of cells plus `others`; `Int.max` if it overflows.
  func count(after others: Int) -> Int { min(others, .max - count) + count }

  /// Returns all cells in order.
  /// - Parameter standard: The values that the feed layout states, with defaults for the rest.
  package func cells(_ standard: LayoutEnvironment) -> [SnapshotCell] {
    let standard = SnapshotCell(standard)
    return SnapshotCell.all(
      SnapshotAxis.allCases.map { axis in
        axis == .device ? devices : words[axis] ?? [standard[axis]]
      }
    ).sorted()
  }
}

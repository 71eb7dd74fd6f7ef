import LayoutCore

/// The axes of a matrix, in the order of file names.
package enum SnapshotAxis: Int, Sendable, CaseIterable {
  case device, appearance, direction, textSize, locale

  /// The possible words in their order; `nil` if any word is possible, in bytewise order.
  var vocabulary: [String]? {
    switch self {
    case .device, .locale: nil
    case .appearance: LayoutEnvironment.Appearance.allCases.map(\.rawValue)
    case .direction: LayoutEnvironment.Direction.allCases.map(\.rawValue)
    case .textSize: LayoutEnvironment.TextSize.allCases.map(\.rawValue)
    }
  }

  /// Returns words of the axis in their order.
  func sorted(_ words: [String]) -> [String] {
    if let vocabulary { return vocabulary.filter(words.contains) }
    return words.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
  }

  func precedes(_ a: String, _ b: String) -> Bool {
    guard let vocabulary else { return a.utf8.lexicographicallyPrecedes(b.utf8) }
    return vocabulary.firstIndex(of: a) ?? 0 < vocabulary.firstIndex(of: b) ?? 0
  }
}

/// One environment of a matrix, for which a page is drawn.
package struct SnapshotCell: Sendable, Hashable, Comparable {
  package var device: String
  package var appearance: LayoutEnvironment.Appearance
  package var direction: LayoutEnvironment.Direction
  package var textSize: LayoutEnvironment.TextSize
  package var locale: String

  /// - Parameters:
  ///   - device: the name of the device.
  ///   - environment: the environment of that device.
  package init(device: String, _ environment: LayoutEnvironment) {
    self.device = device
    appearance = environment.appearance
    direction = environment.direction
    textSize = environment.textSize
    locale = environment.locale
  }

  package subscript(axis: SnapshotAxis) -> String {
    switch axis {
    case .device: device
    case .appearance: appearance.rawValue
    case .direction: direction.rawValue
    case .textSize: textSize.rawValue
    case .locale: locale
    }
  }

  /// Returns the cell with another word; `nil` if the axis does not have the word.
  func with(_ word: String, for axis: SnapshotAxis) -> SnapshotCell? {
    var cell = self
    switch axis {
    case .device: cell.device = word
    case .locale: cell.locale = word
    case .appearance:
      guard let appearance = LayoutEnvironment.Appearance(rawValue: word) else { return nil }
      cell.appearance = appearance
    case .direction:
      guard let direction = LayoutEnvironment.Direction(rawValue: word) else { return nil }
      cell.direction = direction
    case .textSize:
      guard let textSize = LayoutEnvironment.TextSize(rawValue: word) else { return nil }
      cell.textSize = textSize
    }
    return cell
  }

  /// Returns an environment with the words of the cell, and with the width, height and scale of
  /// `base`.
  package func environment(_ base: LayoutEnvironment) -> LayoutEnvironment {
    var environment = base
    environment.appearance = appearance
    environment.direction = direction
    environment.textSize = textSize
    environment.locale = locale
    return environment
  }

  /// Returns whether the cells differ only in appearance and locale.
  package func isLaidOut(like other: SnapshotCell) -> Bool {
    device == other.device && direction == other.direction && textSize == other.textSize
  }

  package static func < (a: SnapshotCell, b: SnapshotCell) -> Bool {
    for axis in SnapshotAxis.allCases where a[axis] != b[axis] {
      return axis.precedes(a[axis], b[axis])
    }
    return false
  }
}

/// The environments that a feed is drawn for: every combination of the words.
package struct SnapshotMatrix: Sendable, Hashable {
  package var devices: [String]
  /// Here and below, `nil` is the value that the feed layout states, else the engine's default.
  package var appearances: [LayoutEnvironment.Appearance]?
  package var directions: [LayoutEnvironment.Direction]?
  package var textSizes: [LayoutEnvironment.TextSize]?
  package var locales: [String]?

  package init(
    devices: [String], appearances: [LayoutEnvironment.Appearance]? = nil,
    directions: [LayoutEnvironment.Direction]? = nil,
    textSizes: [LayoutEnvironment.TextSize]? = nil, locales: [String]? = nil
  ) {
    self.devices = devices
    self.appearances = appearances
    self.directions = directions
    self.textSizes = textSizes
    self.locales = locales
  }

  /// The maximum number of cells. More would take minutes, and could not be reviewed.
  package static let mostCells = 10_000

  /// The number of cells; the largest integer if it overflows.
  package var count: Int {
    [
      devices.count, appearances?.count ?? 1, directions?.count ?? 1, textSizes?.count ?? 1,
      locales?.count ?? 1,
    ].reduce(1) { product, count in
      let (result, overflow) = product.multipliedReportingOverflow(by: count)
      return overflow ? .max : result
    }
  }

  /// Returns all cells, in order.
  /// - Parameter standard: the values that the feed layout states, with the engine's defaults for
  ///   the rest.
  /// - Complexity: O(cells · log cells).
  package func cells(_ standard: LayoutEnvironment) -> [SnapshotCell] {
    var cells: [SnapshotCell] = []
    cells.reserveCapacity(count)
    for device in devices {
      for appearance in appearances ?? [standard.appearance] {
        for direction in directions ?? [standard.direction] {
          for textSize in textSizes ?? [standard.textSize] {
            for locale in locales ?? [standard.locale] {
              var environment = standard
              environment.appearance = appearance
              environment.direction = direction
              environment.textSize = textSize
              environment.locale = locale
              cells.append(SnapshotCell(device: device, environment))
            }
          }
        }
      }
    }
    return cells.sorted()
  }
}

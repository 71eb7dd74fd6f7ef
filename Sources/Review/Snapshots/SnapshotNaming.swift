import LayoutCore

/// The names of snapshot files. A name states the cells of the file, so no index file is needed:
///
///     iphone-14.dump                          iphone-14, with the layout's values for the rest
///     iphone-14.light+dark.dump               iphone-14 in light and in dark
///     iphone-14.light+dark.rtl.ax1.dump       the same from right to left, at text size ax1
///     iphone-14.long.dump                     iphone-14 with long texts
///
/// `+` joins the words of one axis, `.` joins the axes in order, and `,` joins several
/// combinations. An axis is omitted if it has only its default word. The name depends only on the
/// cells, not on the matrix: adding a word to the matrix does not rename files.
package struct SnapshotNaming: Sendable {
  package static let suffix = ".dump"
  /// The maximum length in bytes of a name without its suffix.
  static let longest = 200

  /// For each axis, its sorted words. The cells are all combinations of these words.
  private typealias Combination = [[String]]

  private let standard: SnapshotCell

  /// - Parameter standard: The values that the feed layout states, with defaults for the rest.
  package init(_ standard: LayoutEnvironment) {
    self.standard = SnapshotCell(standard)
  }

  /// Returns names without suffix for cells with equal results; several if one would be too long.
  package func names(of cells: [SnapshotCell]) -> [(name: String, cells: [SnapshotCell])] {
    var files: [(name: String, combinations: [Combination])] = []
    for combination in Self.combinations(of: cells).flatMap(cut) {
      let text = text(of: combination)
      if let last = files.last, last.name.utf8.count + 1 + text.utf8.count <= Self.longest {
        files[files.count - 1].name += ",\(text)"
        files[files.count - 1].combinations.append(combination)
      } else {
        files.append((text, [combination]))
      }
    }
    return files.map { ($0.name, $0.combinations.flatMap(SnapshotCell.all).sorted()) }
  }

  /// Returns the cells as one name of unlimited length, such as "iphone-14.light+dark".
  package func label(of cells: [SnapshotCell]) -> String {
    Self.combinations(of: cells).map(text).joined(separator: ",")
  }

  /// Returns the cells of a file name without its suffix; `nil` if it is not a snapshot name.
  package func cells(of name: String) -> [SnapshotCell]? {
    var cells: [SnapshotCell] = []
    for text in name.split(separator: ",", omittingEmptySubsequences: false) {
      guard let combination = combination(String(text)) else { return nil }
      cells += SnapshotCell.all(combination)
    }
    return Set(cells).sorted()
  }

  /// Returns whether a locale word would have another meaning in a file name.
  static func isTaken(_ word: String) -> Bool {
    SnapshotAxis.allCases.contains { $0.claims(word) }
  }

  private func combination(_ text: String) -> Combination? {
    let parts = text.split(separator: ".", omittingEmptySubsequences: false).map { part in
      part.split(separator: "+", omittingEmptySubsequences: false).map(String.init)
    }
    guard let devices = parts.first, parts.allSatisfy({ !$0.contains("") }) else { return nil }
    var combination = standard.words.map { [$0] }
    combination[0] = devices
    var next = 1
    for words in parts.dropFirst() {
      guard
        let axis = SnapshotAxis.allCases.dropFirst(next).first(where: { axis in
          axis == .locale ? !words.contains(where: Self.isTaken) : words.allSatisfy(axis.claims)
        })
      else { return nil }
      combination[axis.rawValue] = words
      next = axis.rawValue + 1
    }
    return combination
  }

  private func text(of combination: Combination) -> String {
    SnapshotAxis.allCases.compactMap { axis in
      let words = combination[axis.rawValue]
      if axis != .device, words == [standard[axis]] { return nil }
      return words.joined(separator: "+")
    }.joined(separator: ".")
  }

  /// Returns combinations that together contain each cell once, in the order of their first cells.
  private static func combinations(of cells: [SnapshotCell]) -> [Combination] {
    let axes: [SnapshotAxis] = [.appearance, .locale, .direction, .textSize, .stress, .device]
    return axes.reduce(Set(cells).sorted().map { $0.words.map { [$0] } }) { combinations, axis in
      combinations.grouped { combination -> Combination in
        var rest = combination
        rest[axis.rawValue] = []
        return rest
      }.map { group in
        var combination = group[0]
        combination[axis.rawValue] = group.flatMap { $0[axis.rawValue] }.sorted(by: axis.precedes)
        return combination
      }
    }
  }

  /// Splits a combination into parts whose names have at most `longest` bytes.
  private func cut(_ combination: Combination) -> [Combination] {
    guard text(of: combination).utf8.count > Self.longest,
      let axis = combination.indices.max(by: { combination[$0].count < combination[$1].count }),
      combination[axis].count > 1
    else { return [combination] }
    let middle = combination[axis].count / 2
    return [combination[axis][..<middle], combination[axis][middle...]].flatMap { words in
      var piece = combination
      piece[axis] = Array(words)
      return cut(piece)
    }
  }
}

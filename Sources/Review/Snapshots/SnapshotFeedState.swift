import SectionEngine

/// A file in the snapshot folder of a feed.
package struct SnapshotFile: Sendable {
  /// The name without its suffix.
  package var name: String
  /// The content; `nil` if the file could not be read.
  package var bytes: [UInt8]?
  /// The cells that the file name states; `nil` if it is not the name of a snapshot.
  fileprivate(set) var cells: [SnapshotCell]?
  /// The recorded result; `nil` if the environment in the file does not match the file name.
  fileprivate(set) var text: SnapshotText?

  package init(name: String, bytes: [UInt8]?) {
    self.name = name
    self.bytes = bytes
  }
}

/// The snapshots of one feed: the files in its folder, and the cells that they record.
package struct SnapshotFeedState: Sendable {
  package let naming: SnapshotNaming
  /// All cells of the matrix, in order.
  package let matrix: [SnapshotCell]
  /// The files in the order of their names.
  package private(set) var files: [SnapshotFile]
  private let standard: LayoutEnvironment
  /// The indices of the files that record a cell. Normally one file per cell.
  private var claims: [SnapshotCell: [Int]] = [:]

  /// - Parameter standard: The values that the feed layout states, with defaults for the rest.
  package init(
    matrix: SnapshotMatrix, standard: LayoutEnvironment, files: [SnapshotFile]
  ) {
    naming = SnapshotNaming(standard)
    self.standard = standard
    self.matrix = matrix.cells(standard)
    self.files = files.sorted { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }
    for (index, file) in self.files.enumerated() {
      guard let cells = naming.cells(of: file.name) else { continue }
      self.files[index].cells = cells
      for cell in cells { claims[cell, default: []].append(index) }
      guard let bytes = file.bytes, let first = cells.first else { continue }
      self.files[index].text = SnapshotText(bytes, of: first.environment(standard))
    }
  }

  /// All cells of the matrix. Cells that differ only in appearance and locale are adjacent.
  package var matrixByLayout: [SnapshotCell] {
    matrix.sorted {
      $0.precedes($1, by: [.device, .direction, .textSize, .stress, .appearance, .locale])
    }
  }

  /// Returns the indices of the files that record a cell.
  func files(of cell: SnapshotCell) -> [Int] { claims[cell] ?? [] }

  /// Returns the number of files that record at least one of the cells.
  func files(for cells: [SnapshotCell]) -> Int { Set(cells.flatMap(files(of:))).count }

  /// Returns the files with at least one cell that is rendered as recorded, in file name order.
  func passed(
    among drawings: SnapshotDrawings, in folder: String
  ) -> [(name: String, text: SnapshotText)] {
    var texts: [Int: SnapshotText] = [:]
    for (cell, drawing) in drawings {
      guard case .same(let drawn, _) = drawing, let file = files(of: cell).first,
        texts[file] == nil, var text = files[file].text
      else { continue }
      text.drawn = drawn
      texts[file] = text
    }
    return texts.sorted { $0.key < $1.key }.map {
      ("\(folder)/\(files[$0].name)\(SnapshotNaming.suffix)", $1)
    }
  }

  /// Returns the recorded result of a cell; `nil` unless exactly one valid file records the cell.
  package func expected(for cell: SnapshotCell) -> SnapshotText? {
    let files = files(of: cell)
    return files.count == 1 ? self.files[files[0]].text : nil
  }

  /// Returns the files that earlier layout rules recorded and that equal the current results within a
  /// pixel, in file name order.
  func outdated(among drawings: SnapshotDrawings) -> [String] {
    let cells = drawings.filter { $0.drawing.renewed != nil }.map(\.cell)
    return Set(cells.flatMap(files(of:))).sorted().map { files[$0].name + SnapshotNaming.suffix }
  }

  /// Returns a result with the environment of a cell, which must be the first cell of the file.
  func text(_ text: SnapshotText, firstFor cell: SnapshotCell) -> SnapshotText {
    text.naming(cell.environment(standard))
  }

  /// Returns the files that record no cell of the matrix.
  /// - Parameter devices: The devices of a limited run; files of other devices are ignored. `nil`
  ///   for all devices.
  package func orphans(among devices: Set<String>?) -> [SnapshotFile] {
    let wanted = Set(matrix)
    return files.filter { file in
      guard let cells = file.cells else { return devices == nil }
      if let devices, !cells.allSatisfy({ devices.contains($0[.device]) }) { return false }
      return !cells.contains(where: wanted.contains)
    }
  }
}

package typealias SnapshotDrawings = [(cell: SnapshotCell, drawing: SnapshotDrawing)]

/// The result of rendering a cell.
package enum SnapshotDrawing: Sendable {
  /// The result equals the file of the cell. The laid out page is kept only for pictures. `renewed` is
  /// the result if earlier layout rules recorded the file, and it equals the result within a pixel.
  case same(Page?, renewed: SnapshotText? = nil)
  /// The result differs from the file of the cell, or the cell has no file.
  case different(SnapshotText)
  /// Rendering gave no result that can be recorded, for these reasons.
  case failed([Diagnostic])
}

extension SnapshotDrawing {
  /// The result of a cell whose file earlier layout rules recorded; `nil` for other results.
  package var renewed: SnapshotText? {
    if case .same(_, let renewed) = self { renewed } else { nil }
  }

  /// Creates the drawing of a result.
  /// - Parameters:
  ///   - text: The result, with the environment of its cell.
  ///   - recorded: The recorded result of the cell, with its environment; `nil` if no valid file
  ///     records it.
  package init(_ text: SnapshotText, recorded: SnapshotText?) {
    if recorded == text {
      self = .same(text.drawn)
    } else if let recorded, recorded.isOutdated(beside: text) {
      self = .same(text.drawn, renewed: text)
    } else {
      self = .different(text)
    }
  }
}

extension SnapshotText {
  /// Whether earlier layout rules recorded this result, and it equals another within a pixel.
  fileprivate func isOutdated(beside other: SnapshotText) -> Bool {
    guard let old = page, let new = other.page, let before = old.lines, let after = new.lines,
      before.rules < after.rules, before.summary == after.summary
    else { return false }
    return PageDiff(from: old, to: new).isEmpty
  }
}

import Diagnostics
import LayoutCore

/// A file of a feed's folder.
package struct SnapshotFile: Sendable {
  /// Without its suffix.
  package var name: String
  /// `nil`: it could not be read.
  package var bytes: [UInt8]?

  package init(name: String, bytes: [UInt8]?) {
    self.name = name
    self.bytes = bytes
  }
}

/// The snapshots of one feed: what its folder has, and for which cells.
package struct SnapshotFeedState: Sendable {
  package let naming: SnapshotNaming
  /// All of the matrix, in order.
  package let matrix: [SnapshotCell]
  package let files: [SnapshotFile]
  /// What each file stands for, in the order of the files; `nil`: its name is none of a snapshot.
  let cells: [[SnapshotCell]?]
  /// The results of the files; `nil` where the feed line is not that of the name.
  let texts: [SnapshotText?]
  private let standard: LayoutEnvironment
  /// Files by cell; usually one.
  private let claims: [SnapshotCell: [Int]]

  /// Complexity: O(files and cells, and their bytes).
  /// - Parameters:
  ///   - standard: what the feed layout states, and the engine's defaults for the rest.
  ///   - files: of the feed's folder.
  package init(
    matrix: SnapshotMatrix, standard: LayoutEnvironment, files: [SnapshotFile]
  ) {
    let naming = SnapshotNaming(standard)
    let files = files.sorted { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }
    let cells = files.map { naming.cells(of: $0.name) }
    var claims: [SnapshotCell: [Int]] = [:]
    for (index, cells) in cells.enumerated() {
      for cell in cells ?? [] { claims[cell, default: []].append(index) }
    }
    self.naming = naming
    self.standard = standard
    self.matrix = matrix.cells(standard)
    self.files = files
    self.cells = cells
    self.claims = claims
    texts = zip(files, cells).map { file, cells in
      guard let bytes = file.bytes, let first = cells?.first else { return nil }
      return SnapshotText(bytes, of: first.environment(standard))
    }
  }

  /// All of the matrix, so that those that differ in appearance and locale only stand together.
  package var matrixByLayout: [SnapshotCell] {
    matrix.sorted { a, b in
      for axis in [SnapshotAxis.device, .direction, .textSize] where a[axis] != b[axis] {
        return axis.precedes(a[axis], b[axis])
      }
      return a < b
    }
  }

  /// Files that stand for a cell, by index.
  func files(of cell: SnapshotCell) -> [Int] { claims[cell] ?? [] }

  /// How many files stand for some cells.
  package func files(for cells: [SnapshotCell]) -> Int { Set(cells.flatMap(files(of:))).count }

  /// What a cell's result has to be; `nil`: there is none, more than one, or it cannot be compared.
  package func expected(for cell: SnapshotCell) -> SnapshotText? {
    let files = files(of: cell)
    return files.count == 1 ? texts[files[0]] : nil
  }

  /// A result, as a file has it whose first cell is this one.
  func text(_ text: SnapshotText, firstFor cell: SnapshotCell) -> SnapshotText {
    text.naming(cell.environment(standard))
  }

  /// Files that stand for no cell of the matrix, as far as a run looks.
  /// - Parameter devices: those that the run is narrowed to; `nil`: it is not.
  package func orphans(among devices: Set<String>?) -> [SnapshotFile] {
    let wanted = Set(matrix)
    return zip(files, cells).compactMap { file, cells in
      guard let cells else { return devices == nil ? file : nil }
      if let devices, !cells.allSatisfy({ devices.contains($0.device) }) { return nil }
      return cells.contains(where: wanted.contains) ? nil : file
    }
  }
}

/// What came of drawing a cell.
package enum SnapshotDrawing: Sendable {
  /// What its file has.
  case same
  /// Something else, or the cell has no file.
  case different(SnapshotText)
  /// Nothing that could be kept, and why.
  case failed([Diagnostic])
}

import SectionEngine

extension SnapshotReport {
  /// The rows of a picture of the report: both pages of each problem; without a problem, the pages as
  /// recorded. Empty without a page.
  package func pictureRows(_ pictures: ((Page) -> Pictures)?) -> [[PictureSheet.Cell]] {
    var rows: [[PictureSheet.Cell]] = []
    for problem in feeds.flatMap(\.problems) + strays {
      if let diff = problem.difference?.diff {
        rows.append(DiffPicture.cells(of: diff, label: problem.place, pictures: pictures))
      } else if let page = problem.drawn?.page {
        let label = "\(problem.place) · \(problem.kind.rawValue)"
        rows.append([DiffPicture.cell(of: page, label: label, pictures: pictures)])
      }
    }
    guard isClean else { return rows }
    let cells = feeds.flatMap(\.passed).compactMap { file in
      file.text.page.map { DiffPicture.cell(of: $0, label: file.name, pictures: pictures) }
    }
    return stride(from: 0, to: cells.count, by: 4).map {
      Array(cells[$0..<min($0 + 4, cells.count)])
    }
  }
}

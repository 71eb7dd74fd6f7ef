import Support
import Renderers

package struct SnapshotReport: Sendable {
  package struct Feed: Sendable {
    package var name: String
    package var cells: Int
    /// The number of files that represent them.
    package var files: Int
    package var problems: [SnapshotProblem]

    package init(name: String, cells: Int, files: Int, problems: [SnapshotProblem]) {
      self.name = name
      self.cells = cells
      self.files = files
      self.problems = problems
    }
  }

  package var feeds: [Feed]
  /// Orphans in folders that do not belong to a feed.
  package var strays: [SnapshotProblem] = []
  /// The folder as typed, for the suggested commands.
  package var folder: String

  package init(feeds: [Feed], strays: [SnapshotProblem] = [], folder: String) {
    self.feeds = feeds
    self.strays = strays
    self.folder = folder
  }

  package var isClean: Bool { strays.isEmpty && feeds.allSatisfy(\.problems.isEmpty) }

  /// The summary: "48 cells of 4 feeds: 24 changed, 1 missing; 2 files orphaned".
  package var summary: String {
    let cells = counted(feeds.reduce(0) { $0 + $1.cells }, "cell")
    let start = "\(cells) of \(counted(feeds.count, "feed"))"
    let problems = feeds.flatMap(\.problems)
    if isClean {
      return "\(start) as recorded, in \(counted(feeds.reduce(0) { $0 + $1.files }, "file"))"
    }
    let counts = SnapshotProblem.Kind.allCases.filter { $0 != .orphaned }.compactMap { kind in
      let count = problems.filter { $0.kind == kind }.reduce(0) { $0 + $1.count }
      return count == 0 ? nil : "\(count) \(kind.rawValue)"
    }
    let orphans = strays.count + problems.count { $0.kind == .orphaned }
    let parts =
      (counts.isEmpty ? [] : [counts.joined(separator: ", ")])
      + (orphans == 0 ? [] : ["\(counted(orphans, "file")) orphaned"])
    return "\(start): \(parts.joined(separator: "; "))"
  }

  package var actions: [String] {
    let kinds = Set((feeds.flatMap(\.problems) + strays).map(\.kind))
    let folder = shellWord(folder)
    var actions: [String] = []
    if !kinds.isDisjoint(with: [.changed, .edited, .unreadable, .repeated]) {
      actions.append("keep what is drawn now: `sectionengine snapshot accept \(folder)`")
    }
    if kinds.contains(.missing) {
      actions.append("add what is missing: `sectionengine snapshot record \(folder)`")
    }
    if kinds.contains(.orphaned) {
      actions.append("remove orphans: `sectionengine snapshot prune \(folder)`")
    }
    return actions
  }
}

extension SnapshotProblem {
  /// The other places: "the same in 22 other cells: iphone-se.dump, …".
  var otherPlaces: String? {
    guard otherCount > 0 else { return nil }
    let most = 4
    let more = others.count > most ? " and \(others.count - most) more" : ""
    return "the same in \(counted(otherCount, "other cell")): "
      + others.prefix(most).map { Support.shown($0, limit: 200) }.joined(separator: ", ") + more
  }

  /// An explanation of the kind, if it needs one.
  var remark: String? {
    switch kind {
    case .edited: "a dump that the program did not write in this form: edited by hand, or merged"
    case .unreadable:
      diagnostics.isEmpty ? "cannot be read" : nil
    case .repeated: "several files record \(cells)"
    case .changed, .missing, .failed, .orphaned: nil
    }
  }
}

import Diagnostics
import FeedSession
import LayoutCore
import LayoutReview
import Providers
import SectionEngine

/// One run on a folder of snapshots: its feeds, their current drawings, and the problems found.
struct SnapshotRun {
  /// A feed of the settings, and its data if it could be opened.
  struct Feed {
    let settings: SnapshotSettings.Feed
    /// The reason why it could not be opened.
    var refusal: [Diagnostic] = []
    /// `nil` if it could not be opened.
    var opened: (feed: OpenedFeed, state: SnapshotFeedState)?
    var unfinished: [String] = []
    var drawings: [(cell: SnapshotCell, drawing: SnapshotDrawing)] = []
  }

  let folder: SnapshotFolder
  let options: SnapshotOptions
  private(set) var feeds: [Feed]
  /// Dumps in folders that belong to no feed; empty if the run is narrowed.
  let strays: [String]
  private let devices: [Device]

  /// Reads the settings and opens the selected feeds.
  /// - Throws: `Ending` if the settings are invalid, or a selected feed or device is unknown.
  init(_ options: SnapshotOptions) throws {
    self.options = options
    folder = SnapshotFolder(options.folder)
    let library = LayoutLibrary(folder: try Installation.required().layouts)
    devices = try library.devices()
    let settings = try folder.settings(devices: devices)
    try Self.check(options.feed, among: settings.feeds.map(\.name))
    try Self.check(
      devices: options.device, among: settings.feeds.flatMap(\.matrix.devices), known: devices)
    let chosen = settings.feeds.filter { options.feed.isEmpty || options.feed.contains($0.name) }
    strays = options.isNarrowed ? [] : folder.strays(besides: settings.feeds.map(\.name))
    feeds = []
    var kept: [[String]: SectionProviders] = [:]
    for feed in chosen { feeds.append(open(feed, kept: &kept)) }
  }

  /// Draws the selected cells.
  mutating func draw() {
    var jobs: [SnapshotDrawer.Job] = []
    var groups: [Range<Int>] = []
    var places: [Int] = []
    for (index, feed) in feeds.enumerated() {
      guard let (opened, state) = feed.opened else { continue }
      var last: SnapshotCell?
      for cell in state.matrixByLayout where options.looks(at: cell) {
        guard let device = devices.first(where: { $0.name == cell.device }) else { continue }
        var base = LayoutEnvironment(of: opened.layout)
        (base.width, base.height, base.scale) = (device.width, device.height, device.scale)
        jobs.append(
          .init(feed: opened, cell: cell, environment: cell.environment(base), state: state))
        places.append(index)
        if let last, last.isLaidOut(like: cell) {
          groups[groups.count - 1] = groups[groups.count - 1].lowerBound..<jobs.count
        } else {
          groups.append(jobs.count - 1..<jobs.count)
        }
        last = cell
      }
    }
    let drawings = SnapshotDrawer(threads: options.jobs).drawings(of: jobs, groups: groups)
    for (index, job) in jobs.enumerated() {
      feeds[places[index]].drawings.append((job.cell, drawings[index]))
    }
    for index in feeds.indices { feeds[index].drawings.sort { $0.cell < $1.cell } }
  }

  /// Returns the problems of the selected cells.
  func report() -> SnapshotReport {
    SnapshotReport(
      feeds: feeds.map { feed in
        let files = feed.opened?.state.files(for: feed.drawings.map(\.cell)) ?? 0
        return .init(
          name: feed.settings.name, cells: feed.drawings.count, files: files,
          problems: problems(of: feed))
      },
      strays: strays.map { SnapshotProblem(.orphaned, at: $0) }, folder: options.folder)
  }

  private func problems(of feed: Feed) -> [SnapshotProblem] {
    let name = feed.settings.name
    guard let (_, state) = feed.opened else {
      return [SnapshotProblem(.failed, at: name, count: 1, diagnostics: feed.refusal)]
    }
    return state.problems(of: feed.drawings, in: name)
      + orphans(of: feed).map { SnapshotProblem(.orphaned, at: $0) }
  }

  /// Returns the unreferenced files of a feed's folder, as "folder/file".
  func orphans(of feed: Feed) -> [String] {
    guard let (_, state) = feed.opened else { return [] }
    let devices = options.device.isEmpty ? nil : Set(options.device)
    let orphans = state.orphans(among: devices).map { $0.name + SnapshotNaming.suffix }
    return (orphans + (devices == nil ? feed.unfinished : [])).map { "\(feed.settings.name)/\($0)" }
  }

  /// The warnings about sources that a feed needs and that its settings do not name.
  var warnings: [Diagnostic] {
    feeds.flatMap { feed in
      feed.opened?.feed.absentSources(
        note: "the feed of the snapshots is `\(shown(feed.settings.name))`",
        help: "name its file under `sources` of the feed in \(SnapshotSettings.fileName)") ?? []
    }
  }

  /// The reasons why feeds could not be opened.
  var refusals: [Diagnostic] { feeds.flatMap(\.refusal) }

  // MARK: Opening

  private func open(
    _ settings: SnapshotSettings.Feed, kept: inout [[String]: SectionProviders]
  ) -> Feed {
    var feed = Feed(settings: settings)
    let plugins = [settings.metrics ?? ""] + settings.plugins
    var inputs = PageInputs()
    inputs.providers = kept[plugins]
    inputs.replies.onlyFiles = true
    do {
      let opened = try OpenedFeed(
        try options.feedOptions(for: settings, in: folder),
        metrics: settings.metrics.map(nameOrFile), inputs: &inputs)
      kept[plugins] = inputs.providers
      let (files, unfinished) = folder.files(of: settings.name)
      feed.unfinished = unfinished
      feed.opened = (
        opened,
        SnapshotFeedState(
          matrix: settings.matrix, standard: LayoutEnvironment(of: opened.layout), files: files)
      )
    } catch let ending as Ending {
      feed.refusal = ending.diagnostics
    } catch {
      feed.refusal = [Diagnostic(.invalidSnapshots, .error, "\(error)")]
    }
    return feed
  }

  private func nameOrFile(_ text: String) -> String { folder.nameOrFile(text) }

  private static func check(_ names: [String], among known: [String]) throws {
    for name in names where !known.contains(name) {
      throw Ending.couldNotRun(
        Diagnostic(
          .unknownSnapshotFeed, .error,
          "no feed of the snapshots is named `\(shown(name, limit: 40))`",
          helps: Suggestion.helps(for: name, among: known)
            + ["feeds: \(known.map { shown($0) }.joined(separator: ", "))"]))
    }
  }

  private static func check(
    devices names: [String], among used: [String], known: [Device]
  ) throws {
    for name in names where !used.contains(name) {
      let isDevice = known.contains { $0.name == name }
      throw Ending.couldNotRun(
        Diagnostic(
          .unknownDevice, .error,
          isDevice
            ? "`\(name)` is in no matrix of the snapshots"
            : "no device is named `\(shown(name, limit: 40))`",
          helps: Suggestion.helps(for: name, among: used) + [
            "devices of the snapshots: \(Array(Set(used)).sorted().joined(separator: ", "))"
          ]))
    }
  }
}

extension SnapshotFolder {
  /// Returns a bundled name unchanged, and a file relative to the snapshot folder.
  func nameOrFile(_ text: String) -> String {
    text.contains("/") || text.hasSuffix(".json") ? resolved(text) : text
  }
}

extension SnapshotOptions {
  /// Returns the options that draw the feed with `render`.
  fileprivate func feedOptions(
    for feed: SnapshotSettings.Feed, in folder: SnapshotFolder
  ) throws -> FeedOptions {
    let files = [feed.file] + feed.sources.map(\.file) + [feed.layout, feed.metrics]
    for file in files.compactMap({ $0 }) {
      // A bundled name counts as a file below the folder, which is allowed.
      let named = NamedFile(file, below: folder.path, allowsOutside: allowOutside)
      if let refusal = named.refusal { throw Ending.couldNotRun(refusal) }
    }
    var arguments = [feed.file.map(folder.resolved) ?? "--sample"]
    if feed.file == nil, !feed.sources.isEmpty { arguments = [] }
    if allowOutside { arguments.append("--allow-outside") }
    if let layout = feed.layout { arguments.append("--layout=\(folder.nameOrFile(layout))") }
    arguments += feed.sources.map { "--source=\($0.name)=\(folder.resolved($0.file))" }
    arguments.append("--unknown=\(feed.unknown.rawValue)")
    arguments += (feed.plugins.map(folder.resolved) + plugins.plugins).map { "--plugins=\($0)" }
    arguments += plugins.trust.map { "--trust=\($0)" }
    if plugins.allowUnconfined { arguments.append("--allow-unconfined") }
    arguments.append("--section-time=\(plugins.sectionTime)")
    return try FeedOptions.parse(arguments)
  }

  fileprivate func looks(at cell: SnapshotCell) -> Bool {
    device.isEmpty || device.contains(cell.device)
  }
}

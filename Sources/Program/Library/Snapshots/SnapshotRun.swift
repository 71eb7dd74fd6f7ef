internal import LayoutReview
internal import SectionEngine

/// A run on a folder of snapshots: its feeds, their current renderings, and the problems.
struct SnapshotRun {
  /// A feed of the settings, and its data if it could be opened.
  struct Feed {
    let settings: SnapshotSettings.Feed
    var refusal: [Diagnostic] = []
    /// The opened feed; `nil` if opening failed.
    var opened: (feed: LoadedFeed, state: SnapshotFeedState)?
    var unfinished: [String] = []
    var drawings: SnapshotDrawings = []
  }

  let folder: SnapshotFolder
  let selection: SnapshotSelection
  private(set) var feeds: [Feed]
  /// Dumps in subfolders that belong to no feed; empty if only some feeds or devices are selected.
  let strays: [String]
  private let devices: [Device]

  /// Reads the settings and opens the selected feeds.
  /// - Throws: `ExitError` if the settings are invalid, or a selected feed or device is unknown.
  init(_ selection: SnapshotSelection) throws {
    self.selection = selection
    folder = SnapshotFolder(selection.folder, of: selection.project)
    let library = LayoutLibrary(folder: try Installation.required().layouts)
    devices = try library.devices()
    let settings = try folder.settings(devices: devices)
    try Self.check(selection.feeds, among: settings.feeds.map(\.name))
    try Self.check(
      devices: selection.devices, among: settings.feeds.flatMap(\.matrix.devices), known: devices)
    let chosen = settings.feeds.filter {
      selection.feeds.isEmpty || selection.feeds.contains($0.name)
    }
    strays = selection.isNarrowed ? [] : folder.strays(besides: settings.feeds.map(\.name))
    feeds = []
    var kept: [[String]: SectionProviders] = [:]
    for feed in chosen { feeds.append(open(feed, kept: &kept)) }
  }

  /// Whether snapshots are unused: the project names none, and there is no folder of them.
  var isUnused: Bool {
    selection.project.map { $0.snapshots == nil } == true && !isFolder(folder.path)
  }

  /// - Parameter keepsPages: Whether to keep the laid out pages, from which pictures are drawn.
  mutating func draw(keepsPages: Bool = false) {
    // A group has the jobs of one feed that differ only in appearance and locale.
    var groups: [(feed: Int, jobs: [SnapshotDrawer.Job])] = []
    for (index, feed) in feeds.enumerated() {
      guard let (opened, state) = feed.opened else { continue }
      var last: SnapshotCell?
      var stressed: [Stress: LoadedFeed] = [:]
      for cell in state.matrixByLayout
      where selection.devices.isEmpty || selection.devices.contains(cell[.device]) {
        guard let device = devices.first(where: { $0.name == cell[.device] }) else { continue }
        var base = opened.engine.standardEnvironment
        device.set(&base)
        let content = cell.stress.map { stressed[$0] ?? opened.under([$0]) }
        if let stress = cell.stress { stressed[stress] = content }
        if last?.isLaidOut(like: cell) != true { groups.append((index, [])) }
        groups[groups.count - 1].jobs.append(
          .init(
            feed: content ?? opened, cell: cell, environment: cell.environment(base), state: state))
        last = cell
      }
    }
    let drawings = SnapshotDrawer(keepsPages: keepsPages)
      .drawings(of: groups.map(\.jobs), threads: selection.threads)
    for (group, drawings) in zip(groups, drawings) {
      feeds[group.feed].drawings += zip(group.jobs.map(\.cell), drawings).map { ($0, $1) }
    }
    for index in feeds.indices { feeds[index].drawings.sort { $0.cell < $1.cell } }
  }

  /// Returns the problems of the selected cells; none if snapshots are unused.
  func report() -> SnapshotReport {
    var report = SnapshotReport(
      feeds: isUnused
        ? []
        : feeds.map {
          .init($0.settings.name, $0.opened?.state, $0.drawings, problems: problems(of: $0))
        },
      strays: strays.map { SnapshotProblem(.orphaned, at: $0) },
      folder: selection.project == nil ? selection.folder : nil,
      allowsOutside: selection.allowsOutside)
    report.base = selection.project?.snapshots?.folder ?? SnapshotSettings.standardFolder
    return report
  }

  private func problems(of feed: Feed) -> [SnapshotProblem] {
    let name = feed.settings.name
    guard let (_, state) = feed.opened else {
      return [SnapshotProblem(.failed, at: name, count: 1, diagnostics: feed.refusal)]
    }
    return state.problems(of: feed.drawings, in: name)
      + orphans(of: feed).map { SnapshotProblem(.orphaned, at: $0) }
  }

  /// Returns files that belong to no cell of the feed, as "folder/file".
  func orphans(of feed: Feed) -> [String] {
    guard let (_, state) = feed.opened else { return [] }
    let devices = selection.devices.isEmpty ? nil : Set(selection.devices)
    let orphans = state.orphans(among: devices).map { $0.name + SnapshotNaming.suffix }
    return (orphans + (devices == nil ? feed.unfinished : [])).map { "\(feed.settings.name)/\($0)" }
  }

  /// The warnings about sources that a feed needs but its settings do not contain.
  var warnings: [Diagnostic] {
    feeds.flatMap { feed in
      feed.opened?.feed.absentSources(
        note: "the feed of the snapshots is `\(shown(feed.settings.name))`",
        help: "name its file under `sources` of the feed in "
          + (selection.project == nil ? SnapshotSettings.fileName : Project.fileName)) ?? []
    }
  }

  /// The reasons why feeds could not be opened.
  var refusals: [Diagnostic] { feeds.flatMap(\.refusal).uniqued }

  /// The ending of a run in which something is not as recorded: 2 if something named is absent.
  func exitError(_ failures: [Diagnostic] = []) -> ExitError {
    let refused = ExitError.couldNotRun(refusals)
    return ExitError(
      status: refused.isAboutContent ? 1 : 2, diagnostics: refusals + failures)
  }

  // MARK: Opening

  private func open(
    _ settings: SnapshotSettings.Feed, kept: inout [[String]: SectionProviders]
  ) -> Feed {
    var feed = Feed(settings: settings)
    let plugins = [settings.metrics ?? "", settings.font ?? ""] + settings.plugins
    var inputs = KeptInputs()
    inputs.providers = kept[plugins]
    inputs.replies.onlyFiles = true
    do {
      let opened = try LoadedFeed(
        try selection.feed(of: settings, in: folder),
        texts: EnvironmentSettings(
          metrics: settings.metrics.map(folder.nameOrFile),
          font: settings.font.map(folder.nameOrFile)), inputs: &inputs)
      if inputs.layoutFont == nil { kept[plugins] = inputs.providers }
      try opened.requireComplete()
      let (files, unfinished) = folder.files(of: settings.name)
      let state = SnapshotFeedState(
        matrix: settings.matrix, standard: opened.engine.standardEnvironment, files: files)
      feed.unfinished = unfinished
      feed.opened = (opened, state)
    } catch {
      feed.refusal =
        (error as? ExitError)?.diagnostics ?? [Diagnostic(.invalidSnapshots, .error, "\(error)")]
    }
    return feed
  }

  private static func check(_ names: [String], among known: [String]) throws {
    for name in names where !known.contains(name) {
      throw ExitError.couldNotRun(
        .unknownSnapshotFeed, "no feed of the snapshots is named `\(shown(name, limit: 40))`",
        helps: Suggestion.helps(for: name, among: known)
          + ["feeds: \(known.map { shown($0) }.joined(separator: ", "))"])
    }
  }

  private static func check(
    devices names: [String], among used: [String], known: [Device]
  ) throws {
    for name in names where !used.contains(name) {
      let isDevice = known.contains { $0.name == name }
      throw ExitError.couldNotRun(
        .unknownDevice,
        isDevice
          ? "`\(name)` is in no matrix of the snapshots"
          : "no device is named `\(shown(name, limit: 40))`",
        helps: Suggestion.helps(for: name, among: used) + [
          "devices of the snapshots: \(Array(Set(used)).sorted().joined(separator: ", "))"
        ])
    }
  }
}

extension SnapshotFolder {
  /// Returns a bundled name unchanged; for a file, returns its path from the working folder.
  func nameOrFile(_ text: String) -> String {
    text.contains("/") || text.hasSuffix(".json") || FontSelection.isFontFile(text)
      ? file(text) : text
  }
}

/// The snapshot folder, the selected feeds and devices, and the settings for rendering.
struct SnapshotSelection {
  /// The folder that the user typed, or the project's folder.
  var folder: String
  /// The project whose settings replace `snapshots.json`; `nil` outside of a project.
  var project: Project?
  /// The names of the selected feeds; empty for all.
  var feeds: [String]
  /// The names of the selected devices; empty for all.
  var devices: [String]
  /// The maximum number of threads; `nil` for one per processor.
  var threads: Int?
  var allowsOutside: Bool
  /// The plugins that are added to those of a feed.
  var plugins: PluginSelection

  var isNarrowed: Bool { !feeds.isEmpty || !devices.isEmpty }

  /// Returns the selection for a feed. Throws `ExitError` if a file is outside the folder.
  fileprivate func feed(
    of settings: SnapshotSettings.Feed, in folder: SnapshotFolder
  ) throws -> FeedSettings {
    let files =
      [settings.file] + settings.sources.map(\.file) + [
        settings.layout, settings.metrics, settings.font,
      ]
    for file in files.compactMap({ $0 }) {
      // A bundled name is checked like a file in the folder, and always passes.
      let named = NamedFile(file, below: folder.base, allowsOutside: allowsOutside)
      if let refusal = named.refusal { throw ExitError.couldNotRun(refusal) }
    }
    var plugins = plugins
    plugins.folders = settings.plugins.map(folder.file) + plugins.folders
    for (file, place) in settings.pluginPlaces { plugins.places[folder.file(file)] = place }
    return FeedSettings(
      feed: settings.file.map(folder.file), layout: settings.layout.map(folder.nameOrFile),
      sources: settings.sources.map { .init(name: $0.name, place: folder.file($0.file)) },
      root: project?.folder, isSample: settings.file == nil && settings.sources.isEmpty,
      unknown: settings.unknown,
      allowsOutside: allowsOutside, plugins: plugins)
  }
}

/// Renders the cells of feeds on several threads.
struct SnapshotDrawer {
  /// Whether to keep the laid out pages, from which pictures are drawn.
  let keepsPages: Bool

  struct Job: Sendable {
    var feed: LoadedFeed
    var cell: SnapshotCell
    var environment: LayoutEnvironment
    var state: SnapshotFeedState
  }

  /// Returns the results for each group, in the order of the group's jobs.
  ///
  /// Feeds with external plugins are rendered one cell after the other, because a worker handles
  /// one request at a time, and a plugin that breaks must always break at the same cell.
  /// - Parameter threads: `nil` for one thread per processor. The number does not affect results.
  func drawings(of groups: [[Job]], threads: Int?) -> [[SnapshotDrawing]] {
    let apart = groups.indices.filter { groups[$0][0].feed.providers.isAllBundled }
    let results = Monitor([[SnapshotDrawing]](repeating: [], count: groups.count))
    WorkerThreads.forEach(below: apart.count, threads: threads ?? WorkerThreads.processors) {
      let index = apart[$0]
      let drawings = drawings(of: groups[index])
      results.withState { $0[index] = drawings }
    }
    return zip(groups, results.withState { $0 }).map { $1.isEmpty ? drawings(of: $0) : $1 }
  }

  /// Calls the providers for each job, but lays out and writes equal results only once: appearance
  /// and locale affect frames only through the providers, and a dump only in its feed line.
  private func drawings(of jobs: [Job]) -> [SnapshotDrawing] {
    var known: [(drawings: [FallbackLadder.Drawing], result: Diagnosed<SnapshotText?>)] = []
    return jobs.map { job in
      let engine = job.feed.engine
      let drawn = engine.draw(engine.prepare(job.feed.scene(in: job.environment)))
      let result: Diagnosed<SnapshotText?>
      if let same = known.first(where: { $0.drawings == drawn.drawings }) {
        result = same.result
      } else {
        result = self.result(of: drawn, job)
        known.append((drawn.drawings, result))
      }
      guard let text = result.value else { return .failed(result.diagnostics) }
      let recorded = job.state.expected(for: job.cell)?.naming(job.environment)
      return SnapshotDrawing(text.naming(job.environment), recorded: recorded)
    }
  }

  private func result(of drawn: ProvidedScene, _ job: Job) -> Diagnosed<SnapshotText?> {
    var engine = job.feed.engine
    engine.threads = 1
    let page = engine.place(drawn).laidOut
    // A page with losses cannot be a reference.
    let losses = job.feed.losses(among: page.diagnostics)
    guard losses.isEmpty else { return Diagnosed(nil, losses) }
    let options = RenderOptions(all: true)
    let drawn = keepsPages ? page.projected(options) : nil
    let bytes = DumpRenderer(options: options).bytes(of: drawn ?? page)
    guard var text = SnapshotText(bytes, of: job.environment) else {
      return Diagnosed(
        nil, [Diagnostic(.internalError, .error, "a dump does not name its environment")])
    }
    text.drawn = drawn
    return Diagnosed(text, [])
  }
}

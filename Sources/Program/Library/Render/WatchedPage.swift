internal import SectionEngine

/// A page that is rendered repeatedly: the last good result, and the last attempt's diagnostics.
struct WatchedPage {
  private let job: PageJob
  private let installation: Installation
  private var inputs = KeptInputs()
  /// The shown page; `nil` until a rendering succeeds.
  private(set) var shown: PageResult?
  /// The shown page in the format of a plugin's renderer, which is called once per page.
  private var written: [UInt8]?
  /// The files of plugins that failed when the shown page was rendered.
  private var missing: Set<String> = []
  /// Whether the last attempt is worse than the shown page, which therefore stays.
  private(set) var isStale = false
  /// Diagnostics of the last attempt. Errors, lost plugins and unwatched files are first.
  private(set) var diagnostics: [Diagnostic] = []
  /// The number of diagnostics in the first group: errors, lost plugins and unwatched files.
  private(set) var grave = 0
  private(set) var summary = ""
  private let trusted: [(file: String, record: TrustRecord)]
  /// The watch. It starts before the files are first read, so that no change is missed.
  let watch: FileWatch

  init(_ job: PageJob, _ installation: Installation) throws {
    self.job = job
    self.installation = installation
    for place in job.feed.places where place != "-" && isReadOnce(place) {
      throw ExitError.couldNotRun(
        .unreadableSource, "cannot follow `\(Support.shown(place, limit: 200))`",
        label: "it is a pipe or a device, expected a file",
        helps: ["write it to a file, or give `-` to read standard input once"])
    }
    inputs.replies.onlyFiles = true
    inputs.cache = SectionCache(.rounds)
    trusted = try job.feed.plugins.trusted.map { ($0, try PluginMemory.trust(in: $0)) }
    inputs.plugins = KeptPlugins(trusted: trusted.map(\.record))
    watch = FileWatch(job.places(installation, inputs: inputs))
  }

  var places: WatchedPlaces { job.places(installation, inputs: inputs) }

  mutating func draw(loadingPlugins: Bool) throws {
    if loadingPlugins { inputs.providers = nil }
    let said = remarks()
    do {
      let drawn = try job.drawn(with: &inputs)
      let product = job.hasBundledFormat ? nil : try job.product(of: drawn)
      take(drawn, said + (product?.remarks ?? []))
      if !isStale { written = product?.bytes }
    } catch let error as ExitError where error.status != 64 {
      isStale = true
      summary = "could not be drawn"
      order(said + error.diagnostics, grave: { _ in true })
    }
    watch.update(places)
  }

  /// Renders again after changes. Returns the changes, or `nil` if there are none.
  mutating func redraw() throws -> FileWatch.Changes? {
    guard let changes = watch.changes() else { return nil }
    try draw(loadingPlugins: changes.tags.contains(WatchedPart.plugins.rawValue))
    return changes
  }

  /// Discards the replies of servers, and renders again.
  mutating func refetch() throws {
    inputs.replies.servers = [:]
    try draw(loadingPlugins: true)
  }

  /// - Parameter columns: The width of the window in cells.
  func picture(columns: Int?) throws -> [UInt8] {
    if let written { return written }
    return try shown.map { try job.product(of: $0, columns: columns).bytes } ?? []
  }

  private mutating func take(_ drawn: PageResult, _ said: [Diagnostic]) {
    let lost = Set(drawn.found.filter(\.isPluginLoss).compactMap { file(of: $0.plugin) })
    // The old page stays if a plugin that worked for it fails, or only the new page is a failure.
    isStale =
      shown.map { !lost.isSubset(of: missing) || (drawn.isFailure && !$0.isFailure) } ?? false
    if !isStale {
      shown = drawn
      missing = lost
    }
    summary = drawn.summary
    order(said + drawn.found) { $0.severity == .error || $0.isPluginLoss }
  }

  private mutating func order(_ found: [Diagnostic], grave isGrave: (Diagnostic) -> Bool) {
    let first = found.filter { isGrave($0) || ($0.code == .notFollowed && $0.severity > .note) }
    diagnostics = first + found.filter { !first.contains($0) }
    grave = first.count
  }

  /// Returns a plugin's file, given a diagnostic's `plugin`: an identity, or the file itself.
  private func file(of plugin: String?) -> String? {
    inputs.providers?.registry.plugins.first { $0.identity == plugin }?.path ?? plugin
  }

  /// Returns diagnostics about inputs that are not watched, although users may expect it.
  private func remarks() -> [Diagnostic] {
    var remarks = job.unwatched.map { name in
      Diagnostic(
        .notFollowed, .note, "\(name) is read once", helps: ["press r to ask servers again"])
    }
    for (file, record) in trusted {
      guard let now = try? PluginMemory.trust(in: file), now != record else { continue }
      remarks.append(
        Diagnostic(
          .notFollowed, .warning,
          "`\(Support.shown(file, limit: 200))` changed and is trusted no more",
          notes: ["--trust means the file as it was at the start; now it runs in the worker"],
          helps: ["start again to trust it as it is now"]))
    }
    return remarks
  }
}

extension Diagnostic {
  /// Whether a plugin was not loaded, or one of its sections is lost.
  fileprivate var isPluginLoss: Bool {
    guard plugin != nil else { return false }
    switch code {
    case .pluginRefused, .providerFailed, .invalidResult, .limitExceeded, .pluginBroke,
      .pluginQuarantined, .protectionMissing, .workerFailed, .pageTimeExceeded:
      return severity > .note
    default: return false
    }
  }
}

/// The effect of a change to a watched file.
enum WatchedPart: Int {
  /// Plugins and text metrics are loaded again.
  case plugins
  /// Only the page is rendered again, from the current files.
  case page
}

extension PageJob {
  /// Returns the files of the page and of `inputs` to watch; they need not exist.
  func places(_ installation: Installation, inputs: KeptInputs) -> WatchedPlaces {
    var places = WatchedPlaces()
    let sources = feed.places.compactMap { NamedFile($0).followedPath }
    for file in sources + inputs.files
      + [feed.layout].compactMap({ $0 }).filter(LayoutLibrary.isFile)
    {
      places.add(file, tag: WatchedPart.page.rawValue)
    }
    for file in [environment.metrics, environment.font, inputs.layoutFont].compactMap({ $0 })
      .filter(LayoutLibrary.isFile)
      + feed.plugins.trusted
    {
      places.add(file, tag: WatchedPart.plugins.rawValue)
    }
    // Libraries next to plugins are included; a version can follow ".so" in their names.
    for folder in feed.plugins.searchPath(installation).folders where !folder.path.isEmpty {
      places.add(
        folder.path, namesWith: [".so", ".section.json"], tag: WatchedPart.plugins.rawValue)
    }
    let bundled: [(String, WatchedPart)] = [
      ("", .page), ("/Devices", .page), ("/Metrics", .plugins), ("/Fonts", .plugins),
    ]
    for (folder, part) in bundled {
      places.add(installation.layouts + folder, namesWith: [".json"], tag: part.rawValue)
    }
    return places
  }

  /// Sources whose changes are not noticed, because they are read only once.
  var unwatched: [String] {
    var names = feed.places.filter { NamedFile($0).followedPath == nil }
      .map { $0 == "-" ? "standard input" : "`\($0)`" }
    if let base = feed.fetch.url { names.append("`\(base)`") }
    return names
  }
}

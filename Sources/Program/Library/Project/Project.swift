internal import Glibc
internal import LayoutReview
internal import SectionEngine

/// The project file `sectionengine.json`: a team's feeds, with settings for rendering and checking.
struct Project: Sendable {
  /// A feed and its settings. File names are relative to the project file's folder.
  struct Feed: Sendable {
    /// The name; empty for the settings that all feeds share.
    var name = ""
    /// The primary source, or a folder of replies; `nil` to use sources or samples of the layout.
    var place: String?
    var layout: String?
    var sources: [FeedSettings.Source] = []
    /// Settings of sections that override those of the layout.
    var sectionSettings: [SectionSetting] = []
    var devices: [String] = []
    var metrics: String?
    /// The name of a font set, or a font file of the current working tree.
    var font: String?
    var plugins: [String] = []
    /// The positions of `plugins` in the project file.
    var pluginPlaces: [String: SourceLocation] = [:]
    var states: [ContentState] = []
    /// The servers that may receive an environment variable, as origins by the variable's name.
    var variables: [String: [String]] = [:]
    /// The file with severities; `rules` overrides it.
    var configuration: String?
    /// The rules and the ignored findings in the project file itself.
    var rules = CheckConfiguration()
    var baseline: String?
    var expectations: [String] = []
    var clients: [String] = []
    /// The position of `place` in the project file.
    var location: SourceLocation?

    var places: [String] { [place].compactMap { $0 } + sources.map(\.place) }

    /// Whether no source is a URL, so that the page can be reproduced.
    var isReproducible: Bool { !places.contains(where: isWebAddress) }

    fileprivate var files: [String] {
      ([place, layout, metrics, font, configuration, baseline].compactMap { $0 } + plugins + clients
        + expectations + sources.map(\.place)).filter { !isWebAddress($0) }
    }
  }

  struct Snapshots: Sendable {
    var folder: String
    var matrix: SnapshotMatrix
  }

  static let fileName = "sectionengine.json"

  /// The prefix of the project's paths: empty, "../" for each level up, or "git:REVISION:./".
  let folder: String
  /// The files that the project's revision lacks, and that are read from the working tree instead.
  private(set) var presentFiles: Set<String> = []
  /// The settings that all feeds share.
  var shared = Feed()
  var feeds: [Feed] = []
  var snapshots: Snapshots?

  /// Returns the project of the working folder, or of the nearest parent folder that has one.
  static func find() throws -> Project? {
    try nearestFolder().map { try read(in: $0).required() }
  }

  /// Whether a text is valid as a file, a folder or a URL in the project file.
  static func isPlace(_ text: String) -> Bool {
    text != "-" && !text.hasPrefix(GitObject.prefix)
      && !text.unicodeScalars.contains { $0.value < 0x20 || $0.value == 0x7F }
  }

  static func nearestFolder() -> String? {
    let depth = absolutePath(".").split(separator: "/").count
    return (0...depth).lazy.map { String(repeating: "../", count: $0) }
      .first { isFile($0 + fileName) }
  }

  static func read(in folder: String, allowsNoFeeds: Bool = false) throws -> Diagnosed<Project?> {
    let devices = try Installation.required().library.devices().map(\.name)
    var project = readDocument(
      folder + fileName, shownAs: folder.hasPrefix(GitObject.prefix) ? nil : fileName,
      unreadable: .invalidProject
    ).withUniqueKeys.flatMap { document in
      ConfigurationReader.read("project file", code: .invalidProject) {
        $0.project(document.root, in: folder, devices: devices, allowsNoFeeds: allowsNoFeeds)
      }
    }
    if let index = project.diagnostics.firstIndex(where: { $0.code == .emptyDocument }) {
      project.diagnostics[index].helps[0] = "write the feeds of this folder: `sectionengine init`"
      project.diagnostics[index].notes = ["no command uses it"]
    }
    return project
  }

  /// Returns a file's path from the working folder, given its path in the project file.
  func path(_ file: String) -> String {
    if file.hasPrefix("/") || isWebAddress(file) { return file }
    return (presentFiles.contains(file) ? GitObject.presentPath(of: folder) : folder) + file
  }

  /// Reads the files that the project names and its revision lacks from the working tree, so that
  /// the first commit of a layout can be compared with the one before.
  /// - Parameter isNew: Whether the revision has no project file. Fonts and plugins, which are always
  ///   those of the working tree, are then listed, too.
  /// - Returns: The names of the files, in the order of the feeds.
  mutating func usePresentFiles(isNew: Bool) -> [String] {
    let present = GitObject.presentPath(of: folder)
    let named = feeds.filter { !lacks($0) }.flatMap { feed in
      [feed.layout, feed.metrics, isNew ? feed.font : nil].compactMap(\.self).filter(namesFile)
        + (isNew ? feed.plugins : [])
    }
    let files = named.uniqued.filter { file in
      guard !file.hasPrefix("/"), access(present + file, F_OK) == 0 else { return false }
      let object = GitObject(folder + (file.hasSuffix("/") ? String(file.dropLast()) : file))
      return object.map { !$0.isFile && !$0.isFolder } ?? false
    }
    presentFiles = Set(files)
    return files
  }

  /// Returns a bundled name unchanged; for a file, returns its path from the working folder.
  func nameOrFile(_ text: String) -> String {
    namesFile(text) ? path(text) : text
  }

  private func namesFile(_ text: String) -> Bool {
    text.contains("/") || text.hasSuffix(".json") || FontSelection.isFontFile(text)
  }

  /// Returns an unused name for a feed: "home" for "feeds/home.json", or "home-2" if it is used.
  static func name(for place: String, taken: inout Set<String>) -> String {
    let last = place.prefix { $0 != "?" && $0 != "#" }.split(separator: "/").last
    var stem = last.map(String.init) ?? "feed"
    if stem.lowercased().hasSuffix(".json") { stem.removeLast(5) }
    stem = String(
      escaped(stem).map { "\\:*?\"<>|{} ".contains($0) ? "-" : $0 }.drop { ".-".contains($0) }
        .prefix(40))
    while stem.hasSuffix(".") || stem.utf8.count > 90 { stem.removeLast() }
    if stem.isEmpty { stem = "feed" }
    var name = stem
    var number = 2
    while !taken.insert(name.lowercased()).inserted {
      name = "\(stem)-\(number)"
      number += 1
    }
    return name
  }

  // MARK: Choosing

  /// Completes a selection with the project's settings for the selected feed, or the only feed.
  /// - Throws: `ExitError` if the selected feed is unknown, or if none of several is selected.
  func chosen(_ given: FeedSettings, in environment: EnvironmentSettings) throws -> ChosenFeed {
    let settings = try settings(for: given)
    for file in settings.files {
      let named = NamedFile(file, below: folder, allowsOutside: given.allowsOutside)
      if let refusal = named.refusal { throw ExitError.couldNotRun(refusal) }
    }
    var chosen = ChosenFeed(
      feed: given, environment: environment, project: self, settings: settings)
    if !settings.name.isEmpty {
      let names = Set(given.sources.map(\.name))
      // Messages show files of a revision with their full name, including the revision.
      chosen.feed.root = folder.hasPrefix(GitObject.prefix) ? nil : folder
      chosen.feed.feed = settings.place.map(path)
      chosen.feed.layout = given.layout ?? settings.layout.map(nameOrFile)
      chosen.feed.sources += settings.sources.filter { !names.contains($0.name) }.map {
        .init(
          name: $0.name, place: path($0.place), feed: settings.name, location: $0.location)
      }
      chosen.feed.sectionSettings = settings.sectionSettings + given.sectionSettings
      chosen.feed.location = settings.location
      chosen.feed.isSample = chosen.feed.places.isEmpty
    }
    // An absolute path gives the same messages in every folder of the project.
    chosen.feed.plugins.folders += settings.plugins.map(present)
    for (file, place) in settings.pluginPlaces { chosen.feed.plugins.places[present(file)] = place }
    chosen.feed.fetch.variables = settings.variables
    if environment.namesNoScreen { chosen.environment.device = settings.devices.first }
    chosen.environment.metrics = environment.metrics ?? settings.metrics.map(nameOrFile)
    if environment.metrics == nil, environment.font == nil {
      chosen.environment.font = settings.font.map { namesFile($0) ? present($0) : $0 }
    }
    return chosen
  }

  /// Returns the absolute path of a project's file in the current working tree.
  private func present(_ file: String) -> String {
    file.hasPrefix("/") ? file : absolutePath(GitObject.presentPath(of: folder) + file)
  }

  /// Returns the settings of the selected feed; if it is not in the project, the shared settings.
  func settings(for given: FeedSettings) throws -> Feed {
    guard let place = given.feed else {
      guard given.layout == nil, given.sources.isEmpty, given.fetch.url == nil, !given.isSample
      else { return shared }
      guard feeds.count == 1 else {
        throw ExitError.usage(
          .unknownFeed, "the project has \(feeds.count) feeds, and none is named", notes: [names],
          helps: ["name one of them, or a file; `--no-project` ignores the project"])
      }
      if let warning = StandardStream.unreadInput { Output.report([warning], color: .auto) }
      return feeds[0]
    }
    if let feed = feeds.first(where: { $0.name == place }) { return feed }
    if let feed = feeds.first(where: { $0.place.map { isSameFile(path($0), place) } ?? false }) {
      return feed
    }
    let isName =
      place != "-" && !place.contains("/") && !place.contains(":") && !place.hasSuffix(".json")
    if isName, !isFile(place), !isFolder(place), !isReadOnce(place) {
      throw ExitError.couldNotRun(
        .unknownFeed, "`\(shown(place))` is neither a feed of the project nor a file",
        helps: Suggestion.helps(for: place, among: feeds.map(\.name)) + [names])
    }
    return shared
  }

  private var names: String {
    "its feeds: \(listed(feeds.map { shown($0.name) }, atMost: 40))"
  }
}

/// A selected feed with the project's settings for it.
struct ChosenFeed {
  var feed: FeedSettings
  var environment: EnvironmentSettings
  /// The project; `nil` outside of a project.
  var project: Project?
  var settings = Project.Feed()

  /// The clients that can be selected by name: the project's or, without any, those in `clients`.
  var clients: [ClientFile] {
    guard let project, !settings.clients.isEmpty else {
      return ClientFile.present(below: project?.folder ?? "")
    }
    return settings.clients.map { file in
      let name = file.lastPart
      let suffix = [Client.suffix, ".json"].first(where: name.hasSuffix) ?? ""
      return ClientFile(name: String(name.dropLast(suffix.count)), path: project.path(file))
    }
  }

  /// Opens the feed, or a state of its layout, to render it once.
  func opened(state: ContentState? = nil) throws -> LoadedFeed {
    var inputs = KeptInputs()
    return try LoadedFeed(feed, state: state, texts: environment, inputs: &inputs)
  }

  /// Selects the client whose page is rendered; `nil` for this program.
  mutating func select(client: String?) throws {
    feed.client = try client.map { try ClientFile.selected(by: [$0], among: clients, count: 1)[0] }
  }

  /// Returns the check configuration: that of the option or of the project's file, and the rules in
  /// the project file itself.
  func checkConfiguration(_ option: String? = nil) throws -> CheckConfiguration {
    let file = try file(option, else: settings.configuration).map(CheckConfiguration.init(at:))
    return option != nil ? file ?? settings.rules : (file ?? .init()).overridden(by: settings.rules)
  }

  /// Returns the option, or the path of the project's file if the option is not given.
  func file(_ option: String?, else named: String?) -> String? {
    option ?? named.flatMap { project?.path($0) }
  }
}

extension FeedSettings {
  func naming(_ feed: String?) -> FeedSettings {
    var selection = self
    selection.feed = feed
    return selection
  }

  /// The names of the project's feeds if the selection has no feed, layout or source; else empty.
  var feedsOfProject: [String] {
    get throws {
      guard usesProject, feed == nil, layout == nil, sources.isEmpty, fetch.url == nil, !isSample
      else { return [] }
      return try Project.find()?.feeds.map(\.name) ?? []
    }
  }

  /// Completes the selection with the working folder's project, if there is one.
  func chosen(in environment: EnvironmentSettings = EnvironmentSettings()) throws -> ChosenFeed {
    guard usesProject, let project = try Project.find() else {
      return ChosenFeed(feed: self, environment: environment)
    }
    return try project.chosen(self, in: environment)
  }
}

extension PluginSelection {
  /// Adds the plugins that all feeds of the project share.
  func inProject(_ isUsed: Bool) throws -> PluginSelection {
    try FeedSettings(usesProject: isUsed, isSample: true, plugins: self).chosen().feed.plugins
  }
}

extension Project {
  /// Returns the settings of the snapshots. Feeds from servers are omitted.
  func snapshotSettings() throws -> SnapshotSettings {
    let settings = SnapshotSettings(
      feeds: feeds.filter(\.isReproducible).map { feed in
        var matrix = snapshots?.matrix ?? SnapshotMatrix()
        if matrix.devices.isEmpty {
          matrix.devices = feed.devices.isEmpty ? SnapshotSettings.standardDevices : feed.devices
        }
        return SnapshotSettings.Feed(
          name: feed.name, file: feed.place, layout: feed.layout, metrics: feed.metrics,
          font: feed.font,
          sources: feed.sources.map { ($0.name, $0.place) }, plugins: feed.plugins,
          pluginPlaces: feed.pluginPlaces, matrix: matrix)
      })
    func invalid(_ message: String, _ help: String) -> ExitError {
      ExitError.couldNotRun(
        .invalidProject, message, notes: ["the snapshots are those of \(Self.fileName)"],
        helps: [help])
    }
    guard !settings.feeds.isEmpty else {
      throw invalid("no feed of the project is drawn from files", "add a feed that is a file")
    }
    guard settings.isWithinLimit else {
      throw invalid(
        "the matrix has more than \(SnapshotMatrix.mostCells) cells", "shorten its lists")
    }
    return settings
  }

  /// Returns the path of the snapshot folder, relative to the working folder.
  func snapshotFolder(allowsOutside: Bool) throws -> String {
    let name = snapshots?.folder ?? SnapshotSettings.standardFolder
    let named = NamedFile(name, below: folder, allowsOutside: allowsOutside)
    if let refusal = named.refusal { throw ExitError.couldNotRun(refusal) }
    return path(name)
  }
}

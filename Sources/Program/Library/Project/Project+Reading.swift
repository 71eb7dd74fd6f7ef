internal import SectionEngine
internal import LayoutReview

extension ConfigurationReader {
  /// The keys that can be set for all feeds at the top level.
  private static let shared = [
    "check", "clients", "devices", "font", "metrics", "plugins", "states", "variables",
  ]

  mutating func project(
    _ root: FeedValue, in folder: String, devices: [String], allowsNoFeeds: Bool
  ) -> Project? {
    guard
      object(root, required: ["feeds"], optional: ["$schema", "snapshots"] + Self.shared)
    else { return nil }
    _ = string(root["$schema"])
    var project = Project(folder: folder)
    project.shared = settings(root, over: Project.Feed(), devices: devices)
    var names: Set<String> = []
    for member in members(root["feeds"]) {
      let keys = ["feed", "layout", "set", "sources"] + Self.shared
      guard object(member, optional: keys) else { continue }
      var feed = settings(member, over: project.shared, devices: devices)
      feed.name = member.key
      checkFolderName(member.key, at: member)
      if feed.name.hasSuffix(".json") {
        refuse(member, "a feed is named like a file", label: "expected a name without `.json`")
      }
      if !names.insert(feed.name.lowercased()).inserted {
        refuse(member, "feed `\(shown(feed.name))` is repeated", label: "expected a new name")
      }
      feed.place = place(member["feed"])
      if feed.place != nil { feed.location = member["feed"].location }
      feed.layout = file(member["layout"])
      for source in members(member["sources"]) {
        guard let place = place(source) else { continue }
        feed.sources.append(.init(name: source.key, place: place, location: source.location))
      }
      for setting in members(member["set"]) {
        if let value = setting.identityText,
          let read = SectionSetting("\(setting.key)=\(value)")
        {
          feed.sectionSettings.append(read)
        } else {
          mismatch(setting, expected: "SECTION.KEY with a text, a number or true or false")
        }
      }
      if feed.place == nil, feed.layout == nil {
        refuse(member, "the feed has no source", label: "expected `feed`, or `layout`")
      }
      project.feeds.append(feed)
    }
    if root["feeds"].kind == .object, project.feeds.isEmpty, !allowsNoFeeds {
      refuse(
        root["feeds"], "`feeds` is empty", label: "expected at least one feed",
        helps: ["add one: `sectionengine init --add FEED`"])
    }
    let snapshots = root["snapshots"]
    if snapshots.exists, object(snapshots, required: [], optional: ["folder", "matrix"]) {
      let matrix = matrix(snapshots["matrix"], over: SnapshotMatrix(), known: devices)
      let folder = snapshots["folder"]
      project.snapshots = .init(
        folder: folder.exists ? file(folder) ?? "" : SnapshotSettings.standardFolder, matrix: matrix
      )
    }
    return project
  }

  private mutating func settings(
    _ value: FeedValue, over shared: Project.Feed, devices known: [String]
  ) -> Project.Feed {
    var feed = shared
    if value["devices"].exists {
      feed.devices = words(value["devices"]) { $0.device($1, known: known) }
    }
    feed.metrics = file(value["metrics"]) ?? shared.metrics
    feed.font = file(value["font"]) ?? shared.font
    for value in elements(value["plugins"]) {
      guard let folder = file(value) else { continue }
      feed.plugins.append(folder)
      feed.pluginPlaces[folder] = value.location
    }
    if value["clients"].exists { feed.clients = files(value["clients"]) }
    if value["states"].exists {
      let states = ContentState.allCases.map(\.rawValue).filter { $0 != "completed" }
      feed.states = words(value["states"]) { $0.word($1, among: states) }
        .compactMap(ContentState.init)
    }
    for member in members(value["variables"]) {
      feed.variables[member.key] = elements(member).compactMap { server($0) }
    }
    let check = value["check"]
    let keys = ["baseline", "config", "expect"] + CheckConfiguration.members
    if check.exists, object(check, optional: keys) {
      feed.rules.read(check, &self)
      feed.configuration = file(check["config"]) ?? shared.configuration
      feed.baseline = file(check["baseline"]) ?? shared.baseline
      feed.expectations = files(check["expect"])
    }
    return feed
  }

  /// Reads the address of a server, such as "https://example.com", and returns its origin.
  private mutating func server(_ value: FeedValue) -> String? {
    guard let text = string(value) else { return nil }
    if let url = URLReference(text), url.isServer { return url.origin }
    mismatch(value, expected: "a server such as `https://example.com`")
    return nil
  }

  private mutating func files(_ value: FeedValue) -> [String] {
    elements(value).compactMap { file($0) }
  }

  private mutating func file(_ value: FeedValue) -> String? {
    guard let file = place(value) else { return nil }
    if isWebAddress(file) {
      mismatch(value, expected: "the name of a file")
      return nil
    }
    return file
  }

  /// Reads a path below the project's folder, or a URL.
  private mutating func place(_ value: FeedValue) -> String? {
    guard let text = string(value) else { return nil }
    if Project.isPlace(text) { return text }
    mismatch(value, expected: "the name of a file")
    return nil
  }
}

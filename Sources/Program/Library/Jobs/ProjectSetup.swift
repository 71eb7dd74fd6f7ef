internal import Feeds
internal import Glibc
internal import LayoutReview
internal import SectionEngine

/// A feed that `init` adds to the project file. File names are relative to the project's folder.
struct ProjectEntry {
  var name: String
  var place: String
  var layout: String?
  var client: String?
  var baseline: String?
  /// The number of findings in the baseline.
  var known = 0

  /// The member of `feeds` in the project file.
  var json: String {
    func text(_ text: String) -> String {
      var out = ByteWriter()
      out.write(jsonString: text)
      return String(decoding: out.bytes, as: UTF8.self)
    }
    let members = [
      "\"feed\": \(text(place))", layout.map { "\"layout\": \(text($0))" },
      client.map { "\"clients\": [\(text($0))]" },
      baseline.map { "\"check\": { \"baseline\": \(text($0)) }" },
    ].compactMap(\.self)
    return "\(text(name)): { \(members.joined(separator: ", ")) }"
  }
}

/// Writes the files that make a feed of a project a gate: a layout, if it has none, the client that
/// the installed plugins are, and the findings of today.
struct ProjectSetup {
  /// The path prefix of the project's files: empty, or "../" for each level up.
  let folder: String
  /// The project before the feed is added.
  let project: Project
  let installation: Installation
  /// The paths of the written files.
  private(set) var written: [String] = []

  init(of project: Project, _ installation: Installation) {
    (self.project, self.installation, folder) = (project, installation, project.folder)
  }

  /// Throws `ExitError` if a plugin folder of the project is absent: its plugins would be missing in
  /// clients and baselines.
  func requirePlugins() throws {
    let sample = FeedSettings(isSample: true, allowsOutside: true)
    let chosen = try project.chosen(sample, in: EnvironmentSettings())
    try chosen.feed.plugins.requirePresence(installation)
  }

  /// Writes the files of a feed and names them in its entry. A file of the same name is kept.
  mutating func complete(_ entry: inout ProjectEntry) throws {
    guard !isWebAddress(entry.place) else { return }
    if entry.layout == nil, isFile(folder + entry.place) {
      entry.layout = try draftLayout(of: entry)
    }
    entry.client = try draftClient(of: entry)
    (entry.baseline, entry.known) = try recordFindings(of: entry)
  }

  private mutating func draftLayout(of entry: ProjectEntry) throws -> String? {
    let document = try readDocument(folder + entry.place, unreadable: .unreadableSource).required()
    let isBelow = !entry.place.hasPrefix("/")
    let draft = LayoutDraft.draft(
      for: document, name: Self.plain(entry.name), sample: isBelow ? entry.place : nil)
    guard let text = draft.text else { return nil }
    return try write(Array(text.utf8), to: reserve(entry.name, "-layout.json"))
  }

  private mutating func draftClient(of entry: ProjectEntry) throws -> String {
    let feed = try chosen(entry).feed
    let draft = ClientDraft(
      installation: installation, catalog: try feed.plugins.listing(installation),
      allowsUnconfined: feed.plugins.allowsUnconfined)
    if let reason = makeFolder(folder + "clients") {
      throw ExitError.cannotWrite("the folder `clients`", reason, at: folder + "clients")
    }
    let file = try reserve("clients/" + Self.plain(entry.name), Client.suffix)
    let name = String(file.lastPart.dropLast(Client.suffix.count))
    return try write(try draft.client(named: name, drawing: [feed]).client.json, to: file)
  }

  private mutating func recordFindings(
    of entry: ProjectEntry
  ) throws -> (file: String?, count: Int) {
    let settings = CheckSettings(drawing: FeedSettings(), environment: EnvironmentSettings())
    let found = try FeedCheck(chosen(entry), settings).run(against: nil)
    guard found.report.hasFindings, found.opened.losses(among: found.drawn).isEmpty else {
      return (nil, 0)
    }
    let baseline = Baseline(found.report.findings)
    let file = try write(baseline.bytes, to: reserve(entry.name, ".known.json"))
    return (file, baseline.count)
  }

  /// Returns the feed as commands draw it in the project, once its entry is added.
  private func chosen(_ entry: ProjectEntry) throws -> ChosenFeed {
    var project = project
    var feed = project.shared
    (feed.name, feed.place, feed.layout) = (entry.name, entry.place, entry.layout)
    if let client = entry.client { feed.clients = [client] }
    project.feeds = [feed]
    return try project.chosen(
      FeedSettings(feed: entry.name, allowsOutside: true), in: EnvironmentSettings())
  }

  /// Writes `review.sh`, the script that CI runs, unless there is one.
  mutating func writeReviewScript() throws {
    guard access(folder + Self.script, F_OK) != 0 else { return }
    _ = try write(PackageResources.review_sh, to: Self.script)
    chmod(folder + Self.script, 0o755)
  }

  static let script = "review.sh"

  /// Creates an empty file, so that a second `init` at the same time takes another name.
  private func reserve(_ stem: String, _ ending: String) throws -> String {
    for number in 1...1_000 {
      let name = stem + (number == 1 ? "" : "-\(number)") + ending
      let file = open(folder + name, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
      if file >= 0 {
        close(file)
        return name
      }
      guard errno == EEXIST else {
        throw ExitError.cannotWrite("to `\(shown(name))`", systemReason(), at: folder + name)
      }
    }
    throw ExitError.cannotWrite("to `\(shown(stem + ending))`", systemReason(EEXIST))
  }

  private mutating func write(_ bytes: [UInt8], to name: String) throws -> String {
    do { try Output.write(bytes, to: folder + name) } catch {
      unlink(folder + name)
      throw error
    }
    written.append(name)
    return name
  }

  /// Returns a name of letters, digits, `-`, `_` and `.`; other characters become "-".
  static func plain(_ name: String) -> String {
    let kept = String(name.map { ConfigurationReader.isName("a\($0)") ? $0 : "-" })
    return ConfigurationReader.isName(kept) ? kept : "my-feed"
  }
}

/// Runs `body` while no other command writes the project file of a folder.
/// - Throws: `ExitError` if another command keeps the lock for ten seconds.
func withProjectLock<Result>(in folder: String, _ body: () throws -> Result) throws -> Result {
  let descriptor = open(folder.isEmpty ? "." : folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
  guard descriptor >= 0 else { return try body() }
  defer { close(descriptor) }
  for _ in 0..<500 {
    // File systems without locks report another error; the file is then written without one.
    if flock(descriptor, LOCK_EX | LOCK_NB) == 0 || errno != EWOULDBLOCK { return try body() }
    usleep(20_000)
  }
  throw ExitError.couldNotRun(
    .lockedProject, "another command is writing `\(shown(folder + Project.fileName, limit: 200))`",
    notes: ["nothing was added"], helps: ["run the command again when the other one has ended"])
}

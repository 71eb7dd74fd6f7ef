internal import SectionEngine
internal import LayoutReview

/// Replies that are kept while a page is rendered repeatedly.
struct KeptReplies {
  /// Replies of servers, by source. Removing a reply makes the program request it again.
  var servers: [String: SourceReply.Outcome] = [:]
  /// Replies from standard input and pipes, by source; these inputs can be read only once.
  var inputs: [String: SourceReply.Outcome] = [:]

  /// Whether pipes and devices are refused, because files must be read again when they change.
  var onlyFiles = false
  var isInputReported = false

  /// The key of the FEED argument's reply; the reply's source is unknown until it is read.
  static let primary = ""

  subscript(name: String) -> SourceReply.Outcome? { servers[name] ?? inputs[name] }

  /// Keeps a reply unless its origin is a file that can be read again.
  mutating func keep(_ reply: SourceReply.Outcome, of name: String, from origin: SourceOrigin?) {
    switch origin {
    case .address, .template: servers[name] = reply
    case .file(let file) where isReadOnce(file.path): inputs[name] = reply
    default: break
    }
  }
}

/// The feed layout and the replies of its sources.
struct FeedSources {
  let layout: FeedLayout
  let replies: [SourceReply]
  let diagnostics: [Diagnostic]
  /// The paths of files that were read, or could not be read, and may change.
  let files: [String]
  private let settings: [SectionSetting]
  /// The options for servers, if an option or the project names the layout; `nil` if the program
  /// chooses it, so the user does not name its sources.
  private let named: FetchSettings?

  /// The layout of `render` without arguments.
  static let bundledFeed = "netease-home"

  init(_ given: FeedSettings, installation: Installation, kept: inout KeptReplies) throws {
    settings = given.sectionSettings
    named = given.layout == nil ? nil : given.fetch
    let folder = given.feed.flatMap(FeedFolder.init)
    let feed = try folder?.unfolded(given, library: installation.library) ?? given
    try Self.requireOneInput(feed)
    var search = try OriginSearch(feed, installation.library, onlyFiles: kept.onlyFiles)
    layout = try search.readLayout(kept: &kept)
    try Self.check(feed.sources.map(\.name), of: layout, in: feed)
    try search.addGivenSources(of: layout)
    let builder = try search.fetching.builder(for: layout)
    // If the user gives the primary source, the samples of the other sources are not used.
    let isOwn = folder != nil || search.hasPrimarySource(of: layout)
    search.addOtherSources(of: layout, builder, usesSamples: !isOwn)
    guard !search.origins.isEmpty else { throw Self.nothing(of: layout, feed.fetch) }
    try search.fetching.refuseForeignVariables(in: search.templates(of: layout), builder)
    files = search.followedFiles
    replies = search.replies(of: layout, builder, kept: &kept)
    diagnostics = search.diagnostics
  }

  private static func requireOneInput(_ feed: FeedSettings) throws {
    guard feed.places.count(where: { $0 == "-" }) <= 1 else {
      throw ExitError.usage(
        .invalidOption, "standard input is given to more than one source",
        helps: ["write one of them to a file"])
    }
  }

  /// Reads and joins a feed once.
  static func joined(_ feed: FeedSettings, _ installation: Installation) throws -> Feed {
    var kept = KeptReplies()
    return try FeedSources(feed, installation: installation, kept: &kept).joined()
  }

  /// Joins the replies. Throws `ExitError` if no source gives a section.
  func joined() throws -> Feed {
    let assembled = Feed.assemble(layout: layout, replies: replies)
    guard var feed = assembled.value else {
      throw ExitError(status: 2, diagnostics: diagnostics + assembled.diagnostics)
    }
    feed.diagnostics = diagnostics + feed.diagnostics
    if let named {
      let given = Set(replies.map(\.source))
      let present = Set(feed.blocks.map(\.blockCode))
      let absent = layout.sources(unneededBeside: given).filter { source in
        source.insertion.map { present.isDisjoint(with: $0.unless) } ?? true
      }
      feed.diagnostics += layout.absences(of: absent, fetching: named)
    }
    let codes = feed.blocks.map(\.blockCode)
    for setting in settings where !codes.contains(setting.section) {
      feed.diagnostics.append(
        Diagnostic(
          .unknownSection, .warning, "the feed has no section `\(shown(setting.section))`",
          notes: ["--set \(setting.section).\(setting.key) changes nothing"],
          helps: Suggestion.helps(
            for: setting.section, among: codes,
            else: "sections: \(codes.prefix(12).joined(separator: ", "))")))
    }
    return feed
  }

  private static func nothing(of layout: FeedLayout, _ fetch: FetchSettings) -> ExitError {
    if fetch.url != nil {
      let missing = Set(
        layout.sources.flatMap { layout.missingParameters(of: $0, given: fetch.parameters) })
      let names = layout.parameters.map(\.name).filter(missing.contains)
      return ExitError.couldNotRun(
        .unaskableSource, "no source of `\(layout.name)` can be requested",
        notes: names.isEmpty
          ? ["none has a `request`"] : names.map { "the parameter `\($0)` has no value" },
        helps: names.isEmpty
          ? ["add a `request` to the sources of the layout"]
          : names.map { "give it a value: `--parameter \($0)=VALUE`" })
    }
    return ExitError.couldNotRun(
      .lostSource, "no feed is given, and `\(layout.name)` has no sample",
      helps: ["name a file: `sectionengine render FEED --layout \(layout.name)`"])
  }

  /// Returns a layout's sample. `layout` is a file or a name; `nil` means a bundled layout.
  static func sample(
    _ sample: String, of layout: String?, _ library: LayoutLibrary, allowsOutside: Bool
  ) -> NamedFile {
    guard let layout, layout.contains("/") || layout.hasSuffix(".json") else {
      // An installation can contain symbolic links, so files outside its folder are allowed.
      return NamedFile(sample, below: library.folder, allowsOutside: true)
    }
    return NamedFile(sample, besideFile: layout, allowsOutside: allowsOutside)
  }

  static func check(
    _ names: [String], of layout: FeedLayout, in feed: FeedSettings? = nil
  ) throws {
    let known = layout.sources.map(\.name)
    for name in names where !known.contains(name) {
      throw ExitError.couldNotRun(
        Diagnostic(
          .unknownSource, .error, "`\(layout.name)` has no source `\(name)`",
          at: feed?.sources.first { $0.name == name }?.location,
          helps: Suggestion.helps(for: name, among: known)
            + ["its sources: \(known.joined(separator: ", "))"]
            + (layout.isInferred
              ? [
                "a feed layout joins several: `sectionengine layouts new --from FEED`, "
                  + "then `--layout FILE`"
              ]
              : [])))
    }
  }
}

extension FeedLayout {
  /// Returns the sources that are not given, and that the join does not need.
  func sources(unneededBeside given: Set<String>) -> [Source] {
    let needed = Set(sources(neededBeside: given).map(\.name))
    return sources.filter { !given.contains($0.name) && !needed.contains($0.name) }
  }

  /// Returns the diagnostics about sources that are neither given nor fetched. A source that lacks a
  /// value for its request is a note, because an app requests it only with that value.
  func absences(of sources: [Source], fetching: FetchSettings) -> [Diagnostic] {
    let missing = sources.map { source in
      fetching.url == nil || source.request == nil
        ? [] : missingParameters(of: source, given: fetching.parameters)
    }
    let lacking = zip(sources, missing).filter { !$1.isEmpty }.map { source, parameters in
      Diagnostic(
        .absentSource, .note, "source `\(source.name)` is not fetched",
        notes: ["the parameter `\(parameters[0])` has no value"],
        helps: ["give it a value: `--parameter \(parameters[0])=VALUE`"])
    }
    let absent = zip(sources, missing).filter { $1.isEmpty }.map(\.0.name)
    guard let first = absent.first else { return lacking }
    let isOne = absent.count == 1
    let warning = Diagnostic(
      .absentSource, .warning,
      isOne
        ? "source `\(first)` is not given" : "\(absent.count) sources of `\(name)` are not given",
      notes: (isOne ? [] : [listed(absent.map { "`\($0)`" }, atMost: 12)])
        + ["the page is drawn without their sections"],
      helps: [
        "give \(isOne ? "it" : "them") with `--source \(first)=FILE`, or ask the server with `--url BASE`"
      ])
    return [warning] + lacking
  }
}

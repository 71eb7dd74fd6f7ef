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

extension FeedLayout {
  /// Returns the first page's request for each of these sources, in the order of the layout.
  fileprivate func firstRequests(of names: Set<String>) -> [SourceRequest] {
    sources.filter { names.contains($0.name) }.enumerated().map {
      SourceRequest(id: $0, source: $1.name, values: firstValues(of: $1))
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

  init(_ given: FeedSelection, installation: Installation, kept: inout KeptReplies) throws {
    let library = installation.library
    settings = given.sectionSettings
    named = given.layout == nil ? nil : given.fetch
    let folder = given.feed.flatMap(FeedFolder.init)
    let feed = try folder?.unfolded(given, library: library) ?? given
    guard feed.places.count(where: { $0 == "-" }) <= 1 else {
      throw Ending.usage(
        .invalidOption, "standard input is given to more than one source",
        helps: ["write one of them to a file"])
    }
    let fetching = try FetchEnvironment(feed.fetch, asksServers: feed.asksServers)
    let onlyFiles = kept.onlyFiles
    func origin(
      _ place: String, of source: String?, at location: SourceLocation?
    ) throws -> SourceOrigin {
      isWebAddress(place)
        ? .address(try fetching.request(for: place, source: source))
        : .file(
          NamedFile(place, shownAs: feed.shownName(of: place), onlyFiles: onlyFiles, at: location))
    }
    var origins: [String: SourceOrigin] = [:]
    var found = fetching.diagnostics
    if let place = feed.feed {
      // FEED is read before the layout is known, because the shape of FEED can select the layout.
      let own = try origin(place, of: nil, at: feed.location)
      let primary =
        kept[KeptReplies.primary]
        ?? OriginLoader(origins: ["": own], fetcher: fetching.fetcher, builder: nil)
        .replies(to: [SourceRequest(id: 0, source: "")])[0].outcome
      kept.keep(primary, of: KeptReplies.primary, from: own)
      let chosen = try Self.choose(feed, for: primary, library: library)
      layout = try chosen.layout.setting(feed.sectionSettings).required()
      found += chosen.diagnostics
      if let name = layout.primarySource?.name { origins[name] = .reply(primary) }
    } else {
      layout = try library.layout(feed.layout ?? Self.bundledFeed, shownWithout: feed.root)
        .setting(feed.sectionSettings).required()
      let isAskedFor = feed.isSample || !feed.sources.isEmpty || feed.fetch.url != nil
      if !isAskedFor, !kept.isInputReported, let warning = StandardStream.unreadInput {
        // The warning is not part of the page, because the page must not depend on standard input.
        Output.report([warning], color: .auto)
      }
      kept.isInputReported = true
    }
    try Self.check(feed.sources.map(\.name), of: layout, in: feed)
    // FEED overrides a `--source` option for the primary source.
    let given = feed.feed == nil ? nil : layout.primarySource?.name
    if let place = feed.feed,
      let other = feed.sources.first(where: { $0.name == given && $0.feed != nil })
    {
      throw other.repeated(by: feed.shownName(of: place))
    }
    for source in feed.sources where source.name != given {
      let place = source.place
      guard origins[source.name] == nil else {
        throw Ending.usage(
          .invalidOption, "source `\(shown(source.name))` is given twice",
          notes: ["the second time as `\(shown(feed.shownName(of: place), limit: 200))`"],
          helps: [
            "give it once; of several pages, `session` loads them, and a folder holds them: "
              + "`\(source.name).json`, `\(source.name)-1.json`"
          ])
      }
      origins[source.name] = try origin(place, of: source.name, at: source.location)
    }
    let builder = try fetching.builder(for: layout)
    // If the user gives the primary source, the samples of the other sources are not used.
    let isOwn = folder != nil || layout.primarySource.map { origins[$0.name] != nil } ?? false
    for source in layout.sources where origins[source.name] == nil {
      if feed.fetch.url != nil {
        if builder.isAskable(source) { origins[source.name] = .template }
      } else if !isOwn, let sample = source.samples.first {
        origins[source.name] = .file(
          Self.sample(
            sample, of: feed.layout, library, allowsOutside: feed.allowsOutside))
      }
    }
    guard !origins.isEmpty else { throw Self.nothing(of: layout, feed.fetch) }
    try fetching.refuseForeignVariables(
      in: layout.sources.filter { if case .template? = origins[$0.name] { true } else { false } },
      builder)
    let primary = feed.feed.map { NamedFile($0) }
    files = ([primary] + origins.values.map(\.file)).compactMap { $0?.followedPath }
    let asked = origins
    for name in asked.keys { if let reply = kept[name] { origins[name] = .reply(reply) } }
    let loader = OriginLoader(origins: origins, fetcher: fetching.fetcher, builder: builder)
    replies = loader.replies(to: layout.firstRequests(of: Set(origins.keys)), of: layout)
    for reply in replies {
      kept.keep(reply.outcome, of: reply.source, from: asked[reply.source])
    }
    diagnostics = found
  }

  /// Reads and joins a feed once.
  static func joined(_ feed: FeedSelection, _ installation: Installation) throws -> Feed {
    var kept = KeptReplies()
    return try FeedSources(feed, installation: installation, kept: &kept).joined()
  }

  /// Joins the replies. Throws `Ending` if no source gives a section.
  func joined() throws -> Feed {
    let assembled = Feed.assemble(layout: layout, replies: replies)
    guard var feed = assembled.value else {
      throw Ending(status: 2, diagnostics: diagnostics + assembled.diagnostics)
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

  private static func nothing(of layout: FeedLayout, _ fetch: FetchSettings) -> Ending {
    if fetch.url != nil {
      let missing = Set(
        layout.sources.flatMap { layout.missingParameters(of: $0, given: fetch.parameters) })
      let names = layout.parameters.map(\.name).filter(missing.contains)
      return Ending.couldNotRun(
        .unaskableSource, "no source of `\(layout.name)` can be requested",
        notes: names.isEmpty
          ? ["none has a `request`"] : names.map { "the parameter `\($0)` has no value" },
        helps: names.isEmpty
          ? ["add a `request` to the sources of the layout"]
          : names.map { "give it a value: `--parameter \($0)=VALUE`" })
    }
    return Ending.couldNotRun(
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

  private static func choose(
    _ feed: FeedSelection, for primary: SourceReply.Outcome, library: LayoutLibrary
  ) throws -> (layout: FeedLayout, diagnostics: [Diagnostic]) {
    if let option = feed.layout {
      return (try library.layout(option, shownWithout: feed.root), [])
    }
    switch primary {
    case .failed(let failure): throw Ending(status: 2, diagnostics: failure.diagnostics)
    case .document(let document, let found):
      let choice =
        feed.items == nil && feed.code == nil
        ? LayoutChooser.choose(for: document, among: library.layouts) { sample in
          let file = NamedFile(sample, below: library.folder, allowsOutside: false).path
          return readDocument(file, unreadable: .unreadableSource).value
        }
        : LayoutChooser.infer(from: document, items: feed.items, code: feed.code)
      guard let layout = choice.value else {
        throw Ending(status: 2, diagnostics: found + choice.diagnostics)
      }
      if layout.isInferred, feed.items == nil, let file = ViewFile(document) {
        throw Ending.couldNotRun(
          .unknownInput, "`\(shown(document.name))` is \(file.inWords), not a feed",
          helps: [
            "compare it with a feed: `sectionengine diff \(shellWord(document.name)) FEED`",
            "or draw it as a feed: `--items PATH`",
          ])
      }
      return (layout, choice.diagnostics)
    }
  }

  static func check(
    _ names: [String], of layout: FeedLayout, in feed: FeedSelection? = nil
  ) throws {
    let known = layout.sources.map(\.name)
    for name in names where !known.contains(name) {
      throw Ending.couldNotRun(
        Diagnostic(
          .unknownSource, .error, "`\(layout.name)` has no source `\(name)`",
          at: feed?.sources.first { $0.name == name }?.location,
          helps: Suggestion.helps(for: name, among: known)
            + ["its sources: \(known.joined(separator: ", "))"]
            + (layout.isInferred
              ? ["a feed layout joins several: `sectionengine layouts new`, then `--layout FILE`"]
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

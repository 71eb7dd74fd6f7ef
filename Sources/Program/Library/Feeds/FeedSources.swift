internal import SectionEngine
internal import LayoutReview

/// Replies that are read only once, even if the page is drawn repeatedly.
struct KeptReplies {
  /// Replies of servers, by source; they can be requested again.
  var servers: [String: SourceReply.Outcome] = [:]
  /// Replies from standard input and pipes, which are empty when read again.
  var inputs: [String: SourceReply.Outcome] = [:]

  /// Whether pipes and devices are refused, because the replies are read again when they change.
  var onlyFiles = false
  var isInputReported = false

  /// The key of FEED, whose source is not known before it is read.
  static let primary = ""

  subscript(name: String) -> SourceReply.Outcome? { servers[name] ?? inputs[name] }
}

/// The feed layout and the replies of its sources.
struct FeedSources {
  let layout: FeedLayout
  let replies: [SourceReply]
  let diagnostics: [Diagnostic]
  /// The files that were read, or that could not be read.
  let files: [String]
  private let settings: [SectionSetting]

  /// The layout of a `render` without arguments.
  static let bundledFeed = "netease-home"

  init(_ given: FeedSelection, installation: Installation, kept: inout KeptReplies) throws {
    let library = installation.library
    settings = given.sectionSettings
    let folder = given.feed.flatMap(FeedFolder.init)
    let feed = try folder?.unfolded(given, library: library) ?? given
    guard feed.places.count(where: { $0 == "-" }) <= 1 else {
      throw Ending.usage(
        .invalidOption, "standard input is given to more than one source",
        helps: ["write one of them to a file"])
    }
    let fetching = try FetchEnvironment(feed.fetch, asksServers: feed.asksServers)
    var origins: [String: SourceOrigin] = [:]
    var found = fetching.diagnostics
    if let place = feed.feed {
      let primary =
        try kept[KeptReplies.primary]
        ?? Self.primary(place, of: feed, fetching, onlyFiles: kept.onlyFiles)
      if isWebAddress(place) {
        kept.servers[KeptReplies.primary] = primary
      } else if isReadOnce(place) {
        kept.inputs[KeptReplies.primary] = primary
      }
      let chosen = try Self.choose(feed, for: primary, library: library)
      layout = try chosen.layout.setting(feed.sectionSettings).required()
      found += chosen.diagnostics
      if let name = layout.primarySource?.name { origins[name] = .reply(primary) }
    } else {
      layout = try library.layout(feed.layout ?? Self.bundledFeed, shownWithout: feed.root)
        .setting(feed.sectionSettings).required()
      let isAskedFor = feed.isSample || !feed.sources.isEmpty || feed.fetch.url != nil
      if !isAskedFor, !kept.isInputReported, let warning = StandardStream.unreadInput {
        // Apart from the page, whose output does not depend on how the program was started.
        Output.report([warning], color: .auto)
      }
      kept.isInputReported = true
    }
    try Self.check(feed.sources.map(\.name), of: layout, in: feed)
    // FEED takes precedence over `--source` for the primary source.
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
      origins[source.name] =
        isWebAddress(place)
        ? .address(try fetching.request(for: place, source: source.name))
        : .file(
          place, shownAs: feed.shownName(of: place), onlyFiles: kept.onlyFiles,
          at: source.location)
    }
    let builder = try fetching.builder(for: layout)
    // The user's primary source is not mixed with the samples of other sources.
    let isOwn = folder != nil || layout.primarySource.map { origins[$0.name] != nil } ?? false
    for source in layout.sources where origins[source.name] == nil {
      if feed.fetch.url != nil {
        if builder.isAskable(source) { origins[source.name] = .template }
      } else if !isOwn, let sample = source.samples.first {
        origins[source.name] = .sample(
          Self.sample(
            sample, of: feed.layout, library, allowsOutside: feed.allowsOutside))
      }
    }
    guard !origins.isEmpty else { throw Self.nothing(of: layout, feed.fetch) }
    files =
      [feed.feed.flatMap { SourceOrigin.file($0, shownAs: $0).file }].compactMap { $0 }
      + origins.values.compactMap(\.file)
    let asked = origins
    for name in asked.keys { if let reply = kept[name] { origins[name] = .reply(reply) } }
    let loader = OriginLoader(
      origins: origins, http: HTTPSourceLoader(builder: builder, fetcher: fetching.fetcher))
    replies = SourceGathering(layout: layout, loader: loader).replies(of: Set(origins.keys))
    for reply in replies {
      switch asked[reply.source] {
      case .address, .template: kept.servers[reply.source] = reply.outcome
      case .file(let path, _, _, _) where isReadOnce(path):
        kept.inputs[reply.source] = reply.outcome
      default: break
      }
    }
    diagnostics = found
  }

  /// Returns a feed that is read once.
  static func joined(_ feed: FeedSelection, _ installation: Installation) throws -> Feed {
    var kept = KeptReplies()
    return try FeedSources(feed, installation: installation, kept: &kept).joined()
  }

  /// Joins the replies; throws `Ending` if no source gives a section.
  func joined() throws -> Feed {
    let assembled = Feed.assemble(layout: layout, replies: replies)
    guard var feed = assembled.value else {
      throw Ending(status: 2, diagnostics: diagnostics + assembled.diagnostics)
    }
    feed.diagnostics = diagnostics + feed.diagnostics
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

  /// Reads FEED before the layout is known, because its shape can select the layout.
  private static func primary(
    _ place: String, of feed: FeedSelection, _ fetching: FetchEnvironment, onlyFiles: Bool
  ) throws -> SourceReply.Outcome {
    guard isWebAddress(place) else {
      return read(
        place, shownAs: feed.shownName(of: place), onlyFiles: onlyFiles, at: feed.location)
    }
    return SourceGathering.outcome(
      of: try fetching.request(for: place, source: nil), fetcher: fetching.fetcher)
  }

  private static func nothing(of layout: FeedLayout, _ fetch: FetchSettings) -> Ending {
    if fetch.url != nil {
      let missing = Set(
        layout.sources.flatMap { layout.missingParameters(of: $0, given: fetch.parameters) })
      let names = layout.parameters.map(\.name).filter(missing.contains)
      return Ending.couldNotRun(
        .unaskableSource, "no source of `\(layout.name)` can be asked",
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

  /// Returns the sample of a layout: a file, a bundled name, or `nil` for a bundled one.
  static func sample(
    _ sample: String, of layout: String?, _ library: LayoutLibrary, allowsOutside: Bool
  ) -> NamedFile {
    guard let layout, layout.contains("/") || layout.hasSuffix(".json") else {
      // An installation can contain symbolic links.
      return NamedFile(sample, below: library.folder, allowsOutside: true)
    }
    return NamedFile(sample, besideFile: layout, allowsOutside: allowsOutside)
  }

  static func read(
    _ path: String, shownAs name: String? = nil, onlyFiles: Bool = false,
    at place: SourceLocation? = nil
  ) -> SourceReply.Outcome {
    let name = name ?? path
    do throws(ReadFailure) {
      return SourceReply.Outcome(
        FeedDocument.parse(try readSource(path, onlyFiles: onlyFiles), name: name))
    } catch {
      var problem = error.diagnostic(.unreadableSource, reading: name)
      problem.location = place
      return .failed(SourceFailure(.network(.unreadableFile), [problem]))
    }
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

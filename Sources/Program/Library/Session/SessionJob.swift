internal import SectionEngine

/// Runs `session`: reports how each input of a script changes the page of a feed.
struct SessionJob {
  /// The layout, and the replies that are not in `sources`.
  let feed: FeedSettings
  let script: String
  /// The order in which replies arrive one by one: "each" for the layout's order, or the names of
  /// the first sources; `nil` if all replies arrive together.
  let arrivals: String?
  /// Replies of sources, as `NAME=FILE` or `NAME@N=FILE`.
  let sources: [String]
  /// Whether samples outside a layout file's folder can be read.
  let allowsOutside: Bool
  let format: ReportFormat
  /// The output file of the report; `nil` for standard output.
  let file: String?
  /// The folder that each reply is recorded to; `nil` to record nothing.
  let recordFolder: String?
  /// Whether the report has the page as text after each step.
  let drawsPages: Bool
  let fetch: FetchSettings
  let environment: EnvironmentSettings
  let plugins: PluginSelection

  func run() throws {
    let script = try SessionScript(self.script)
    let installation = try Installation.required()
    let library = installation.library
    let (layout, replies) = try replies(library, installation)
    let fetching = try FetchEnvironment(fetch, asksServers: fetch.url != nil)
    let loader = try loader(for: layout, replies, library: library, fetching: fetching)
    let texts = try feed.completed(environment, by: layout, library: library)
    let loaded = try plugins.load(installation, texts: try library.measuring(texts))
    let engine = Engine(layout: layout, providers: loaded)
    let page = SessionPage(
      engine, in: environment.resolved(for: layout, device: try environment.device(in: library)),
      parameters: fetch.parameters)
    let recording = try recordFolder.map { try RecordingLoader(loader, folder: $0) }
    var run = SessionRun(page, loader: recording ?? loader, arrivals: try order(of: layout))

    // Each step is reported at once, because keeping the pages of all steps needs much memory.
    var diagnostics: [Diagnostic] = []
    var bytes: [UInt8] = []
    if format == .json {
      bytes = SessionJSON.bytes(layoutName: layout.label) { report in
        run.run(script) { step in
          report(step)
          diagnostics += step.update.step.diagnostics
        }
      }
    } else {
      let report = SessionReport()
      run.run(script) { step in
        bytes += report.text(of: step).utf8
        if drawsPages { bytes += picture(of: step.update.page) }
        diagnostics += step.update.step.diagnostics
      }
    }
    try recording?.finish()
    if format == .json {
      try Output.write(bytes, to: file)
    } else {
      try Output.write(text: bytes, to: file)
    }
    Output.report(
      fetching.diagnostics + loaded.found.filter { $0.severity > .note } + diagnostics, color: .auto
    )
  }

  /// Returns the feed's layout, and the replies in the feed's file or folder, or in the project.
  private func replies(
    _ library: LayoutLibrary, _ installation: Installation
  ) throws -> (FeedLayout, [FileSourceLoader.Entry]) {
    let named = feed.sources.filter { !$0.place.isEmpty }
      .map { entry($0.name, at: $0.place, named: $0.location) }
    if let folder = feed.feed.flatMap(FeedFolder.init) {
      let (layout, replies) = try folder.replies(for: feed, library: library)
      return (
        layout, replies.map { entry($0.reply.source, $0.reply.round, at: $0.path) } + named
      )
    }
    guard let file = feed.feed else {
      return (
        try library.layout(feed.layout ?? FeedSources.bundledFeed, shownWithout: feed.root), named
      )
    }
    guard !isWebAddress(file) else {
      throw ExitError.usage(
        .invalidOption, "`\(shown(file))` is one reply of a server",
        helps: ["name the server: `--url BASE`, with `--layout` for its requests"])
    }
    let layout = try FeedSources.joined(feed, installation).layout
    return (layout, (layout.primarySource.map { [entry($0.name, at: file)] } ?? []) + named)
  }

  private func entry(
    _ source: String, _ round: Int = 1, at path: String, named location: SourceLocation? = nil
  ) -> FileSourceLoader.Entry {
    let name = feed.shownName(of: path)
    let file = NamedFile(path, shownAs: name, at: location)
    return .init(source: source, round: round, read: file.read)
  }

  /// Returns a loader for the given files, and for the server if one is given.
  private func loader(
    for layout: FeedLayout, _ replies: [FileSourceLoader.Entry], library: LayoutLibrary,
    fetching: FetchEnvironment
  ) throws -> FileSourceLoader {
    let builder = try fetching.builder(for: layout)
    let options = try sources.map(FileSourceLoader.Entry.init)
    let given =
      options + replies.filter { reply in !options.contains { $0.source == reply.source } }
    try FeedSources.check(given.map(\.source), of: layout, in: feed)
    if fetch.url == nil, given.isEmpty {
      return FileSourceLoader(try samples(of: layout, library: library), otherwise: nil)
    }
    if fetch.url != nil {
      let files = Set(given.map(\.source))
      try fetching.refuseForeignVariables(
        in: layout.sources.filter { !files.contains($0.name) }, builder)
    }
    let server = OriginLoader(fetcher: fetching.fetcher, builder: builder)
    return FileSourceLoader(given, otherwise: fetch.url == nil ? nil : server)
  }

  /// Returns the layout's samples. Without `allowsOutside`, they must be below the layout's folder.
  private func samples(
    of layout: FeedLayout, library: LayoutLibrary
  ) throws -> [FileSourceLoader.Entry] {
    let entries = layout.sources.flatMap { source in
      source.samples.map { sample in
        let file = FeedSources.sample(
          sample, of: feed.layout, library, allowsOutside: allowsOutside)
        return FileSourceLoader.Entry(source: source.name, round: 1, read: file.read)
      }
    }
    guard !entries.isEmpty else {
      throw ExitError.couldNotRun(
        .lostSource, "no replies are given, and `\(layout.name)` has no sample",
        helps: ["name files: `--source NAME=FILE`, or a server: `--url BASE`"])
    }
    return entries
  }

  private func order(of layout: FeedLayout) throws -> [String]? {
    guard let arrivals else { return nil }
    if arrivals == "each" { return [] }
    let names = arrivals.split { $0 == "," || $0 == " " }.map(String.init)
    guard !names.isEmpty, Set(names).count == names.count else {
      throw UsageError(message: "--arrivals takes `each` or different names, found `\(arrivals)`")
    }
    try FeedSources.check(names, of: layout)
    return names
  }

  private func picture(of page: FeedPage) -> [UInt8] {
    TextRenderer(options: RenderOptions(chrome: true)).bytes(of: page.laidOut)
      + [UInt8(ascii: "\n")]
  }
}

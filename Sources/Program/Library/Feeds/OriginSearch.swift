internal import SectionEngine
internal import LayoutReview

/// The search for the origin of each source of a feed: a file, an address, the layout's request, or
/// a sample.
struct OriginSearch {
  private let feed: FeedSettings
  private let library: LayoutLibrary
  /// Whether pipes and devices are refused.
  private let onlyFiles: Bool
  let fetching: FetchEnvironment
  /// The origins by source.
  private(set) var origins: [String: SourceOrigin] = [:]
  /// The diagnostics about the cache, and about the choice of the layout.
  private(set) var diagnostics: [Diagnostic]

  init(_ feed: FeedSettings, _ library: LayoutLibrary, onlyFiles: Bool) throws {
    (self.feed, self.library, self.onlyFiles) = (feed, library, onlyFiles)
    fetching = try FetchEnvironment(feed.fetch, asksServers: feed.asksServers)
    diagnostics = fetching.diagnostics
  }

  /// Reads the feed, and returns its layout: that of the options, or the one that fits. Without a
  /// feed, returns the layout whose sample is drawn.
  mutating func readLayout(kept: inout KeptReplies) throws -> FeedLayout {
    guard let place = feed.feed else {
      warnAboutInput(kept: &kept)
      return try library.layout(feed.layout ?? FeedSources.bundledFeed, shownWithout: feed.root)
        .setting(feed.sectionSettings).required()
    }
    // The feed is read before the layout is known, because its shape can select the layout.
    let own = try origin(place, of: nil, at: feed.location)
    let primary =
      kept[KeptReplies.primary]
      ?? OriginLoader(origins: ["": own], fetcher: fetching.fetcher, builder: nil)
      .replies(to: [SourceRequest(id: 0, source: "")])[0].outcome
    kept.keep(primary, of: KeptReplies.primary, from: own)
    let chosen = try choose(for: primary)
    let layout = try chosen.layout.setting(feed.sectionSettings).required()
    diagnostics += chosen.diagnostics
    if let name = layout.primarySource?.name { origins[name] = .reply(primary) }
    return layout
  }

  /// Warns once if standard input has data, although the sample is drawn.
  private func warnAboutInput(kept: inout KeptReplies) {
    let isAskedFor = feed.isSample || !feed.sources.isEmpty || feed.fetch.url != nil
    if !isAskedFor, !kept.isInputReported, let warning = StandardStream.unreadInput {
      // The warning is not part of the page, because the page must not depend on standard input.
      Output.report([warning], color: .auto)
    }
    kept.isInputReported = true
  }

  /// Returns the layout of the options, or the one that fits the reply of the primary source.
  private func choose(
    for primary: SourceReply.Outcome
  ) throws -> (layout: FeedLayout, diagnostics: [Diagnostic]) {
    if let option = feed.layout {
      return (try library.layout(option, shownWithout: feed.root), [])
    }
    switch primary {
    case .failed(let failure): throw ExitError(status: 2, diagnostics: failure.diagnostics)
    case .document(let document, let found):
      let choice =
        feed.items == nil && feed.code == nil
        ? LayoutChooser.choose(for: document, among: library.unreadLayouts) { sample in
          let file = NamedFile(sample, below: library.folder, allowsOutside: false).path
          return readDocument(file, unreadable: .unreadableSource).value
        }
        : LayoutChooser.infer(from: document, items: feed.items, code: feed.code)
      guard let layout = choice.value else {
        throw ExitError(status: 2, diagnostics: found + choice.diagnostics)
      }
      if layout.isInferred, feed.items == nil, let file = ViewFile(document) {
        throw ExitError.couldNotRun(
          .unknownInput, "`\(shown(document.name))` is \(file.inWords), not a feed",
          helps: [
            "compare it with a feed: `sectionengine diff \(shellWord(document.name)) FEED`",
            "or draw it as a feed: `--items PATH`",
          ])
      }
      return (layout, choice.diagnostics)
    }
  }

  private func origin(
    _ place: String, of source: String?, at location: SourceLocation?
  ) throws -> SourceOrigin {
    isWebAddress(place)
      ? .address(try fetching.request(for: place, source: source))
      : .file(
        NamedFile(place, shownAs: feed.shownName(of: place), onlyFiles: onlyFiles, at: location))
  }

  /// Adds the sources of the options. The feed itself overrides an option for the primary source.
  mutating func addGivenSources(of layout: FeedLayout) throws {
    let primary = feed.feed == nil ? nil : layout.primarySource?.name
    if let place = feed.feed,
      let other = feed.sources.first(where: { $0.name == primary && $0.feed != nil })
    {
      throw other.repeated(by: feed.shownName(of: place))
    }
    for source in feed.sources where source.name != primary {
      guard origins[source.name] == nil else {
        throw ExitError.usage(
          .invalidOption, "source `\(shown(source.name))` is given twice",
          notes: ["the second time as `\(shown(feed.shownName(of: source.place), limit: 200))`"],
          helps: [
            "give it once; of several pages, `session` loads them, and a folder holds them: "
              + "`\(source.name).json`, `\(source.name)-1.json`"
          ])
      }
      origins[source.name] = try origin(source.place, of: source.name, at: source.location)
    }
  }

  func hasPrimarySource(of layout: FeedLayout) -> Bool {
    layout.primarySource.map { origins[$0.name] != nil } ?? false
  }

  /// Adds the layout's requests for the sources that are not given, or else its samples.
  mutating func addOtherSources(
    of layout: FeedLayout, _ builder: RequestBuilder, usesSamples: Bool
  ) {
    for source in layout.sources where origins[source.name] == nil {
      if feed.fetch.url != nil {
        if builder.isAskable(source) { origins[source.name] = .template }
      } else if usesSamples, let sample = source.samples.first {
        origins[source.name] = .file(
          FeedSources.sample(sample, of: feed.layout, library, allowsOutside: feed.allowsOutside))
      }
    }
  }

  /// The sources that are fetched with the layout's requests.
  func templates(of layout: FeedLayout) -> [FeedLayout.Source] {
    layout.sources.filter { if case .template? = origins[$0.name] { true } else { false } }
  }

  /// The paths of files that may change.
  var followedFiles: [String] {
    ([feed.feed.map { NamedFile($0) }] + origins.values.map(\.file)).compactMap {
      $0?.followedPath
    }
  }

  /// Returns the first page of each source. Replies that are kept are not loaded again.
  func replies(
    of layout: FeedLayout, _ builder: RequestBuilder, kept: inout KeptReplies
  ) -> [SourceReply] {
    var open = origins
    for name in origins.keys { if let reply = kept[name] { open[name] = .reply(reply) } }
    let loader = OriginLoader(origins: open, fetcher: fetching.fetcher, builder: builder)
    let replies = loader.replies(
      to: layout.firstRequests(of: Set(origins.keys)), of: layout)
    for reply in replies { kept.keep(reply.outcome, of: reply.source, from: origins[reply.source]) }
    return replies
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

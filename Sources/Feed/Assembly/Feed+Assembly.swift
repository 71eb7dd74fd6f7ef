internal import Support
internal import FeedDocument

extension Feed {
  /// Joins the replies of a feed's sources, as `join` does, for a page that is drawn once.
  ///
  /// No further reply arrives, so a source that the join needs and that has no reply is reported.
  /// A session, whose replies arrive one after the other, uses `join`.
  ///
  /// Fails if there is nothing to draw, or if the layout requires all sources and one is lost.
  ///
  /// - Parameter settings: The settings of the layout, prepared once for many feeds.
  package static func assemble(
    layout: FeedLayout, replies: [SourceReply], settings: SettingsTable? = nil
  ) -> FeedAssembly {
    var (feed, losses) = join(layout: layout, replies: replies, settings: settings)
    // First, because it explains what is missing on the page.
    feed.diagnostics.insert(
      contentsOf: layout.sources(neededBeside: Set(replies.map(\.source))).map {
        absence(of: $0, from: layout)
      }, at: 0)
    var lost: [String] = []
    for loss in losses where !lost.contains(loss.source) { lost.append(loss.source) }
    if layout.join == .all, !lost.isEmpty {
      return .failure(
        feed.diagnostics
          + lost.map {
            Diagnostic(
              .lostSource, .error, "source `\($0)` is lost",
              notes: ["`\(layout.name)` shows all of its sources or nothing"])
          })
    }
    guard !feed.blocks.isEmpty else {
      return .failure(
        feed.diagnostics + reasonForNothing(layout: layout, known: feed.diagnostics))
    }
    feed.diagnostics += lost.map {
      Diagnostic(
        .lostSource, .warning, "source `\($0)` is lost",
        notes: ["the page is drawn from the other sources"])
    }
    return .feed(feed)
  }

  private static func absence(
    of source: FeedLayout.Source, from layout: FeedLayout
  ) -> Diagnostic {
    Diagnostic(
      .absentSource, .warning, "source `\(source.name)` is not given",
      notes: ["`\(layout.name)` joins it with the sources that are given"],
      helps: ["give it with `--source \(source.name)=FILE`, or ask the server with `--url BASE`"])
  }

  /// Returns an error if no diagnostic explains the failure yet.
  private static func reasonForNothing(
    layout: FeedLayout, known: [Diagnostic]
  ) -> [Diagnostic] {
    guard !known.contains(where: { $0.severity == .error }) else { return [] }
    let names = layout.sources.map { "`\($0.name)`" }.joined(separator: ", ")
    return [
      Diagnostic(
        .lostSource, .error, "no source gives a section",
        notes: ["sources of `\(layout.name)`: \(names)"],
        helps: [
          "see the state that an app shows with `sectionengine render --state empty --layout …`"
        ])
    ]
  }
}

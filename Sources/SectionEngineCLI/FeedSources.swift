import Diagnostics
import FeedDocument
import FeedSession

/// The feed layout and what came of reading each of its sources.
struct FeedSources {
  let layout: FeedLayout
  let replies: [SourceReply]
  /// About the choice of the layout.
  let diagnostics: [Diagnostic]

  /// The default of a bare `render`.
  private static let bundledFeed = "netease-home"

  init(_ options: FeedOptions, library: LayoutLibrary) throws {
    let named = options.source.map { entry in
      let parts = entry.split(separator: "=", maxSplits: 1)
      return (name: String(parts[0]), path: String(parts[1]))
    }
    let usesStandardInput = (options.feed == "-" ? 1 : 0) + named.count { $0.path == "-" }
    if usesStandardInput > 1 {
      throw Ending(
        status: 64,
        diagnostics: [
          Diagnostic(
            .invalidOption, .error, "standard input is given to more than one source",
            helps: ["write one of them to a file"])
        ])
    }

    if let path = options.feed {
      let primary = Self.read(path)
      let chosen = try Self.choose(options.layout, for: primary, library: library)
      layout = chosen.layout
      diagnostics = chosen.diagnostics
      try Self.check(named.map(\.name), of: layout)
      let name = layout.primarySource?.name ?? ""
      replies =
        [SourceReply(source: name, outcome: primary)]
        + named.filter { $0.name != name }
        .map { SourceReply(source: $0.name, outcome: Self.read($0.path)) }
    } else {
      let layout = try library.layout(options.layout ?? Self.bundledFeed)
      self.layout = layout
      diagnostics = []
      try Self.check(named.map(\.name), of: layout)
      // A primary source of the user's own does not mix with the sample's other sources.
      let showsSample = !named.contains { $0.name == layout.primarySource?.name }
      replies = layout.sources.compactMap { source in
        if let given = named.last(where: { $0.name == source.name }) {
          return SourceReply(source: source.name, outcome: Self.read(given.path))
        }
        guard showsSample, let sample = source.samples.first else { return nil }
        return SourceReply(
          source: source.name,
          outcome: Self.read(
            Self.path(ofSample: sample, layout: options.layout, library), shownAs: sample))
      }
      if replies.isEmpty {
        throw Ending.couldNotRun(
          Diagnostic(
            .lostSource, .error, "no feed is given, and `\(layout.name)` has no sample",
            helps: ["name a file: `sectionengine render FEED --layout \(layout.name)`"]))
      }
    }
  }

  /// Samples stand beside their layout.
  static func path(ofSample sample: String, layout: String?, _ library: LayoutLibrary)
    -> String
  {
    guard !sample.hasPrefix("/") else { return sample }
    guard let layout, layout.contains("/") || layout.hasSuffix(".json") else {
      return "\(library.folder)/\(sample)"
    }
    guard let slash = layout.lastIndex(of: "/") else { return sample }
    return "\(layout[..<slash])/\(sample)"
  }

  static func read(_ path: String, shownAs name: String? = nil) -> SourceReply.Outcome {
    let name = name ?? path
    do throws(ReadFailure) {
      let parsed = FeedDocument.parse(try readSource(path), name: name)
      return parsed.document.map { .document($0, parsed.diagnostics) }
        ?? .failed(SourceFailure(.payload, parsed.diagnostics))
    } catch {
      return .failed(
        SourceFailure(
          .network(.unreadableFile),
          [
            Diagnostic(
              .unreadableSource, .error, "cannot read `\(name)`", label: error.reason,
              helps: ["check the name: `ls -l \(name)`"])
          ]))
    }
  }

  private static func choose(
    _ option: String?, for primary: SourceReply.Outcome, library: LayoutLibrary
  ) throws -> (layout: FeedLayout, diagnostics: [Diagnostic]) {
    if let option { return (try library.layout(option), []) }
    switch primary {
    case .failed(let failure): throw Ending(status: 2, diagnostics: failure.diagnostics)
    case .document(let document, let found):
      switch LayoutChooser.choose(for: document, among: library.layouts) {
      case .layout(let layout, let notes): return (layout, notes)
      case .none(let reason): throw Ending(status: 2, diagnostics: found + [reason])
      }
    }
  }

  static func check(_ names: [String], of layout: FeedLayout) throws {
    let known = layout.sources.map(\.name)
    for name in names where !known.contains(name) {
      let meant = Suggestion.closest(to: name, among: known).map { ["did you mean `\($0)`?"] } ?? []
      throw Ending.couldNotRun(
        Diagnostic(
          .unknownSource, .error, "`\(layout.name)` has no source `\(name)`",
          helps: meant + ["its sources: \(known.joined(separator: ", "))"]))
    }
  }
}

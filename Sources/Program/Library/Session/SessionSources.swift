internal import Support
internal import Feeds

/// The files given for a session, or the samples of its layout.
struct SessionSources {
  let entries: [FileSourceLoader.Entry]

  /// Parses the values of `--source`: `blocks=a.json`, `blocks@2=b.json`.
  init(_ options: [String], of layout: FeedLayout) throws {
    entries = try options.map(Self.entry)
    try FeedSources.check(entries.map(\.source), of: layout)
  }

  /// Parses the values of `--source`, or uses the samples if there are none.
  /// - Parameter name: The value of `--layout`; samples must be below its folder.
  init(
    _ options: [String], of layout: FeedLayout, _ name: String, _ library: LayoutLibrary,
    allowsOutside: Bool
  ) throws {
    guard options.isEmpty else {
      self = try SessionSources(options, of: layout)
      return
    }
    entries = layout.sources.flatMap { source in
      source.samples.map { sample in
        let file = FeedSources.sample(sample, of: name, library, allowsOutside: allowsOutside)
        return .init(source: source.name, round: 1, path: file.path, name: sample, sample: file)
      }
    }
    guard !entries.isEmpty else {
      throw Ending.couldNotRun(
        Diagnostic(
          .lostSource, .error, "no replies are given, and `\(layout.name)` has no sample",
          helps: ["name files: `--source NAME=FILE`, or a server: `--url BASE`"]))
    }
  }

  private static func entry(_ option: String) throws -> FileSourceLoader.Entry {
    let parts = option.split(separator: "=", maxSplits: 1).map(String.init)
    let source = (parts.first ?? "").split(separator: "@", maxSplits: 1).map(String.init)
    let round = source.count > 1 ? Int(source[1]) : 1
    guard parts.count == 2, let name = source.first, let round, round >= 1 else {
      throw Misuse("--source takes NAME=FILE or NAME@2=FILE, found `\(option)`")
    }
    return .init(source: name, round: round, path: parts[1], name: parts[1])
  }
}

internal import SectionEngine

/// A folder with the replies of a feed's sources. `session --record` writes them: `NAME.json`,
/// `NAME-1.json` for the second page, and `NAME@2.json` from the second refresh on.
struct FeedFolder {
  struct Reply: Hashable {
    var source: String
    /// The number of the first refresh that uses the reply, from 1.
    var round = 1
    /// The number of the page, from 0.
    var page = 0
  }

  /// The path of a folder, or of a folder at a revision: "git:HEAD:feeds/home".
  let path: String

  /// Returns `nil` if the path is not a folder.
  init?(_ path: String) {
    let isFound = GitObject(path).map(\.isFolder) ?? isFolder(path)
    guard isFound else { return nil }
    self.path = path
  }

  static func hasReplies(in folder: String) -> Bool {
    (entries(of: folder) ?? []).contains { $0.hasSuffix(".json") }
  }

  /// Returns a selection whose sources are the first reply of each source in the folder.
  /// - Throws: `ExitError` if the folder cannot be read, or its files do not fit the layout.
  func unfolded(_ feed: FeedSettings, library: LayoutLibrary) throws -> FeedSettings {
    let (layout, replies) = try replies(for: feed, library: library)
    var feed = feed
    feed.feed = nil
    feed.layout = feed.layout ?? layout.name
    for (reply, path) in replies where reply.page == 0 && reply.round == 1 {
      if let other = feed.sources.first(where: { $0.name == reply.source }) {
        throw other.repeated(by: feed.shownName(of: path))
      }
      feed.sources.append(.init(name: reply.source, place: path))
    }
    return feed
  }

  /// Returns a layout with a source for each file, and the replies sorted by source, round, page.
  func replies(
    for feed: FeedSettings, library: LayoutLibrary
  ) throws -> (layout: FeedLayout, replies: [(reply: Reply, path: String)]) {
    let names = try names(shownAs: feed.shownName(of: path))
    let layouts =
      try feed.layout.map { [try library.layout($0, shownWithout: feed.root)] } ?? library.layouts
    for layout in layouts {
      let replies = names.compactMap { Self.reply(named: $0, of: layout) }
      guard replies.count == names.count else { continue }
      var places: [Reply: String] = [:]
      for (reply, name) in zip(replies, names) {
        if let other = places.updateValue(name, forKey: reply) {
          throw refusal(
            feed, "`\(shown(other)).json` and `\(shown(name)).json` are the same reply",
            help: "remove one of them")
        }
      }
      let folder = path.hasSuffix("/") ? path : path + "/"
      return (
        layout,
        zip(replies, names).map { (reply: $0, path: "\(folder)\($1).json") }.sorted {
          ($0.reply.source, $0.reply.round, $0.reply.page)
            < ($1.reply.source, $1.reply.round, $1.reply.page)
        }
      )
    }
    guard feed.layout != nil, let layout = layouts.first,
      let stranger = names.first(where: { Self.reply(named: $0, of: layout) == nil })
    else {
      let sources = listed(names.map { shown($0) }, atMost: 12)
      throw Self.unreadable(
        feed.shownName(of: path),
        "it is a directory, and no bundled layout has the source\(names.count > 1 ? "s" : "") \(sources)",
        help: "name the layout: `--layout FILE`; `sectionengine layouts list` lists sources")
    }
    throw refusal(
      feed, "`\(shown(stranger)).json` is not a reply of a source of `\(shown(layout.name))`",
      help: layout.sources.count == 1
        ? "rename the file to `\(layout.sources[0].name).json`, or the source in the layout to `\(shown(stranger))`"
        : "its sources: \(layout.sources.map(\.name).joined(separator: ", "))")
  }

  /// Parses a file name without ".json": "list", "list-1", "list@2" or "list@2-1".
  private static func reply(named name: String, of layout: FeedLayout) -> Reply? {
    let known = layout.sources.map(\.name)
    if known.contains(name) { return Reply(source: name) }
    guard let parts = name.wholeMatch(of: #/(.+?)(?:@([1-9][0-9]*))?(?:-([0-9]+))?/#)?.output,
      known.contains(String(parts.1))
    else { return nil }
    return Reply(
      source: String(parts.1), round: parts.2.flatMap { Int($0) } ?? 1,
      page: parts.3.flatMap { Int($0) } ?? 0)
  }

  /// Returns the names of the folder's JSON files, without ".json".
  private func names(shownAs name: String) throws -> [String] {
    let found = try GitObject(path).map { try $0.names() } ?? entries(of: path)
    guard let found else {
      throw ExitError.couldNotRun(
        ReadFailure().diagnostic(.unreadableSource, reading: shown(name, limit: 200)))
    }
    let names = found.filter { $0.hasSuffix(".json") && !$0.hasPrefix(".") }
    guard !names.isEmpty else {
      throw Self.unreadable(
        name, "it is a directory without JSON files",
        help: "name a file, or a folder with the replies of the sources: `NAME.json`")
    }
    return names.map { String($0.dropLast(5)) }
  }

  private static func unreadable(_ name: String, _ reason: String, help: String) -> ExitError {
    ExitError.couldNotRun(
      .unreadableSource, "cannot read `\(shown(name, limit: 200))`", label: reason, helps: [help])
  }

  private func refusal(_ feed: FeedSettings, _ message: String, help: String) -> ExitError {
    ExitError.couldNotRun(
      .unknownSource, message,
      notes: ["the folder is `\(shown(feed.shownName(of: path), limit: 200))`"], helps: [help])
  }
}

internal import ArgumentParser

/// Options for the blocks with which plugins are checked.
struct CheckFeedOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Feed with the blocks to draw. By default feeds next to the plugin's file or package, or in `Fixtures/`.",
      valueName: "file"), completion: .file())
  var feed: String?

  @Option(
    help: ArgumentHelp("Feed layout of the feed.", valueName: "name|file"), completion: .layout)
  var layout: String?

  func validate() throws {
    if layout != nil, feed == nil { throw ValidationError("--layout goes with --feed") }
  }

  /// The feed that the options name; `nil` for the feeds beside the plugin.
  var selection: FeedSelection? { feed.map { FeedSelection(feed: $0, layout: layout) } }
}

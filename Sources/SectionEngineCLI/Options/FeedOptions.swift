import ArgumentParser
import Providers

/// Which feed, by which feed layout, drawn by which plugins.
struct FeedOptions: ParsableArguments {
  @Argument(
    help: ArgumentHelp(
      "The primary source: a file, or - for standard input. Without it the layout's sample is drawn.",
      valueName: "feed"))
  var feed: String?

  @Option(
    help: ArgumentHelp(
      "Feed layout: a bundled name or a file. By default the bundled one whose shape fits.",
      valueName: "name|file"))
  var layout: String?

  @Option(
    help: ArgumentHelp("One more source of the layout; repeatable.", valueName: "name=file"))
  var source: [String] = []

  @Option(help: "What to do with a block that no plugin claims.")
  var unknown: UnknownPolicy = .generic

  @Flag(help: "Exit with 1 when a section is lost.")
  var strict = false

  @OptionGroup var plugins: PluginOptions

  func validate() throws {
    for entry in source where entry.split(separator: "=", maxSplits: 1).count != 2 {
      throw ValidationError("--source takes NAME=FILE, found `\(entry)`")
    }
  }
}

/// Where plugins are looked for, before the user's folder and the bundled ones.
struct PluginOptions: ParsableArguments {
  @Option(help: ArgumentHelp("Folder with plugins; repeatable.", valueName: "dir"))
  var plugins: [String] = []
}

extension UnknownPolicy: ExpressibleByArgument {}

internal import ArgumentParser

/// Writes the initial settings of a folder of snapshots.
struct SnapshotInitCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "init", abstract: "Create snapshots.json for feeds, with the common devices.",
    discussion: """
      The matrix is iphone-se, iphone-14 and ipad-11, light and dark, ltr and rtl, at the text sizes
      large and ax1. Edit the file to change it; nothing but it is written.
      """)

  @Argument(help: ArgumentHelp("Feed files, or names of bundled layouts.", valueName: "feed"))
  var feeds: [String]

  @Option(
    help: ArgumentHelp(
      "Feed layout of the files: a bundled name or a file.", valueName: "name|file"))
  var layout: String?

  @Option(name: .shortAndLong, help: ArgumentHelp("Folder to create.", valueName: "dir"))
  var output = "Snapshots"

  func run() throws {
    try SnapshotInitJob(feeds: feeds, layout: layout, path: output).run()
  }
}

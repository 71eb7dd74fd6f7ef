import ArgumentParser

struct ServeCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "serve", abstract: "Preview a feed in the browser; reloads on change.",
    discussion: """
      Writes the address to standard output, listens on this machine's loopback alone, and ends with Ctrl-C.
      """)

  @OptionGroup var feed: FeedOptions
  @OptionGroup var environment: EnvironmentOptions

  @Option(help: ArgumentHelp("Port to listen at; 0 is any free one.", valueName: "n"))
  var port: UInt16 = 8090

  @Option(
    help: ArgumentHelp(
      "Devices that are shown at first, with commas between them; by default iphone-14,ipad-11.",
      valueName: "names"))
  var devices: String?

  func run() throws {
    try ServeJob(
      feed: feed.selection, environment: environment.settings, port: port, devices: devices
    ).run()
  }
}

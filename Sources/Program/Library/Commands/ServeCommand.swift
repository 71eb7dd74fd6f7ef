internal import ArgumentParser

struct ServeCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "serve", abstract: "Preview a feed in the browser, reloaded after each change.",
    discussion: """
      Writes the address to standard output, listens on this machine's loopback alone, and ends with Ctrl-C.
      """)

  @OptionGroup(title: "Feed") var feed: FeedOptions
  @OptionGroup(title: "Page") var environment: EnvironmentOptions

  @Option(help: ArgumentHelp("Port to listen on; 0 means any free port.", valueName: "n"))
  var port: UInt16 = 8090

  @Option(
    help: ArgumentHelp(
      "Devices to show first, separated by commas; by default iphone-14,ipad-11.",
      valueName: "name,name"))
  var devices: String?

  func run() throws {
    try ServeJob(
      feed: feed.selection, environment: environment.settings, port: port, devices: devices
    ).run()
  }
}

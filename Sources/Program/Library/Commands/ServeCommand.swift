internal import ArgumentParser

struct ServeCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "serve", abstract: "Preview a feed in the browser, reloaded after each change.",
    discussion: """
      Writes the address to standard output, and ends with Ctrl-C. It listens on this machine's loopback \
      alone. --listen opens it to other machines, which need the token in the printed address.
      """)

  @OptionGroup var feed: FeedOptions
  @OptionGroup(title: "Page") var environment: EnvironmentOptions

  @Option(help: .value("Port to listen on; 0 means any free port.", "n"))
  var port: UInt16 = 8090

  @Option(
    help: .value(
      "Address to listen on, such as 0.0.0.0 in a container or :: for IPv6, too.", "address"))
  var listen = ServedAddress.loopback

  @Option(
    help: .value(
      "Name under which browsers reach the server, such as localhost:9000; repeatable.",
      "name[:port]"))
  var allowHost: [String] = []

  @Option(
    help: .value(
      "Devices to show first, separated by commas. By default iphone-14,ipad-11.", "name,name|all"))
  var devices: String?

  @OptionGroup var images: PictureOptions

  func validate() throws {
    try require(
      ServedAddress.isAddress(listen),
      "--listen takes an IPv4 or IPv6 address such as 0.0.0.0 or ::, found `\(listen)`")
    for host in allowHost {
      try require(
        PreviewHost(host) != nil,
        "--allow-host takes NAME or NAME:PORT without http://, found `\(host)`")
    }
  }

  func run() throws {
    let address = ServedAddress(listen: listen, allowed: allowHost.compactMap(PreviewHost.init))
    let chosen = try feed.selection.chosen(in: environment.settings)
    let own = environment.namesNoScreen ? chosen.settings.devices : []
    try ServeJob(
      feed: chosen.feed, environment: own.isEmpty ? chosen.environment : environment.settings,
      address: address, port: port, pictures: images.pictures(),
      devices: devices ?? (own.isEmpty ? nil : own.joined(separator: ","))
    ).run()
  }
}

internal import ArgumentParser
internal import Feeds
internal import Support

struct ServeCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "serve", _superCommandName: CommandGuide.program,
    abstract: "Preview feeds in the browser, reloaded after each change.",
    discussion: """
      Several feeds, or those of a project, have one page with a list of them. \
      Writes the address to standard output, and ends with Ctrl-C. It listens on this machine's loopback \
      alone. --listen opens it to other machines, which need the token in the printed address.
      """)

  @OptionGroup var feed: FeedOptions
  @Argument(help: .value("More feeds; their options are the same.", "feed"), completion: .file())
  var more: [String] = []
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

  private var named: [String] { [feed.primary.feed].compactMap { $0 } + more }

  func validate() throws {
    try require(
      more.isEmpty || !named.contains("-"),
      "standard input is served alone, without other feeds")
    try require(
      named.count <= ServeJob.mostFeeds,
      "a server has at most \(ServeJob.mostFeeds) feeds, found \(named.count)")
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
    try ServeJob(feeds: feeds(), address: address, port: port, pictures: images.pictures()).run()
  }

  /// Returns the feeds in the arguments; without arguments, all feeds of the project.
  private func feeds() throws -> [ServeJob.Feed] {
    let settings = try feed.settings
    var given = named.uniqued
    if given.isEmpty { given = try Array(settings.feedsOfProject.prefix(ServeJob.mostFeeds)) }
    let places: [String?] = given.isEmpty ? [nil] : given
    let names = places.map { ($0 ?? settings.layout ?? FeedSources.bundledFeed).lastPart }
    return try places.enumerated().map { index, place in
      let chosen = try settings.naming(place).chosen(in: environment.settings)
      let own = environment.namesNoScreen ? chosen.settings.devices : []
      let isUnique = names.count { $0 == names[index] } == 1
      return ServeJob.Feed(
        name: place == "-" ? "standard input" : isUnique ? names[index] : place ?? names[index],
        settings: chosen.feed,
        environment: own.isEmpty ? chosen.environment : environment.settings,
        devices: devices ?? (own.isEmpty ? nil : own.joined(separator: ",")))
    }
  }
}

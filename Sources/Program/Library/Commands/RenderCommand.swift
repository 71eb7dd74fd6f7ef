internal import ArgumentParser
internal import Renderers

struct RenderCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "render", abstract: "Render a feed as text, JSON, a layout dump or a redline.")

  @OptionGroup(title: "Feed") var feed: FeedOptions
  @OptionGroup(title: "Page") var environment: EnvironmentOptions
  @OptionGroup(title: "Output") var output: OutputOptions

  @Option(
    help: ArgumentHelp(
      "Output format: \(RendererRegistry.names.joined(separator: ", ")), or a plugin's.",
      valueName: "format"), completion: .list(RendererRegistry.names))
  var format = TextRenderer.name

  @Option(
    help: ArgumentHelp(
      "Devices of one html page with a switcher, separated by commas.", valueName: "name,name"))
  var devices: String?

  func validate() throws {
    guard let devices else { return }
    guard format == HTMLRenderer.name else {
      throw ValidationError(
        "--devices is for --format \(HTMLRenderer.name); one picture takes --device")
    }
    guard environment.namesNoScreen else {
      throw ValidationError(
        "--devices gives each picture its screen; leave out --device, --width, --height and --scale"
      )
    }
    let names = devices.split(separator: ",", omittingEmptySubsequences: false)
    guard !names.contains(where: \.isEmpty), Set(names).count == names.count else {
      throw ValidationError("--devices takes names of different devices, found `\(devices)`")
    }
  }

  func run() throws {
    let devices = devices?.split(separator: ",").map(String.init) ?? []
    try PageJob(
      feed: feed.selection, environment: environment.settings, output: output.settings,
      format: format, devices: devices
    ).run(watching: output.watch)
  }
}

struct DumpCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "dump", abstract: "Print every computed frame; the same as render --format dump.")

  @OptionGroup(title: "Feed") var feed: FeedOptions
  @OptionGroup(title: "Page") var environment: EnvironmentOptions
  @OptionGroup(title: "Output") var output: OutputOptions

  func run() throws {
    try PageJob(
      feed: feed.selection, environment: environment.settings, output: output.settings,
      format: DumpRenderer.name
    ).run(watching: output.watch)
  }
}

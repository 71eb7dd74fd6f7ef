internal import ArgumentParser
internal import Renderers

struct RenderCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "render", _superCommandName: CommandGuide.program,
    abstract: "Render a feed as text, JSON, a layout dump or a redline.")

  @OptionGroup var feed: FeedOptions
  @OptionGroup(title: "Page") var environment: EnvironmentOptions
  @OptionGroup(title: "Output") var output: OutputOptions

  @Option(
    help: .value(
      "Format: \(RendererRegistry.names.joined(separator: ", ")). Plugins add others. By default that of the ending of -o, such as .svg, or text.",
      "format"), completion: .list(RendererRegistry.names))
  var format: String?

  @Option(
    help: .value("Devices of one html page, separated by commas.", "name,name|all"))
  var devices: String?

  @Option(help: .value("Draw the page of this client.", "name|file"))
  var client: String?

  /// The value of `--format`; by default the format of the output file's ending, else text. An
  /// ending that is no format of the program may be that of a plugin.
  private var usedFormat: String {
    if let format { return format }
    guard let ending = OutputEnding.named(by: output.output) else { return TextRenderer.name }
    return RendererRegistry.names.first { OutputEnding.fits(ending, [$0]) } ?? ending
  }

  func validate() throws {
    guard let devices else { return }
    try require(
      usedFormat == HTMLRenderer.name,
      "--devices is for --format \(HTMLRenderer.name); one picture takes --device")
    try require(
      environment.namesNoScreen,
      "--devices gives each picture its screen; leave out --device, --width, --height and --scale")
    let names = devices.split(separator: ",", omittingEmptySubsequences: false)
    try require(
      !names.contains("") && Set(names).count == names.count,
      "--devices takes names of different devices, found `\(devices)`")
  }

  func run() throws {
    var chosen = try feed.settings.chosen(in: environment.settings)
    try chosen.select(client: client)
    let isOne = usedFormat != HTMLRenderer.name || !environment.namesNoScreen
    let own = isOne || chosen.settings.devices.count < 2 ? [] : chosen.settings.devices
    try PageJob(
      feed: chosen.feed, environment: chosen.environment, output: output.settings,
      format: usedFormat,
      devices: devices.map(try Installation.required().library.deviceNames) ?? own
    ).run(watching: output.watch)
  }
}

struct DumpCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "dump", _superCommandName: CommandGuide.program,
    abstract: "Print every computed frame; the same as render --format dump.")

  @OptionGroup var feed: FeedOptions
  @OptionGroup(title: "Page") var environment: EnvironmentOptions
  @OptionGroup(title: "Output") var output: OutputOptions

  func validate() throws {
    if let ending = OutputEnding.named(by: output.output) {
      try require(
        OutputEnding.fits(ending, [DumpRenderer.name]),
        OutputEnding.refusal(of: ending, among: [DumpRenderer.name])
          + ", or choose `render --format`")
    }
  }

  func run() throws {
    let chosen = try feed.settings.chosen(in: environment.settings)
    try PageJob(
      feed: chosen.feed, environment: chosen.environment, output: output.settings,
      format: DumpRenderer.name
    ).run(watching: output.watch)
  }
}

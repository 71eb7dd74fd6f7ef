import ArgumentParser
import Renderers

struct RenderCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "render", abstract: "Draw a feed as text, JSON, a layout dump or a redline.")

  @OptionGroup var feed: FeedOptions
  @OptionGroup var environment: EnvironmentOptions
  @OptionGroup var output: OutputOptions

  @Option(
    help: ArgumentHelp(
      "Output format: \(RendererRegistry.bundled.names.joined(separator: ", ")), or a plugin's.",
      valueName: "name"))
  var format = TextRenderer.name

  func run() throws {
    try PageJob(feed: feed, environment: environment, output: output, format: format)
      .run(watching: output.watch)
  }
}

struct DumpCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "dump", abstract: "Write every computed frame: render --format dump.")

  @OptionGroup var feed: FeedOptions
  @OptionGroup var environment: EnvironmentOptions
  @OptionGroup var output: OutputOptions

  func run() throws {
    try PageJob(feed: feed, environment: environment, output: output, format: DumpRenderer.name)
      .run(watching: output.watch)
  }
}

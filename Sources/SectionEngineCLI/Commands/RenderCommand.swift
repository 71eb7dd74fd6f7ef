import ArgumentParser
import Diagnostics
import Renderers

struct RenderCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "render", abstract: "Draw a feed as text, JSON or a layout dump.")

  @OptionGroup var feed: FeedOptions
  @OptionGroup var environment: EnvironmentOptions
  @OptionGroup var output: OutputOptions

  @Option(
    help: ArgumentHelp(
      "Output format: \(RendererRegistry.bundled.names.joined(separator: ", ")).",
      valueName: "name"))
  var format = TextRenderer.name

  func validate() throws {
    let names = RendererRegistry.bundled.names
    guard !names.contains(format) else { return }
    let meant = Suggestion.closest(to: format, among: names).map { " Did you mean '\($0)'?" } ?? ""
    throw ValidationError(
      "Unknown format '\(format)'.\(meant) Formats: \(names.joined(separator: ", ")).")
  }

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

internal import ArgumentParser
internal import SectionEngine

struct PluginDebugCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "debug", _superCommandName: CommandGuide.program,
    abstract: "Run a plugin under gdb or lldb, or with a sanitizer.",
    discussion: """
      The debugger stops at the plugin's first call. There is no time limit. A sanitizer needs more than the \
      sandbox permits, so the plugin runs without it: this needs `--allow-unconfined`, or that you trust the \
      plugin. The blocks are those of `plugin check`; a renderer writes the page of `--feed`, or a sample page.

      Exit status: 0 drawn; 1 the plugin ended its process, or did not free all its memory; 2 could not run; 64 usage.
      """)

  @Argument(help: .value("The plugin file.", "file"), completion: .plugin)
  var file: String

  @OptionGroup(title: "Feed") var feeds: CheckFeedOptions

  @Option(help: "Debugger: gdb or lldb. By default the first that is installed.")
  var debugger: PluginDebugJob.Debugger?

  @Option(
    help:
      "Sanitizer that the plugin was built with: address, thread or undefined. Runs without a debugger unless one is named."
  )
  var sanitizer: Sanitizer?

  @Flag(help: "Run even if this machine lacks a protection, or a sanitizer permits none.")
  var allowUnconfined = false

  func run() throws {
    try PluginDebugJob(
      file: file, feed: feeds.settings, debugger: debugger, sanitizer: sanitizer,
      allowsUnconfined: allowUnconfined
    ).run()
  }
}

extension PluginDebugJob.Debugger: ExpressibleByArgument {}
extension Sanitizer: ExpressibleByArgument {}

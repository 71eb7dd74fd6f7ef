import ArgumentParser
import PluginCheck
import PluginHost

struct PluginDebugCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "debug",
    abstract: "Run a plugin under gdb or lldb, or with a sanitizer.",
    discussion: """
      The debugger stops at the plugin's first call. No time limit holds. A sanitizer runs without the \
      sandbox: only use it with a plugin that you trust. Blocks come from where `plugin check` takes them.

      Exit status: 0 drawn; 1 the plugin ended its process; 2 could not run; 64 usage.
      """)

  @Argument(help: ArgumentHelp("The plugin file.", valueName: "file"), completion: .plugin)
  var file: String

  @OptionGroup var feeds: CheckFeedOptions

  @Option(help: "gdb or lldb. By default the first of them that is installed.")
  var debugger: PluginDebugJob.Debugger?

  @Option(
    help:
      "address, thread or undefined: what the plugin was built with. Without a debugger, unless one is named."
  )
  var sanitizer: DebuggedPlugin.Sanitizer?

  @Flag(help: "Run even where the worker lacks a protection.")
  var allowUnconfined = false

  func run() throws {
    try PluginDebugJob(
      file: file, feed: feeds.selection, debugger: debugger, sanitizer: sanitizer,
      allowsUnconfined: allowUnconfined
    ).run()
  }
}

extension PluginDebugJob.Debugger: ExpressibleByArgument {}
extension DebuggedPlugin.Sanitizer: ExpressibleByArgument {}

import ArgumentParser
import Diagnostics
import PluginCheck
import PluginHost

struct PluginBenchCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "bench",
    abstract: "How long plugins take for a section, against one that does nothing.",
    discussion: """
      Both draw the same blocks in one sandboxed process and take turns, so that the ratio means \
      something on a busy machine too. Blocks come from where `plugin check` takes them.
      """)

  @Argument(help: ArgumentHelp("Plugin files.", valueName: "file"), completion: .plugin)
  var files: [String]

  @OptionGroup var feeds: CheckFeedOptions

  @Option(help: "text or json.")
  var format = PluginCheckJob.Format.text

  @Flag(help: "Run even where the worker lacks a protection.")
  var allowUnconfined = false

  func run() throws {
    let installation = try Installation.required()
    let finder = CheckFeeds(feed: feeds.selection, installation: installation)
    var options = PluginCheck.Options(
      isolation: PluginIsolation(
        checkingPluginsOf: installation, allowsUnconfined: allowUnconfined))
    options.runtimeFolder = installation.runtime
    let check = PluginCheck(options)
    var reports: [BenchReport] = []
    for file in files {
      let feeds = try finder.feeds(for: file)
      do throws(PluginCheck.BenchFailure) {
        reports.append(try check.bench(file, feeds: feeds))
      } catch {
        throw Self.ending(error, file: file)
      }
    }
    switch format {
    case .text: try Output.write(reports.map(\.text).joined(separator: "\n"))
    case .json: try Output.write(BenchReport.json(reports), to: nil)
    }
  }

  private static func ending(_ failure: PluginCheck.BenchFailure, file: String) -> Ending {
    switch failure {
    case .worker(let fault): PluginCheckJob.ending(fault)
    case .notLoaded(let reason):
      .couldNotRun(
        Diagnostic(
          .unreadablePlugin, .error, "`\(shown(file))` cannot be loaded", label: reason,
          helps: ["`sectionengine plugin check \(shown(file))` tells more"]))
    case .ended(let cause, let place):
      .couldNotRun(
        Diagnostic(
          .pluginBroke, .error, "`\(shown(file))` \(cause)", notes: ["at \(place)"],
          helps: ["`sectionengine plugin check \(shown(file))` tells more"]))
    }
  }
}

import ArgumentParser
import LayoutReview
import PluginCheck
import PluginHost
import Renderers

struct SchemaCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "schema", abstract: "Print the JSON Schema of a format.")

  enum Name: String, ExpressibleByArgument, CaseIterable {
    case layout, diff, metrics, session, explain, snapshots
    case snapshotReport = "snapshot-report"
    case check
    case checkConfig = "check-config"
    case pluginManifest = "plugin-manifest"
    case pluginCheck = "plugin-check"
    case pluginBench = "plugin-bench"
    case pluginList = "plugin-list"
  }

  @Argument(
    help: ArgumentHelp(
      "Which: layout, of `render --format json`; diff, of `diff --format json`; session, of `session --format json`; explain, of `explain NODE --format json`; snapshots, of `snapshots.json`; snapshot-report, of `snapshot verify --format json`; check, of `check --format json`, and check-config, of its `--config`; plugin-check and plugin-bench, of `plugin check` and `plugin bench` with `--format json`; plugin-list, of `plugin list --format json`; metrics, of the files of `--metrics`; plugin-manifest, of `NAME.section.json` in a plugin folder."
    ))
  var name: Name

  func run() throws {
    switch name {
    case .layout: try Output.write(LayoutSchema.bytes, to: nil)
    case .pluginManifest: try Output.write(PluginManifest.schema, to: nil)
    case .pluginCheck: try Output.write(CheckSchema.text)
    case .pluginBench: try Output.write(BenchSchema.text)
    case .pluginList: try Output.write(PluginListing.schema)
    case .check: try Output.write(CheckReportSchema.text)
    case .checkConfig: try Output.write(CheckConfigurationSchema.text)
    case .diff: try Output.write(DiffSchema.text)
    case .explain: try Output.write(ExplanationSchema.text)
    case .session: try Output.write(SessionSchema.text)
    case .snapshots: try Output.write(SnapshotSchema.settings)
    case .snapshotReport: try Output.write(SnapshotSchema.report)
    case .metrics:
      let library = LayoutLibrary(folder: try Installation.required().layouts)
      try Output.write(library.metricsSchema(), to: nil)
    }
  }
}

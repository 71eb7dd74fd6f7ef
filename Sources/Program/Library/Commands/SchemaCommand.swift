internal import ArgumentParser
internal import LayoutReview
internal import PluginTools
internal import SectionEngine

struct SchemaCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "schema", _superCommandName: CommandGuide.program,
    abstract: "Print the JSON Schema of a format.")

  enum Name: String, ExpressibleByArgument, CaseIterable {
    case layout, diff, metrics, session, explain, snapshots
    case snapshotReport = "snapshot-report"
    case check
    case checkConfig = "check-config"
    case client
    case fontSet = "font-set"
    case feedLayout = "feed-layout"
    case pluginManifest = "plugin-manifest"
    case pluginCheck = "plugin-check"
    case pluginBench = "plugin-bench"
    case pluginList = "plugin-list"
    case project, report
  }

  @Argument(
    help: ArgumentHelp(
      "The format, such as layout, diff, session or check. All are: feed-layout, of the files of `--layout`; layout, of `render --format json`; diff, of `diff --format json`; session, of `session --format json`; explain, of `explain NODE --format json`; snapshots, of `snapshots.json`; snapshot-report, of `snapshot verify --format json`; check, of `check --format json`, and check-config, of its `--config`; client, of the files of `--client`; plugin-check and plugin-bench, of `plugin check` and `plugin bench` with `--format json`; plugin-list, of `plugin list --format json`; project, of `sectionengine.json`; report, of `report.json` in the folder of `report`; metrics, of the files of `--metrics`; font-set, of those of `--font`; plugin-manifest, of `NAME.section.json` in a plugin folder."
    ))
  var name: Name

  private var library: LayoutLibrary {
    get throws { try Installation.required().library }
  }

  func run() throws {
    let schema =
      switch name {
      case .layout: LayoutSchema.bytes
      case .pluginManifest: PluginManifest.schema
      case .pluginCheck: CheckReport.schema
      case .pluginBench: BenchReport.schema
      case .pluginList: PackageResources.plugin_list_schema_json
      case .check: ReviewSchema.check
      case .checkConfig: ReviewSchema.checkConfiguration
      case .client: ReviewSchema.client
      case .diff: ReviewSchema.diff
      case .explain: ReviewSchema.explain
      case .project: PackageResources.project_schema_json
      case .report: PackageResources.report_schema_json
      case .session: PackageResources.session_schema_json
      case .snapshots: ReviewSchema.snapshots
      case .snapshotReport: ReviewSchema.snapshotReport
      case .metrics: try library.schema("Metrics/metrics.schema.json")
      case .feedLayout: try library.schema("feed-layout.schema.json")
      case .fontSet: try library.schema("Fonts/font-set.schema.json")
      }
    try Output.write(schema, to: nil)
  }
}

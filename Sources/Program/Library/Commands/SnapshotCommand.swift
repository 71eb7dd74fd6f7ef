internal import ArgumentParser
internal import LayoutReview
internal import SectionEngine

struct SnapshotCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "snapshot",
    abstract: "Record computed layouts for several devices, and verify them.",
    discussion: """
      A folder of snapshots has a folder of dumps for each feed. Feeds and matrix are those of the \
      project, or those of snapshots.json in the folder; `init` writes it.

      Exit status: 0 all as recorded; 1 something is not; 2 could not run; 64 usage.
      """,
    subcommands: [
      SnapshotInitCommand.self, SnapshotRecordCommand.self, SnapshotVerifyCommand.self,
      SnapshotAcceptCommand.self, SnapshotPruneCommand.self,
    ])
}

struct SnapshotOptions: ParsableArguments {
  @Argument(
    help: .value("The folder with snapshots.json. By default the project's, or Snapshots.", "dir"))
  var folder: String?

  @Option(help: .value("Use only this feed; repeatable.", "name"))
  var feed: [String] = []

  @Option(help: .value("Use only this device; repeatable.", "name"))
  var device: [String] = []

  @Option(help: .value("Number of pages drawn at a time; by default one per processor.", "n"))
  var jobs: Int?

  @Flag(help: "Read files outside the folder of snapshots.json, too.")
  var allowOutside = false

  @OptionGroup var project: ProjectOptions

  @OptionGroup(title: "Plugins") var plugins: PluginOptions

  func validate() throws {
    try require(jobs, in: 1..., "--jobs takes a number from 1")
  }

  func selection() throws -> SnapshotSelection {
    var project = folder == nil && !self.project.noProject ? try Project.find() : nil
    let own = try project?.snapshotFolder(allowsOutside: allowOutside)
    if let own, project?.snapshots == nil, SnapshotFolder(own).hasSettings { project = nil }
    return SnapshotSelection(
      folder: folder ?? own ?? SnapshotSettings.standardFolder, project: project, feeds: feed,
      devices: device, threads: jobs, allowsOutside: allowOutside, plugins: plugins.selection)
  }
}

struct SnapshotVerifyCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "verify", _superCommandName: CommandGuide.program,
    abstract: "Compare every page with its snapshot.")

  enum Format: String, ExpressibleByArgument, CaseIterable {
    case text, json, markdown, html, png, pdf, github, gitlab, junit, sarif

    var picture: PictureFormat? { PictureFormat(rawValue: rawValue) }
  }

  @OptionGroup var options: SnapshotOptions

  @Option(
    help: "Output format: text, json, markdown, html, png, pdf, github, gitlab, junit or sarif.")
  var format: Format?

  /// The format of the option, or of the ending of the output file.
  private var usedFormat: Format { OutputEnding.format(format, for: output, else: .text) }

  @OptionGroup var images: PictureOptions

  @Option(name: .shortAndLong, help: .outputFile)
  var output: String?

  @Option(help: "Colour: auto, always or never.")
  var color: ColorChoice = .auto

  @OptionGroup var exit: ExitOptions

  func validate() throws {
    try OutputEnding.require(output, fits: format ?? .text, unless: .text)
  }

  func run() throws {
    let pictures = try images.pictures()
    var run = try SnapshotRun(options.selection())
    if !run.isUnused { run.draw(keepsPages: usedFormat == .html || usedFormat.picture != nil) }
    let report = run.report()
    var remarks: [Diagnostic] = []
    switch usedFormat {
    case .text: try Output.write(report.text(color: color.isUsed(in: output)), to: output)
    case .json: try Output.write(report.json, to: output)
    case .markdown: try Output.write(report.markdown, to: output)
    case .html:
      try Output.write(SnapshotHTML.bytes(of: report, pictures: pictures?.pictures), to: output)
    case .png, .pdf:
      remarks = try writePicture(of: report, pictures)
    case .github, .gitlab, .junit, .sarif:
      try Output.write(
        report.findingReport, as: usedFormat.rawValue, below: [run.selection.project?.folder],
        to: output)
    }
    Output.report(run.warnings + remarks, color: color)
    // A feed that cannot be drawn is not verified, which `--exit-zero` does not hide.
    let isFailure = exit.exitZero ? report.hasFailed : !report.isClean
    if isFailure { throw run.exitError() }
  }

  /// Writes the pages of a report as one picture, and returns remarks about it.
  private func writePicture(
    of report: SnapshotReport, _ pictures: PictureFolder?
  ) throws -> [Diagnostic] {
    guard let picture = usedFormat.picture else { return [] }
    try PictureOutput.requireFile(output, for: picture)
    let rows = report.pictureRows(pictures?.pictures)
    guard !rows.isEmpty else {
      throw ExitError.couldNotRun(
        .pictureProblem, "there is no page to draw", label: report.summary,
        helps: ["choose another format, such as `--format text`"])
    }
    var writer = PictureOutput(picture)
    try Output.write(writer.bytes(of: PictureSheet(rows: rows)), to: output)
    return writer.remarks
  }
}

struct SnapshotRecordCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "record", _superCommandName: CommandGuide.program,
    abstract: "Record missing snapshots; existing ones are not changed.")

  @OptionGroup var options: SnapshotOptions

  func run() throws {
    try SnapshotWriting(selection: options.selection(), kinds: [.missing], verb: "recorded").run()
  }
}

struct SnapshotAcceptCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "accept", _superCommandName: CommandGuide.program,
    abstract: "Replace the snapshots that differ; `record` adds missing ones.")

  @OptionGroup var options: SnapshotOptions

  @Flag(
    help:
      "Replace only the snapshots that earlier layout rules recorded and that differ by at most a pixel."
  )
  var rules = false

  func run() throws {
    try SnapshotWriting(
      selection: options.selection(),
      kinds: rules ? [] : [.changed, .edited, .unreadable, .repeated], renewsRules: rules,
      verb: rules ? "renewed" : "accepted"
    ).run()
  }
}

struct SnapshotPruneCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "prune", _superCommandName: CommandGuide.program,
    abstract: "Remove snapshots that snapshots.json does not name.")

  @OptionGroup var options: SnapshotOptions

  @Flag(help: "List them without removing.")
  var dryRun = false

  func run() throws {
    let run = try SnapshotRun(options.selection())
    let orphans = run.feeds.flatMap { run.orphans(of: $0) } + run.strays
    let verb = dryRun ? "orphaned" : "removed"
    try Output.write(orphans.map { "\(verb) \(shown($0, limit: 300))\n" }.joined())
    if !dryRun { for orphan in orphans { try run.folder.remove(orphan) } }
    if !run.refusals.isEmpty { throw run.exitError() }
  }
}

struct SnapshotInitCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "init", _superCommandName: CommandGuide.program,
    abstract: "Create snapshots.json for feeds, with the common devices.",
    discussion: """
      The matrix is iphone-se, iphone-14 and ipad-11, light and dark, ltr and rtl, at the text sizes
      large and ax1. Edit the file to change it; nothing but it is written.
      """)

  @Argument(help: .value("Feed files, or names of bundled layouts.", "feed"))
  var feeds: [String]

  @Option(help: .value("Feed layout of the files: a bundled name or a file.", "name|file"))
  var layout: String?

  @Option(name: .shortAndLong, help: .value("Folder to create.", "dir"))
  var output = "Snapshots"

  func run() throws {
    try SnapshotInitJob(feeds: feeds, layout: layout, path: output).run()
  }
}

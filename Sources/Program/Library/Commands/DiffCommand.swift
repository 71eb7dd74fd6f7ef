internal import ArgumentParser
internal import SectionEngine
internal import LayoutReview

struct DiffCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "diff", _superCommandName: CommandGuide.program,
    abstract: "Compare two pages: what moved, resized, appeared or disappeared.",
    discussion: """
      A and B are feeds (a file, a folder with replies, an http(s) URL, a feed of the project, or - for \
      standard input), dumps, layout JSON, any of these at a revision (git:HEAD~1:feed.json), folders \
      of dumps, the views of a real app (recursiveDescription, Appium, uiautomator, idb, AXe, Compose), or \
      a design (Figma's REST API). A feed is drawn in the environment of the dump on the other side, \
      unless options change it. A alone is compared with itself at --base, or with --app; without A and \
      B, each feed of the project is. With two clients, A is a feed, and B is left out.

      Exit status: 0 no difference; 1 differences; 2 could not run; 64 usage.
      """)

  @Argument(help: .value("The old page; alone, the new page.", "a"))
  var old: String?

  @Argument(help: .value("The new page.", "b"))
  var new: String?

  @Option(help: .value("Compare the pages of two clients; given twice.", "name|file"))
  var client: [String] = []

  @Option(help: .value("Revision of the old page, if it is not named. By default HEAD.", "rev"))
  var base: String?

  @Option(
    help: "Output format: text, markdown, json, html, png, pdf, github, gitlab, junit or sarif.")
  var format: DiffJob.Format?

  @Flag(help: "Only one line for each page: whether and how much it changed.")
  var stat = false

  @Option(
    help: .value(
      "Ignored difference of frames, in points, or beside an app in percent of the page's width: 2%. "
        + "By default 0, and 0.5 for an app.",
      "pt"))
  var tolerance: DiffJob.Tolerance?

  @Option(help: .value("The app's scroll view: an identifier or a class.", "id"))
  var root: String?

  @Option(
    help: .value(
      "A dump of the app, in place of B; repeated for screens that were scrolled down.", "file"))
  var app: [String] = []

  @Option(
    help: .value(
      "The frame of a design, by name or id; repeated for several devices.", "name|id"))
  var frame: [String] = []

  @Option(help: "What the layers of a design are matched by: texts or names.")
  var match: DiffJob.Anchor = .texts

  @OptionGroup var images: PictureOptions

  @Option(name: .shortAndLong, help: .outputFile)
  var output: String?

  @Option(help: "Colour: auto, always or never.")
  var color: ColorChoice = .auto

  @OptionGroup var exit: ExitOptions

  @OptionGroup var drawing: DrawingOptions
  @OptionGroup(title: "Page") var environment: EnvironmentOptions

  func validate() throws {
    try require(!stat || format == nil, "--stat is a format of its own; leave out --format")
    try require(
      !stat || OutputEnding.format(format, for: output, else: .text) == .text,
      "--stat writes text; give the file of -o the ending .txt")
    try OutputEnding.require(output, fits: format ?? .text, unless: .text)
    try require(tolerance?.amount, in: 0...1_000, "--tolerance takes points from 0 to 1000")
    try require(
      new == nil || client.isEmpty, "with --client, one feed is compared: leave out <b>")
    try require(base == nil || client.isEmpty, "--base and --client are two comparisons")
    try require(
      old != "-" || new != "-", "standard input is given twice; write one side to a file")
    try require(new == nil || base == nil, "--base takes the place of A; leave one of them out")
    try require(
      app.isEmpty || (old != nil && new == nil && client.isEmpty && base == nil),
      "--app is compared with one page: give <a> alone, without --client and --base")
    try require(base.isRevision, "--base takes a revision such as main or HEAD~1")
  }

  func run() throws {
    try DiffJob(
      old: old, new: new, clients: client, base: base,
      format: OutputEnding.format(format, for: output, else: .text), tolerance: tolerance,
      root: root, apps: app, frames: frame, anchor: match, pictures: images.folder, output: output,
      color: color, exitsZero: exit.exitZero, isShort: stat, drawing: drawing.settings,
      environment: environment.settings
    ).run()
  }
}

extension DiffJob.Format: ArgumentWord {}
extension DiffJob.Anchor: ArgumentWord {}

extension DiffJob.Tolerance: ExpressibleByArgument {
  init?(argument: String) { self.init(argument) }
}

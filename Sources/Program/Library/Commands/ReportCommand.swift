internal import ArgumentParser
internal import SectionEngine

struct ReportCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "report", _superCommandName: CommandGuide.program,
    abstract: "Write a folder of static pages: redlines, changes and findings of feeds.",
    discussion: """
      index.html opens from disk and from any web server, prints, and loads nothing. report.json has \
      the same for programs, and comment.md is a comment on a pull request, at most 4000 characters. \
      A step of GitHub Actions also gets the comment as its summary.

      All pages are written first. Then the exit status is that of `check` with the same feeds and --base.

      Exit status: 0 no warnings or errors; 1 findings; 2 a feed could not be drawn, or nothing was \
      written; 64 usage.
      """)

  @Argument(
    help: .value("Feeds of the project, or files. By default all feeds of the project.", "feed"),
    completion: .file())
  var feeds: [String] = []

  @Option(
    name: .shortAndLong,
    help: .value("Folder to write; a report in it is replaced.", "dir"),
    completion: .directory)
  var output = "report"

  @Option(help: .value("Compare each page with this revision, such as main or HEAD~1.", "rev"))
  var base: String?

  @Option(help: .value("Address of the published folder, for the links of comment.md.", "url"))
  var site: String?

  @Flag(
    help:
      "Write a png of each page or change, too; with --site, comment.md shows those of the changes."
  )
  var png = false

  @OptionGroup var exit: ExitOptions
  @OptionGroup var images: PictureOptions
  @OptionGroup var drawing: DrawingOptions
  @OptionGroup(title: "Page") var environment: EnvironmentOptions

  func validate() throws {
    try require(!feeds.contains("-"), "a report is about files, folders and feeds of the project")
    try require(base.isRevision, "--base takes a revision such as main or HEAD~1")
    try require(
      site.map { isWebAddress($0) && URLReference($0) != nil && $0.utf8.count <= 300 } ?? true,
      "--site takes an address such as https://example.com/layout-review, of at most 300 characters"
    )
  }

  func run() throws {
    try ReportJob(
      feeds: feeds, folder: output, pictures: images.pictures(), site: site.map(address),
      hasPNG: png,
      settings: CheckSettings(
        drawing: drawing.settings, environment: environment.settings, base: base,
        isRecorded: true),
      exitsZero: exit.exitZero
    ).run()
  }

  /// Returns an address that ends without a slash and cannot end a link of Markdown.
  private func address(_ text: String) -> String {
    var text = text.replacing("(", with: "%28").replacing(")", with: "%29")
    while text.hasSuffix("/") { text.removeLast() }
    return text
  }
}

extension String? {
  /// Whether the value is `nil` or can be a git revision.
  var isRevision: Bool {
    map { !$0.isEmpty && !$0.hasPrefix("-") && !$0.contains(":") } ?? true
  }
}

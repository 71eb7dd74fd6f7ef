internal import ArgumentParser
internal import SectionEngine

struct OutputOptions: ParsableArguments {
  @Option(name: .shortAndLong, help: .outputFile, completion: .file())
  var output: String?

  @Option(
    help: .value("Write only the section with this block code.", "code"), completion: .blockCode)
  var section: String?

  @Option(help: .value("Write at most this many levels of nodes below a section.", "n"))
  var depth: Int?

  @Flag(help: "Write items that are completely off screen, too (dump, svg, html).")
  var all = false

  @Flag(help: "Write exact frames instead of whole pixels.")
  var unrounded = false

  @Option(help: "Coordinates of node frames: parent or absolute.")
  var frames: FrameSpace = .parent

  @Flag(help: "Draw the navigation bar and the tab bar, too.")
  var chrome = false

  @Flag(help: "Write what a screen reader reads: order, words, role and target (dump, json, text).")
  var accessibility = false

  @Flag(help: "Write the bytes and the width of each line of a text (dump, json).")
  var textLines = false

  @Option(
    help: .value(
      "Leave out what later revisions of the JSON schema add: 1 to 4 (json, json-lines).", "n"),
    completion: .list(["1", "2", "3", "4"]))
  var revision: Int = LayoutSchema.revision

  @Option(
    help: .value("Draw this state instead of the feed: loading, empty or failed.", "name"))
  var state: ShownState?

  @Option(
    help: .value(
      "Draw the page on its screen, scrolled by this many points, with pinned and floating sections in place.",
      "pt"))
  var scrollY: Double?

  @Option(
    help: "Look of pictures: wireframe, or app with the colours of the appearance (svg, html).")
  var style: RenderOptions.Style?

  @OptionGroup var images: PictureOptions

  @Option(help: .value("Width of the text picture in cells.", "n"))
  var columns: Int?

  @Option(help: "Colour: auto, always or never.")
  var color: ColorChoice = .auto

  @Option(help: "Drawing characters: unicode or ascii.")
  var charset: RenderOptions.Charset = .unicode

  @Option(
    help: .value("Width in cells of characters of ambiguous width: 1 or 2.", "n"),
    completion: .list(["1", "2"]))
  var ambiguous: Int = 1

  @Option(
    help:
      "Order of text from right to left in the text picture: logical, for terminals that reorder it, or visual."
  )
  var bidi: RenderOptions.Bidi = .logical

  @Flag(help: "Show block code, size and provider beside each section.")
  var annotate = false

  @Flag(
    help:
      "Draw again whenever a plugin, the feed or its layout changes: on a terminal, or to -o FILE.")
  var watch = false

  func validate() throws {
    try require(depth, in: 0..., "--depth takes a number from 0")
    try require(scrollY, in: 0..<Double.infinity, "--scroll-y takes points from 0")
    try require(columns, in: 40...1000, "--columns takes a number from 40 to 1000")
    try require(ambiguous, in: 1...2, "--ambiguous takes 1 or 2")
    try require(revision, in: 1...LayoutSchema.revision, "--revision takes 1, 2, 3 or 4")
  }

  var settings: OutputSettings {
    var render = RenderOptions()
    render.section = section
    render.depth = depth
    render.all = all
    render.frames = frames == .absolute ? .absolute : .parent
    render.chrome = chrome
    render.accessibility = accessibility
    render.textLines = textLines
    render.revision = revision
    render.style = style
    render.charset = charset
    render.ambiguous = ambiguous
    render.bidi = bidi
    render.annotate = annotate
    return OutputSettings(
      file: output, state: state?.content, scrollY: scrollY, isExact: unrounded, columns: columns,
      color: color, render: render, pictures: images.folder)
  }
}

struct PictureOptions: ParsableArguments {
  @Option(
    help: .value(
      "Show pictures from a folder that `images fetch` filled, or off (svg, html).", "dir|off"),
    completion: .directory)
  var images = "off"

  var folder: String? { images == "off" ? nil : images }

  /// - Throws: `ExitError` if the folder has no picture.
  func pictures() throws -> PictureFolder? { try folder.map { try PictureFolder($0) } }
}

enum ShownState: String, ArgumentWord {
  case loading, empty, failed

  var content: ContentState? { ContentState(rawValue: rawValue) }
}

enum FrameSpace: String, ArgumentWord { case parent, absolute }
extension ArgumentHelp {
  /// Returns the help of an option or argument, with a name for its value.
  static func value(_ abstract: String, _ name: String) -> ArgumentHelp {
    ArgumentHelp(abstract, valueName: name)
  }

  static let outputFile = value("Write to a file instead of standard output.", "file")
}

extension ColorChoice: ArgumentWord {}
extension ReportFormat: ArgumentWord {}
extension RenderOptions.Charset: ArgumentWord {}
extension RenderOptions.Bidi: ArgumentWord {}
extension RenderOptions.Style: ArgumentWord {}

struct ExitOptions: ParsableArguments {
  @Flag(help: "Exit with 0 in spite of findings and differences; not if the command could not run.")
  var exitZero = false
}

internal import ArgumentParser
internal import Feeds
internal import Renderers

/// The parts of the page that are written, and their format.
struct OutputOptions: ParsableArguments {
  @Option(
    name: .shortAndLong,
    help: ArgumentHelp("Write to a file instead of standard output.", valueName: "file"),
    completion: .file())
  var output: String?

  @Option(
    help: ArgumentHelp("Write only the section with this block code.", valueName: "code"),
    completion: .blockCode)
  var section: String?

  @Option(
    help: ArgumentHelp("Write at most this many levels of nodes below a section.", valueName: "n"))
  var depth: Int?

  @Flag(help: "Write items that are completely off screen, too (dump, svg, html).")
  var all = false

  @Flag(help: "Write exact frames instead of whole pixels.")
  var unrounded = false

  @Option(help: "Coordinates of node frames: parent or absolute.")
  var frames: FrameSpace = .parent

  @Flag(help: "Draw the navigation bar and the tab bar, too.")
  var chrome = false

  @Flag(
    help: "Write what a screen reader reads: order, words, role and target (dump, json, text).")
  var accessibility = false

  @Option(
    help: ArgumentHelp(
      "Draw a state of the layout instead of a feed: loading, empty or failed.", valueName: "name"))
  var state: ShownState?

  @Option(
    help: ArgumentHelp(
      "Draw the page on its screen, scrolled by this many points, with pinned and floating sections in place.",
      valueName: "pt"))
  var scrollY: Double?

  @Option(help: ArgumentHelp("Width of the text picture in cells.", valueName: "n"))
  var columns: Int?

  @Option(help: "Colour: auto, always or never.")
  var color: ColorChoice = .auto

  @Option(help: "Drawing characters: unicode or ascii.")
  var charset: RenderOptions.Charset = .unicode

  @Option(
    help: ArgumentHelp("Width in cells of characters of ambiguous width: 1 or 2.", valueName: "n"),
    completion: .list(["1", "2"]))
  var ambiguous: Int = 1

  @Flag(help: "Show block code, size and provider beside each section.")
  var annotate = false

  @Flag(
    help:
      "Draw again whenever a plugin, the feed or its layout changes: on a terminal, or to -o FILE."
  )
  var watch = false

  func validate() throws {
    if let depth, depth < 0 {
      throw ValidationError("--depth takes a number from 0, found \(depth)")
    }
    if let scrollY, !(scrollY >= 0 && scrollY.isFinite) {
      throw ValidationError("--scroll-y takes points from 0, found \(scrollY)")
    }
    if let columns, !(40...1000).contains(columns) {
      throw ValidationError("--columns takes a number from 40 to 1000, found \(columns)")
    }
    if !(1...2).contains(ambiguous) {
      throw ValidationError("--ambiguous takes 1 or 2, found \(ambiguous)")
    }
  }

  var settings: OutputSettings {
    var render = RenderOptions()
    render.section = section
    render.depth = depth
    render.all = all
    render.unrounded = unrounded
    render.frames = frames == .absolute ? .absolute : .parent
    render.chrome = chrome
    render.accessibility = accessibility
    render.charset = charset
    render.ambiguous = ambiguous
    render.annotate = annotate
    return OutputSettings(
      file: output, state: state?.content, scrollY: scrollY, columns: columns, color: color,
      render: render)
  }
}

enum ShownState: String, ExpressibleByArgument, CaseIterable {
  case loading, empty, failed

  var content: ContentState {
    switch self {
    case .loading: .loading
    case .empty: .empty
    case .failed: .failed
    }
  }
}

enum FrameSpace: String, ExpressibleByArgument, CaseIterable { case parent, absolute }
extension ColorChoice: ExpressibleByArgument {}
extension RenderOptions.Charset: ExpressibleByArgument {}

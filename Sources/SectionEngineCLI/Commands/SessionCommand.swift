import ArgumentParser
import Diagnostics
import FeedSession
import Fetching
import LayoutCore
import PluginHost
import Renderers
import SectionEngine

/// Runs the inputs of a reader on a feed, and reports the effect of each step on the page.
struct SessionCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "session",
    abstract: "Refresh, load more and update a feed, and print what each step changes.",
    discussion: """
      Inputs of a script, separated by ;

        refresh                     load the first page of every source
        loadMore                    load the next page
        update SECTION/ITEM {JSON}  change members of an item, or of SECTION
        wait SECONDS                before the next input; 10 otherwise

      Replies come from the samples of the layout, from files, or from a
      server (--url). A source that is given several times has pages;
      NAME@2=FILE is its reply from the second refresh on.
      """)

  enum Format: String, ExpressibleByArgument, CaseIterable { case text, json }

  @Option(
    help: ArgumentHelp("Feed layout: a bundled name or a file.", valueName: "name|file"),
    completion: .layout)
  var layout = "netease-home"

  @Option(help: "Inputs, separated by semicolons.")
  var script = "refresh"

  @Option(
    help: ArgumentHelp(
      "Show the page after each reply: `each` for the layout's order, or source names in another order.",
      valueName: "each|names"))
  var arrivals: String?

  @Option(
    help: ArgumentHelp("Reply of a source; repeatable.", valueName: "name[@n]=file"))
  var source: [String] = []

  @Flag(help: "Read samples outside the folder of a layout file, too.")
  var allowOutside = false

  @Option(help: "Output format: text or json.")
  var format = Format.text

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp("Write to a file instead of standard output.", valueName: "file"),
    completion: .file())
  var output: String?

  @Option(
    help: ArgumentHelp(
      "Folder for the replies, as input of a later run.", valueName: "dir"),
    completion: .directory)
  var record: String?

  @Flag(help: "Draw the page with its bars after each step.")
  var draw = false

  @OptionGroup(title: "Server") var fetch: FetchOptions
  @OptionGroup(title: "Page") var environment: EnvironmentOptions
  @OptionGroup(title: "Plugins") var plugins: PluginOptions

  func validate() throws {
    if draw, format != .text { throw ValidationError("--draw goes with --format text") }
  }

  func run() throws {
    let script = try SessionScript(script)
    let installation = try Installation.required()
    let library = LayoutLibrary(folder: installation.layouts)
    let layout = try library.layout(self.layout)
    let fetching = try FetchEnvironment(
      fetch, asksServers: fetch.url != nil, installation: installation)
    let loader = try loader(for: layout, library: library, fetching: fetching)
    let metrics = try environment.metrics.map { try library.metrics($0) } ?? .bundled
    let loaded = try plugins.load(installation, metrics: metrics)
    let engine = FeedEngine(layout: layout, providers: loaded)
    let page = SessionPage(
      engine, in: try environment.resolved(for: layout, library: library),
      parameters: fetch.parameters)
    let recording = try record.map { try RecordingLoader(loader, folder: $0) }
    var run = SessionRun(page, loader: recording ?? loader, arrivals: try order(of: layout))

    var steps: [SessionRun.Step] = []
    run.run(script) { steps.append($0) }
    try recording?.finish()
    try Output.write(format == .json ? json(steps, layout) : text(steps), to: output)
    let found =
      fetching.diagnostics + loaded.found.filter { $0.severity > .note }
      + steps.flatMap(\.update.step.diagnostics)
    Output.report(found, color: .auto)
  }

  /// Returns a loader for the given files, and for the server if one is named.
  private func loader(
    for layout: FeedLayout, library: LayoutLibrary, fetching: FetchEnvironment
  ) throws -> FileSourceLoader {
    let builder = try fetching.builder(for: layout)
    guard fetch.url != nil else {
      return FileSourceLoader(
        try SessionSources(
          source, of: layout, self.layout, library, allowsOutside: allowOutside
        ).entries, otherwise: nil)
    }
    return FileSourceLoader(
      try SessionSources(source, of: layout).entries,
      otherwise: HTTPSourceLoader(builder: builder, fetcher: fetching.fetcher))
  }

  private func order(of layout: FeedLayout) throws -> SessionRun.Arrivals {
    guard let arrivals else { return .together }
    if arrivals == "each" { return .each([]) }
    let names = arrivals.split { $0 == "," || $0 == " " }.map(String.init)
    guard !names.isEmpty, Set(names).count == names.count else {
      throw ValidationError("--arrivals takes `each` or different names, found `\(arrivals)`")
    }
    try FeedSources.check(names, of: layout)
    return .each(names)
  }

  private func json(_ steps: [SessionRun.Step], _ layout: FeedLayout) -> [UInt8] {
    var json = SessionJSON(layoutName: layout.label)
    return json.bytes(of: steps)
  }

  private func text(_ steps: [SessionRun.Step]) -> [UInt8] {
    var report = SessionReport()
    var bytes: [UInt8] = []
    for step in steps {
      bytes += report.text(of: step).utf8
      if draw { bytes += picture(of: step.update.page) }
    }
    return bytes
  }

  private func picture(of page: FeedPage) -> [UInt8] {
    var options = RenderOptions()
    options.chrome = true
    return TextRenderer(options: options).bytes(of: page.rendered) + [UInt8(ascii: "\n")]
  }
}

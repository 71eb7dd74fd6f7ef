internal import Support
internal import Feeds
internal import LayoutCore
internal import PluginHost
internal import Renderers
internal import SectionEngine

/// Runs the inputs of a script on a feed, and reports the effect of each on the page; used by
/// `session`.
struct SessionJob {
  enum Format: String, CaseIterable { case text, json }

  /// A bundled name or a file.
  let layoutName: String
  let script: String
  /// "each", or names of sources in the order in which their replies arrive; `nil` for all at once.
  let arrivals: String?
  /// Replies of sources, as `NAME=FILE` or `NAME@N=FILE`.
  let sources: [String]
  /// Whether samples outside the folder of a layout file are read.
  let allowsOutside: Bool
  let format: Format
  /// The file of the report; `nil` for standard output.
  let file: String?
  /// The folder to which every reply is written.
  let recordFolder: String?
  /// Whether the report has a picture of the page after each step.
  let drawsPages: Bool
  let fetch: FetchSettings
  let environment: EnvironmentSettings
  let plugins: PluginSelection

  func run() throws {
    let script = try SessionScript(self.script)
    let installation = try Installation.required()
    let library = LayoutLibrary(folder: installation.layouts)
    let layout = try library.layout(layoutName)
    let fetching = try FetchEnvironment(
      fetch, asksServers: fetch.url != nil, installation: installation)
    let loader = try loader(for: layout, library: library, fetching: fetching)
    let metrics = try environment.metrics.map { try library.metrics($0) } ?? .bundled
    let loaded = try plugins.load(installation, metrics: metrics)
    let engine = Engine(layout: layout, providers: loaded)
    let page = SessionPage(
      engine, in: try environment.resolved(for: layout, library: library),
      parameters: fetch.parameters)
    let recording = try recordFolder.map { try RecordingLoader(loader, folder: $0) }
    var run = SessionRun(page, loader: recording ?? loader, arrivals: try order(of: layout))

    var steps: [SessionRun.Step] = []
    run.run(script) { steps.append($0) }
    try recording?.finish()
    var json = SessionJSON(layoutName: layout.label)
    try Output.write(format == .json ? json.bytes(of: steps) : text(steps), to: file)
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
          sources, of: layout, layoutName, library, allowsOutside: allowsOutside
        ).entries, otherwise: nil)
    }
    return FileSourceLoader(
      try SessionSources(sources, of: layout).entries,
      otherwise: HTTPSourceLoader(builder: builder, fetcher: fetching.fetcher))
  }

  private func order(of layout: FeedLayout) throws -> SessionRun.Arrivals {
    guard let arrivals else { return .together }
    if arrivals == "each" { return .each([]) }
    let names = arrivals.split { $0 == "," || $0 == " " }.map(String.init)
    guard !names.isEmpty, Set(names).count == names.count else {
      throw Misuse("--arrivals takes `each` or different names, found `\(arrivals)`")
    }
    try FeedSources.check(names, of: layout)
    return .each(names)
  }

  private func text(_ steps: [SessionRun.Step]) -> [UInt8] {
    var report = SessionReport()
    var bytes: [UInt8] = []
    for step in steps {
      bytes += report.text(of: step).utf8
      if drawsPages { bytes += picture(of: step.update.page) }
    }
    return bytes
  }

  private func picture(of page: FeedPage) -> [UInt8] {
    var options = RenderOptions()
    options.chrome = true
    return TextRenderer(options: options).bytes(of: page.rendered) + [UInt8(ascii: "\n")]
  }
}

internal import SectionEngine
internal import LayoutReview

struct OutputSettings {
  /// The output file; `nil` for standard output.
  var file: String?
  /// A state of the layout that is rendered instead of a feed.
  var state: ContentState?
  /// The vertical scroll offset in points; `nil` to render the whole page.
  var scrollY: Double?
  /// Whether lengths are exact, without rounding to pixels.
  var isExact = false
  /// The width of a text picture in character cells; `nil` for the terminal's width.
  var columns: Int?
  var color = ColorChoice.auto
  /// The options of the renderer, except for columns and color.
  var render = RenderOptions()
  /// The folder with the pictures that SVG and HTML show.
  var pictures: String?
}

/// Renders a page and writes it; used by `render` and `dump`.
struct PageJob {
  let feed: FeedSettings
  let environment: EnvironmentSettings
  let output: OutputSettings
  let format: String
  /// The devices of an html page or a contact sheet, one picture each; if empty, one picture for
  /// `environment`.
  var devices: [String] = []
  var picture = PictureSettings()
  /// The list to write instead of the format; `nil` writes the format.
  var list: List?

  /// A list with a line for each part of the page.
  enum List { case actions, digests }

  func run(watching: Bool) throws {
    if watching {
      var watch = try WatchJob(self)
      return try watch.run()
    }
    var inputs = KeptInputs()
    let opened = try open(with: &inputs)
    if let (drawn, spool) = try streamed(opened) {
      try Output.write(spool, to: output.file)
      return try finish(drawn, [])
    }
    let drawn = try drawn(opened)
    if let format = pictureFormat, let file = output.file, file.contains("{") {
      let remarks = try writePictures(of: drawn, format, named: PictureName(pattern: file))
      return try finish(drawn, remarks)
    }
    let product = try product(of: drawn)
    if format == TextRenderer.name {
      try Output.write(text: product.bytes, to: output.file)
    } else {
      try Output.write(product.bytes, to: output.file)
    }
    try finish(drawn, product.remarks)
  }

  private func finish(_ drawn: PageResult, _ remarks: [Diagnostic]) throws {
    Output.report(remarks + drawn.found, color: output.color, summary: drawn.summary)
    if drawn.isFailure { throw ExitError(status: 1, diagnostics: []) }
  }

  /// Renders the page from the current files. `inputs` has data that is not read again.
  func drawn(with inputs: inout KeptInputs) throws -> PageResult {
    try drawn(try open(with: &inputs))
  }

  private func open(with inputs: inout KeptInputs) throws -> LoadedFeed {
    // An unknown format is reported before anything is rendered.
    if !hasBundledFormat { try checkFormat(&inputs) }
    return try LoadedFeed(feed, state: output.state, texts: environment, inputs: &inputs)
  }

  private func drawn(_ opened: LoadedFeed) throws -> PageResult {
    var pages: [Page] = []
    var tallies: [PageTally] = []
    for environment in environments {
      let page = try opened.page(in: environment)
      if pages.isEmpty { tallies.append(PageTally(of: page)) }
      let laidOut = namesItems ? page.withOrigins : page.laidOut
      pages.append(output.scrollY.map { laidOut.scrolled(by: $0) } ?? laidOut)
    }
    try checkSection(among: tallies[0].blockCodes)
    return result(of: pages, tallies[0], opened)
  }

  /// Renders the page section by section, and releases each section when it is written. Returns
  /// `nil` if the options, or diagnostics about nodes, need the whole page.
  private func streamed(_ opened: LoadedFeed) throws -> (PageResult, Spool)? {
    let renderer = renderer(options(columns: nil))
    guard let renderer = renderer as? any StreamingRenderer, environments.count == 1,
      output.scrollY == nil, output.pictures == nil, !output.render.accessibility
    else { return nil }
    let scene = try opened.scene(in: environments[0])
    let spool = Spool(in: environmentVariable("TMPDIR") ?? "/tmp")
    var tally = PageTally(of: scene.feed)
    var streamed: StreamedOutput?
    let page = try opened.engine.page(scene) { group in
      for (section, block) in zip(group.page.sections, group.blocks) {
        tally.add(section, of: block)
      }
      var page = group.page
      if namesItems { page.addOrigins(of: group.blocks) }
      var output =
        streamed
        ?? StreamedOutput(renderer.writer(of: page), threads: WorkerThreads.processors)
      guard let text = output.sections(of: page) else { return false }
      streamed = output
      try Output.append(text, to: spool)
      return true
    }
    guard let page, let streamed else { return nil }
    try checkSection(among: tally.blockCodes)
    let drawn = result(of: [page], tally, opened)
    let (head, end) = streamed.ends(of: drawn.page)
    spool.prepend(head)
    try Output.append(end, to: spool)
    return (drawn, spool)
  }

  /// - Parameter tally: The facts about the sections of the first page.
  private func result(
    of pages: [Page], _ tally: PageTally, _ opened: LoadedFeed
  ) -> PageResult {
    var pages = pages
    // Diagnostics that occur only on devices after the first are also reported.
    let known = Set(pages[0].diagnostics)
    let others = pages.flatMap(\.diagnostics).filter { !known.contains($0) }.uniqued

    // The page must not depend on the cache, so diagnostics about the cache are separate.
    let keeping = pages[0].diagnostics.filter(\.isAboutCache)
    pages[0].diagnostics.removeAll(where: \.isAboutCache)
    let page = pages[0]
    let coverage =
      feed.stresses.isEmpty && output.state == nil ? tally.textCoverage : nil
    let blank =
      feed.stresses.isEmpty && output.state == nil ? tally.blankPage(height: page.height) : nil
    // Block codes that another plugin also claims are reported only if `takenCodes` finds them on
    // the page; `plugin list` shows all.
    let found =
      opened.providers.found.filter { $0.severity > .note }
      + opened.providers.takenCodes(among: tally.blockCodes) + keeping
      + page.diagnostics + others + tally.memberFindings + [coverage, blank].compactMap { $0 }
    func has(_ codes: DiagnosticCode...) -> Bool {
      page.diagnostics.contains { codes.contains($0.code) }
    }
    let hasLoss =
      has(.missingBlockCode, .lostSource, .missingDictionary, .undrawnItems)
      || tally.placeholders > 0
    return PageResult(
      pages: pages, opened: opened, found: found, summary: tally.summary(with: found),
      isFailure: has(.unknownBlockForbidden) || (feed.isStrict && hasLoss) || blank != nil)
  }

  /// The environments of the pages: those of a device follow each other.
  private var environments: [EnvironmentSettings] {
    let devices: [String?] = devices.isEmpty ? [environment.device] : devices
    func values<Value>(_ values: [Value], else one: Value?) -> [Value?] {
      values.isEmpty ? [one] : values.map(Optional.init)
    }
    var environment = environment
    environment.isExact = output.isExact
    let appearances = values(picture.appearances, else: environment.appearance)
    let sizes = values(picture.textSizes, else: environment.textSize)
    return devices.flatMap { device in
      appearances.flatMap { appearance in
        sizes.map { size in
          var environment = environment
          (environment.device, environment.appearance) = (device, appearance)
          environment.textSize = size
          return environment
        }
      }
    }
  }

  var hasBundledFormat: Bool { RendererRegistry.names.contains(format) || pictureFormat != nil }

  /// Whether the output names the items of the feed.
  private var namesItems: Bool {
    list == .actions
      || (output.render.revision > 3
        && [JSONRenderer.name, JSONLinesRenderer.name].contains(format))
  }

  private func renderer(_ options: RenderOptions) -> (any Renderer)? {
    switch list {
    case .actions: ActionsRenderer(options: options)
    case .digests: DigestRenderer(options: options)
    case nil: RendererRegistry.renderer(named: format, options: options)
    }
  }

  /// The formats of the program; plugins add others.
  static let formats = RendererRegistry.names + PictureFormat.allCases.map(\.rawValue)

  private var pictureFormat: PictureFormat? { PictureFormat(rawValue: format) }

  /// The pages of a picture. A label has only the words in which the pages differ.
  private func picturePages(of drawn: PageResult) -> [PicturePage] {
    zip(environments, drawn.pages).map { settings, page in
      let device = settings.device ?? "\(points(page.environment.width))pt"
      let words = [
        devices.count > 1 || picture.columns == 1 ? device : nil,
        picture.appearances.count > 1 ? page.environment.appearance.rawValue : nil,
        picture.textSizes.count > 1 ? page.environment.textSize.rawValue : nil,
      ]
      let label = words.compactMap(\.self).joined(separator: " · ")
      return PicturePage(page: page, device: device, label: label.isEmpty ? device : label)
    }
  }

  private func pictureOutput(
    of drawn: PageResult, _ format: PictureFormat, _ options: RenderOptions
  ) -> PictureOutput {
    var writer = PictureOutput(format, picture, options)
    if drawn.pages.count == 1 {
      writer.heightAtScale = { scale in
        var environment = drawn.page.environment
        environment.scale = scale
        return drawn.opened.page(in: environment).height
      }
    }
    return writer
  }

  /// Writes the files of a picture's pages, and returns remarks about them.
  private func writePictures(
    of drawn: PageResult, _ format: PictureFormat, named name: PictureName
  ) throws -> [Diagnostic] {
    let (options, faults) = try pictureOptions(for: drawn, columns: nil)
    var writer = pictureOutput(of: drawn, format, options)
    for file in try writer.files(of: picturePages(of: drawn), named: name) {
      try Output.write(file.bytes, to: file.name)
    }
    return faults + writer.remarks
  }

  /// Returns the options with the picture files of the pages, and diagnostics about unusable files.
  private func pictureOptions(
    for drawn: PageResult, columns: Int?
  ) throws -> (options: RenderOptions, faults: [Diagnostic]) {
    var options = options(columns: columns)
    guard let folder = output.pictures else { return (options, []) }
    let found = try PictureFolder(folder).pictures(at: drawn.pages.flatMap(\.pictureAddresses))
    options.pictures = found.pictures
    return (options, found.faults)
  }

  /// Returns the page in the chosen format, with the diagnostics of its renderer.
  /// - Parameter columns: The width of the window in cells; `nil` for the width of standard output.
  func product(
    of drawn: PageResult, columns: Int? = nil
  ) throws -> (bytes: [UInt8], remarks: [Diagnostic]) {
    let (options, faults) = try pictureOptions(for: drawn, columns: columns)
    if let format = pictureFormat {
      try PictureOutput.requireFile(output.file, for: format)
      var writer = pictureOutput(of: drawn, format, options)
      let bytes = try writer.bytes(of: picturePages(of: drawn))
      return (bytes, faults + writer.remarks)
    }
    if format == HTMLRenderer.name {
      let names = devices.isEmpty ? [""] : devices
      let bytes = HTMLRenderer(options: options).bytes(
        of: zip(names, drawn.pages).map { (name: $0, page: $1) },
        findings: drawn.pages.map { CheckConfiguration().findings(on: $0).map(\.marked) })
      return (bytes, faults)
    }
    if let renderer = renderer(options) {
      return (renderer.bytes(of: drawn.page), faults)
    }
    switch drawn.opened.providers.write(drawn.page, format: format, options: options) {
    case .written(let bytes, let remarks):
      let isShown = output.file == nil && StandardStream.output.isTerminal
      return (isShown ? TerminalText.harmless(bytes, allowsColor: options.color) : bytes, remarks)
    case .failed(let diagnostic):
      throw ExitError(status: 2, diagnostics: [diagnostic] + drawn.found)
    case nil:
      throw ExitError.couldNotRun(.internalError, "no renderer is named `\(format)`")
    }
  }

  private func checkFormat(_ inputs: inout KeptInputs) throws {
    let providers = try inputs.providers(
      of: feed, layout: nil, texts: environment, installation: try Installation.required())
    guard !providers.registry.formats.contains(format) else { return }
    let names = Self.formats + providers.registry.formats
    let meant = Suggestion.question(for: format, among: names)
    throw UsageError(
      message: "Unknown format '\(escaped(format))'. \(meant)"
        + "Formats: \(names.joined(separator: ", ")).")
  }

  private func options(columns: Int?) -> RenderOptions {
    let stream = StandardStream.output
    let terminalColumns =
      output.file == nil && stream.isTerminal ? columns ?? stream.terminalSize?.columns : nil
    var options = output.render
    options.columns = output.columns ?? terminalColumns.map { max(40, min($0, 1000)) } ?? 80
    options.color = output.color.isUsed(in: output.file)
    return options
  }

  private func checkSection(among codes: [String]) throws {
    guard let code = output.render.section, !codes.contains(code) else { return }
    throw ExitError.couldNotRun(
      .unknownSection, "the feed has no section `\(code)`",
      helps: Suggestion.helps(
        for: code, among: codes,
        else: "sections: \(codes.prefix(12).joined(separator: ", "))"))
  }
}

struct PageResult {
  /// The page on each device; at least one.
  let pages: [Page]
  let opened: LoadedFeed
  let found: [Diagnostic]
  let summary: String
  /// Whether the page is not what was requested, so that the program exits with 1.
  let isFailure: Bool

  var page: Page { pages[0] }
}

extension SectionProviders {
  /// Whether all plugins are bundled ones, which run in this process.
  var isAllBundled: Bool { registry.plugins.allSatisfy { $0.origin == .bundled } }

  /// Returns notes about sections that an external plugin renders in place of a bundled one.
  fileprivate func takenCodes(among blockCodes: [String]) -> [Diagnostic] {
    let codes = Set(blockCodes.map { ProviderRegistry.Key.blockCode($0) })
    return registry.shadowedClaims.filter { claim in
      codes.contains(claim.key) && registry.plugins[claim.loser.plugin].origin == .bundled
        && registry.plugins[claim.winner.plugin].origin != .bundled
    }.map { PluginHost.diagnostic(of: $0, in: registry) }
  }
}

extension PageTally {
  /// Returns the summary, such as "1 error, 2 warnings; 8 sections, 1 by fallback, 1 placeholder".
  fileprivate func summary(with diagnostics: [Diagnostic]) -> String {
    func part(_ count: Int, _ noun: String) -> String? {
      count == 0 ? nil : counted(count, noun)
    }
    let findings = [Diagnostic.Severity.error, .warning, .note].map { severity in
      part(diagnostics.count { $0.severity == severity }, severity.rawValue)
    }
    let drawn = [
      counted(sections, "section"), fallbacks == 0 ? nil : "\(fallbacks) by fallback",
      part(placeholders, "placeholder"),
    ]
    return [findings, drawn].map { $0.compactMap { $0 }.joined(separator: ", ") }
      .filter { !$0.isEmpty }.joined(separator: "; ")
  }
}

extension Diagnostic {
  /// Whether the diagnostic is about the cache, and so can differ between runs.
  var isAboutCache: Bool { code == .cachedReply || code == .unusableCache }
}

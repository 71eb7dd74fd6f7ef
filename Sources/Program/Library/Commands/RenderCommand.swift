internal import ArgumentParser
internal import SectionEngine

struct RenderCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "render", _superCommandName: CommandGuide.program,
    abstract: "Render a feed as text, JSON, a layout dump, a redline or a picture.")

  @OptionGroup var feed: FeedOptions
  @OptionGroup(title: "Page") var environment: EnvironmentOptions
  @OptionGroup(title: "Output") var output: OutputOptions

  @Option(
    help: .value(
      "Format: \(PageJob.formats.joined(separator: ", ")). Plugins add others. By default that of the ending of -o, such as .png, or text.",
      "format"), completion: .list(PageJob.formats))
  var format: String?

  @Option(
    help: .value(
      "Devices of one html page or of a contact sheet (html, png, pdf), separated by commas.",
      "name,name|all"))
  var devices: String?

  @Option(
    help: .value("Appearances of a contact sheet (png, pdf), such as light,dark.", "name,name"),
    completion: .list(LayoutEnvironment.Appearance.allCases.map(\.rawValue)))
  var appearances: String?

  @Option(
    help: .value("Text sizes of a contact sheet (png, pdf).", "name,name"),
    completion: .list(LayoutEnvironment.TextSize.allCases.map(\.rawValue)))
  var textSizes: String?

  @Flag(help: "Number each node, with a list of the numbers beside the page (png, pdf).")
  var legend = false

  @Option(help: .value("Draw the page of this client.", "name|file"))
  var client: String?

  /// The value of `--format`; by default the format of the output file's ending, else text. An
  /// ending that is no format of the program may be that of a plugin.
  private var usedFormat: String {
    if let format { return format }
    guard let ending = OutputEnding.named(by: output.output) else { return TextRenderer.name }
    return PageJob.formats.first { OutputEnding.fits(ending, [$0]) } ?? ending
  }

  private var isPicture: Bool { PictureFormat(rawValue: usedFormat) != nil }

  func validate() throws {
    try require(
      isPicture || (appearances == nil && textSizes == nil && !legend),
      "--appearances, --text-sizes and --legend are for the formats png and pdf")
    try require(
      appearances == nil || environment.appearance == nil,
      "--appearances takes the place of --appearance; leave one of them out")
    try require(
      textSizes == nil || environment.textSize == nil,
      "--text-sizes takes the place of --text-size; leave one of them out")
    _ = try picture
    if isPicture, let file = output.output { try validate(PictureName(pattern: file)) }
    guard let devices else { return }
    try require(
      usedFormat == HTMLRenderer.name || isPicture,
      "--devices is for the formats \(HTMLRenderer.name), png and pdf; other ones take --device")
    var screen = environment.settings
    if isPicture { screen.scale = nil }
    try require(
      screen.namesNoScreen,
      "--devices gives each picture its screen; leave out --device, --width, --height"
        + (isPicture ? "" : " and --scale"))
    let names = devices.split(separator: ",", omittingEmptySubsequences: false)
    try require(
      !names.contains("") && Set(names).count == names.count,
      "--devices takes names of different devices, found `\(devices)`")
  }

  private func validate(_ name: PictureName) throws {
    let (names, unknown) = name.names
    let known = PictureName.placeholders.map { "{\($0)}" }.joined(separator: ", ")
    try require(
      unknown == nil, "-o has the placeholder {\(escaped(unknown ?? ""))}; there are: \(known)")
    try require(
      names.isEmpty || !output.watch, "--watch writes one file; leave out the placeholders of -o")
  }

  /// The settings that the options for pictures select.
  private var picture: PictureSettings {
    get throws {
      var settings = PictureSettings(hasLegend: legend, scale: environment.scale)
      settings.appearances = try Self.values(appearances, of: "--appearances")
      settings.textSizes = try Self.values(textSizes, of: "--text-sizes")
      return settings
    }
  }

  /// Returns the values in a list such as "light,dark"; none without a list.
  private static func values<Value: RawRepresentable & CaseIterable>(
    _ list: String?, of option: String
  ) throws -> [Value] where Value.RawValue == String {
    guard let list else { return [] }
    let names = list.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
    let values = names.compactMap(Value.init)
    let all = Value.allCases.map(\.rawValue).joined(separator: ", ")
    try require(
      values.count == names.count && Set(names).count == names.count,
      "\(option) takes different names among \(all), found `\(escaped(list))`")
    return values
  }

  func run() throws {
    var chosen = try feed.settings.chosen(in: environment.settings)
    try chosen.select(client: client)
    let isOne = usedFormat != HTMLRenderer.name || !environment.namesNoScreen
    let own = isOne || chosen.settings.devices.count < 2 ? [] : chosen.settings.devices
    try PageJob(
      feed: chosen.feed, environment: chosen.environment, output: output.settings,
      format: usedFormat,
      devices: devices.map(try Installation.required().library.deviceNames) ?? own,
      picture: try picture
    ).run(watching: output.watch)
  }
}

struct DumpCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "dump", _superCommandName: CommandGuide.program,
    abstract: "Print every computed frame; the same as render --format dump.")

  @OptionGroup var feed: FeedOptions
  @OptionGroup(title: "Page") var environment: EnvironmentOptions
  @OptionGroup(title: "Output") var output: OutputOptions

  @Flag(help: "List what can be tapped instead: path, frame, action and item of each target.")
  var actions = false

  @Flag(help: "List the sections instead, a line each: frame, nodes, and a digest of its dump.")
  var digest = false

  func validate() throws {
    let all = output
    try require(!actions || !digest, "--actions and --digest are two lists; leave one of them out")
    try require(
      !(actions || digest)
        || (all.depth == nil && !all.all && all.frames == .parent && !all.accessibility
          && !all.textLines),
      (digest ? "--digest lists every section" : "--actions lists every target")
        + ", with frames in the feed; leave out --depth, --all, --frames, --accessibility and "
        + "--text-lines")
    if let ending = OutputEnding.named(by: output.output) {
      try require(
        OutputEnding.fits(ending, [DumpRenderer.name]),
        OutputEnding.refusal(of: ending, among: [DumpRenderer.name])
          + ", or choose `render --format`")
    }
  }

  func run() throws {
    let chosen = try feed.settings.chosen(in: environment.settings)
    try PageJob(
      feed: chosen.feed, environment: chosen.environment, output: output.settings,
      format: DumpRenderer.name, list: actions ? .actions : digest ? .digests : nil
    ).run(watching: output.watch)
  }
}

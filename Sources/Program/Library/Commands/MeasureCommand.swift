internal import ArgumentParser
internal import SectionEngine

struct MeasureCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "measure", _superCommandName: CommandGuide.program,
    abstract: "Measure strings: their size, lines and breaks.",
    discussion: """
      With --font, texts are shaped with fonts; otherwise they are estimated with bundled metrics. Lengths are \
      points, offsets are bytes of UTF-8. With --json-lines, each line of standard input is an object like \
      {"text": "…", "size": 17, "weight": 400, "width": 200, "maxLines": 0, "locale": "de", "letterSpacing": 0, \
      "lineHeight": 0, "minimumScale": 0, "firstLineIndent": 0, "wordBreak": "normal", "runs": [{"start": 0, \
      "length": 4, "weight": 700}]}; the options give what it lacks, and a run can have size, weight, \
      letterSpacing, lineHeight, family and italic. Fonts shape at most 1048576 characters of a text.

      Exit status: 0 measured; 2 a string could not be read, or the fonts could not be used.
      """)

  @Argument(help: .value("Strings; none for standard input.", "string"))
  var strings: [String] = []

  @Option(help: .value("Font size in points.", "pt"))
  var size = 17.0

  @Option(help: .value("Font weight, 1 to 1000.", "n"))
  var weight = 400

  @Option(
    help: .value("Width of a line in points; without it, lines end only at line breaks.", "pt"))
  var width: Double?

  @Option(help: .value("Maximum number of lines; 0 is unlimited.", "n"))
  var maxLines = 0

  @Option(help: .value("Space after each character, in points; may be negative.", "pt"))
  var letterSpacing = 0.0

  @Option(help: .value("Height of each line in points; 0 is that of the fonts.", "pt"))
  var lineHeight = 0.0

  @Option(
    help: .value("Smallest factor by which the font shrinks to make the text fit; 0 is none.", "n"))
  var minimumScale = 0.0

  @Option(help: .value("Indent of the first line in points.", "pt"))
  var firstLineIndent = 0.0

  @Flag(help: "Break lines after any character, as word-break: break-all does.")
  var breakAll = false

  @Option(
    help: .value("Text size: \(LayoutEnvironment.TextSize.names.joined(separator: ", ")).", "name"),
    completion: .list(LayoutEnvironment.TextSize.names), transform: LayoutEnvironment.TextSize.named
  )
  var textSize: LayoutEnvironment.TextSize?

  @Option(
    help: .value(
      "Device that gives scale and platform. By default the project's, or an iOS device at scale 2.",
      "name"), completion: .device)
  var device: String?

  @Option(
    help: .value("Pixels per point, to which sizes are rounded up; overrides the device.", "n"),
    completion: .list(["1", "2", "3"]))
  var scale: Double?

  @Flag(help: "Write exact sizes instead of whole pixels.")
  var unrounded = false

  @Option(help: "Direction of the text: ltr or rtl.")
  var direction: LayoutEnvironment.Direction?

  @Option(help: .value("Locale as a BCP 47 tag, such as de.", "tag"))
  var locale: String?

  @Option(
    help: .value("Text metrics recorded from a font: a bundled name or a file.", "name|file"),
    completion: .metrics)
  var metrics: String?

  @Option(
    help: .value("Fonts: files in fallback order, or a font set.", "file,…|name"),
    completion: .font)
  var font: String?

  @Option(help: "Format of the result: text or json.")
  var format = ReportFormat.text

  @Flag(help: "Read an object on each line of standard input, and write one on each line.")
  var jsonLines = false

  @Flag(help: "Ignore a project file.")
  var noProject = false

  func validate() throws {
    try require(size > 0 && size <= 10_000, "--size takes points above 0, up to 10000")
    try require((1...1000).contains(weight), "--weight takes 1 to 1000")
    try require(scale, in: 0.1...16, "--scale takes pixels per point from 0.1 to 16")
    try require(width ?? 0 >= 0, "--width takes points from 0")
    try require((0...1_000_000).contains(maxLines), "--max-lines takes 0 to 1000000")
    try require(
      letterSpacing, in: -1_000...1_000, "--letter-spacing takes points from -1000 to 1000")
    try require(lineHeight, in: 0...10_000, "--line-height takes points from 0 to 10000")
    try require(minimumScale, in: 0...1, "--minimum-scale takes a factor from 0 to 1")
    try require(firstLineIndent, in: 0...10_000, "--first-line-indent takes points from 0 to 10000")
    try require(metrics == nil || font == nil, "--font and --metrics exclude each other")
    try require(
      locale?.isTagText ?? true, "--locale takes a tag such as zh-CN, found `\(locale ?? "")`")
    try require(
      !jsonLines || (strings.isEmpty && format == .text),
      "--json-lines reads standard input and writes JSON; it takes no strings and no --format")
  }

  func run() throws {
    try MeasureJob(
      strings: strings, size: size, weight: weight, width: width, maxLines: maxLines,
      direction: direction,
      style: MeasuredTextStyle(
        letterSpacing: letterSpacing, lineHeight: lineHeight, minimumScale: minimumScale,
        firstLineIndent: firstLineIndent, breaksWords: breakAll),
      textSize: textSize ?? LayoutEnvironment().textSize, locale: locale, metrics: metrics,
      font: font, device: device,
      scale: scale, isExact: unrounded, format: format,
      readsLines: jsonLines, usesProject: !noProject
    ).run()
  }
}

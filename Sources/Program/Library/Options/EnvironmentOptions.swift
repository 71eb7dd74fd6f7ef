internal import ArgumentParser
internal import SectionEngine

/// The options for the page's environment. Defaults do not depend on the process environment.
struct EnvironmentOptions: ParsableArguments {
  @Option(help: .value("Device that gives width, height and scale.", "name"), completion: .device)
  var device: String?

  @Option(help: .value("Page width in points; overrides the device.", "pt"))
  var width: Double?

  @Option(
    help: .value(
      "Screen height in points, for floating and pinned sections; overrides the device.", "pt"))
  var height: Double?

  @Option(
    help: .value("Pixels per point, such as 2 or 2.625.", "n"), completion: .list(["1", "2", "3"]))
  var scale: Double?

  @Option(help: "Appearance of the feed: light or dark.")
  var appearance: LayoutEnvironment.Appearance?

  @Option(help: .value("Locale as a BCP 47 tag, such as zh-CN.", "tag"))
  var locale: String?

  @Option(help: "Direction of the page: ltr or rtl.")
  var direction: LayoutEnvironment.Direction?

  @Option(
    help: .value("Text size: \(LayoutEnvironment.TextSize.names.joined(separator: ", ")).", "name"),
    completion: .list(LayoutEnvironment.TextSize.names), transform: LayoutEnvironment.TextSize.named
  )
  var textSize: LayoutEnvironment.TextSize?

  @Option(
    help: .value("Text metrics recorded from a font: a bundled name or a file.", "name|file"),
    completion: .metrics)
  var metrics: String?

  @Option(
    help: .value(
      "Fonts to measure texts with: files in fallback order, or a font set.", "file,…|name"),
    completion: .font)
  var font: String?

  func validate() throws {
    try require(width, in: 1...100_000, "--width takes points from 1 to 100000")
    try require(height, in: 1...100_000, "--height takes points from 1 to 100000")
    try require(scale, in: 0.1...16, "--scale takes pixels per point from 0.1 to 16")
    try require(metrics == nil || font == nil, "--font and --metrics exclude each other")
    if let locale {
      try require(
        !locale.isEmpty && locale.isTagText,
        "--locale takes a tag such as zh-CN, found `\(locale)`")
    }
  }

  var namesNoScreen: Bool { settings.namesNoScreen }

  var settings: EnvironmentSettings {
    EnvironmentSettings(
      device: device, width: width, height: height, scale: scale, appearance: appearance,
      locale: locale, direction: direction, textSize: textSize, metrics: metrics, font: font)
  }
}

extension LayoutEnvironment.Appearance: ArgumentWord {}
extension LayoutEnvironment.Direction: ArgumentWord {}

extension LayoutEnvironment.TextSize {
  static var names: [String] { allCases.map(\.rawValue) }

  static func named(_ name: String) throws -> Self {
    if let size = Self(rawValue: name) { return size }
    let meant = Suggestion.question(for: name, among: names)
    throw ValidationError("\(meant)Text sizes: \(names.joined(separator: ", ")).")
  }
}

public import ArgumentParser
internal import Support
internal import LayoutCore

/// The environment of the page. Defaults never come from the process environment.
struct EnvironmentOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp("Device that gives width, height and scale.", valueName: "name"),
    completion: .device)
  var device: String?

  @Option(help: ArgumentHelp("Page width in points; overrides the device.", valueName: "pt"))
  var width: Double?

  @Option(
    help: ArgumentHelp(
      "Screen height in points, for floating and pinned sections; overrides the device.",
      valueName: "pt"))
  var height: Double?

  @Option(
    help: ArgumentHelp("Pixels per point: 1, 2 or 3.", valueName: "n"),
    completion: .list(["1", "2", "3"]))
  var scale: Int?

  @Option(help: "Appearance of the feed: light or dark.")
  var appearance: LayoutEnvironment.Appearance?

  @Option(help: ArgumentHelp("Locale as a BCP 47 tag, such as zh-CN.", valueName: "tag"))
  var locale: String?

  @Option(help: "Direction of the page: ltr or rtl.")
  var direction: LayoutEnvironment.Direction?

  @Option(
    help: ArgumentHelp(
      "Text size: \(LayoutEnvironment.TextSize.names.joined(separator: ", ")).",
      valueName: "name"),
    completion: .list(LayoutEnvironment.TextSize.names), transform: LayoutEnvironment.TextSize.named
  )
  var textSize: LayoutEnvironment.TextSize?

  @Option(
    help: ArgumentHelp(
      "Text metrics recorded from a font: a bundled name or a file.", valueName: "name|file"),
    completion: .metrics)
  var metrics: String?

  func validate() throws {
    if let width, !(width >= 1 && width <= 100_000) {
      throw ValidationError("--width takes points from 1 to 100000, found \(width)")
    }
    if let height, !(height >= 1 && height <= 100_000) {
      throw ValidationError("--height takes points from 1 to 100000, found \(height)")
    }
    if let scale, !(1...3).contains(scale) {
      throw ValidationError("--scale takes 1, 2 or 3, found \(scale)")
    }
    if let locale, locale.isEmpty || !locale.utf8.allSatisfy(isTagByte) {
      throw ValidationError("--locale takes a tag such as zh-CN, found `\(locale)`")
    }
  }

  /// Whether the screen is that of the feed layout, or the engine's default.
  var namesNoScreen: Bool { device == nil && width == nil && height == nil && scale == nil }

  var settings: EnvironmentSettings {
    EnvironmentSettings(
      device: device, width: width, height: height, scale: scale, appearance: appearance,
      locale: locale, direction: direction, textSize: textSize, metrics: metrics)
  }

  private func isTagByte(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"):
      true
    default: false
    }
  }
}

extension LayoutEnvironment.Appearance: ExpressibleByArgument {}
extension LayoutEnvironment.Direction: ExpressibleByArgument {}

extension LayoutEnvironment.TextSize {
  fileprivate static var names: [String] { allCases.map(\.rawValue) }

  fileprivate static func named(_ name: String) throws -> Self {
    if let size = Self(rawValue: name) { return size }
    let meant = Suggestion.closest(to: name, among: names).map { "Did you mean '\($0)'? " } ?? ""
    throw ValidationError("\(meant)Text sizes: \(names.joined(separator: ", ")).")
  }
}

internal import SectionEngine

struct EnvironmentSettings: Sendable {
  var device: String?
  /// The page width in points. `width`, `height` and `scale` override the device.
  var width: Double?
  var height: Double?
  var scale: Double?
  /// The platform of the dump that the page is compared with; `nil` for the device's platform.
  var platform: LayoutEnvironment.Platform?
  var appearance: LayoutEnvironment.Appearance?
  var locale: String?
  var direction: LayoutEnvironment.Direction?
  var textSize: LayoutEnvironment.TextSize?
  /// The text metrics: a bundled name or a file.
  var metrics: String?
  /// Font files, separated by commas, or a font set; overrides `metrics`.
  var font: String?
  /// Whether lengths are exact, without rounding to pixels.
  var isExact = false

  /// Whether no option sets the screen, so that project, layout or engine determine it.
  var namesNoScreen: Bool { device == nil && width == nil && height == nil && scale == nil }

  /// Returns the environment: settings override the device, and the device overrides the layout.
  func resolved(for layout: FeedLayout, device: Device?) -> LayoutEnvironment {
    var environment = layout.environment
    device?.set(&environment)
    environment.width = width ?? environment.width
    environment.height = height ?? environment.height
    environment.scale = scale ?? environment.scale
    if let platform { environment.platform = platform }
    environment.isExact = isExact
    if let locale { environment.locale = locale }
    if let appearance { environment.appearance = appearance }
    if let direction { environment.direction = direction }
    if let textSize { environment.textSize = textSize }
    return environment
  }

  func device(in library: LayoutLibrary) throws -> Device? {
    try device.map { try library.device(named: $0) }
  }
}

extension FeedSettings {
  /// Returns the settings with the feed layout's font, unless they already have font or metrics.
  func completed(
    _ texts: EnvironmentSettings, by layout: FeedLayout?, library: LayoutLibrary
  ) throws -> EnvironmentSettings {
    guard texts.font == nil, texts.metrics == nil, let font = layout?.font else { return texts }
    var texts = texts
    texts.font = font
    guard LayoutLibrary.isFile(font) || FontSelection.isFontFile(font) else { return texts }
    let file = FeedSources.sample(
      font, of: self.layout, library, allowsOutside: allowsOutside)
    if let refusal = file.refusal { throw ExitError.couldNotRun(refusal) }
    texts.font = GitObject.presentPath(of: file.path)
    return texts
  }
}

extension String {
  /// Whether the text only has characters of a BCP 47 tag: letters, digits and hyphens.
  var isTagText: Bool {
    allSatisfy { $0 == "-" || ($0.isASCII && ($0.isLetter || $0.isNumber)) }
  }
}

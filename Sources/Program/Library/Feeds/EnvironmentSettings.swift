internal import SectionEngine

struct EnvironmentSettings: Sendable {
  var device: String?
  /// In points; takes precedence over the device, as do `height` and `scale`.
  var width: Double?
  var height: Double?
  var scale: Double?
  /// The platform of a page that is drawn again; otherwise that of the device.
  var platform: LayoutEnvironment.Platform?
  var appearance: LayoutEnvironment.Appearance?
  var locale: String?
  var direction: LayoutEnvironment.Direction?
  var textSize: LayoutEnvironment.TextSize?
  /// The metrics with which texts are measured: a bundled name or a file.
  var metrics: String?
  /// Font files, separated by commas, or a font set; takes precedence over `metrics`.
  var font: String?

  /// Whether the screen is that of the project, the feed layout, or the engine's default.
  var namesNoScreen: Bool { device == nil && width == nil && height == nil && scale == nil }

  /// Resolves the environment: settings override the device, which overrides the feed layout.
  func resolved(for layout: FeedLayout, device: Device?) -> LayoutEnvironment {
    var environment = layout.environment
    device?.set(&environment)
    environment.width = width ?? environment.width
    environment.height = height ?? environment.height
    environment.scale = scale ?? environment.scale
    if let platform { environment.platform = platform }
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

extension FeedSelection {
  /// Returns how texts are measured: as the options or the project say, or else as the feed layout.
  func completed(
    _ texts: EnvironmentSettings, by layout: FeedLayout?, library: LayoutLibrary
  ) throws -> EnvironmentSettings {
    guard texts.font == nil, texts.metrics == nil, let font = layout?.font else { return texts }
    var texts = texts
    texts.font = font
    guard LayoutLibrary.isFile(font) || FontSelection.isFontFile(font) else { return texts }
    let file = FeedSources.sample(
      font, of: self.layout, library, allowsOutside: allowsOutside)
    if let refusal = file.refusal { throw Ending.couldNotRun(refusal) }
    texts.font = GitObject.presentPath(of: file.path)
    return texts
  }
}

extension String {
  /// Whether all characters are allowed in a BCP 47 tag.
  var isTagText: Bool {
    allSatisfy { $0 == "-" || ($0.isASCII && ($0.isLetter || $0.isNumber)) }
  }
}

internal import Feeds
internal import LayoutCore
internal import SectionEngine

/// The requested parts of the environment of a page.
struct EnvironmentSettings: Sendable {
  /// The name of the device whose width, height and scale are used.
  var device: String?
  /// In points; takes precedence over the device, as do `height` and `scale`.
  var width: Double?
  var height: Double?
  var scale: Int?
  var appearance: LayoutEnvironment.Appearance?
  var locale: String?
  var direction: LayoutEnvironment.Direction?
  var textSize: LayoutEnvironment.TextSize?
  /// Text metrics: a bundled name or a file.
  var metrics: String?

  /// Resolves the environment. The settings override the device, which overrides the feed layout,
  /// which overrides the engine's defaults.
  func resolved(for layout: FeedLayout, library: LayoutLibrary) throws -> LayoutEnvironment {
    resolved(for: layout, device: try device(in: library))
  }

  /// Resolves the environment like `resolved(for:library:)`, with the device of the settings.
  func resolved(for layout: FeedLayout, device: Device?) -> LayoutEnvironment {
    var environment = layout.environment
    if let device {
      environment.width = device.width
      environment.height = device.height
      environment.scale = device.scale
    }
    if let width { environment.width = width }
    if let height { environment.height = height }
    if let scale { environment.scale = scale }
    if let locale { environment.locale = locale }
    if let appearance { environment.appearance = appearance }
    if let direction { environment.direction = direction }
    if let textSize { environment.textSize = textSize }
    return environment
  }

  /// Returns the device of the settings, or `nil` if they name none.
  func device(in library: LayoutLibrary) throws -> Device? {
    try device.map { try library.device(named: $0) }
  }
}

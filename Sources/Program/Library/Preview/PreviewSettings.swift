internal import Support
internal import LayoutCore

/// The part of the feed that is shown and how. All settings are in the address, so that a link
/// shows the same.
struct PreviewSettings: Hashable {
  var devices: [PreviewDevice]
  var appearance: LayoutEnvironment.Appearance
  var direction: LayoutEnvironment.Direction
  var textSize: LayoutEnvironment.TextSize
  var locale: String
  var showsMeasures = false
  /// The path of the selected node; empty for none.
  var node = ""
  /// The device on which it was selected; empty for the first.
  var selectedDevice = ""
  /// Diagnostics about the parts of the query that are invalid.
  var findings: [Diagnostic] = []

  /// - Parameter query: Escaped; missing and invalid settings have the scene's values.
  init(_ query: String, scene: PreviewScene, source: some PreviewSource) {
    let known = source.devices
    let standard = scene.environment
    appearance = standard.appearance
    direction = standard.direction
    textSize = standard.textSize
    locale = standard.locale
    devices = []
    for (name, value) in QueryText.fields(of: query) where !value.isEmpty {
      switch name {
      case "device":
        if let device = known.first(where: { $0.name == value }) {
          if !devices.contains(device) { devices.append(device) }
        } else {
          let names = known.map(\.name)
          findings.append(
            Diagnostic(
              .unknownDevice, .error, "no device is named `\(shown(value))`",
              helps: Suggestion.helps(
                for: value, among: names, else: "devices: \(names.joined(separator: ", "))")))
        }
      case "appearance": choose(\.appearance, name, value)
      case "direction": choose(\.direction, name, value)
      case "text": choose(\.textSize, name, value)
      case "locale":
        if value.utf8.count <= 64, value.utf8.allSatisfy(Self.isTagByte) {
          locale = value
        } else {
          refuse("locale is no tag such as zh-CN: `\(shown(value))`", "locale=zh-CN")
        }
      case "measures": choose(\.measures, name, value)
      case "node": node = value
      case "on": selectedDevice = value
      default:
        let names = [
          "device", "appearance", "direction", "text", "locale", "measures", "node", "on",
        ]
        let meant = Suggestion.closest(to: name, among: names).map { "did you mean `\($0)`?" }
        refuse(
          "the address has an unknown field `\(shown(name))`",
          meant ?? "fields: \(names.joined(separator: ", "))")
      }
    }
    if devices.isEmpty { devices = known.filter { source.initialDevices.contains($0.name) } }
    if devices.isEmpty { devices = Array(known.prefix(1)) }
    if !devices.contains(where: { $0.name == selectedDevice }) { selectedDevice = "" }
  }

  private enum Switch: String, CaseIterable { case on, off }
  private var measures: Switch {
    get { showsMeasures ? .on : .off }
    set { showsMeasures = newValue == .on }
  }

  private mutating func choose<Value: RawRepresentable & CaseIterable>(
    _ field: WritableKeyPath<Self, Value>, _ name: String, _ word: String
  ) where Value.RawValue == String {
    if let value = Value(rawValue: word) {
      self[keyPath: field] = value
      return
    }
    let words = Value.allCases.map(\.rawValue)
    let meant = Suggestion.closest(to: word, among: words).map { "did you mean `\(name)=\($0)`?" }
    refuse(
      "\(name) is `\(shown(word))`, which is none of its values",
      meant ?? "values: \(words.joined(separator: ", "))")
  }

  private mutating func refuse(_ message: String, _ help: String) {
    findings.append(Diagnostic(.invalidOption, .error, message, helps: [help]))
  }

  private static func isTagByte(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"):
      true
    default: false
    }
  }

  func environment(on device: PreviewDevice) -> LayoutEnvironment {
    LayoutEnvironment(
      width: device.width, height: device.height, scale: device.scale, appearance: appearance,
      direction: direction, textSize: textSize, locale: locale)
  }

  /// The device of the selected node.
  var device: PreviewDevice? {
    devices.first { $0.name == selectedDevice } ?? devices.first
  }

  /// The settings as an escaped query, without "?".
  var query: String {
    var fields = devices.map { ("device", $0.name) }
    fields += [
      ("appearance", appearance.rawValue), ("direction", direction.rawValue),
      ("text", textSize.rawValue), ("locale", locale),
    ]
    if showsMeasures { fields.append(("measures", "on")) }
    if !node.isEmpty { fields.append(("node", node)) }
    if !selectedDevice.isEmpty { fields.append(("on", selectedDevice)) }
    return fields.map { "\($0)=\(PercentEncoding.encode($1))" }.joined(separator: "&")
  }

  /// Returns a copy of the settings with another selected node.
  func selecting(_ node: String, on device: String? = nil) -> PreviewSettings {
    var settings = self
    settings.node = node
    if let device { settings.selectedDevice = device }
    return settings
  }
}

internal import SectionEngine

/// The settings of a preview page: its content and appearance. All are in the page's address.
struct PreviewSettings: Hashable {
  /// The name of the feed; empty if there is only one.
  var feed: String
  var devices: [Device]
  var appearance: LayoutEnvironment.Appearance
  var direction: LayoutEnvironment.Direction
  var textSize: LayoutEnvironment.TextSize
  var locale: String
  var showsMeasures = false
  /// The path of the selected node; empty for none.
  var node = ""
  /// The y around which a large page is rendered, in feed coordinates; `nil` for the selected node.
  var y: Double?
  /// The name of the device on which the node was selected; empty for the first device.
  var selectedDevice = ""
  /// Diagnostics about invalid parts of the query.
  var findings: [Diagnostic] = []

  /// - Parameter query: The escaped query. Missing and invalid settings take the scene's values.
  init(_ query: String, scene: PreviewScene, screens: ServedDevices, feeds: [String]) {
    feed = feeds.count > 1 ? scene.name : ""
    let known = screens.all
    let standard = scene.environment
    appearance = standard.appearance
    direction = standard.direction
    textSize = standard.textSize
    locale = standard.locale
    devices = []
    for (name, value) in QueryText.fields(of: query) where !value.isEmpty {
      switch name {
      case "feed":
        guard !feeds.contains(value) else { continue }
        refuse(
          "no feed is named `\(shown(value))`",
          Suggestion.helps(
            for: value, among: feeds,
            else: "feeds: \(listed(feeds.map { shown($0) }, atMost: 40))"), code: .unknownFeed)
      case "device":
        if let device = known.first(where: { $0.name == value }) {
          if !devices.contains(device) { devices.append(device) }
        } else {
          let names = known.map(\.name)
          refuse(
            "no device is named `\(shown(value))`",
            Suggestion.helps(
              for: value, among: names, else: "devices: \(names.joined(separator: ", "))"),
            code: .unknownDevice)
        }
      case "appearance": choose(\.appearance, name, value)
      case "direction": choose(\.direction, name, value)
      case "text": choose(\.textSize, name, value)
      case "locale":
        if value.utf8.count <= 64, value.isTagText {
          locale = value
        } else {
          refuse("locale is not a tag such as zh-CN: `\(shown(value))`", ["locale=zh-CN"])
        }
      case "measures": choose(\.measures, name, value)
      case "node": node = value
      case "on": selectedDevice = value
      case "y":
        y = Double(value).flatMap { $0.isFinite ? max(0, $0) : nil }
        if y == nil { refuse("y is not a number of points: `\(shown(value))`", ["y=1200"]) }
      default:
        let names = [
          "feed", "device", "appearance", "direction", "text", "locale", "measures", "node", "on",
          "y",
        ]
        refuse(
          "the address has an unknown field `\(shown(name))`",
          Suggestion.helps(
            for: name, among: names, else: "fields: \(names.joined(separator: ", "))"))
      }
    }
    if devices.isEmpty { devices = known.filter { screens.initial.contains($0.name) } }
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
      [meant ?? "values: \(words.joined(separator: ", "))"])
  }

  private mutating func refuse(
    _ message: String, _ helps: [String], code: DiagnosticCode = .invalidOption
  ) {
    findings.append(Diagnostic(code, .error, message, helps: helps))
  }

  func environment(on device: Device) -> LayoutEnvironment {
    var environment = LayoutEnvironment(
      appearance: appearance, direction: direction, textSize: textSize, locale: locale)
    device.set(&environment)
    return environment
  }

  /// The device on which the node was selected, by default the first device.
  var device: Device? {
    devices.first { $0.name == selectedDevice } ?? devices.first
  }

  /// The settings as an escaped query, without "?".
  var query: String {
    var fields = feed.isEmpty ? [] : [("feed", feed)]
    fields += devices.map { ("device", $0.name) }
    fields += [
      ("appearance", appearance.rawValue), ("direction", direction.rawValue),
      ("text", textSize.rawValue), ("locale", locale),
    ]
    if showsMeasures { fields.append(("measures", "on")) }
    if !node.isEmpty { fields.append(("node", node)) }
    if !selectedDevice.isEmpty { fields.append(("on", selectedDevice)) }
    return fields.map { "\($0)=\(PercentEncoding.encode($1))" }.joined(separator: "&")
  }

  func selecting(_ node: String, on device: String? = nil) -> PreviewSettings {
    var settings = self
    settings.node = node
    if let device { settings.selectedDevice = device }
    return settings
  }
}

/// The screens of the preview: the bundled devices and, if options set a size or scale, `custom`.
struct ServedDevices {
  let all: [Device]
  /// The names of the devices that are shown first.
  let initial: [String]

  static let standard = ["iphone-14", "ipad-11"]

  init(environment: EnvironmentSettings, devices: String?, library: LayoutLibrary) throws {
    var all = try library.devices()
    var initial = try devices.map { names in
      try library.deviceNames(names).map { try library.device(named: $0).name }
    }
    let named = try environment.device(in: library)
    if environment.width != nil || environment.height != nil || environment.scale != nil {
      let standard = LayoutEnvironment()
      all.insert(
        Device(
          name: "custom", width: environment.width ?? named?.width ?? standard.width,
          height: environment.height ?? named?.height ?? standard.height,
          scale: environment.scale ?? named?.scale ?? standard.scale), at: 0)
      initial = ["custom"] + (initial ?? [])
    } else if let named {
      initial = [named.name] + (initial ?? []).filter { $0 != named.name }
    }
    self.all = all
    self.initial = initial ?? Self.standard
  }
}

/// Reads and writes queries in the format of forms (`application/x-www-form-urlencoded`).
enum QueryText {
  /// Returns the names and values in order. Invalid UTF-8 is replaced by U+FFFD.
  static func fields(of query: String) -> [(name: String, value: String)] {
    query.utf8.split(separator: UInt8(ascii: "&")).map { field in
      let parts = field.split(
        separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false)
      return (unescaped(parts[0]), parts.count > 1 ? unescaped(parts[1]) : "")
    }
  }

  static func unescaped(_ text: Substring.UTF8View) -> String {
    var bytes: [UInt8] = []
    var rest = text
    while let byte = rest.popFirst() {
      if byte == UInt8(ascii: "%"), let digits = String(rest.prefix(2)), digits.utf8.count == 2,
        digits.allSatisfy(\.isHexDigit), let value = UInt8(digits, radix: 16)
      {
        bytes.append(value)
        rest.removeFirst(2)
      } else {
        bytes.append(byte == UInt8(ascii: "+") ? UInt8(ascii: " ") : byte)
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}

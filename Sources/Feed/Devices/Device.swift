package import FeedDocument
package import LayoutCore

/// A screen that a feed can be laid out for; an entry of `Layouts/Devices/devices.json`.
package struct Device: Sendable, Hashable {
  /// The name, for example "iphone-14".
  package var name: String
  /// The screen width in points; in dp on Android.
  package var width: Double
  /// The screen height in points; in dp on Android.
  package var height: Double
  /// Pixels per point.
  package var scale: Double
  package var platform: LayoutEnvironment.Platform
  /// The safe area insets of the system, in points; `nil` if the maker publishes none.
  package var safeArea: SafeArea?

  package struct SafeArea: Sendable, Hashable {
    package var top, bottom: Double
  }

  package init(
    name: String, width: Double, height: Double, scale: Double,
    platform: LayoutEnvironment.Platform = .ios, safeArea: SafeArea? = nil
  ) {
    (self.name, self.width, self.height, self.scale) = (name, width, height, scale)
    (self.platform, self.safeArea) = (platform, safeArea)
  }

  /// Sets the screen size, the scale and the platform of an environment.
  package func set(_ environment: inout LayoutEnvironment) {
    (environment.width, environment.height, environment.scale) = (width, height, scale)
    environment.platform = platform
  }

  /// Reads the list of devices; the value is `nil` if the document violates the format.
  package static func parse(_ document: FeedDocument) -> Diagnosed<[Device]?> {
    ConfigurationReader.read("device list") { $0.devices(document.root) }
  }
}

extension ConfigurationReader {
  fileprivate mutating func devices(_ root: FeedValue) -> [Device] {
    guard object(root, required: ["devices"]) else { return [] }
    var devices: [Device] = []
    for element in elements(root["devices"]) {
      guard
        object(
          element, required: ["name", "width", "height", "scale"],
          optional: ["platform", "safeArea", "source"])
      else { continue }
      let name = name(element["name"]) ?? ""
      if !name.isEmpty, devices.contains(where: { $0.name == name }) {
        refuse(element["name"], "device `\(name)` is repeated", label: "expected a new name")
      }
      devices.append(
        Device(
          name: name, width: points(element["width"], allowsZero: false) ?? 0,
          height: points(element["height"], allowsZero: false) ?? 0,
          scale: scale(element["scale"]) ?? 1, platform: word(element["platform"]) ?? .ios,
          safeArea: safeArea(element["safeArea"])))
      _ = string(element["source"])
    }
    return devices
  }

  private mutating func safeArea(_ value: FeedValue) -> Device.SafeArea? {
    guard object(value, required: ["top", "bottom"]),
      let top = points(value["top"]), let bottom = points(value["bottom"])
    else { return nil }
    return Device.SafeArea(top: top, bottom: bottom)
  }

  /// Reads a scale in pixels per point, from 0.1 to 16.
  mutating func scale(_ value: FeedValue) -> Double? {
    read(value, expected: "pixels per point from 0.1 to 16", \.double) { 0.1...16 ~= $0 }
  }
}

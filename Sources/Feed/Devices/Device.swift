package import Support
package import FeedDocument

/// A screen that a feed can be laid out for; an entry of `Layouts/Devices/devices.json`.
package struct Device: Sendable, Hashable {
  /// For example "iphone-14".
  package var name: String
  /// In points.
  package var width: Double
  /// In points.
  package var height: Double
  /// Pixels per point.
  package var scale: Int

  package init(name: String, width: Double, height: Double, scale: Int) {
    (self.name, self.width, self.height, self.scale) = (name, width, height, scale)
  }

  /// Reads the list of devices. If the file violates its format, the list is `nil` and the
  /// diagnostics contain every violation.
  package static func parse(_ document: FeedDocument) -> Diagnosed<[Device]?> {
    ConfigurationReader.read("device list") { $0.devices(document.root) }
  }
}

extension ConfigurationReader {
  fileprivate mutating func devices(_ root: FeedValue) -> [Device] {
    guard object(root, required: ["devices"]) else { return [] }
    var devices: [Device] = []
    for element in elements(root["devices"]) {
      guard object(element, required: ["name", "width", "height", "scale"]) else { continue }
      let name = name(element["name"])
      let width = points(element["width"], allowsZero: false)
      let height = points(element["height"], allowsZero: false)
      let scale = integer(element["scale"], in: 1...3)
      guard let name, let width, let height, let scale else { continue }
      if devices.contains(where: { $0.name == name }) {
        refuse(element["name"], "device `\(name)` is repeated", label: "expected a new name")
      }
      devices.append(Device(name: name, width: width, height: height, scale: scale))
    }
    return devices
  }
}

internal import ArgumentParser
internal import Renderers

struct DevicesCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "devices", abstract: "List the devices of --device.")

  func run() throws {
    let devices = try Installation.required().library.devices()
    let column = (devices.map(\.name.count).max() ?? 0) + 2
    var out = ByteWriter()
    for device in devices {
      out.write(device.name.padded(to: column))
      out.write(number: device.width)
      out.write("x")
      out.write(number: device.height)
      out.write("@\(scaleText(device.scale))")
      if device.platform != .ios { out.write("  \(device.platform.rawValue)") }
      if let area = device.safeArea {
        out.write("  safe area \(points(area.top))/\(points(area.bottom))")
      }
      out.write("\n")
    }
    try Output.write(out.bytes, to: nil)
  }
}

internal import ArgumentParser
internal import Support

struct DevicesCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "devices", _superCommandName: CommandGuide.program,
    abstract: "List the devices of --device.")

  func run() throws {
    let devices = try Installation.required().library.devices()
    let column = (devices.map(\.name.count).max() ?? 0) + 2
    let lines = devices.map { device in
      let size = "\(points(device.width))x\(points(device.height))@\(scaleText(device.scale))"
      let platform = device.platform == .ios ? "" : "  \(device.platform.rawValue)"
      let area = device.safeArea.map { "  safe area \(points($0.top))/\(points($0.bottom))" }
      return device.name.padded(to: column) + size + platform + (area ?? "") + "\n"
    }
    try Output.write(lines.joined())
  }
}

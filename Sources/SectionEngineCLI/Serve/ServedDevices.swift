import Diagnostics
import FeedSession
import LayoutCore
import Preview

/// The screens of the preview: those of the device list, and one for the sizes in the options.
struct ServedDevices {
  let all: [PreviewDevice]
  /// Names of the devices that are shown initially.
  let initial: [String]

  static let standard = ["iphone-14", "ipad-11"]

  init(environment: EnvironmentOptions, devices: String?, library: LayoutLibrary) throws {
    let known = try library.devices()
    func device(named name: String) throws -> Device {
      if let device = known.first(where: { $0.name == name }) { return device }
      throw Ending.couldNotRun(
        Diagnostic(
          .unknownDevice, .error, "no device is named `\(name)`",
          helps: Suggestion.helps(for: name, among: known.map(\.name))
            + ["list them with `sectionengine devices`"]))
    }
    var all = known.map {
      PreviewDevice(name: $0.name, width: $0.width, height: $0.height, scale: $0.scale)
    }
    var initial = try devices.map { names in
      try names.split(separator: ",").map { try device(named: String($0)).name }
    }
    let named = try environment.device.map { try device(named: $0) }
    if environment.width != nil || environment.height != nil || environment.scale != nil {
      let standard = LayoutEnvironment()
      all.insert(
        PreviewDevice(
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

internal import LayoutCore

/// The screens of the preview: those of the device list, and one for the sizes in the settings.
struct ServedDevices {
  let all: [PreviewDevice]
  /// Names of the devices that are shown initially.
  let initial: [String]

  static let standard = ["iphone-14", "ipad-11"]

  init(environment: EnvironmentSettings, devices: String?, library: LayoutLibrary) throws {
    var all = try library.devices().map {
      PreviewDevice(name: $0.name, width: $0.width, height: $0.height, scale: $0.scale)
    }
    var initial = try devices.map { names in
      try names.split(separator: ",").map { try library.device(named: String($0)).name }
    }
    let named = try environment.device(in: library)
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

internal import SectionEngine

/// The folder of bundled feed layouts, devices, text metrics, font sets and samples.
struct LayoutLibrary {
  let folder: String

  /// Names of the bundled feed layouts, in bytewise order.
  var names: [String] { names(in: folder) }

  var metricsNames: [String] { names(in: "\(folder)/Metrics") }
  var fontNames: [String] { names(in: "\(folder)/Fonts") }

  /// Returns a feed layout by its bundled name, or from a file.
  /// - Parameter root: The prefix of the file's path that messages omit.
  func layout(_ nameOrFile: String, shownWithout root: String? = nil) throws -> FeedLayout {
    let document = try document(
      nameOrFile, in: folder, kind: "feed layout", unknown: .unknownLayout, shownWithout: root)
    return try FeedLayout.parse(document).required()
  }

  /// Returns the text of a bundled feed layout. The name may have a version, as its label has.
  func text(ofLayout label: String) throws -> [UInt8] {
    let name = String(label.prefix { $0 != "@" })
    if names.contains(name), label != name, label != (try layout(name).label) {
      throw unknown(label, "feed layout", .unknownLayout, names)
    }
    guard names.contains(name) else { throw unknown(name, "feed layout", .unknownLayout, names) }
    let document = try document(
      "\(folder)/\(name).json", shownAs: "\(name).json", unreadable: .unknownLayout)
    return withExtendedLifetime(document) { Array(document.text) }
  }

  func metrics(_ nameOrFile: String) throws -> FontMetrics {
    let document = try document(
      nameOrFile, in: "\(folder)/Metrics", kind: "text metrics file", unknown: .unknownMetrics)
    return try FontMetrics.parse(document).required()
  }

  /// Returns the text measuring of the settings: shaping with fonts, or recorded metrics.
  func measuring(_ texts: EnvironmentSettings) throws -> TextMeasuring {
    guard let font = texts.font else {
      return .recorded(try texts.metrics.map { try metrics($0) } ?? .bundled)
    }
    let selection = FontSelection(font)
    let context = ShapingContext(
      direction: texts.direction == .rtl ? .rightToLeft : .leftToRight, locale: texts.locale)
    if selection.isFiles { return .shaped(try FontSet.files(selection.names), context) }
    let folder = "\(folder)/Fonts"
    let document = try document(font, in: folder, kind: "font set", unknown: .unusableFont)
    let slash = font.lastIndex(of: "/")
    let beside = !Self.isFile(font) ? folder : slash.map { String(font[..<$0]) } ?? ""
    return .shaped(try FontSet.parse(document, in: beside).required(), context)
  }

  func schema(_ name: String) throws -> [UInt8] {
    Array(try readText("\(folder)/\(name)", shownAs: name, unreadable: .unknownMetrics).utf8)
  }

  /// All readable bundled layouts. An unreadable layout is reported when the user selects it.
  var layouts: [FeedLayout] { unreadLayouts.compactMap { $0.layout } }

  /// The bundled layouts whose files contain JSON, for the choice among them.
  var unreadLayouts: [UnreadLayout] {
    names.compactMap { name in
      let document = try? document(
        "\(folder)/\(name).json", shownAs: "\(name).json", unreadable: .unknownLayout)
      return document.map { UnreadLayout($0) }
    }
  }

  func devices() throws -> [Device] {
    let document = try document(
      "\(folder)/Devices/devices.json", shownAs: "devices.json", unreadable: .unknownLayout)
    return try Device.parse(document).required()
  }

  func device(named name: String) throws -> Device {
    let devices = try devices()
    if let device = devices.first(where: { $0.name == name }) { return device }
    throw ExitError.couldNotRun(
      .unknownDevice, "no device is named `\(name)`",
      helps: Suggestion.helps(for: name, among: devices.map(\.name))
        + ["list them with `sectionengine devices`, or give --width and --scale"])
  }

  /// Returns the names in a list such as "iphone-se,ipad-11". "all" means every device.
  func deviceNames(_ list: String) throws -> [String] {
    list == "all" ? try devices().map(\.name) : list.split(separator: ",").map(String.init)
  }

  /// Reads a file if the text contains "/" or ends in ".json"; otherwise a bundled file by name.
  private func document(
    _ nameOrFile: String, in folder: String, kind: String, unknown: DiagnosticCode,
    shownWithout root: String? = nil
  ) throws -> FeedDocument {
    if Self.isFile(nameOrFile) {
      return try document(
        nameOrFile, shownAs: nameOrFile.without(prefix: root), unreadable: unknown)
    }
    let names = names(in: folder)
    guard names.contains(nameOrFile) else {
      throw self.unknown(nameOrFile, kind, unknown, names, "; a file ends in .json")
    }
    return try document(
      "\(folder)/\(nameOrFile).json", shownAs: "\(nameOrFile).json", unreadable: unknown)
  }

  private func unknown(
    _ name: String, _ kind: String, _ code: DiagnosticCode, _ names: [String], _ rest: String = ""
  ) -> ExitError {
    ExitError.couldNotRun(
      code, "no \(kind) is named `\(shown(name))`",
      helps: Suggestion.helps(for: name, among: names)
        + ["bundled ones: \(names.joined(separator: ", "))\(rest)"])
  }

  static func isFile(_ nameOrFile: String) -> Bool {
    nameOrFile.contains("/") || nameOrFile.hasSuffix(".json")
  }

  private func names(in folder: String) -> [String] {
    (entries(of: folder) ?? []).filter { $0.hasSuffix(".json") && !$0.hasSuffix(".schema.json") }
      .map { String($0.dropLast(5)) }
      .sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
  }

  /// Reads a configuration file and throws `ExitError` if any part of it is invalid.
  private func document(
    _ path: String, shownAs name: String, unreadable: DiagnosticCode
  ) throws -> FeedDocument {
    try readDocument(path, shownAs: name, unreadable: unreadable).withUniqueKeys.required()
  }
}

extension Installation {
  var library: LayoutLibrary { LayoutLibrary(folder: layouts) }
}

internal import FeedDocument
internal import PluginCalls

/// Reads the members of a manifest; `plugin-manifest.schema.json` describes the same format.
extension ConfigurationReader {
  typealias Program = ManifestProgram

  /// Limits that no real C function exceeds.
  static let mostArguments = 32
  static let mostFields = 16

  mutating func manifest(_ root: FeedValue) -> (Program, PluginManifest.Library)? {
    guard
      object(
        root, required: ["id", "version", "library"],
        optional: [
          "$schema", "blockCodes", "showTypes", "items", "title", "rowCount", "rowHeight", "frame",
          "item",
        ])
    else { return nil }
    _ = string(root["$schema"])
    let id = id(root["id"])
    let version = version(root["version"])
    let library = library(root["library"])
    var program = Program(id: id ?? "", version: version ?? "")
    program.blockCodes = claims(root["blockCodes"])
    program.showTypes = claims(root["showTypes"])
    if !root["blockCodes"].exists, !root["showTypes"].exists {
      refuse(
        root, "a plugin manifest claims no block",
        label: "expected `blockCodes`, `showTypes` or both")
    }
    program.items = place(root["items"])
    program.title = place(root["title"])
    program.rowCount = number(root["rowCount"], .rowCount)
    program.rowHeight = number(root["rowHeight"], .rowHeight)
    frame(root["frame"], of: &program)
    program.item = template(root["item"])
    guard id != nil, version != nil, let library else { return nil }
    if case .system(let name) = library { program.systemLibrary = name }
    return (program, library)
  }

  private mutating func id(_ value: FeedValue) -> String? {
    guard let id = name(value) else { return nil }
    guard id.utf8.count <= BorderLimits.idBytes, id != "placeholder" else {
      mismatch(value, expected: "an id of at most \(BorderLimits.idBytes) bytes, not `placeholder`")
      return nil
    }
    return id
  }

  private mutating func version(_ value: FeedValue) -> String? {
    read(value, expected: "a version like `1.0.0`") { value in
      guard let version = value.string,
        (1...BorderLimits.versionBytes).contains(version.utf8.count),
        LoadedTable.isPlain(version.utf8, or: ".-_+")
      else { return nil }
      return version
    }
  }

  private mutating func library(_ value: FeedValue) -> PluginManifest.Library? {
    guard let name = string(value) else { return nil }
    let parts = name.split(separator: "/", omittingEmptySubsequences: false)
    let isPlain = name.utf8.count <= 255 && !name.unicodeScalars.contains { $0.value < 0x20 }
    if isPlain, parts.count > 1, parts[0] == ".",
      parts.dropFirst().allSatisfy({ !$0.isEmpty && $0 != "." && $0 != ".." })
    {
      return .beside(path: parts.dropFirst().joined(separator: "/"))
    }
    if isPlain, parts.count == 1, Self.isSoname(name) { return .system(name: name) }
    let rest = name.split(separator: "/").last.map(String.init) ?? name
    refuse(
      value, "`library` names no library that a manifest may use",
      label: "expected `./NAME` below the manifest's folder, or a soname like `libm.so.6`",
      helps: ["put the library beside the manifest, and write `./\(shown(rest, limit: 60))`"])
    return nil
  }

  /// Returns whether a name is a soname, such as "libm.so.6".
  private static func isSoname(_ name: String) -> Bool {
    let parts = name.split(separator: ".", omittingEmptySubsequences: false)
    guard let index = parts.firstIndex(of: "so"), index > 0, !parts[0].isEmpty else { return false }
    return LoadedTable.isPlain(name.utf8, or: ".-_+")
  }

  private mutating func claims(_ value: FeedValue) -> [String] {
    guard value.exists else { return [] }
    let texts = elements(value)
    let most = Int(BorderLimits.claims)
    guard value.kind == .array, (1...most).contains(texts.count) else {
      if value.kind == .array { mismatch(value, expected: "an array of 1 to \(most) strings") }
      return []
    }
    return texts.compactMap { element in
      guard let text = element.string, (1...BorderLimits.claimBytes).contains(text.utf8.count),
        text.utf8.allSatisfy({ $0 >= 0x20 && $0 != 0x7f })
      else {
        refuse(
          element, "an element of `\(value.key)` is no code",
          label: "expected a string of 1 to \(BorderLimits.claimBytes) bytes without control "
            + "characters, found \(element.inWords)")
        return nil
      }
      return text
    }
  }

  /// Reads a path from a block, the settings or an item; `$` is that value itself.
  mutating func place(_ value: FeedValue) -> Program.Path? {
    if value.string == "$" { return Program.Path(text: "$", steps: []) }
    guard let text = path(value, from: .value), let path = JSONPath(text) else { return nil }
    return Program.Path(text: text, steps: path.steps)
  }

  /// The measure that a number describes, which decides which sources are allowed.
  enum Wanted { case rowCount, rowHeight, edge, length }

  private mutating func number(_ value: FeedValue, _ wanted: Wanted) -> Program.Argument? {
    guard value.exists else { return nil }
    if value["symbol"].exists { return call(value, wanted).map { .init(.f64, .call($0)) } }
    if value.kind == .object { return argument(value, wanted, isParameter: false) }
    if wanted == .rowCount {
      return integer(value, in: 0...Int(BorderLimits.rows))
        .map { .init(.i64, .literal(.bits(UInt64($0)))) }
    }
    let least = wanted == .edge ? -Self.longest : 0
    return number(
      value, in: least...Self.longest,
      expected: "a number of points, an object with a place, or a call"
    ).map { .init(.f64, .literal(.bits($0.bitPattern))) }
  }

  private mutating func number(
    _ value: FeedValue, in range: ClosedRange<Double>, expected: String
  ) -> Double? {
    read(value, expected: expected, \.double, where: range.contains)
  }

  private mutating func frame(_ value: FeedValue, of program: inout Program) {
    guard !value["symbol"].exists else { return program.frame = call(value, nil) }
    guard value.exists, object(value, optional: ["x", "width", "height"]) else { return }
    if value.count == 0 {
      refuse(
        value, "`frame` says nothing", label: "expected `x`, `width`, `height`, or a call")
    }
    program.x = number(value["x"], .edge)
    program.width = number(value["width"], .length)
    program.height = number(value["height"], .length)
  }

  private mutating func template(_ value: FeedValue) -> Program.Template? {
    let members = ["title", "detail", "oldPrice", "image", "badge", "action", "identifier"]
    guard object(value, optional: members) else { return nil }
    var template = Program.Template(title: place(value["title"]))
    template.detail = place(value["detail"])
    template.oldPrice = place(value["oldPrice"])
    template.badge = place(value["badge"])
    let image = value["image"]
    if image.kind == .object {
      _ = object(image, required: ["path"], optional: ["aspectRatio"])
      template.image = place(image["path"])
      let ratio = number(
        image["aspectRatio"], in: 0.01...100, expected: "a number from 0.01 to 100, width to height"
      )
      template.imageAspectRatio = ratio ?? 1
    } else {
      template.image = place(image)
    }
    let action = value["action"]
    if action.kind == .object {
      _ = object(action, required: ["target"], optional: ["type"])
      template.actionType = string(action["type"])
      template.actionTarget = place(action["target"])
    } else {
      template.actionTarget = place(action)
    }
    let identifier = value["identifier"]
    if identifier.exists, object(identifier, required: ["type", "path"]) {
      template.resourceType = string(identifier["type"])
      template.resourceID = place(identifier["path"])
    }
    return template
  }
}

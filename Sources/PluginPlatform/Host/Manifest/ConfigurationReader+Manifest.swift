internal import FeedDocument
internal import PluginCalls

/// Reads the members of a manifest. `plugin-manifest.schema.json` describes the same format.
extension ConfigurationReader {
  typealias Program = ManifestProgram

  /// The maximum number of arguments of a C function, and (`mostFields`) of fields of a struct.
  static let mostArguments = 32
  static let mostFields = 16

  mutating func manifest(_ root: FeedValue) -> (Program, library: String)? {
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
    if library.isOfSystem { program.systemLibrary = library.name }
    return (program, library.name)
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
    read(value, expected: "a version like `1.0.0`", \.string) {
      (1...BorderLimits.versionBytes).contains($0.utf8.count)
        && LoadedTable.isPlain($0.utf8, or: ".-_+")
    }
  }

  /// Reads the library: a path such as "./libfoo.so", or a system soname such as "libm.so.6".
  private mutating func library(_ value: FeedValue) -> (name: String, isOfSystem: Bool)? {
    guard let name = string(value) else { return nil }
    let parts = name.split(separator: "/", omittingEmptySubsequences: false)
    let isPlain = name.utf8.count <= 255 && !name.unicodeScalars.contains { $0.value < 0x20 }
    if isPlain, parts.count > 1, parts[0] == ".",
      parts.dropFirst().allSatisfy({ !$0.isEmpty && $0 != "." && $0 != ".." })
    {
      return (parts.dropFirst().joined(separator: "/"), isOfSystem: false)
    }
    if isPlain, parts.count == 1, Self.isSoname(name) { return (name, isOfSystem: true) }
    let rest = shown(name.lastPart, limit: 60)
    refuse(
      value, "`library` names no library that a manifest may use",
      label: "expected `./NAME` below the manifest's folder, or a soname like `libm.so.6`",
      helps: ["put the library beside the manifest, and write `./\(rest)`"])
    return nil
  }

  /// Returns whether a name is a soname, such as "libm.so.6".
  private static func isSoname(_ name: String) -> Bool {
    let parts = name.split(separator: ".", omittingEmptySubsequences: false)
    guard let index = parts.firstIndex(of: "so"), index > 0, !parts[0].isEmpty else { return false }
    return LoadedTable.isPlain(name.utf8, or: ".-_+")
  }

  /// Reads an array of 1 to `most` elements; reports any other value and returns an empty array.
  mutating func list(_ value: FeedValue, of what: String, atMost most: Int) -> [FeedValue] {
    let elements = elements(value)
    guard value.kind != .array || (1...most).contains(elements.count) else {
      mismatch(value, expected: "an array of 1 to \(most) \(what)")
      return []
    }
    return elements
  }

  private mutating func claims(_ value: FeedValue) -> [String] {
    let texts = list(value, of: "strings", atMost: Int(BorderLimits.claims))
    return texts.compactMap { element in
      guard let text = element.string, (1...BorderLimits.claimBytes).contains(text.utf8.count),
        text.utf8.allSatisfy({ $0 >= 0x20 && $0 != 0x7f })
      else {
        refuse(
          element, "an element of `\(value.key)` is not a code",
          label: "expected a string of 1 to \(BorderLimits.claimBytes) bytes without control "
            + "characters, found \(element.inWords)")
        return nil
      }
      return text
    }
  }

  /// Reads a path relative to a block, the settings or an item. The path `$` is that value itself.
  mutating func place(_ value: FeedValue) -> Program.Path? {
    if value.string == "$" { return Program.Path(text: "$", steps: []) }
    guard let text = path(value, from: .value), let path = JSONPath(text) else { return nil }
    return Program.Path(text: text, steps: path.steps)
  }

  /// A kind of number in a manifest. The kind determines which keys, such as `item`, may give it.
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
    return read(
      value, expected: "a number of points, an object with a place, or a call", \.double,
      where: (least...Self.longest).contains
    ).map { .init(.f64, .literal(.bits($0.bitPattern))) }
  }

  private mutating func frame(_ value: FeedValue, of program: inout Program) {
    guard !value["symbol"].exists else { return program.frame = call(value, nil) }
    guard value.exists, object(value, optional: ["x", "width", "height"]) else { return }
    if value.count == 0 {
      refuse(
        value, "`frame` is empty", label: "expected `x`, `width`, `height`, or a call")
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
    let hasRatio = image.kind == .object
    if hasRatio { _ = object(image, required: ["path"], optional: ["aspectRatio"]) }
    template.image = place(hasRatio ? image["path"] : image)
    let ratio = read(
      image["aspectRatio"], expected: "a number from 0.01 to 100, width to height", \.double,
      where: (0.01...100).contains)
    template.imageAspectRatio = ratio ?? 1
    let action = value["action"]
    let hasType = action.kind == .object
    if hasType { _ = object(action, required: ["target"], optional: ["type"]) }
    template.actionType = string(action["type"])
    template.actionTarget = place(hasType ? action["target"] : action)
    let identifier = value["identifier"]
    if identifier.exists, object(identifier, required: ["type", "path"]) {
      template.resourceType = string(identifier["type"])
      template.resourceID = place(identifier["path"])
    }
    return template
  }
}

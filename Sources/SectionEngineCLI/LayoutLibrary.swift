import Diagnostics
import FeedDocument
import FeedSession
import Glibc

/// The folder of bundled feed layouts, devices and samples.
struct LayoutLibrary {
  let folder: String

  /// Names of the bundled feed layouts, in bytewise order.
  var names: [String] {
    guard let stream = opendir(folder) else { return [] }
    defer { closedir(stream) }
    var names: [String] = []
    guard let offset = MemoryLayout<dirent>.offset(of: \.d_name) else { return [] }
    while let entry = readdir(stream) {
      let start = UnsafeRawPointer(entry) + offset
      let name = String(cString: start.assumingMemoryBound(to: CChar.self))
      guard name.hasSuffix(".json"), !name.hasSuffix(".schema.json") else { continue }
      names.append(String(name.dropLast(5)))
    }
    return names.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
  }

  /// A feed layout by its bundled name, or from a file: what has a "/" or ends in ".json".
  func layout(_ nameOrFile: String) throws -> FeedLayout {
    let isFile = nameOrFile.contains("/") || nameOrFile.hasSuffix(".json")
    if !isFile && !names.contains(nameOrFile) {
      let meant = Suggestion.closest(to: nameOrFile, among: names)
      throw Ending.couldNotRun(
        Diagnostic(
          .unknownLayout, .error, "no feed layout is named `\(nameOrFile)`",
          helps: (meant.map { ["did you mean `\($0)`?"] } ?? [])
            + ["bundled ones: \(names.joined(separator: ", ")); a file ends in .json"]))
    }
    let path = isFile ? nameOrFile : "\(folder)/\(nameOrFile).json"
    let document = try document(path, shownAs: isFile ? path : "\(nameOrFile).json")
    let parsed = FeedLayout.parse(document)
    guard let layout = parsed.layout else {
      throw Ending(status: 2, diagnostics: parsed.diagnostics)
    }
    return layout
  }

  /// Every bundled layout. One that cannot be read is left out: it is reported when it is named.
  var layouts: [FeedLayout] { names.compactMap { try? layout($0) } }

  func devices() throws -> [Device] {
    let parsed = Device.parse(
      try document("\(folder)/Devices/devices.json", shownAs: "devices.json"))
    guard parsed.diagnostics.isEmpty else {
      throw Ending(status: 2, diagnostics: parsed.diagnostics)
    }
    return parsed.devices
  }

  /// A document of the program's own or of its user's configuration: all of it or nothing.
  private func document(_ path: String, shownAs name: String) throws -> FeedDocument {
    let bytes: PaddedBytes
    do throws(ReadFailure) { bytes = try readSource(path) } catch {
      throw Ending.couldNotRun(
        Diagnostic(
          .unknownLayout, .error, "cannot read `\(name)`", label: error.reason,
          helps: ["check the name: `ls -l \(name)`"]))
    }
    let parsed = FeedDocument.parse(bytes, name: name)
    guard let document = parsed.document else {
      throw Ending(status: 2, diagnostics: parsed.diagnostics)
    }
    return document
  }
}

internal import Glibc

/// The reason for a plugin's quarantine, and its claims, so that no other plugin draws its blocks.
struct QuarantineRecord: Hashable {
  var loss: DrawingFailure
  var path: String
  /// The plugin's id and claims; `nil` if it crashed before it reported its id.
  var plugin: PluginDescriptor?

  fileprivate static let pathLimit = 4096

  var lines: [String] {
    var lines = ["cause \(loss.cause)", "file \(shown(path, limit: Self.pathLimit))"]
    lines += loss.notes.map { "note \(shown($0, limit: 400))" }
    lines += loss.trace.map { "trace \(shown($0, limit: 400))" }
    guard let plugin else { return lines }
    lines += ["id \(plugin.id)", "version \(plugin.version)"]
    for provider in plugin.providers {
      lines.append("provider")
      lines += provider.blockCodes.map { "code \($0)" } + provider.showTypes.map { "type \($0)" }
    }
    lines += plugin.renderers.map { "renderer \($0)" }
    return lines
  }
}

extension QuarantineRecord {
  /// Reads a record. Accepts any text: even a truncated record shows that the plugin failed.
  init(lines: [String]) {
    self.init(loss: DrawingFailure(cause: "broke in an earlier run"), path: "")
    var id = ""
    var version = ""
    var providers: [PluginDescriptor.Provider] = []
    var renderers: [String] = []
    for line in lines {
      let word = line.prefix { $0 != " " }
      let rest = String(line.dropFirst(word.count + 1))
      switch word {
      case "cause": loss.cause = rest
      case "file": path = rest
      case "note": loss.notes.append(rest)
      case "trace": loss.trace.append(rest)
      case "id": id = rest
      case "version": version = rest
      case "renderer": renderers.append(rest)
      case "provider": providers.append(.init(blockCodes: [], showTypes: []))
      case "code" where !providers.isEmpty: providers[providers.count - 1].blockCodes.append(rest)
      case "type" where !providers.isEmpty: providers[providers.count - 1].showTypes.append(rest)
      default: break
      }
    }
    if !id.isEmpty, !version.isEmpty {
      plugin = PluginDescriptor(
        id: id, version: version, providers: providers, renderers: renderers)
    }
  }
}

extension DigestFolder {
  /// Writes a record. Removes records of the file's earlier contents and of deleted files.
  /// - Complexity: O(records).
  func remember(_ digest: FileDigest, _ record: QuarantineRecord) throws(Failure) {
    let file = shown(record.path, limit: QuarantineRecord.pathLimit)
    for other in digests() where other != digest {
      let path = QuarantineRecord(lines: lines(of: other) ?? []).path
      guard path.hasPrefix("/"), path == file || access(path, F_OK) != 0 else { continue }
      _ = try? forget(other)
    }
    try remember(digest, record.lines)
  }
}

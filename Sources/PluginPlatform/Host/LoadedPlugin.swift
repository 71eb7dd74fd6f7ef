internal import CIsolation
internal import PluginCalls

/// A plugin that is loaded in this process, or whose transcripts a worker writes. A class, so that
/// a plugin is used without copying its fields.
final class LoadedPlugin: Sendable {
  let descriptor: PluginDescriptor
  let table: LoadedTable
  /// UTF-8 of the descriptor's identity, which the report of a crash borrows.
  private let identityBytes: [UInt8]

  init(_ table: LoadedTable, of file: Plugin.File) {
    self.table = table
    identityBytes = Array("\(table.id)@\(table.version)".utf8)
    descriptor = PluginDescriptor(
      id: table.id, version: table.version, path: file.shownPath, origin: file.folder.origin,
      providers: table.claims.map { .init(blockCodes: $0.blockCodes, showTypes: $0.showTypes) },
      renderers: table.rendererNames)
  }

  /// Calls the plugin. If the process dies in the call, its report names the plugin and `name`, a
  /// block code or a format.
  func reportingCrashes<T>(in name: String, _ call: () -> T) -> T {
    identityBytes.withUnsafeBytes { identity in
      var name = name
      return name.withUTF8 { name in
        se_beacon_begin(
          identity.baseAddress?.assumingMemoryBound(to: CChar.self), identity.count,
          UnsafeRawPointer(name.baseAddress)?.assumingMemoryBound(to: CChar.self), name.count)
        defer { se_beacon_end() }
        return call()
      }
    }
  }
}

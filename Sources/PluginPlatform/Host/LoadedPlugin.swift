internal import CIsolation
internal import PluginCalls
internal import Synchronization

/// A plugin that is loaded in this process, or whose transcripts a worker writes.
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
      providers: table.claims, renderers: table.rendererNames)
  }

  /// Calls the plugin with `name`, a block code or format, in the report of a crash.
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

/// The plugins loaded by a process that loads the search path repeatedly: each version of a file
/// once, an installed one from its own path, a file that later replaces it from a copy.
package final class LoadedCopies: Sendable {
  private struct State {
    var plugins: [[FileDigest]: LoadedPlugin] = [:]
    var inPlace: [String: (file: FileStamp, plugin: LoadedPlugin?)] = [:]
  }
  private let state = Mutex(State())

  package init() {}

  func plugin(_ image: PluginImage) -> LoadedPlugin? {
    state.withLock { $0.plugins[image.digests] }.map { LoadedPlugin($0.table, of: image.file) }
  }

  func remember(_ plugin: LoadedPlugin, _ image: PluginImage) {
    state.withLock { $0.plugins[image.digests] = plugin }
  }

  /// How a file of the installation can be loaded from its own path.
  enum Place {
    case free
    case loaded(LoadedPlugin)
    /// An earlier file was loaded from this path, and the loader would return that one.
    case replaced
  }

  /// Assigns the path to this file unless another file has it already.
  func place(of file: Plugin.File, _ identity: FileStamp) -> Place {
    state.withLock { state in
      guard let first = state.inPlace[file.path] else {
        state.inPlace[file.path] = (identity, nil)
        return .free
      }
      guard first.file == identity else { return .replaced }
      return first.plugin.map { .loaded(LoadedPlugin($0.table, of: file)) } ?? .free
    }
  }

  func remember(_ plugin: LoadedPlugin, inPlaceOf file: Plugin.File) {
    state.withLock { $0.inPlace[file.path]?.plugin = plugin }
  }
}

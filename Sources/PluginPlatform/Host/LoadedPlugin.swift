internal import CIsolation
internal import CSectionABI
internal import PluginCalls
internal import Synchronization

/// A plugin that is loaded in this process, or whose transcripts a worker writes.
final class LoadedPlugin: Sendable {
  let descriptor: PluginDescriptor
  let table: LoadedTable
  /// The descriptor's identity, which the report of a crash borrows.
  private let identity: String

  init(_ table: LoadedTable, of file: Plugin.File) {
    self.table = table
    descriptor = PluginDescriptor(
      id: table.id, version: table.version, path: file.shownPath, origin: file.folder.origin,
      providers: table.claims, renderers: table.rendererNames)
    identity = descriptor.identity
  }

  /// Calls the plugin with `name`, a block code or format, in the report of a crash.
  func reportingCrashes<T>(in name: String, _ call: () -> T) -> T {
    lend(identity) { identity in
      lend(name) { name in
        se_beacon_begin(identity.data, identity.length, name.data, name.length)
        defer { se_beacon_end() }
        return call()
      }
    }
  }
}

/// The plugins loaded by a process that loads the search path repeatedly: each version of a file
/// once, an installed one from its own path, a file that later replaces it from a copy.
package final class LoadedCopies: Sendable {
  enum Source: Hashable {
    /// Copies of the neighbours and of the file, with these digests.
    case copies([FileDigest])
    case path(String)
  }
  private let tables = Mutex<[Source: LoadedTable]>([:])
  /// The first file of each path.
  private let files = Mutex<[String: FileStamp]>([:])

  package init() {}

  subscript(source: Source) -> LoadedTable? {
    get { tables.withLock { $0[source] } }
    set { tables.withLock { $0[source] = newValue } }
  }

  /// Returns whether the loader would return another file, because it loaded that one from the same
  /// path before.
  func isReplaced(_ path: String, by file: FileStamp) -> Bool {
    files.withLock { files in
      let first = files[path] ?? file
      files[path] = first
      return first != file
    }
  }
}

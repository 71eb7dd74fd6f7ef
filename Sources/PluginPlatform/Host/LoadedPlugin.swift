internal import CIsolation
internal import CSectionABI
internal import PluginCalls
internal import SectionKit
internal import Synchronization

/// A plugin that is loaded or linked in this process, or loaded in workers that return transcripts of its calls.
final class LoadedPlugin: Sendable {
  let descriptor: PluginDescriptor
  let table: LoadedTable
  /// The descriptor's identity, kept here because crash reports borrow its bytes.
  private let identity: String
  /// Owns what the table of a linked plugin points to; `nil` for a library, whose data is static.
  private let linked: LinkedSections?

  init(_ table: LoadedTable, of file: Plugin.File, linked: LinkedSections? = nil) {
    self.table = table
    self.linked = linked
    descriptor = PluginDescriptor(
      id: table.id, version: table.version, path: file.shownPath, origin: file.folder.origin,
      providers: table.claims, renderers: table.rendererNames)
    identity = descriptor.identity
  }

  /// Runs `call`. If it crashes, the crash report shows the plugin and `name`: a block code or an
  /// output format.
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

/// The plugins loaded by a process that loads the search path repeatedly. Each version of a file is
/// loaded once: an installed file from its own path, a later replacement of it from a copy.
package final class LoadedCopies: Sendable {
  enum Source: Hashable {
    /// Copies with these digests: of the file, then of the libraries in its folder that it needs.
    case copies([FileDigest])
    case path(String)
  }
  private let tables = Mutex<[Source: LoadedTable]>([:])
  /// For each path, the stamp of the file that was first loaded from it.
  private let files = Mutex<[String: FileStamp]>([:])

  package init() {}

  subscript(source: Source) -> LoadedTable? {
    get { tables.withLock { $0[source] } }
    set { tables.withLock { $0[source] = newValue } }
  }

  /// Returns whether an earlier version of the file was loaded from this path. If so, the system's
  /// loader would return that version.
  func isReplaced(_ path: String, by file: FileStamp) -> Bool {
    files.withLock { files in
      let first = files[path] ?? file
      files[path] = first
      return first != file
    }
  }
}

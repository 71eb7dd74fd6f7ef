internal import PluginCalls
internal import Synchronization

/// What this process has loaded for one who loads the search path again and again.
///
/// Nothing is ever unloaded, so a file is loaded once for each contents that it has had and not once
/// for each time that it is met. A file of the installation is loaded in its place; the loader knows it
/// by its path from then on, so what replaces it is loaded from a copy.
package final class LoadedCopies: Sendable {
  private struct State {
    var plugins: [[FileDigest]: LoadedPlugin] = [:]
    var inPlace: [String: FileIdentity] = [:]
  }
  private let state = Mutex(State())

  package init() {}

  /// How many copies were loaded.
  package var count: Int { state.withLock { $0.plugins.count } }

  func plugin(_ image: PluginImage) -> LoadedPlugin? {
    state.withLock { $0.plugins[image.digests] }?.found(at: image.file)
  }

  func remember(_ plugin: LoadedPlugin, _ image: PluginImage) {
    state.withLock { $0.plugins[image.digests] = plugin }
  }

  /// Whether the loader would take the file for another, which was loaded from its path before.
  func isReplaced(_ path: String, by file: FileIdentity) -> Bool {
    state.withLock { state in
      guard let first = state.inPlace[path] else {
        state.inPlace[path] = file
        return false
      }
      return first != file
    }
  }
}

extension LoadedPlugin {
  /// The same code; whoever finds a file elsewhere calls it otherwise.
  fileprivate func found(at file: PluginDiscovery.File) -> LoadedPlugin {
    LoadedPlugin(table, of: file)
  }
}

internal import PluginCalls
internal import Synchronization

/// What this process has loaded for one who loads the search path again and again.
///
/// Nothing is ever unloaded, and what a plugin says of itself stays as long as the process. So a file is
/// loaded, and asked, once for each contents that it has had and not once for each time that it is met. A
/// file of the installation is loaded in its place; the loader knows it by its path from then on, so what
/// replaces it is loaded from a copy.
package final class LoadedCopies: Sendable {
  private struct State {
    var plugins: [[FileDigest]: LoadedPlugin] = [:]
    var inPlace: [String: (file: FileIdentity, plugin: LoadedPlugin?)] = [:]
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

  /// A file of the installation, to somebody who would load it in its place.
  enum Place {
    case free
    case loaded(LoadedPlugin)
    /// The loader would take it for another one, which was loaded from its path before.
    case replaced
  }

  /// From now on the place is this file's.
  func place(of file: PluginDiscovery.File, _ identity: FileIdentity) -> Place {
    state.withLock { state in
      guard let first = state.inPlace[file.path] else {
        state.inPlace[file.path] = (identity, nil)
        return .free
      }
      guard first.file == identity else { return .replaced }
      return first.plugin.map { .loaded($0.found(at: file)) } ?? .free
    }
  }

  func remember(_ plugin: LoadedPlugin, inPlaceOf file: PluginDiscovery.File) {
    state.withLock { $0.inPlace[file.path]?.plugin = plugin }
  }
}

extension LoadedPlugin {
  /// The same code; whoever finds a file elsewhere calls it otherwise.
  fileprivate func found(at file: PluginDiscovery.File) -> LoadedPlugin {
    LoadedPlugin(table, of: file)
  }
}

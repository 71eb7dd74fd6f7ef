internal import PluginCalls
internal import Synchronization

/// The plugins loaded by a process that loads the search path repeatedly.
///
/// Plugins are never unloaded, and a plugin's table is valid until the process ends. So each version
/// of a file is loaded once, not for each search. An installed plugin is loaded from its own path,
/// by which the loader identifies it; a file that later replaces it is loaded from a copy.
package final class LoadedCopies: Sendable {
  private struct State {
    var plugins: [[FileDigest]: LoadedPlugin] = [:]
    var inPlace: [String: (file: FileIdentity, plugin: LoadedPlugin?)] = [:]
  }
  private let state = Mutex(State())

  package init() {}

  func plugin(_ image: PluginImage) -> LoadedPlugin? {
    state.withLock { $0.plugins[image.digests] }?.found(at: image.file)
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
  func place(of file: Plugin.File, _ identity: FileIdentity) -> Place {
    state.withLock { state in
      guard let first = state.inPlace[file.path] else {
        state.inPlace[file.path] = (identity, nil)
        return .free
      }
      guard first.file == identity else { return .replaced }
      return first.plugin.map { .loaded($0.found(at: file)) } ?? .free
    }
  }

  func remember(_ plugin: LoadedPlugin, inPlaceOf file: Plugin.File) {
    state.withLock { $0.inPlace[file.path]?.plugin = plugin }
  }
}

extension LoadedPlugin {
  /// Returns the same code under the name of another file.
  fileprivate func found(at file: Plugin.File) -> LoadedPlugin {
    LoadedPlugin(table, of: file)
  }
}

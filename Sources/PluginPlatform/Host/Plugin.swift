package import PluginCalls

/// A plugin file, with everything that is known about it.
package struct Plugin: Sendable {
  /// How far a plugin is read or loaded, and where it runs.
  enum State {
    case refused(PluginRefusal)
    /// The claims cache knows its claims. It is loaded when a page needs it; its contents at that
    /// time, not the cached ones, decide where it runs and what it draws.
    case described(PluginDescriptor)
    /// The file was read, and a worker is to load it.
    case read(PluginImage)
    case loaded(LoadedPlugin)
    /// The plugin is loaded in workers of its own.
    case isolated(LoadedPlugin, IsolatedPlugin)
    /// A plugin of the installation that was described and cannot be loaded.
    case unloadable(PluginDescriptor, PluginRefusal)
    /// The plugin broke in an earlier run: it is not run, and no other plugin draws its blocks.
    case quarantined(PluginDescriptor, PluginLoss)
  }

  /// The state as `plugin list` shows it.
  package enum Status: String, Sendable {
    case program, worker, trusted, refused, shadowed, quarantined, unexamined
  }

  let file: File
  var state: State
  var isTrusted = false
  /// Whether it runs in a worker if it is not refused.
  var isIsolated = false
  /// Names of the libraries in its folder that belong to it and are not plugins.
  var companions: Set<String> = []
  /// Whether it is such a library of another plugin.
  var isCompanion = false
  var warnings: [Diagnostic] = []
  package internal(set) var number: Int?
  /// The refusal of a plugin whose id an earlier one has.
  var shadow: PluginRefusal?

  init(_ file: File, _ state: State = .refused(.empty)) {
    self.file = file
    self.state = state
  }

  package var path: String { file.shownPath }
  package var filePath: String { file.path }
  package var origin: PluginDescriptor.Origin { file.folder.origin }

  /// `nil` if the plugin was never loaded or described.
  package var descriptor: PluginDescriptor? {
    switch state {
    case .refused, .read: nil
    case .loaded(let plugin), .isolated(let plugin, _): plugin.descriptor
    case .described(let descriptor), .unloadable(let descriptor, _),
      .quarantined(let descriptor, _):
      descriptor
    }
  }

  package var refusal: PluginRefusal? {
    if let shadow { return shadow }
    return switch state {
    case .refused(let refusal): refusal
    case .read: .noWorker(reason: "it was not asked")
    case .quarantined(_, let loss): .quarantined(cause: loss.cause, trace: loss.trace)
    case .described, .loaded, .isolated, .unloadable: nil
    }
  }

  package var status: Status {
    switch refusal {
    case .shadowed: .shadowed
    case .quarantined: .quarantined
    case .notExamined: .unexamined
    case .some: .refused
    case nil: isIsolated ? .worker : isTrusted ? .trusted : .program
    }
  }

  package var diagnostics: [Diagnostic] {
    switch refusal {
    // A manifest's findings have their own source locations.
    case .manifest(let found): found
    case .some(let refusal): [refusal.diagnostic(ofPluginAt: path)]
    case nil: []
    }
  }

  package var help: String? { refusal?.help(ofPluginAt: path) }
}

package import PluginCalls

/// A plugin, in a file or linked into the program, and the state of loading it.
package struct Plugin: Sendable {
  /// How far a plugin has been loaded, and where it runs.
  enum State {
    case refused(PluginRefusal)
    /// The claims are in the claims cache. The plugin is loaded when a page needs it; the contents
    /// of the file at that time, not the cache, determine where it runs and which blocks it draws.
    case described(PluginDescriptor)
    /// The file was read, and a worker will load it.
    case read(PluginImage)
    case loaded(LoadedPlugin)
    /// The plugin is loaded in workers, which run no other plugin.
    case isolated(LoadedPlugin, IsolatedPlugin)
    /// A plugin of the installation with cached claims that could not be loaded.
    case unloadable(PluginDescriptor, PluginRefusal)
    /// The plugin crashed or hung in an earlier run. Its blocks become placeholders.
    case quarantined(PluginDescriptor, DrawingFailure)
  }

  /// The state that `plugin list` shows.
  package enum Status: String, Sendable {
    case program, worker, trusted, refused, shadowed, quarantined, unexamined
  }

  let file: File
  var state: State
  var isTrusted = false
  /// Whether a worker, not this process, runs the plugin if it is not refused.
  var isIsolated = false
  /// The names of files in the plugin's folder that are its libraries and not plugins themselves.
  var companions: Set<String> = []
  /// Whether another plugin has this file as one of its `companions`.
  var isCompanion = false
  var warnings: [Diagnostic] = []
  /// The index in the registry; `nil` for a plugin without a descriptor or with a `shadow`.
  package internal(set) var number: Int?
  /// The refusal, if a plugin with the same id precedes this one in the search order.
  var shadow: PluginRefusal?

  init(_ file: File, _ state: State = .refused(.empty)) {
    self.file = file
    self.state = state
  }

  package var path: String { file.shownPath }
  package var filePath: String { file.path }
  package var origin: PluginDescriptor.Origin { file.folder.origin }

  /// The plugin's id, version and claims; `nil` if it was never loaded and is not in the cache.
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
    case .read: .noWorker(reason: "it was not examined")
    case .quarantined(_, let loss): .quarantined(cause: loss.cause, trace: loss.trace)
    case .described, .loaded, .isolated, .unloadable: nil
    }
  }

  /// Whether the user names the plugin's folder, but pages are drawn without the plugin. A plugin
  /// with the id of an earlier one is replaced by that one.
  var isAbsent: Bool {
    (file.folder.isNamedByUser || origin == .linked) && !isCompanion && shadow == nil
      && refusal != nil
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
    // The diagnostics of a manifest already have source locations.
    case .manifest(let found): found
    case .invalidTable(let what) where origin == .linked:
      [
        Diagnostic(
          .pluginRefused, .warning, "\(path) \(PluginRefusal.invalidTable(what).reason)",
          notes: ["the plugin is not used"], helps: ["correct its `SectionPlugin`"], plugin: path)
      ]
    case .some(let refusal): [refusal.diagnostic(ofPluginAt: path)]
    case nil: []
    }
  }

  package var help: String? { refusal?.help(ofPluginAt: path) }
}

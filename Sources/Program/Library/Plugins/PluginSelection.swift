internal import SectionEngine
internal import PluginTools

/// The plugins of a run besides the installed ones, and how external plugins are isolated.
struct PluginSelection: Sendable {
  var folders: [String] = []
  /// Plugin files that run in the program itself, in their current state.
  var trusted: [String] = []
  /// Whether other plugins run even if their worker lacks a protection.
  var allowsUnconfined = false
  /// The time that external plugins have for a section, in seconds.
  var sectionTime = 2.0

  /// Loads the plugins, which measure texts as the page does.
  /// - Parameters:
  ///   - kept: Data for a caller that loads plugins repeatedly and detects changes of their files.
  ///   - forgives: Whether a plugin that breaks is used again for the next page, and is not quarantined.
  func load(
    _ installation: Installation, texts: TextMeasuring, kept: KeptPlugins? = nil,
    forgives: Bool = false
  ) throws -> SectionProviders {
    let measurer = try texts.required()
    var isolation = try isolation(installation, trusted: kept?.trusted)
    isolation.forgives = forgives
    if !isolation.trusted.isEmpty { StandardStream.keepProductApart() }
    return SectionProviders(
      PluginCatalog(
        searchPath(installation), runtimeFolder: installation.runtime, measurer: measurer,
        isolation: isolation, cacheFolder: kept == nil ? PluginMemory.cache : nil,
        copyFolder: PluginMemory.copies, copies: kept?.copies))
  }

  func listing(_ installation: Installation) throws -> PluginCatalog {
    PluginCatalog(
      searchPath(installation), runtimeFolder: installation.runtime,
      measurer: RecordedTextMeasurer(), isolation: try isolation(installation),
      cacheFolder: PluginMemory.cache, isListing: true)
  }

  /// Returns the isolation: external plugins run in a worker, unless the user trusts the file.
  /// - Parameter trusted: The trusted files of the selection; by default in their current state.
  private func isolation(
    _ installation: Installation, trusted: [TrustRecord]? = nil
  ) throws -> PluginIsolation {
    var isolation = PluginIsolation(worker: installation.worker)
    if let folder = PluginMemory.trusted {
      isolation.trusted = TrustedPlugins(rememberedIn: folder)
    }
    for record in try trusted ?? self.trusted.map(PluginMemory.trust) {
      isolation.trusted.add(record)
    }
    isolation.trustedFiles = self.trusted
    isolation.quarantine = PluginMemory.quarantine
    isolation.allowsUnconfined = allowsUnconfined
    isolation.sectionTime = sectionTime
    return isolation
  }

  /// Returns this run's folders and variables, then the user's folder, then bundled plugins.
  func searchPath(_ installation: Installation) -> PluginSearchPath {
    PluginSearchPath(
      options: folders, environmentPath: environmentVariable("SECTIONENGINE_PLUGIN_PATH"),
      dataHome: environmentVariable("XDG_DATA_HOME"), home: environmentVariable("HOME"),
      bundled: installation.bundledPlugins, repository: installation.droppedPlugins)
  }
}

extension PluginIsolation {
  /// Creates the isolation of checked plugins: with the remembered trust, without quarantine.
  init(checkingPluginsOf installation: Installation, allowsUnconfined: Bool) {
    self.init(worker: installation.worker)
    self.allowsUnconfined = allowsUnconfined
    if let folder = PluginMemory.trusted { trusted = TrustedPlugins(rememberedIn: folder) }
  }
}

extension PluginCheck {
  init(
    _ installation: Installation, allowsUnconfined: Bool,
    _ change: (inout Options) -> Void = { _ in }
  ) {
    var options = Options(
      isolation: .init(checkingPluginsOf: installation, allowsUnconfined: allowsUnconfined))
    options.runtimeFolder = installation.runtime
    change(&options)
    self.init(options)
  }

  /// Returns the result of drawing with a plugin, or throws why there is none as an `Ending`.
  static func drawing<Result>(_ file: String, _ body: () throws -> Result) throws -> Result {
    let helps = ["`sectionengine plugin check \(shown(file))` tells more"]
    do { return try body() } catch let fault as Fault {
      throw ending(fault)
    } catch BenchFailure.notLoaded(let reason) {
      throw Ending.couldNotRun(
        .unreadablePlugin, "`\(shown(file))` cannot be loaded", label: reason, helps: helps)
    } catch BenchFailure.ended(let cause, let place) {
      throw Ending.couldNotRun(
        .pluginBroke, "`\(shown(file))` \(cause)", notes: ["at \(place)"], helps: helps)
    }
  }

  static func ending(_ fault: PluginCheck.Fault) -> Ending {
    fault.missing.isEmpty
      ? .couldNotRun(
        .workerFailed, "plugins cannot be checked: \(fault.reason)",
        helps: ["`sectionengine doctor` says what is missing"])
      : .couldNotRun(
        .protectionMissing, "plugins cannot be checked: \(fault.reason)",
        helps: ["`--allow-unconfined` runs them all the same"])
  }
}

/// Data about plugins that is kept when they are loaded again.
struct KeptPlugins {
  /// The trusted files of the selection, in their state at the start of the program.
  let trusted: [TrustRecord]
  let copies = LoadedCopies()
}

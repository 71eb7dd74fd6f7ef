internal import Glibc
internal import PluginTools
internal import SectionEngine

/// The plugins that are added to the installed ones, and the isolation of external plugins.
struct PluginSelection: Sendable {
  var folders: [String] = []
  /// The positions of folders in the files that name them, by path.
  var places: [String: SourceLocation] = [:]
  /// Plugin files that are trusted in their current state, so they run in this process.
  var trusted: [String] = []
  /// Whether untrusted plugins run even if their worker lacks a protection.
  var allowsUnconfined = false
  /// The maximum time of an external plugin for one section, in seconds.
  var sectionTime = 2.0
  /// The maximum processor time of all external plugins for one page, in seconds; 0 for no limit.
  var pageTime = 60.0

  /// Loads the plugins. They measure texts with `texts`, like the page.
  /// - Parameters:
  ///   - kept: Data that remains when plugins are loaded again after changes; `nil` to load once.
  ///   - forgives: Whether a plugin that broke runs again for the next page, without quarantine.
  func load(
    _ installation: Installation, texts: TextMeasuring, kept: KeptPlugins? = nil,
    forgives: Bool = false
  ) throws -> SectionProviders {
    let measurer = try texts.required()
    var isolation = try isolation(installation, trusted: kept?.trusted)
    isolation.forgives = forgives
    // A watched page draws on the terminal itself.
    if kept == nil { isolation.showProgress = Self.progress }
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

  /// Throws `ExitError` if a folder or a plugin that options, variable or project name is absent.
  func requirePresence(_ installation: Installation) throws {
    guard
      !folders.isEmpty || !trusted.isEmpty
        || environmentVariable("SECTIONENGINE_PLUGIN_PATH") != nil
    else { return }
    let absences = try listing(installation).absences
    guard absences.isEmpty else { throw ExitError.lacking(absences) }
  }

  /// Returns the isolation: external plugins run in a worker unless the user trusts the file.
  /// - Parameter trusted: The records of the trusted files; `nil` to make them from the files.
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
    isolation.drawingTime = pageTime
    isolation.ignoredFolders = PluginMemory.ignoredFolders
    return isolation
  }

  /// Shows the processor time of a page on a terminal; `nil` without a terminal.
  private static var progress: (@Sendable (PageProgress?) -> Void)? {
    guard StandardStream.error.isTerminal else { return nil }
    let line = Monitor(StatusLine())
    return { progress in
      line.change { line in
        guard let progress else { return line.show("", end: "\r") }
        let limit = progress.limit.map { " of \(Int($0)) s" } ?? " s"
        line.show("plugins have used \(Int(progress.spent))\(limit) of processor time")
      }
    }
  }

  /// Returns the search path: the folders of options and variable, the user's, the bundled ones.
  func searchPath(_ installation: Installation) -> PluginSearchPath {
    var path = PluginSearchPath(
      options: folders, environmentPath: environmentVariable("SECTIONENGINE_PLUGIN_PATH"),
      dataHome: environmentVariable("XDG_DATA_HOME"), home: environmentVariable("HOME"),
      bundled: installation.bundledPlugins, repository: installation.droppedPlugins)
    for index in path.folders.indices {
      path.folders[index].location = places[path.folders[index].path]
    }
    return path
  }
}

extension PluginIsolation {
  /// Creates the isolation for checking plugins: with the stored trust, without quarantine.
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

  /// Returns the result of an operation with a plugin. Converts its errors to an `ExitError`.
  static func drawing<Result>(_ file: String, _ body: () throws -> Result) throws -> Result {
    let helps = helps(for: file)
    do { return try body() } catch let fault as Fault {
      throw exitError(fault)
    } catch BenchFailure.notLoaded(let reason) {
      throw ExitError.couldNotRun(
        .unreadablePlugin, "`\(shown(file))` cannot be loaded", label: reason, helps: helps)
    } catch BenchFailure.ended(let cause, let place) {
      throw ExitError.couldNotRun(
        .pluginBroke, "`\(shown(file))` \(cause)", notes: ["at \(place)"], helps: helps)
    }
  }

  /// Returns the command that tells why a plugin file cannot be used.
  static func helps(for file: String) -> [String] {
    access(file, F_OK) == 0
      ? ["`sectionengine plugin check \(shellWord(NewFolder.path(file)))` tells more"]
      : ReadFailure.helps(for: file)
  }

  static func exitError(_ fault: PluginCheck.Fault) -> ExitError {
    fault.missing.isEmpty
      ? .couldNotRun(
        .workerFailed, "plugins cannot be checked: \(fault.reason)",
        helps: ["`sectionengine doctor` lists what is missing"])
      : .couldNotRun(
        .protectionMissing, "plugins cannot be checked: \(fault.reason)",
        helps: ["`--allow-unconfined` runs them all the same"])
  }
}

/// Data that remains when plugins are loaded again.
struct KeptPlugins {
  /// The records of the trusted files at the start of the program.
  let trusted: [TrustRecord]
  let copies = LoadedCopies()
}

internal import SectionEngine

/// The user's folders with data about plugins: trusted, quarantined and cached plugins.
enum PluginMemory {
  /// The digests of trusted plugins. Each of these folders is `nil` if no home folder is known, or
  /// if another user can write to it.
  static var trusted: DigestFolder? { folders.used["trusted"] }
  static var quarantine: DigestFolder? { folders.used["quarantine"] }
  static var cache: String? { folders.used["plugins"]?.path }
  static var copies: String? { folders.used["copies"]?.path }
  /// The warnings about folders that are ignored because another user can write to them.
  static var ignoredFolders: [Diagnostic] { folders.ignored }

  private static let folders: (used: [String: DigestFolder], ignored: [Diagnostic]) = {
    var used: [String: DigestFolder] = [:]
    var ignored: [Diagnostic] = []
    for (name, variable, fallback) in [
      ("trusted", "XDG_CONFIG_HOME", ".config"), ("quarantine", "XDG_STATE_HOME", ".local/state"),
      ("plugins", "XDG_CACHE_HOME", ".cache"), ("copies", "XDG_CACHE_HOME", ".cache"),
    ] {
      guard let home = userFolder(variable, else: fallback) else { continue }
      let folder = DigestFolder(path: "\(home)/\(name)")
      if let warning = PrivateFolder.warning(about: folder.path) {
        ignored.append(warning)
      } else {
        used[name] = folder
      }
    }
    return (used, ignored)
  }()

  /// Returns the program's XDG folder. Relative paths in variables are ignored, as XDG requires.
  static func userFolder(_ variable: String, else fallback: String) -> String? {
    var base = environmentVariable(variable).flatMap { $0.hasPrefix("/") ? $0 : nil }
    if base == nil, let home = environmentVariable("HOME"), home.hasPrefix("/") {
      base = "\(home)/\(fallback)"
    }
    return base.map { "\($0)/sectionengine" }
  }

  /// Returns the trust record for the current contents of a plugin file.
  static func trust(in file: String) throws -> TrustRecord {
    let runtime = try? Installation.required().runtime
    do {
      return try PluginHost.trust(inPluginAt: file, runtimeFolder: runtime)
    } catch {
      throw ExitError.couldNotRun(
        .unreadablePlugin, "the plugin file `\(shown(file))` cannot be used",
        label: error.reason, helps: ["name the .so file itself"])
    }
  }

  static func exitError(_ failure: DigestFolder.Failure) -> ExitError {
    .couldNotRun(
      .cannotRemember, "cannot write `\(shown(failure.path, limit: 200))`",
      label: failure.reason, helps: ["check the folder, its permissions and the room on the disk"]
    )
  }
}

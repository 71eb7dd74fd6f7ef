internal import SectionEngine

/// The user's folders with data about plugins: trusted, quarantined and cached plugins.
enum PluginMemory {
  /// The digests of trusted plugins. Each of these folders is `nil` if no home folder is known.
  static var trusted: DigestFolder? { folder("XDG_CONFIG_HOME", else: ".config", "trusted") }
  static var quarantine: DigestFolder? {
    folder("XDG_STATE_HOME", else: ".local/state", "quarantine")
  }
  static var cache: String? { folder("XDG_CACHE_HOME", else: ".cache", "plugins")?.path }
  static var copies: String? { folder("XDG_CACHE_HOME", else: ".cache", "copies")?.path }

  private static func folder(
    _ variable: String, else fallback: String, _ name: String
  ) -> DigestFolder? {
    userFolder(variable, else: fallback).map { DigestFolder(path: "\($0)/\(name)") }
  }

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
      throw Ending.couldNotRun(
        .unreadablePlugin, "the plugin file `\(shown(file))` cannot be used",
        label: error.reason, helps: ["name the .so file itself"])
    }
  }

  static func ending(_ failure: DigestFolder.Failure) -> Ending {
    .couldNotRun(
      .cannotRemember, "cannot write `\(shown(failure.path, limit: 200))`",
      label: failure.reason, helps: ["check the folder, its permissions and the room on the disk"]
    )
  }
}

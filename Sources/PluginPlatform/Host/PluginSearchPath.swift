package import Support

/// The folders that are searched for plugins, in order of precedence. The current directory is
/// searched only if the user gives it explicitly, so that code is not loaded from it by accident.
package struct PluginSearchPath: Sendable, Hashable {
  package struct Folder: Sendable, Hashable {
    package var path: String
    package var origin: PluginDescriptor.Origin
    /// The position of the path in the file that names the folder; `nil` if an option names it.
    package var location: SourceLocation?

    package init(path: String, origin: PluginDescriptor.Origin) {
      self.path = path
      self.origin = origin
    }

    /// Whether an option or the environment gives the folder. If so, its absence is reported.
    package var isNamedByUser: Bool { origin == .option || origin == .environment }

    /// Returns a file's path for messages: only its name, unless the user gave the folder.
    package func shownPath(of name: String) -> String {
      isNamedByUser ? (path.hasSuffix("/") ? path : path + "/") + name : name
    }
  }

  package var folders: [Folder]

  package init(folders: [Folder]) { self.folders = folders }

  /// - Parameters:
  ///   - environmentPath: Folders separated by colons. Empty parts are ignored; they do not mean
  ///     the current directory as in PATH.
  ///   - dataHome: `XDG_DATA_HOME`. A relative path is ignored, as its specification requires.
  package init(
    options: [String] = [], environmentPath: String? = nil, dataHome: String? = nil,
    home: String? = nil, bundled: [String] = [], repository: [String] = []
  ) {
    var folders = options.map { Folder(path: $0, origin: .option) }
    let parts = environmentPath?.split(separator: ":") ?? []
    folders += parts.map { Folder(path: String($0), origin: .environment) }
    if let data = Self.dataFolder(dataHome: dataHome, home: home) {
      folders.append(Folder(path: data + "/sectionengine/plugins", origin: .user))
    }
    folders += bundled.filter { !$0.isEmpty }.map { Folder(path: $0, origin: .bundled) }
    folders += repository.filter { !$0.isEmpty }.map { Folder(path: $0, origin: .repository) }

    var seen: Set<String> = []
    self.folders = folders.filter { seen.insert(Self.withoutTrailingSlashes($0.path)).inserted }
  }

  private static func dataFolder(dataHome: String?, home: String?) -> String? {
    if let dataHome, dataHome.hasPrefix("/") { return withoutTrailingSlashes(dataHome) }
    if let home, home.hasPrefix("/") { return withoutTrailingSlashes(home) + "/.local/share" }
    return nil
  }

  private static func withoutTrailingSlashes(_ path: String) -> String {
    var path = Substring(path)
    while path.count > 1, path.hasSuffix("/") { path.removeLast() }
    return path == "/" ? "" : String(path)
  }
}

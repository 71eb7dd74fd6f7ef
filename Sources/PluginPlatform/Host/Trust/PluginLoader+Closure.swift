internal import Support
internal import Glibc
internal import PluginCalls

/// The libraries that the program has loaded before any plugin.
enum ProgramLibraries {
  /// File names at the first access, which is before the first plugin is loaded.
  static let names = Set(SystemCalls.loadedLibraries())
}

extension PluginLoader {
  /// Returns whether a name refers to the program's own library, regardless of search paths.
  static func hasOwn(_ name: String, runtimeFolder: String?) -> Bool {
    guard !name.contains("/") else { return false }
    return ProgramLibraries.names.contains(name)
      || runtimeFolder.map { access($0 + "/" + name, R_OK) == 0 } == true
  }

  /// Loads a plugin after every library that it needs. The loader then finds each one by its name
  /// and does not search, so the code that runs is the code that was digested.
  func load(
    _ image: PluginImage, after closure: LibraryClosure
  ) throws(PluginRefusal) -> LoadedPlugin {
    let needed = image.main.needed + closure.libraries.flatMap(\.elf.needed)
    PluginFile.preloadRuntime(needed, from: runtimeFolder)
    for library in closure.libraries {
      if let loaded = DynamicLoader.loaded(library.name) {
        guard Self.isSame(loaded, library) else {
          throw .dependencyConflict(shown(library.name))
        }
      } else if let contents = library.contents {
        _ = try DynamicLoader.load(
          try path(ofCopy: contents.bytes, contents.digest, named: library.name))
      } else {
        _ = try DynamicLoader.load(library.path)
      }
    }
    return try load(image)
  }

  private static func isSame(
    _ loaded: UnsafeMutableRawPointer, _ library: LibraryClosure.Library
  ) -> Bool {
    if let bytes = library.contents?.bytes { return isCopy(loaded, of: bytes) }
    guard let path = SystemCalls.path(ofLibrary: loaded) else { return false }
    return FileStamp(path) == FileStamp(library.path)
  }
}

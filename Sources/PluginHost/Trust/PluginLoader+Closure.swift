internal import Diagnostics
internal import Glibc
internal import PluginCalls
internal import Providers

/// The libraries that the program has before any plugin.
enum ProgramLibraries {
  /// File names, as they were when this was first asked for: before the first plugin is loaded.
  static let names = Set(SystemCalls.loadedLibraries())
}

extension PluginLoader {
  /// Whether the program's own library is taken for a name, whatever a search path leads to.
  static func hasOwn(_ name: String, runtimeFolder: String?) -> Bool {
    guard !name.contains("/") else { return false }
    return ProgramLibraries.names.contains(name)
      || runtimeFolder.map { access($0 + "/" + name, R_OK) == 0 } == true
  }

  /// Loads a plugin behind every library that it needs. So the loader finds each one loaded by its name,
  /// and searches for none: what was digested is what runs.
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

internal import CSectionABI
internal import Glibc
internal import PluginCalls

/// Loads plugins into this process, one at a time.
struct PluginLoader {
  /// The folder of the Swift runtime's libraries; `nil` if the program is installed without them.
  let runtimeFolder: String?
  /// The plugins loaded before; `nil` if the process loads the search path only once.
  var copies: LoadedCopies?
  /// The folder for copies in files; `nil` uses copies in memory.
  var named: NamedCopies?

  /// The Swift version of this process, such as "6.3". A plugin must be built with this version.
  static var hostSwiftVersion: String { "\(_SwiftStdlibVersion.current)".majorAndMinor }

  static func checkCompiler(of elf: ELFFile) throws(PluginRefusal) {
    if let version = elf.swiftVersion, version != hostSwiftVersion {
      throw .otherCompiler(found: shown(version), expected: hostSwiftVersion)
    }
  }

  /// Loads a file of the installation from its own path. If the file was replaced after an earlier
  /// version was loaded, loads a copy of the new file.
  ///
  /// - Parameter isKnown: Whether an earlier run of this program checked and loaded the file in its
  ///   current state, so that the checks are not repeated.
  func load(_ file: Plugin.File, isKnown: Bool = false) throws(PluginRefusal) -> LoadedPlugin {
    if let refusal = file.refusal { throw refusal }
    if isKnown, copies == nil, let stamp = file.stamp, stamp == FileStamp(file.path) {
      PluginFile.preloadSwift(from: runtimeFolder)
      return LoadedPlugin(try PluginFile.load(file.path, isKnown: true), of: file)
    }
    let open = try OpenFile(file.path)
    if copies?.isReplaced(file.path, by: FileStamp(open.status)) == true {
      return try load(try PluginImage(file))
    }
    if let table = copies?[.path(file.path)] { return LoadedPlugin(table, of: file) }
    let elf = try ELFFile(ByteSource(open), entry: SE_ENTRY_SYMBOL)
    try Self.checkCompiler(of: elf)
    PluginFile.preloadRuntime(elf.needed, from: runtimeFolder)
    let plugin = LoadedPlugin(try PluginFile.load(file.path), of: file)
    copies?[.path(file.path)] = plugin.table
    return plugin
  }

  func load(_ image: PluginImage) throws(PluginRefusal) -> LoadedPlugin {
    if let table = copies?[.copies(image.digests)] { return LoadedPlugin(table, of: image.file) }
    PluginFile.preloadRuntime(image.main.needed, from: runtimeFolder)
    for neighbour in image.neighbours {
      if let loaded = DynamicLoader.loaded(neighbour.name) {
        guard Self.isCopy(loaded, of: neighbour.bytes) || runtimeHas(neighbour.name) else {
          throw .dependencyConflict(shown(neighbour.name))
        }
        continue
      }
      guard neighbour.ownName == neighbour.name else {
        throw .dependencyWithoutName(shown(neighbour.name))
      }
      _ = try DynamicLoader.load(
        try path(ofCopy: neighbour.bytes, neighbour.digest, named: neighbour.name))
    }
    let main = image.main
    let copy = try path(ofCopy: main.bytes, main.digest, named: main.name)
    let plugin = LoadedPlugin(try PluginFile.load(copy), of: image.file)
    copies?[.copies(image.digests)] = plugin.table
    return plugin
  }

  /// Returns the path of a copy that never changes, in a file if possible, or else in memory.
  private func path(
    ofCopy bytes: [UInt8], _ digest: FileDigest, named name: String
  ) throws(PluginRefusal) -> String {
    if let path = named?.path(ofCopy: bytes, digest, named: name) { return path }
    return try PrivateCopy(of: bytes, named: name).pathForEver()
  }

  static func isCopy(_ handle: UnsafeMutableRawPointer, of bytes: [UInt8]) -> Bool {
    guard let path = SystemCalls.path(ofLibrary: handle), let file = try? OpenFile(path),
      file.size == bytes.count, let loaded = try? file.contents()
    else { return false }
    return loaded == bytes
  }

  /// Returns whether a library belongs to the Swift runtime, which all plugins share.
  private func runtimeHas(_ name: String) -> Bool {
    name.hasPrefix("libswift") || runtimeFolder.map { access($0 + "/" + name, F_OK) == 0 } == true
  }

  /// Returns whether the loader uses a library of the program or of its Swift runtime for a name.
  static func hasOwn(_ name: String, runtimeFolder: String?) -> Bool {
    guard !name.contains("/") else { return false }
    return SystemCalls.programLibraries.contains(name)
      || runtimeFolder.map { access($0 + "/" + name, R_OK) == 0 } == true
  }

  /// Loads a plugin after every library that it needs. The loader then recognizes each library by
  /// its name and does not search for files, so only code that was digested or trusted runs.
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

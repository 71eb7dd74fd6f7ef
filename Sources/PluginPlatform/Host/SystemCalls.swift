internal import Glibc
internal import PluginCalls

/// GNU functions of the C library that its Swift module leaves out, found by name.
enum SystemCalls {
  private typealias LibraryInfo =
    @convention(c) (
      UnsafeMutableRawPointer, Int32, UnsafeMutableRawPointer
    ) -> Int32

  /// Returns the folders that the loader searches for the program's own libraries: those of
  /// LD_LIBRARY_PATH, those of the program's own path, then the default ones.
  static func searchFolders() -> [String] {
    guard let symbol = dlsym(nil, "dlinfo"), let program = DynamicLoader.program else { return [] }
    let info = unsafeBitCast(symbol, to: LibraryInfo.self)
    // Dl_serinfo of <dlfcn.h>: the size in bytes, the count, then a name and flags for each folder.
    var size = (bytes: 0, count: 0)
    guard info(program, 5, &size) == 0 else { return [] }
    let buffer = UnsafeMutableRawPointer.allocate(byteCount: size.bytes, alignment: 8)
    defer { buffer.deallocate() }
    guard info(program, 5, buffer) == 0, info(program, 4, buffer) == 0 else { return [] }
    return (0..<Int(buffer.load(fromByteOffset: 8, as: UInt32.self))).compactMap { index in
      let name = buffer.load(fromByteOffset: 16 + 16 * index, as: UnsafePointer<CChar>?.self)
      return name.map { String(cString: $0) }
    }
  }

  /// Returns the file names of the loaded libraries, in the order of loading.
  static func loadedLibraries() -> [String] {
    guard let symbol = dlsym(nil, "dlinfo"), let program = DynamicLoader.program else { return [] }
    let info = unsafeBitCast(symbol, to: LibraryInfo.self)
    var map: UnsafeMutableRawPointer?
    guard info(program, 2, &map) == 0 else { return [] }
    var names: [String] = []
    while let entry = map {
      let path = entry.load(fromByteOffset: 8, as: UnsafePointer<CChar>?.self)
      let name = path.map { String(cString: $0) }?.split(separator: "/").last
      if let name { names.append(String(name)) }
      map = entry.load(fromByteOffset: 24, as: UnsafeMutableRawPointer?.self)
    }
    return names
  }

  /// Returns the path under which a loaded library was opened, or `nil` if the C library does not
  /// report it.
  static func path(ofLibrary handle: UnsafeMutableRawPointer) -> String? {
    guard let symbol = dlsym(nil, "dlinfo") else { return nil }
    // The type is the one documented in dlinfo(3).
    let info = unsafeBitCast(symbol, to: LibraryInfo.self)
    let linkMap: Int32 = 2
    var map: UnsafeMutableRawPointer?
    guard info(handle, linkMap, &map) == 0, let map else { return nil }
    // struct link_map of <link.h> starts with an address and the name.
    let name = map.load(fromByteOffset: 8, as: UnsafePointer<CChar>?.self)
    return name.map { String(cString: $0) }
  }
}

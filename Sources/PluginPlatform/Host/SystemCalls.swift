internal import Glibc
internal import PluginCalls

/// Functions of `dlinfo`, a GNU function that the Swift module of the C library leaves out.
enum SystemCalls {
  /// Fills `out` with what dlinfo(3) documents for a request, and returns whether it did.
  private static func info(
    _ library: UnsafeMutableRawPointer?, _ request: Int32, _ out: UnsafeMutableRawPointer
  ) -> Bool {
    typealias LibraryInfo =
      @convention(c) (UnsafeMutableRawPointer, Int32, UnsafeMutableRawPointer) -> Int32
    guard let library, let symbol = dlsym(nil, "dlinfo") else { return false }
    return unsafeBitCast(symbol, to: LibraryInfo.self)(library, request, out) == 0
  }

  private static func linkMap(_ library: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
    var map: UnsafeMutableRawPointer?
    return info(library, 2, &map) ? map : nil
  }

  private static func path(in linkMap: UnsafeMutableRawPointer) -> String? {
    linkMap.load(fromByteOffset: 8, as: UnsafePointer<CChar>?.self).map { String(cString: $0) }
  }

  /// Returns the folders of LD_LIBRARY_PATH, of the program's own path, then the default ones.
  static func searchFolders() -> [String] {
    let program = DynamicLoader.program
    // Dl_serinfo of <dlfcn.h>: the size in bytes, the count, then a name and flags for each folder.
    var size = (bytes: 0, count: 0)
    guard info(program, 5, &size) else { return [] }
    let buffer = UnsafeMutableRawPointer.allocate(byteCount: size.bytes, alignment: 8)
    defer { buffer.deallocate() }
    guard info(program, 5, buffer), info(program, 4, buffer) else { return [] }
    return (0..<Int(buffer.load(fromByteOffset: 8, as: UInt32.self))).compactMap { index in
      let name = buffer.load(fromByteOffset: 16 + 16 * index, as: UnsafePointer<CChar>?.self)
      return name.map { String(cString: $0) }
    }
  }

  /// The file names of the libraries that the program has loaded before any plugin; read once.
  static let programLibraries: Set<String> = {
    guard let first = linkMap(DynamicLoader.program) else { return [] }
    let maps = sequence(first: first) {
      $0.load(fromByteOffset: 24, as: UnsafeMutableRawPointer?.self)
    }
    return Set(maps.compactMap { path(in: $0)?.lastPart })
  }()

  /// Returns the path under which a library was opened, if the C library reports it.
  static func path(ofLibrary handle: UnsafeMutableRawPointer) -> String? {
    linkMap(handle).flatMap(path(in:))
  }
}

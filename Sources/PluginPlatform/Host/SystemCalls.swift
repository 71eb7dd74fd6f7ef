internal import Glibc
internal import PluginCalls

/// Queries the dynamic loader with `dlinfo`, which Swift's Glibc module does not declare.
enum SystemCalls {
  /// Calls dlinfo(3), which writes the answer to `out`. Returns whether the call succeeded.
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

  /// Returns the folders of LD_LIBRARY_PATH, of the program's run path, and the default folders.
  static func searchFolders() -> [String] {
    let program = DynamicLoader.program
    // Dl_serinfo in <dlfcn.h>: size in bytes, number of folders, then name and flags of each.
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

  /// The names of the loaded libraries at the first access, which must precede loading plugins.
  static let programLibraries: Set<String> = {
    guard let first = linkMap(DynamicLoader.program) else { return [] }
    let maps = sequence(first: first) {
      $0.load(fromByteOffset: 24, as: UnsafeMutableRawPointer?.self)
    }
    return Set(maps.compactMap { path(in: $0)?.lastPart })
  }()

  /// Returns the path from which a library was loaded; `nil` if the loader does not report it.
  static func path(ofLibrary handle: UnsafeMutableRawPointer) -> String? {
    linkMap(handle).flatMap(path(in:))
  }
}

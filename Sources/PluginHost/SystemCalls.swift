internal import Glibc

/// Functions of the C library that its module leaves out because they are GNU's own, found by name.
enum SystemCalls {
  private typealias LibraryInfo =
    @convention(c) (
      UnsafeMutableRawPointer, Int32, UnsafeMutableRawPointer
    ) -> Int32

  /// The path under which a loaded library was opened; `nil` where the C library cannot tell.
  static func path(ofLibrary handle: UnsafeMutableRawPointer) -> String? {
    guard let symbol = dlsym(nil, "dlinfo") else { return nil }
    // The type is that of dlinfo(3).
    let info = unsafeBitCast(symbol, to: LibraryInfo.self)
    let linkMap: Int32 = 2
    var map: UnsafeMutableRawPointer?
    guard info(handle, linkMap, &map) == 0, let map else { return nil }
    // struct link_map of <link.h> starts with an address and the name.
    let name = map.load(fromByteOffset: 8, as: UnsafePointer<CChar>?.self)
    return name.map { String(cString: $0) }
  }
}

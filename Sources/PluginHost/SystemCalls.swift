internal import Glibc

/// Functions of the C library that its module leaves out because they are GNU's own, found by name.
/// `nil` where the C library is too old to have them.
enum SystemCalls {
  private typealias MemoryFile = @convention(c) (UnsafePointer<CChar>, UInt32) -> Int32
  private typealias LibraryInfo =
    @convention(c) (
      UnsafeMutableRawPointer, Int32, UnsafeMutableRawPointer
    ) -> Int32

  /// A file in memory that no folder lists; negative with `errno` when there can be none.
  static func memoryFile(named name: String) -> Int32? {
    guard let symbol = dlsym(nil, "memfd_create") else { return nil }
    // The type is that of memfd_create(2).
    let create = unsafeBitCast(symbol, to: MemoryFile.self)
    let closeOnExec: UInt32 = 1
    let allowSealing: UInt32 = 2
    // Where a system forbids programs in memory by default, this asks for one; kernels before 6.3
    // do not know the flag.
    let executable: UInt32 = 16
    let descriptor = create(name, closeOnExec | allowSealing | executable)
    return descriptor >= 0 || errno != EINVAL
      ? descriptor : create(name, closeOnExec | allowSealing)
  }

  /// Forbids every further change of a memory file.
  static func seal(_ descriptor: Int32) {
    let addSeals: Int32 = 1033
    let sealShrinkGrowWrite: Int32 = 1 | 2 | 4 | 8
    _ = fcntl(descriptor, addSeals, sealShrinkGrowWrite)
  }

  /// The path under which a loaded library was opened.
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

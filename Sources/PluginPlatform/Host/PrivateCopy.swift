internal import CIsolation
internal import Support
internal import Glibc
internal import PluginCalls

/// A copy of a library that no other process can change.
///
/// Overwriting a loaded file in place changes the code of the running process, which then crashes.
/// The copy is a memory file: nothing is ever left on disk, and a `noexec` mount does not matter.
final class PrivateCopy: Sendable {
  let descriptor: Int32
  /// The copy's name in the memory map of the process: the last part of the library's path. The
  /// system allows 249 bytes, which `shown` does not exceed.
  let label: String

  init(of bytes: [UInt8], named name: String) throws(PluginRefusal) {
    label = shown(name.split(separator: "/").last.map(String.init) ?? name)
    let descriptor = se_memory_file(label, true)
    guard descriptor >= 0 else { throw .noPrivateCopy(reason: message(of: -descriptor)) }
    self.descriptor = descriptor
    let written = bytes.withUnsafeBytes { se_write_all(descriptor, $0.baseAddress, $0.count) }
    guard written == 0 else { throw .noPrivateCopy(reason: message(of: -written)) }
    // Every system with memory files supports seals; valgrind, used for debugging plugins, does
    // not.
    _ = se_seal(descriptor, true)
  }

  deinit { close(descriptor) }

  /// The copy's path for the loader of this process. The descriptor stays open until the process
  /// ends: the loader identifies a library by its path, here "/proc/self/fd/N", and would confuse a
  /// later copy with the same number with this one.
  func pathForEver() -> String {
    _ = Unmanaged.passRetained(self)
    return "/proc/self/fd/\(descriptor)"
  }
}

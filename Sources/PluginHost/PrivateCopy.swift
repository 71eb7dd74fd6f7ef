internal import CIsolation
internal import Diagnostics
internal import Glibc
internal import PluginCalls
internal import Providers

/// A copy of a library that nobody else can change.
///
/// Overwriting a loaded file in place changes the code under the running process, which dies of it.
/// The copy is a memory file: nothing is left on disk whatever happens, and no `noexec` mount is in
/// the way.
final class PrivateCopy: Sendable {
  let descriptor: Int32
  /// What the map of a process calls the copy: the last part of the library's path. The system allows 249
  /// bytes, which `shown` stays below.
  let label: String

  init(of bytes: [UInt8], named name: String) throws(PluginRefusal) {
    label = shown(name.split(separator: "/").last.map(String.init) ?? name)
    let descriptor = se_memory_file(label, true)
    guard descriptor >= 0 else { throw .noPrivateCopy(reason: message(of: -descriptor)) }
    self.descriptor = descriptor
    let written = bytes.withUnsafeBytes { se_write_all(descriptor, $0.baseAddress, $0.count) }
    guard written == 0 else { throw .noPrivateCopy(reason: message(of: -written)) }
    // Every system with memory files seals them; valgrind, under which plugins are debugged, does not.
    _ = se_seal(descriptor, true)
  }

  deinit { close(descriptor) }

  /// The copy's path for the loader of this process. The descriptor stays open until the process ends:
  /// the loader knows a library by its path, here "/proc/self/fd/N", and would take a later copy under
  /// the same number for this one.
  func pathForEver() -> String {
    _ = Unmanaged.passRetained(self)
    return "/proc/self/fd/\(descriptor)"
  }
}

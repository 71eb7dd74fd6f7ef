internal import Glibc
internal import Providers

/// A copy of a library that nobody else can change.
///
/// Overwriting a loaded file in place changes the code under the running process, which dies of it.
/// The copy is a memory file: nothing is left on disk whatever happens, and no `noexec` mount is in
/// the way. Its descriptor stays open until the process ends: the loader knows a library by its
/// path, here "/proc/self/fd/N", and would take a later copy under the same number for this one.
struct PrivateCopy {
  let path: String

  init(of bytes: [UInt8], named name: String) throws(PluginRefusal) {
    guard let descriptor = SystemCalls.memoryFile(named: String(shown(name).utf8.prefix(200)) ?? "")
    else { throw .noPrivateCopy(reason: "the C library has no memory files") }
    guard descriptor >= 0 else { throw .noPrivateCopy(reason: message(of: errno)) }
    var written = 0
    while written < bytes.count {
      let count = bytes.withUnsafeBytes { buffer in
        let rest = UnsafeRawBufferPointer(rebasing: buffer[written...])
        return write(descriptor, rest.baseAddress, rest.count)
      }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else {
        let reason = message(of: errno)
        close(descriptor)
        throw .noPrivateCopy(reason: reason)
      }
      written += count
    }
    SystemCalls.seal(descriptor)
    path = "/proc/self/fd/\(descriptor)"
  }
}

internal import Glibc
internal import PluginCalls

/// What tells a file from what stood under its name before, without reading it.
struct FileStamp: Sendable, Hashable {
  var device: UInt64
  var inode: UInt64
  var size: Int64
  /// Nanoseconds since 1970 of the last change of the contents, and of anything.
  var modified: Int64
  var changed: Int64

  init(_ status: stat) {
    func nanoseconds(_ time: timespec) -> Int64 {
      // A time that no clock shows only has to be the same the next time.
      Int64(time.tv_sec) &* 1_000_000_000 &+ Int64(time.tv_nsec)
    }
    device = UInt64(status.st_dev)
    inode = UInt64(status.st_ino)
    size = Int64(status.st_size)
    modified = nanoseconds(status.st_mtim)
    changed = nanoseconds(status.st_ctim)
  }

  /// `nil`: there is no file, or it may not be looked at.
  init?(_ path: String) {
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    self.init(status)
  }

  /// Whether a change that came right behind the last one would show. Clocks of file systems tick, and
  /// two changes within one tick leave the same stamp.
  var isSettled: Bool {
    var now = timespec()
    clock_gettime(CLOCK_REALTIME, &now)
    let tick: Int64 = 100_000_000
    return Int64(now.tv_sec) &* 1_000_000_000 &+ Int64(now.tv_nsec) &- max(modified, changed) > tick
  }
}

extension FileStamp {
  init(_ reader: inout FlatReader) throws(FlatReader.Malformed) {
    device = try reader.integer()
    inode = try reader.integer()
    size = try reader.integer()
    modified = try reader.integer()
    changed = try reader.integer()
  }

  func write(to writer: inout FlatWriter) {
    writer.add(device)
    writer.add(inode)
    writer.add(size)
    writer.add(modified)
    writer.add(changed)
  }
}

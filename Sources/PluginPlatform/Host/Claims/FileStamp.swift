internal import Glibc
internal import PluginCalls

/// Metadata that detects a changed or replaced file without reading it.
struct FileStamp: Sendable, Hashable {
  var device: UInt64
  var inode: UInt64
  var size: Int64
  /// The times of the last change of the contents and of the metadata, in nanoseconds since 1970.
  var modified: Int64
  var changed: Int64

  init(_ status: stat) {
    func nanoseconds(_ time: timespec) -> Int64 {
      // An absurd time may overflow: it only has to be equal the next time.
      Int64(time.tv_sec) &* 1_000_000_000 &+ Int64(time.tv_nsec)
    }
    device = UInt64(status.st_dev)
    inode = UInt64(status.st_ino)
    size = Int64(status.st_size)
    modified = nanoseconds(status.st_mtim)
    changed = nanoseconds(status.st_ctim)
  }

  /// Reads the stamp of the file at a path; `nil` if there is none, or it is not accessible.
  init?(_ path: String) {
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    self.init(status)
  }

  /// Whether a change right after the last one would change the stamp. File systems have coarse
  /// clocks, and two changes within one tick leave the same stamp.
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

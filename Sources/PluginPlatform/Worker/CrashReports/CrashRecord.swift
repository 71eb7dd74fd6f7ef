internal import CIsolation
internal import Glibc

/// The record that a worker writes to the arena when a signal kills it: the addresses of its active
/// calls, and its memory map.
///
/// A plugin can forge the record. So it is used only for messages, and every read is checked.
struct CrashRecord {
  struct Mapping {
    var addresses: Range<UInt64>
    var offset: UInt64
    var inode: UInt64
    var path: String
  }

  let signal: Int32
  /// The address whose access failed; `.max` if the system does not report it.
  let address: UInt64
  let stack: UInt64
  let frames: [Frame]
  let mappings: [Mapping]

  /// An active call on the stack. `frames` begins with the innermost call.
  struct Frame {
    var address: UInt64
    /// Whether `address` is a return address; otherwise it is the instruction that crashed.
    var isReturn: Bool

    var place: UInt64 { isReturn ? address &- 1 : address }
  }

  /// Reads a record; `nil` if it has a wrong size.
  /// - Parameter bytes: The bytes of an `se_crash`.
  init?(_ bytes: [UInt8]) {
    guard bytes.count == MemoryLayout<se_crash>.size else { return nil }
    let crash = bytes.withUnsafeBytes { $0.loadUnaligned(as: se_crash.self) }
    signal = crash.signal
    address = crash.address
    stack = crash.stack
    let count = Int(min(crash.frame_count, UInt64(SE_CRASH_FRAMES)))
    frames = withUnsafeBytes(of: crash.frames) { frames in
      frames.bindMemory(to: UInt64.self).prefix(count).enumerated()
        .map { Frame(address: $1, isReturn: $0 > 0) }
    }
    // `se_crash.map` is too large for Swift to import, so it is read from the bytes.
    let map = Int(SE_CRASH_MAP_OFFSET)
    let length = min(Int(crash.map_length), Int(SE_CRASH_MAP))
    mappings = String(decoding: bytes[map..<map + length], as: UTF8.self)
      .split(separator: "\n").compactMap { Mapping($0) }
  }

  func mapping(of address: UInt64) -> Mapping? {
    mappings.first { $0.addresses.contains(address) }
  }
}

extension CrashRecord.Mapping {
  /// Parses a line of /proc/self/maps: addresses, permissions, offset, device, inode, path.
  fileprivate init?(_ line: Substring) {
    let words = line.split(separator: " ", maxSplits: 5)
    guard words.count == 6, let offset = UInt64(words[2], radix: 16), let inode = UInt64(words[4])
    else { return nil }
    let ends = words[0].split(separator: "-").compactMap { UInt64($0, radix: 16) }
    guard ends.count == 2, ends[0] < ends[1] else { return nil }
    self.init(
      addresses: ends[0]..<ends[1], offset: offset, inode: inode,
      path: String(words[5].drop { $0 == " " }))
  }
}

internal import CIsolation
internal import Glibc

/// The record that a worker leaves in the arena when a signal kills it: its active calls, and the
/// memory map of its files.
///
/// A plugin can forge all of it, so the record decides nothing, and every read is checked.
struct CrashRecord {
  struct Mapping {
    var addresses: Range<UInt64>
    var offset: UInt64
    var inode: UInt64
    var path: String
  }

  let signal: Int32
  /// The address that the instruction could not access; `.max` if the system does not report it.
  let address: UInt64
  /// The stack pointer.
  let stack: UInt64
  let frames: [Frame]
  let mappings: [Mapping]

  /// An active call on the stack; `frames` lists the innermost first.
  struct Frame {
    var address: UInt64
    /// Whether the address follows a call instruction; otherwise it is the faulting instruction.
    var isReturn: Bool

    var place: UInt64 { isReturn ? address &- 1 : address }
  }

  /// - Parameter bytes: The bytes of an `se_crash`.
  init?(_ bytes: [UInt8]) {
    guard bytes.count == MemoryLayout<se_crash>.size else { return nil }
    typealias Place = PartialKeyPath<se_crash>
    func offset(_ place: Place) -> Int { MemoryLayout<se_crash>.offset(of: place) ?? 0 }
    func word<T: FixedWidthInteger & BitwiseCopyable>(_ place: Int, _ type: T.Type = T.self) -> T {
      bytes.withUnsafeBytes { $0.loadUnaligned(fromByteOffset: place, as: T.self) }
    }
    signal = word(offset(\.signal))
    address = word(offset(\.address))
    stack = word(offset(\.stack))
    let count = min(word(offset(\.frame_count), UInt64.self), UInt64(SE_CRASH_FRAMES))
    frames = (0..<Int(count)).map {
      Frame(address: word(offset(\.frames) + $0 * 8), isReturn: $0 > 0)
    }
    // Swift does not import C arrays of this size.
    let map = Int(SE_CRASH_MAP_OFFSET)
    let length = min(Int(word(offset(\.map_length), UInt32.self)), Int(SE_CRASH_MAP))
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

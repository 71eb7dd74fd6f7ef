internal import PluginCalls

/// Step 2: reads the program headers, and maps addresses to offsets in the file.
struct ELFSegments {
  struct Segment {
    var type: UInt32
    var flags: UInt32
    var offset: UInt64
    var address: UInt64
    var fileSize: UInt64
    var memorySize: UInt64
    var alignment: UInt64
  }

  private let loaded: [Segment]
  let dynamic: Segment
  let notes: [Segment]

  init(_ source: ByteSource, header: ELFHeader) throws(PluginRefusal) {
    let bytes = header.programHeaderCount * 56
    guard let table = source.read(at: header.programHeaders, count: bytes) else {
      throw .incomplete(
        what: "program headers", end: header.programHeaders.saturatingAdd(bytes),
        size: source.size)
    }
    let record = ELFRecord(table)
    var loaded: [Segment] = []
    var dynamic: Segment?
    var notes: [Segment] = []
    for start in stride(from: 0, to: table.count, by: 56) {
      let segment = Segment(
        type: record.u32(start), flags: record.u32(start + 4), offset: record.u64(start + 8),
        address: record.u64(start + 16), fileSize: record.u64(start + 32),
        memorySize: record.u64(start + 40), alignment: record.u64(start + 48))
      switch segment.type {
      case 1:
        try Self.check(segment, source, after: loaded.last)
        loaded.append(segment)
      case 2: dynamic = segment
      case 4: notes.append(segment)
      default: break
      }
    }
    guard !loaded.isEmpty else { throw .malformed("it has nothing to load") }
    guard let dynamic else { throw .malformed("it has no dynamic table: it is linked statically") }
    self.loaded = loaded
    self.dynamic = dynamic
    self.notes = notes
  }

  private static func check(
    _ segment: Segment, _ source: ByteSource, after previous: Segment?
  ) throws(PluginRefusal) {
    let end = segment.offset.saturatingAdd(segment.fileSize)
    guard end <= source.size else {
      throw .incomplete(what: "loaded segment", end: end, size: source.size)
    }
    guard segment.fileSize <= segment.memorySize else {
      throw .malformed("a segment is larger in the file than in memory")
    }
    // Addresses are relative; a library that spans more than this leaves no room for others.
    let limit: UInt64 = 1 << 40
    guard segment.address < limit, segment.memorySize < limit else {
      throw .malformed("a segment lies beyond the address space")
    }
    guard segment.offset % 4096 == segment.address % 4096 else {
      throw .malformed("a segment is not aligned to pages")
    }
    if let previous, segment.address < previous.address + previous.memorySize {
      throw .malformed("its segments overlap or are out of order")
    }
  }

  /// Returns the file offset of `count` bytes at an address, or `nil` unless the file has all of
  /// them.
  func offset(ofAddress address: UInt64, count: UInt64) -> UInt64? {
    for segment in loaded where address >= segment.address {
      let start = address - segment.address
      guard start < segment.fileSize, count <= segment.fileSize - start else { continue }
      return segment.offset + start
    }
    return nil
  }

  /// Returns whether `count` bytes at an address are memory of this library, in the file or not.
  func contains(address: UInt64, count: UInt64, executable: Bool = false) -> Bool {
    loaded.contains { segment in
      guard address >= segment.address, !executable || segment.flags & 1 != 0 else { return false }
      let start = address - segment.address
      return start <= segment.memorySize && count <= segment.memorySize - start
    }
  }
}

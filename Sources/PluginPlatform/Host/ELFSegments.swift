internal import PluginCalls

/// Step 2 of `ELFFile`: reads the program headers, and converts addresses to file offsets.
struct ELFSegments {
  struct Segment {
    var type, flags: UInt32
    var offset, address, fileSize, memorySize, alignment: UInt64
  }

  let source: ByteSource
  private let loaded: [Segment]
  let dynamic: Segment
  let notes: [Segment]

  init(_ source: ByteSource, header: ELFRecord) throws(PluginRefusal) {
    let (start, bytes) = (header.u64(32), UInt64(header.u16(56)) * 56)
    guard let table = source.read(at: start, count: bytes) else {
      throw .incomplete(
        what: "program headers", end: start.saturatingAdd(bytes), size: source.size)
    }
    var loaded: [Segment] = []
    var dynamic: Segment?
    var notes: [Segment] = []
    for start in stride(from: 0, to: table.bytes.count, by: 56) {
      let segment = Segment(
        type: table.u32(start), flags: table.u32(start + 4), offset: table.u64(start + 8),
        address: table.u64(start + 16), fileSize: table.u64(start + 32),
        memorySize: table.u64(start + 40), alignment: table.u64(start + 48))
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
    self.source = source
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
    // Addresses are relative to the start of the library, which is far smaller than 1 TiB.
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

  /// Returns the file offset of `count` bytes at an address; `nil` unless all are in the file.
  func offset(ofAddress address: UInt64, count: UInt64) -> UInt64? {
    for segment in loaded where address >= segment.address {
      let start = address - segment.address
      guard start < segment.fileSize, count <= segment.fileSize - start else { continue }
      return segment.offset + start
    }
    return nil
  }

  /// Returns `count` bytes at an address; `nil` unless all are in the file.
  func read(atAddress address: UInt64, count: UInt64) -> ELFRecord? {
    offset(ofAddress: address, count: count).flatMap { source.read(at: $0, count: count) }
  }

  /// Returns whether `count` bytes at an address are in the memory of a loaded segment.
  func contains(address: UInt64, count: UInt64, executable: Bool = false) -> Bool {
    loaded.contains { segment in
      guard address >= segment.address, !executable || segment.flags & 1 != 0 else { return false }
      let start = address - segment.address
      return start <= segment.memorySize && count <= segment.memorySize - start
    }
  }

  /// The Swift version, such as "6.3", from SectionKit's ELF note of type 1 ("swift-6.3.1").
  var swiftVersion: String? {
    let owner = "sectionengine"
    for segment in notes {
      guard segment.fileSize <= ELFLimits.noteBytes,
        let record = source.read(at: segment.offset, count: segment.fileSize)
      else { continue }
      // Notes are padded to 4 bytes, or to 8 in segments with that alignment.
      let padding = segment.alignment == 8 ? 8 : 4
      var start = 0
      while start + 12 <= record.bytes.count {
        let nameSize = Int(record.u32(start))
        let textSize = Int(record.u32(start + 4))
        let name = start + 12
        let text = Self.aligned(name + nameSize, to: padding)
        guard text <= record.bytes.count, textSize <= record.bytes.count - text else { break }
        if record.u32(start + 8) == 1, nameSize == owner.utf8.count + 1,
          record.string(name) == owner
        {
          let stamp = String(record.string(text).utf8.prefix(textSize)) ?? ""
          // Returns a text of another form unchanged; the refusal shows it to the user.
          guard stamp.hasPrefix("swift-") else { return stamp }
          return String(stamp.dropFirst("swift-".count)).majorAndMinor
        }
        start = Self.aligned(text + textSize, to: padding)
      }
    }
    return nil
  }

  private static func aligned(_ value: Int, to alignment: Int) -> Int {
    (value + alignment - 1) / alignment * alignment
  }
}

extension String {
  /// The first two parts of a version: "6.3" for "6.3.1".
  var majorAndMinor: String { split(separator: ".").prefix(2).joined(separator: ".") }
}

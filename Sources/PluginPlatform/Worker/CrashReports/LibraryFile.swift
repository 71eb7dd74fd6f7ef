internal import Glibc

/// The symbols of an ELF file, on disk or in memory. The file is untrusted.
final class LibraryFile {
  let descriptor: Int32
  let hasDebugInformation: Bool
  private let bytes: UntrustedBytes
  private let segments: [(offset: UInt64, address: UInt64, size: UInt64)]
  /// The sections `.symtab` and `.dynsym`, in this order, as far as the file has them.
  private let symbolTables: [(type: UInt32, entries: Range<UInt64>, strings: UInt64)]

  /// - Parameter descriptor: An open file, which must stay open while this object is used.
  init?(descriptor: Int32) {
    var status = stat()
    guard descriptor >= 0, fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG,
      status.st_size > 64,
      let memory = mmap(nil, Int(status.st_size), PROT_READ, MAP_PRIVATE, descriptor, 0),
      memory != MAP_FAILED
    else { return nil }
    let bytes = UntrustedBytes(
      memory: UnsafeRawBufferPointer(start: memory, count: Int(status.st_size)))
    self.descriptor = descriptor
    self.bytes = bytes

    let programHeaders: UInt64 = bytes.integer(32)
    segments = (0..<UInt64(bytes.integer(56, UInt16.self))).compactMap { number in
      let header = programHeaders &+ number * 56
      guard bytes.integer(header, UInt32.self) == 1 else { return nil }
      return (bytes.integer(header &+ 8), bytes.integer(header &+ 16), bytes.integer(header &+ 32))
    }

    let sections: UInt64 = bytes.integer(40)
    func field(_ section: UInt64, _ offset: UInt64) -> UInt64 {
      bytes.integer(sections &+ section &* 64 &+ offset)
    }
    let names = field(UInt64(bytes.integer(62, UInt16.self)), 24)
    var tables: [(type: UInt32, entries: Range<UInt64>, strings: UInt64)] = []
    var hasDebugInformation = false
    for number in 0..<(sections == 0 ? 0 : UInt64(bytes.integer(60, UInt16.self))) {
      let header = sections &+ number * 64
      let name = bytes.text(names &+ UInt64(bytes.integer(header, UInt32.self)))
      if name == ".debug_info" { hasDebugInformation = true }
      let type: UInt32 = bytes.integer(header &+ 4)
      let (first, size) = (field(number, 24), field(number, 32))
      let end = UInt64(bytes.memory.count)
      guard type == 2 || type == 11, first <= end, size <= end - first else { continue }
      let strings = field(UInt64(bytes.integer(header &+ 40, UInt32.self)), 24)
      tables.append((type, first..<first + size, strings))
    }
    symbolTables = tables.sorted { $0.type < $1.type }
    self.hasDebugInformation = hasDebugInformation
    guard bytes.integer(0, UInt32.self) == 0x464c_457f else { return nil }
  }

  deinit { munmap(UnsafeMutableRawPointer(mutating: bytes.memory.baseAddress), bytes.memory.count) }

  /// Returns the address that symbols use for a file offset; `nil` if it is in no loaded segment.
  func address(ofOffset offset: UInt64) -> UInt64? {
    segments.first { offset >= $0.offset && offset - $0.offset < $0.size }
      .map { $0.address &+ (offset - $0.offset) }
  }

  /// Returns the function that contains an address. O(symbols).
  func symbol(at address: UInt64) -> (name: String, start: UInt64)? {
    for table in symbolTables {
      var best: (name: UInt32, start: UInt64)?
      var entry = table.entries.lowerBound
      while table.entries.upperBound - entry >= 24 {
        defer { entry += 24 }
        let start: UInt64 = bytes.integer(entry + 8)
        guard [2, 10].contains(bytes.integer(entry + 4, UInt8.self) & 0xf),
          start <= address, start > best?.start ?? 0,
          address - start < max(1, bytes.integer(entry + 16))
        else { continue }
        best = (bytes.integer(entry), start)
      }
      if let best { return (bytes.text(table.strings &+ UInt64(best.name)), best.start) }
    }
    return nil
  }
}

private struct UntrustedBytes {
  let memory: UnsafeRawBufferPointer

  /// Returns the little-endian integer at an offset; 0 if it is not completely inside the file.
  func integer<T: FixedWidthInteger & BitwiseCopyable>(
    _ offset: UInt64, _ type: T.Type = T.self
  ) -> T {
    let size = UInt64(MemoryLayout<T>.size)
    guard offset <= UInt64(memory.count), size <= UInt64(memory.count) - offset else { return 0 }
    return T(littleEndian: memory.loadUnaligned(fromByteOffset: Int(offset), as: T.self))
  }

  /// Returns the text from an offset to the next zero byte, at most 1,000 bytes.
  func text(_ offset: UInt64) -> String {
    guard offset < UInt64(memory.count) else { return "" }
    return String(decoding: memory[Int(offset)...].prefix(1_000).prefix { $0 != 0 }, as: UTF8.self)
  }
}

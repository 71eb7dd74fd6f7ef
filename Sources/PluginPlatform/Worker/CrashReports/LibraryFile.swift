internal import Glibc

/// An ELF file, on disk or in memory, with its symbols.
final class LibraryFile {
  let descriptor: Int32
  let bytes: UntrustedBytes
  let hasDebugInformation: Bool
  private typealias Segment = (offset: UInt64, address: UInt64, size: UInt64)
  private let segments: [Segment]
  /// `.symtab`, then `.dynsym`, if present.
  private let symbolTables: [SymbolTable]
  private typealias SymbolTable = (type: UInt32, entries: Range<UInt64>, strings: UInt64)

  /// - Parameter descriptor: An open file; it must stay open as long as this object.
  init?(descriptor: Int32) {
    var status = stat()
    guard descriptor >= 0, fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG,
      status.st_size > 64,
      let memory = mmap(nil, Int(status.st_size), PROT_READ, MAP_PRIVATE, descriptor, 0),
      memory != MAP_FAILED
    else { return nil }
    self.descriptor = descriptor
    bytes = UntrustedBytes(
      memory: UnsafeRawBufferPointer(start: memory, count: Int(status.st_size)))
    guard (try? bytes.integer(0, UInt32.self)) == 0x464c_457f,
      let segments = try? Self.segments(bytes), let sections = try? Self.sections(bytes)
    else {
      munmap(memory, Int(status.st_size))
      return nil
    }
    self.segments = segments
    (symbolTables, hasDebugInformation) = sections
  }

  deinit { munmap(UnsafeMutableRawPointer(mutating: bytes.memory.baseAddress), bytes.memory.count) }

  private static func segments(_ bytes: UntrustedBytes) throws(Malformed) -> [Segment] {
    let start = try bytes.integer(32, UInt64.self)
    var segments: [Segment] = []
    for number in 0..<UInt64(try bytes.integer(56, UInt16.self)) {
      let header = start &+ number * 56
      guard try bytes.integer(header, UInt32.self) == 1 else { continue }
      segments.append(
        (
          try bytes.integer(header &+ 8), try bytes.integer(header &+ 16),
          try bytes.integer(header &+ 32)
        ))
    }
    return segments
  }

  private static func sections(
    _ bytes: UntrustedBytes
  ) throws(Malformed) -> ([SymbolTable], hasDebugInformation: Bool) {
    let start = try bytes.integer(40, UInt64.self)
    func field(_ section: some BinaryInteger, _ offset: UInt64) throws(Malformed) -> UInt64 {
      try bytes.integer(start &+ UInt64(section) &* 64 &+ offset)
    }
    var tables: [SymbolTable] = []
    var hasDebugInformation = false
    guard start != 0 else { return ([], false) }
    let names = try field(try bytes.integer(62, UInt16.self), 24)
    for number in 0..<(try bytes.integer(60, UInt16.self)) {
      let header = start &+ UInt64(number) &* 64
      let type = try bytes.integer(header &+ 4, UInt32.self)
      let name = bytes.text(names &+ UInt64(try bytes.integer(header, UInt32.self)))
      if name == ".debug_info" { hasDebugInformation = true }
      guard type == 2 || type == 11 else { continue }
      let first = try field(number, 24)
      let (end, overflow) = first.addingReportingOverflow(try field(number, 32))
      guard !overflow, end <= UInt64(bytes.memory.count) else { throw Malformed() }
      let strings = try field(try bytes.integer(header &+ 40, UInt32.self), 24)
      tables.append((type, first..<end, strings))
    }
    return (tables.sorted { $0.type < $1.type }, hasDebugInformation)
  }

  /// Returns the address, as symbols count it, of a byte of the file, or `nil` if it is not loaded.
  func address(ofOffset offset: UInt64) -> UInt64? {
    segments.first { offset >= $0.offset && offset - $0.offset < $0.size }
      .map { $0.address &+ (offset - $0.offset) }
  }

  /// Returns the function that contains an address. Complexity: O(symbols).
  func symbol(at address: UInt64) -> (name: String, start: UInt64)? {
    for table in symbolTables {
      var best: (name: UInt32, start: UInt64)?
      var entry = table.entries.lowerBound
      while table.entries.upperBound - entry >= 24 {
        defer { entry += 24 }
        guard let type = try? bytes.integer(entry + 4, UInt8.self), [2, 10].contains(type & 0xf),
          let start = try? bytes.integer(entry + 8, UInt64.self), start <= address,
          start > best?.start ?? 0,
          let size = try? bytes.integer(entry + 16, UInt64.self), address - start < max(1, size),
          let name = try? bytes.integer(entry, UInt32.self)
        else { continue }
        best = (name, start)
      }
      if let best { return (bytes.text(table.strings &+ UInt64(best.name)), best.start) }
    }
    return nil
  }
}

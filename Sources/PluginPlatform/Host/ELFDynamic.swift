internal import PluginCalls

/// Step 4 of `ELFFile`: reads the dynamic table, which has the addresses of all other tables.
struct ELFDynamic {
  /// Tags of the entries, from the System V ABI and its GNU extensions.
  enum Tag: UInt64 {
    case needed = 1
    case hash = 4
    case strings = 5
    case symbols = 6
    case stringsSize = 10
    case symbolSize = 11
    case ownName = 14
    /// DT_RPATH, which the loader ignores if DT_RUNPATH exists.
    case path = 15
    case runPath = 29
    case gnuHash = 0x6fff_fef5
    case flags = 0x6fff_fffb
    case auxiliary = 0x7fff_fffd
    case filter = 0x7fff_ffff
  }

  private let segments: ELFSegments
  /// The value of each tag except DT_NEEDED, which is the only tag that can occur several times.
  private let values: [UInt64: UInt64]
  private let needed: [UInt64]
  private let symbols, strings, stringsSize: UInt64

  init(_ segments: ELFSegments) throws(PluginRefusal) {
    let segment = segments.dynamic
    guard segment.fileSize >= 16, segment.fileSize / 16 <= ELFLimits.dynamicEntries,
      let place = segments.offset(ofAddress: segment.address, count: segment.fileSize),
      place == segment.offset,
      let table = segments.source.read(at: place, count: segment.fileSize)
    else { throw .malformed("its dynamic table is outside the loaded segments") }

    var values: [UInt64: UInt64] = [:]
    var needed: [UInt64] = []
    let starts = Array(stride(from: 0, through: table.bytes.count - 16, by: 16))
    guard let end = starts.firstIndex(where: { table.u64($0) == 0 }) else {
      throw .malformed("its dynamic table has no end")
    }
    for start in starts[..<end] {
      let (tag, value) = (table.u64(start), table.u64(start + 8))
      if tag == Tag.needed.rawValue { needed.append(value) } else { values[tag] = value }
    }
    guard needed.count <= ELFLimits.needed else {
      throw .malformed("it needs \(needed.count) other libraries")
    }
    func value(_ tag: Tag) -> UInt64? { values[tag.rawValue] }
    // DF_1_PIE marks an executable, which the loader refuses to load as a library.
    if let flags = value(.flags), flags & 0x0800_0000 != 0 { throw .notShared("an executable") }
    guard let strings = value(.strings), let stringsSize = value(.stringsSize),
      let symbols = value(.symbols)
    else { throw .malformed("its dynamic table is empty or names no symbols") }
    guard value(.symbolSize) ?? 24 == 24 else {
      throw .malformed("its symbols have a wrong size")
    }
    guard segments.offset(ofAddress: strings, count: stringsSize) != nil else {
      throw .malformed("its strings are outside the loaded segments")
    }
    (self.segments, self.values, self.needed) = (segments, values, needed)
    (self.symbols, self.strings, self.stringsSize) = (symbols, strings, stringsSize)
    try Self.checkTables(values, segments: segments)
  }

  subscript(tag: Tag) -> UInt64? { values[tag.rawValue] }

  /// Checks the tables that the loader reads without bounds checks.
  private static func checkTables(
    _ values: [UInt64: UInt64], segments: ELFSegments
  ) throws(PluginRefusal) {
    let tables: [(address: UInt64, size: UInt64, name: String, isInFile: Bool)] = [
      (7, 8, "relocations", true), (23, 2, "jump relocations", true),
      (36, 35, "relative relocations", true), (25, 27, "constructors", false),
      (26, 28, "constructors", false),
    ]
    for table in tables {
      guard let address = values[table.address], let size = values[table.size], size > 0 else {
        continue
      }
      // A table of constructors may be in memory that is not in the file.
      let isInside =
        table.isInFile
        ? segments.offset(ofAddress: address, count: size) != nil
        : size % 8 == 0 && segments.contains(address: address, count: size)
      guard isInside else {
        throw .malformed("its \(table.name) are outside the loaded segments")
      }
    }
    for tag in [12, 13] as [UInt64] {
      guard let address = values[tag], address != 0 else { continue }
      guard segments.contains(address: address, count: 1, executable: true) else {
        throw .malformed("its constructor is not code")
      }
    }
  }

  func neededNames() throws(PluginRefusal) -> [String] {
    try needed.map { (name) throws(PluginRefusal) in try string(name) }
  }

  func string(_ tag: Tag) throws(PluginRefusal) -> String? {
    guard let offset = self[tag] else { return nil }
    return try string(offset)
  }

  /// Returns the string at an offset of the string table. Throws if its NUL is not in the table.
  private func string(_ offset: UInt64) throws(PluginRefusal) -> String {
    guard offset < stringsSize else { throw .malformed("a name is outside its strings") }
    let count = min(ELFLimits.stringBytes, stringsSize - offset)
    guard let text = segments.read(atAddress: strings + offset, count: count),
      text.bytes.contains(0)
    else { throw .malformed("a name does not end in its strings") }
    return text.string(0)
  }
}

/// Step 5 of `ELFFile`: finds a symbol in the library's hash table, DT_GNU_HASH or else DT_HASH.
extension ELFDynamic {
  func checkDefinition(of name: String) throws(PluginRefusal) {
    if let table = self[.gnuHash] {
      try gnuLookUp(name, in: table)
    } else if let table = self[.hash] {
      try lookUp(name, in: table)
    } else {
      throw .malformed("it has no hash table of its symbols")
    }
  }

  private func words(at address: UInt64, count: UInt64) throws(PluginRefusal) -> ELFRecord {
    guard let record = segments.read(atAddress: address, count: count * 4) else {
      throw .malformed("its symbol table is outside the loaded segments")
    }
    return record
  }

  private func word(_ index: UInt64, of table: UInt64) throws(PluginRefusal) -> UInt32 {
    try words(at: table.saturatingAdd(index * 4), count: 1).u32(0)
  }

  /// Searches a DT_GNU_HASH table, which contains only defined symbols.
  private func gnuLookUp(_ name: String, in table: UInt64) throws(PluginRefusal) {
    let header = try words(at: table, count: 4)
    let (bucketCount, firstHashed) = (UInt64(header.u32(0)), UInt64(header.u32(4)))
    guard bucketCount > 0 else { throw .noEntry }
    var hash: UInt32 = 5381
    for byte in name.utf8 { hash = hash &* 33 &+ UInt32(byte) }

    // A Bloom filter lies between the header and the buckets.
    let buckets = table.saturatingAdd(16 + UInt64(header.u32(8)) * 8)
    let chains = buckets.saturatingAdd(bucketCount * 4)
    var index = UInt64(try word(UInt64(hash) % bucketCount, of: buckets))
    guard index >= firstHashed else { throw .noEntry }
    while true {
      let link = try word(index - firstHashed, of: chains)
      if link | 1 == hash | 1, try defines(name, at: index) { return }
      guard link & 1 == 0 else { throw .noEntry }
      index += 1
    }
  }

  private func lookUp(_ name: String, in table: UInt64) throws(PluginRefusal) {
    let header = try words(at: table, count: 2)
    let bucketCount = UInt64(header.u32(0))
    guard bucketCount > 0 else { throw .noEntry }
    var hash: UInt32 = 0
    for byte in name.utf8 {
      hash = hash << 4 &+ UInt32(byte)
      let high = hash & 0xf000_0000
      hash = (hash ^ high >> 24) & ~high
    }
    let buckets = table.saturatingAdd(8)
    let chains = buckets.saturatingAdd(bucketCount * 4)
    var index = UInt64(try word(UInt64(hash) % bucketCount, of: buckets))
    // A damaged chain may be circular, so the loop takes at most one step per symbol.
    for _ in 0...header.u32(4) {
      guard index != 0 else { break }
      if try defines(name, at: index) { return }
      index = UInt64(try word(index, of: chains))
    }
    throw .noEntry
  }

  private func defines(_ name: String, at index: UInt64) throws(PluginRefusal) -> Bool {
    let record = try words(at: symbols.saturatingAdd(index * 24), count: 6)
    guard try string(UInt64(record.u32(0))) == name, record.u16(6) != 0 else { return false }
    // Accepts functions and untyped symbols (from assembly) that are global or weak, and visible.
    let type = record.u8(4) & 0xf
    let binding = record.u8(4) >> 4
    let visibility = record.u8(5) & 3
    guard [0, 2, 10].contains(type), [1, 2].contains(binding), [0, 3].contains(visibility) else {
      return false
    }
    let address = record.u64(8)
    guard segments.contains(address: address, count: 1, executable: true) else {
      throw .malformed("`\(name)` is not code")
    }
    return true
  }
}

internal import PluginCalls

/// Step 4: reads the dynamic table, which leads the loader to all other tables.
struct ELFDynamic {
  let symbols: UInt64
  let gnuHash: UInt64?
  let hash: UInt64?
  // As in `ELFFile`.
  let isPathInherited: Bool
  let isFilter: Bool
  let usesDefaultFolders: Bool
  let segments: ELFSegments
  private let strings: UInt64
  private let stringsSize: UInt64
  private let neededNames: [UInt64]
  private let runPathName: UInt64?
  private let ownName: UInt64?

  init(_ segments: ELFSegments) throws(PluginRefusal) {
    let segment = segments.dynamic
    guard segment.fileSize >= 16, segment.fileSize / 16 <= ELFLimits.dynamicEntries,
      let place = segments.offset(ofAddress: segment.address, count: segment.fileSize),
      place == segment.offset,
      let table = segments.source.read(at: place, count: segment.fileSize)
    else { throw .malformed("its dynamic table is outside the loaded segments") }

    var values: [UInt64: UInt64] = [:]
    var needed: [UInt64] = []
    var isEnded = false
    for start in stride(from: 0, through: table.bytes.count - 16, by: 16) {
      let tag = table.u64(start)
      guard tag != 0 else {
        isEnded = true
        break
      }
      if tag == 1 {
        needed.append(table.u64(start + 8))
      } else {
        values[tag] = table.u64(start + 8)
      }
    }
    guard isEnded else { throw .malformed("its dynamic table has no end") }
    guard needed.count <= ELFLimits.needed else {
      throw .malformed("it needs \(needed.count) other libraries")
    }
    // DF_1_PIE: the loader refuses these, since an executable's start-up code would not run.
    if let flags = values[0x6fff_fffb], flags & 0x0800_0000 != 0 {
      throw .notShared("an executable")
    }
    guard let strings = values[5], let stringsSize = values[10], let symbols = values[6] else {
      throw .malformed("its dynamic table is empty or names no symbols")
    }
    guard values[11] ?? 24 == 24 else { throw .malformed("its symbols have a wrong size") }
    guard segments.offset(ofAddress: strings, count: stringsSize) != nil else {
      throw .malformed("its strings are outside the loaded segments")
    }
    self.segments = segments
    self.symbols = symbols
    self.strings = strings
    self.stringsSize = stringsSize
    gnuHash = values[0x6fff_fef5]
    hash = values[4]
    neededNames = needed
    // DT_RPATH counts only without DT_RUNPATH.
    runPathName = values[29] ?? values[15]
    isPathInherited = values[29] == nil
    isFilter = values[0x7fff_ffff] != nil || values[0x7fff_fffd] != nil
    usesDefaultFolders = (values[0x6fff_fffb] ?? 0) & 0x800 == 0
    ownName = values[14]
    try Self.checkTables(values, segments: segments)
  }

  /// Checks the tables that the loader walks without bounds checks.
  private static func checkTables(
    _ values: [UInt64: UInt64], segments: ELFSegments
  ) throws(PluginRefusal) {
    let inFile: [(tag: UInt64, size: UInt64, name: String)] = [
      (7, 8, "relocations"), (23, 2, "jump relocations"), (36, 35, "relative relocations"),
    ]
    for table in inFile {
      guard let address = values[table.tag], let size = values[table.size], size > 0 else {
        continue
      }
      guard segments.offset(ofAddress: address, count: size) != nil else {
        throw .malformed("its \(table.name) are outside the loaded segments")
      }
    }
    for tag: UInt64 in [25, 26] {
      guard let address = values[tag], let size = values[tag + 2], size > 0 else { continue }
      guard size % 8 == 0, segments.contains(address: address, count: size) else {
        throw .malformed("its constructors are outside the loaded segments")
      }
    }
    for tag in [12, 13] as [UInt64] {
      guard let address = values[tag], address != 0 else { continue }
      guard segments.contains(address: address, count: 1, executable: true) else {
        throw .malformed("its constructor is no code")
      }
    }
  }

  func names() throws(PluginRefusal) -> (needed: [String], runPath: [String], own: String?) {
    let needed = try neededNames.map { (name) throws(PluginRefusal) in try string(name) }
    let runPath = try runPathName.map { (name) throws(PluginRefusal) in try string(name) }
    let own = try ownName.map { (name) throws(PluginRefusal) in try string(name) }
    return (needed, runPath?.split(separator: ":").map(String.init) ?? [], own)
  }

  /// Returns a string of the string table, which must also end in the table.
  func string(_ offset: UInt64) throws(PluginRefusal) -> String {
    guard offset < stringsSize else { throw .malformed("a name is outside its strings") }
    let count = min(ELFLimits.stringBytes, stringsSize - offset)
    guard let text = segments.read(atAddress: strings + offset, count: count),
      text.bytes.contains(0)
    else { throw .malformed("a name does not end in its strings") }
    return text.string(0)
  }
}

/// Step 5: finds a symbol as the loader does, through DT_GNU_HASH or DT_HASH.
extension ELFDynamic {
  func checkDefinition(of name: String) throws(PluginRefusal) {
    if let table = gnuHash {
      // This table holds defined symbols only.
      guard try gnuLookUp(name, in: table) else { throw .noEntry }
    } else if let table = hash {
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

  private func gnuLookUp(_ name: String, in table: UInt64) throws(PluginRefusal) -> Bool {
    let header = try words(at: table, count: 4)
    let bucketCount = UInt64(header.u32(0))
    let firstHashed = UInt64(header.u32(4))
    let bloomWords = UInt64(header.u32(8))
    guard bucketCount > 0 else { return false }
    var hash: UInt32 = 5381
    for byte in name.utf8 { hash = hash &* 33 &+ UInt32(byte) }

    let buckets = table.saturatingAdd(16 + bloomWords * 8)
    let chains = buckets.saturatingAdd(bucketCount * 4)
    let bucket = try words(at: buckets.saturatingAdd(UInt64(hash) % bucketCount * 4), count: 1)
    var index = UInt64(bucket.u32(0))
    guard index >= firstHashed else { return false }
    while true {
      let link = try words(at: chains.saturatingAdd((index - firstHashed) * 4), count: 1).u32(0)
      if link | 1 == hash | 1, try symbol(index, isNamed: name) == .defined { return true }
      guard link & 1 == 0 else { return false }
      index += 1
    }
  }

  private func lookUp(_ name: String, in table: UInt64) throws(PluginRefusal) {
    let header = try words(at: table, count: 2)
    let bucketCount = UInt64(header.u32(0))
    let symbolCount = UInt64(header.u32(4))
    guard bucketCount > 0 else { throw .noEntry }
    var hash: UInt32 = 0
    for byte in name.utf8 {
      hash = hash << 4 &+ UInt32(byte)
      let high = hash & 0xf000_0000
      hash = (hash ^ high >> 24) & ~high
    }
    let buckets = table.saturatingAdd(8)
    let chains = buckets.saturatingAdd(bucketCount * 4)
    var index = UInt64(
      try words(at: buckets.saturatingAdd(UInt64(hash) % bucketCount * 4), count: 1).u32(0))
    // A damaged chain may be circular.
    var steps: UInt64 = 0
    while index != 0, steps <= symbolCount {
      switch try symbol(index, isNamed: name) {
      case .defined: return
      case .undefined: throw .undefinedEntry
      case .other: break
      }
      index = UInt64(try words(at: chains.saturatingAdd(index * 4), count: 1).u32(0))
      steps += 1
    }
    throw .noEntry
  }

  private enum Match { case defined, undefined, other }

  private func symbol(_ index: UInt64, isNamed name: String) throws(PluginRefusal) -> Match {
    let record = try words(at: symbols.saturatingAdd(index * 24), count: 6)
    let nameOffset = UInt64(record.u32(0))
    guard try string(nameOffset) == name else { return .other }
    guard record.u16(6) != 0 else { return .undefined }
    // Functions, and symbols to which assemblers gave no type; global or weak, and visible.
    let type = record.u8(4) & 0xf
    let binding = record.u8(4) >> 4
    let visibility = record.u8(5) & 3
    guard [0, 2, 10].contains(type), [1, 2].contains(binding), [0, 3].contains(visibility) else {
      return .other
    }
    let address = record.u64(8)
    guard segments.contains(address: address, count: 1, executable: true) else {
      throw .malformed("`\(name)` is no code")
    }
    return .defined
  }
}

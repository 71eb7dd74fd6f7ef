internal import PluginCalls

/// Step 5: finds a symbol as the loader does, through DT_GNU_HASH or DT_HASH.
struct ELFSymbols {
  private let source: ByteSource
  private let segments: ELFSegments
  private let dynamic: ELFDynamic

  init(_ source: ByteSource, segments: ELFSegments, dynamic: ELFDynamic) {
    self.source = source
    self.segments = segments
    self.dynamic = dynamic
  }

  func checkDefinition(of name: String) throws(PluginRefusal) {
    if let table = dynamic.gnuHash {
      // This table holds defined symbols only.
      guard try gnuLookUp(name, in: table) else { throw .noEntry }
    } else if let table = dynamic.hash {
      try lookUp(name, in: table)
    } else {
      throw .malformed("it has no hash table of its symbols")
    }
  }

  private func words(at address: UInt64, count: UInt64) throws(PluginRefusal) -> ELFRecord {
    guard let place = segments.offset(ofAddress: address, count: count * 4),
      let bytes = source.read(at: place, count: count * 4)
    else { throw .malformed("its symbol table is outside the loaded segments") }
    return ELFRecord(bytes)
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
    let record = try words(at: dynamic.symbols.saturatingAdd(index * 24), count: 6)
    let nameOffset = UInt64(record.u32(0))
    guard try dynamic.string(nameOffset, source, segments: segments) == name else { return .other }
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

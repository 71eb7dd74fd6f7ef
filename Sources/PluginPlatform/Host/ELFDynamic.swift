internal import PluginCalls

/// Step 4: reads the dynamic table, which leads the loader to all other tables.
struct ELFDynamic {
  let symbols: UInt64
  let gnuHash: UInt64?
  let hash: UInt64?
  /// Whether the search path is DT_RPATH, which the required libraries inherit.
  let isPathInherited: Bool
  /// Whether DT_FILTER or DT_AUXILIARY names libraries that replace symbols of this one.
  let isFilter: Bool
  /// Whether the default folders are searched, that is, DF_1_NODEFLIB is not set.
  let usesDefaultFolders: Bool
  private let strings: UInt64
  private let stringsSize: UInt64
  private let neededNames: [UInt64]
  private let runPathNames: [UInt64]
  private let ownName: UInt64?

  init(_ source: ByteSource, segments: ELFSegments) throws(PluginRefusal) {
    let segment = segments.dynamic
    guard segment.fileSize >= 16, segment.fileSize / 16 <= ELFLimits.dynamicEntries,
      let place = segments.offset(ofAddress: segment.address, count: segment.fileSize),
      place == segment.offset,
      let table = source.read(at: place, count: segment.fileSize)
    else { throw .malformed("its dynamic table is outside the loaded segments") }

    let record = ELFRecord(table)
    var values: [UInt64: UInt64] = [:]
    var needed: [UInt64] = []
    var isEnded = false
    for start in stride(from: 0, through: table.count - 16, by: 16) {
      let tag = record.u64(start)
      guard tag != 0 else {
        isEnded = true
        break
      }
      if tag == 1 {
        needed.append(record.u64(start + 8))
      } else {
        values[tag] = record.u64(start + 8)
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
    self.symbols = symbols
    self.strings = strings
    self.stringsSize = stringsSize
    gnuHash = values[0x6fff_fef5]
    hash = values[4]
    neededNames = needed
    // DT_RPATH counts only without DT_RUNPATH.
    runPathNames = (values[29] ?? values[15]).map { [$0] } ?? []
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
    let arrays: [(tag: UInt64, size: UInt64)] = [(25, 27), (26, 28)]
    for array in arrays {
      guard let address = values[array.tag], let size = values[array.size], size > 0 else {
        continue
      }
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

  func needed(_ source: ByteSource, segments: ELFSegments) throws(PluginRefusal) -> [String] {
    var names: [String] = []
    for offset in neededNames { names.append(try string(offset, source, segments: segments)) }
    return names
  }

  func runPath(_ source: ByteSource, segments: ELFSegments) throws(PluginRefusal) -> [String] {
    var folders: [String] = []
    for offset in runPathNames {
      folders += try string(offset, source, segments: segments).split(separator: ":")
        .map(String.init)
    }
    return folders
  }

  func name(_ source: ByteSource, segments: ELFSegments) throws(PluginRefusal) -> String? {
    guard let ownName else { return nil }
    return try string(ownName, source, segments: segments)
  }

  /// Returns a string of the string table, which must also end in the table.
  func string(
    _ offset: UInt64, _ source: ByteSource, segments: ELFSegments
  ) throws(PluginRefusal) -> String {
    guard offset < stringsSize else { throw .malformed("a name is outside its strings") }
    let count = min(ELFLimits.stringBytes, stringsSize - offset)
    guard let place = segments.offset(ofAddress: strings + offset, count: count),
      let bytes = source.read(at: place, count: count), bytes.contains(0)
    else { throw .malformed("a name does not end in its strings") }
    return ELFRecord(bytes).string(0)
  }
}

internal import PluginCalls

/// The facts about a shared library, which is checked before the system's loader maps it.
///
/// The loader does not check the headers, so loading a half-copied file would kill the process with
/// SIGBUS. This type reads the file first, with bounds checks, in these steps:
///
/// 1. The file is a shared object: 64-bit, little-endian ELF for this machine.
/// 2. The program headers and every loaded segment are inside the file.
/// 3. The section headers are inside the file. They come last, so the file is complete.
/// 4. The dynamic table and the tables that it refers to are in loaded segments.
/// 5. A hash table contains the entry symbol.
/// 6. The note of SectionKit, if the file has one, contains the Swift version of its compiler.
struct ELFFile {
  /// The names of the needed libraries (DT_NEEDED), in the order of the file.
  let needed: [String]
  /// The folders of DT_RUNPATH, or of DT_RPATH if DT_RUNPATH is missing.
  let runPath: [String]
  /// Whether DT_RUNPATH is missing, so DT_RPATH applies to this library and those that it needs.
  let isPathInherited: Bool
  /// Whether other libraries replace symbols of this library (DT_FILTER or DT_AUXILIARY).
  let isFilter: Bool
  /// Whether the loader searches its cache and default folders: DF_1_NODEFLIB is not set.
  let usesDefaultFolders: Bool
  /// The name by which the loader identifies the library (DT_SONAME).
  let name: String?
  /// The Swift version in SectionKit's note, such as "6.3"; `nil` for a library without the note.
  let swiftVersion: String?

  /// - Parameter entry: The function that a plugin must define; `nil` for a library it needs.
  init(_ source: ByteSource, entry: String?) throws(PluginRefusal) {
    let header = try ELFHeader.checked(source)
    let segments = try ELFSegments(source, header: header)
    try ELFHeader.checkSectionHeaders(header, source)
    let dynamic = try ELFDynamic(segments)
    if let entry { try dynamic.checkDefinition(of: entry) }
    needed = try dynamic.neededNames()
    name = try dynamic.string(.ownName)
    isPathInherited = dynamic[.runPath] == nil
    runPath =
      try dynamic.string(isPathInherited ? .path : .runPath)?
      .split(separator: ":").map(String.init) ?? []
    isFilter = dynamic[.filter] != nil || dynamic[.auxiliary] != nil
    usesDefaultFolders = (dynamic[.flags] ?? 0) & 0x800 == 0
    swiftVersion = segments.swiftVersion
  }
}

/// Limits of the ELF checks. A file beyond them is refused, but a note of more than `noteBytes` is
/// ignored. Real plugins are far smaller.
enum ELFLimits {
  static let fileBytes = 256 << 20
  static let dynamicEntries: UInt64 = 4096
  static let stringBytes: UInt64 = 4096
  static let noteBytes: UInt64 = 1 << 16
  static let needed = 256
}

/// Steps 1 and 3 of `ELFFile`: checks the file header and the section headers.
enum ELFHeader {
  static let size: UInt64 = 64

  static func checked(_ source: ByteSource) throws(PluginRefusal) -> ELFRecord {
    guard source.size > 0 else { throw .empty }
    let header = source.read(at: 0, count: min(source.size, 512)) ?? ELFRecord(bytes: [])
    guard header.bytes.starts(with: [0x7f, 0x45, 0x4c, 0x46]) else {
      throw otherFormat(header.bytes)
    }
    guard source.size >= size else {
      throw .incomplete(what: "header", end: size, size: source.size)
    }
    guard header.u8(4) != 1 else { throw .class32 }
    guard header.u8(4) == 2 else { throw .malformed("its class is \(header.u8(4))") }
    guard header.u8(5) != 2 else { throw .bigEndian }
    guard header.u8(5) == 1 else { throw .malformed("its byte order is \(header.u8(5))") }
    guard header.u8(6) == 1, header.u32(20) == 1 else { throw .malformed("its version is not 1") }
    let machine = header.u16(18)
    guard machine == ELFMachine.host else {
      throw .wrongMachine(
        found: ELFMachine.name(machine), expected: ELFMachine.name(ELFMachine.host))
    }
    switch header.u16(16) {
    case 3: break
    case 1: throw .notShared("an object file")
    case 2: throw .notShared("an executable")
    case 4: throw .notShared("a core dump")
    default: throw .malformed("its type is \(header.u16(16))")
    }

    guard header.u16(54) == 56, header.u16(56) > 0, header.u16(56) < 0xffff else {
      throw .malformed("it has no program headers")
    }
    guard header.u64(40) == 0 || header.u16(58) == 64 else {
      throw .malformed("its section headers have \(header.u16(58)) bytes each, not 64")
    }
    return header
  }

  /// Checks the section headers. Accepts a file without them, although it may be incomplete.
  static func checkSectionHeaders(
    _ header: ELFRecord, _ source: ByteSource
  ) throws(PluginRefusal) {
    let (sectionHeaders, count) = (header.u64(40), header.u16(60))
    guard sectionHeaders != 0, count != 0 else { return }
    let bytes = UInt64(count) * 64
    guard let table = source.read(at: sectionHeaders, count: bytes) else {
      throw .incomplete(
        what: "section headers", end: sectionHeaders.saturatingAdd(bytes), size: source.size)
    }
    let names = header.u16(62)
    guard names != 0, names < count else { return }
    // If a tool that reserves space first is still copying, the type is 0, not SHT_STRTAB.
    guard table.u32(Int(names) * 64 + 4) == 3 else {
      throw .malformed("its section headers are not written")
    }
  }

  private static func otherFormat(_ start: [UInt8]) -> PluginRefusal {
    let formats: [([UInt8], String)] = [
      (Array("!<arch>\n".utf8), "a static library"),
      ([0xcf, 0xfa, 0xed, 0xfe], "a macOS library"),
      ([0xce, 0xfa, 0xed, 0xfe], "a macOS library"),
      ([0xca, 0xfe, 0xba, 0xbe], "a macOS library"),
      ([0x4d, 0x5a, 0x90, 0x00], "a Windows library"),
      ([0x00, 0x61, 0x73, 0x6d], "a WebAssembly module"),
      ([0x50, 0x4b, 0x03, 0x04], "a zip archive"),
      ([0x1f, 0x8b], "a gzip archive"),
    ]
    for (magic, name) in formats where start.starts(with: magic) { return .foreignFormat(name) }
    let isText = start.allSatisfy { $0 >= 0x20 && $0 != 0x7f || (0x09...0x0d).contains($0) }
    return isText ? .text : .notELF
  }
}

extension UInt64 {
  func saturatingAdd(_ other: UInt64) -> UInt64 {
    let (sum, overflow) = addingReportingOverflow(other)
    return overflow ? .max : sum
  }
}

/// Values of the header field `e_machine`, from the System V ABI.
enum ELFMachine {
  #if arch(x86_64)
    static let host: UInt16 = 62
  #elseif arch(arm64)
    static let host: UInt16 = 183
  #elseif arch(riscv64)
    static let host: UInt16 = 243
  #else
    #error("add the e_machine of this architecture")
  #endif

  static func name(_ machine: UInt16) -> String {
    let names: [UInt16: String] = [
      3: "x86 (32-bit)", 21: "PowerPC64", 22: "s390x", 40: "ARM (32-bit)", 62: "x86_64",
      183: "aarch64", 243: "RISC-V", 258: "LoongArch",
    ]
    return names[machine] ?? "machine \(machine)"
  }
}

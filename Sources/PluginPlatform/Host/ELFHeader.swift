internal import PluginCalls

/// Steps 1 and 3: checks the file header and the section headers that it points to.
struct ELFHeader {
  static let size: UInt64 = 64

  let programHeaders: UInt64
  let programHeaderCount: UInt64
  private let sectionHeaders: UInt64
  private let sectionHeaderCount: UInt64
  private let nameSection: UInt64

  init(_ source: ByteSource) throws(PluginRefusal) {
    guard source.size > 0 else { throw .empty }
    let start = source.read(at: 0, count: min(source.size, 512)) ?? []
    guard start.starts(with: [0x7f, 0x45, 0x4c, 0x46]) else { throw Self.otherFormat(start) }
    guard source.size >= Self.size else {
      throw .incomplete(what: "header", end: Self.size, size: source.size)
    }
    let header = ELFRecord(start)

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
    programHeaders = header.u64(32)
    programHeaderCount = UInt64(header.u16(56))
    sectionHeaders = header.u64(40)
    guard sectionHeaders == 0 || header.u16(58) == 64 else {
      throw .malformed("its section headers have \(header.u16(58)) bytes each, not 64")
    }
    sectionHeaderCount = UInt64(header.u16(60))
    nameSection = UInt64(header.u16(62))
  }

  /// Checks the section headers; a file without them (`sstrip`) passes, since nothing shows that it
  /// is incomplete.
  func checkSectionHeaders(_ source: ByteSource) throws(PluginRefusal) {
    guard sectionHeaders != 0, sectionHeaderCount != 0 else { return }
    let bytes = sectionHeaderCount * 64
    guard let table = source.read(at: sectionHeaders, count: bytes) else {
      throw .incomplete(
        what: "section headers", end: sectionHeaders.saturatingAdd(bytes), size: source.size)
    }
    guard nameSection != 0, nameSection < sectionHeaderCount else { return }
    // Copying tools that reserve space first leave zeros in the part that is not copied yet.
    let names = ELFRecord(table).u32(Int(nameSection) * 64 + 4)
    guard names == 3 else { throw .malformed("its section headers are not written") }
  }

  /// Returns the refusal of a file without the ELF magic, by its actual format.
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

import CSectionABI
import PluginCalls
import TestTools
import Testing

@testable import PluginHost

@Suite("ELF check")
struct ELFFileTests {
  /// Returns the bytes of a library that loads.
  private static func good(_ flags: [String] = []) throws -> [UInt8] {
    let folder = try TemporaryFolder()
    try CPlugin(id: "elf").build(in: folder, flags: flags)
    return try folder.read("plugin.so")
  }

  private func refusal(_ bytes: [UInt8]) -> PluginRefusal? {
    do {
      _ = try ELFFile(ByteSource(bytes), entry: SE_ENTRY_SYMBOL)
      return nil
    } catch {
      return error
    }
  }

  private func refusal(_ bytes: [UInt8], _ offset: Int, _ patch: [UInt8]) -> PluginRefusal? {
    var bytes = bytes
    bytes.replaceSubrange(offset..<offset + patch.count, with: patch)
    return refusal(bytes)
  }

  @Test("a good library is accepted with either hash table", arguments: ["gnu", "sysv", "both"])
  func hashTables(style: String) throws {
    let elf = try ELFFile(
      ByteSource(
        try Self.good([
          "-Wl,--hash-style=\(style)", "-Wl,-soname,me.so", "-Wl,--no-as-needed", "-lm",
        ])),
      entry: SE_ENTRY_SYMBOL)
    #expect(elf.name == "me.so")
    #expect(elf.needed == ["libm.so.6", "libc.so.6"])
    #expect(elf.runPath == [])
    #expect(elf.swiftVersion == nil)
  }

  @Test("RUNPATH and RPATH are both read", arguments: ["enable", "disable"])
  func runPath(tags: String) throws {
    let elf = try ELFFile(
      ByteSource(
        try Self.good(["-Wl,--\(tags)-new-dtags", "-Wl,-rpath,$ORIGIN:/opt/x:$ORIGIN/../lib"])),
      entry: nil)
    #expect(elf.runPath == ["$ORIGIN", "/opt/x", "$ORIGIN/../lib"])
  }

  @Test("other kinds of files are distinguished")
  func otherFiles() throws {
    let bytes = try Self.good()
    #expect(refusal([]) == .empty)
    #expect(refusal(Array("#!/bin/sh\necho 你好\n".utf8)) == .text)
    #expect(refusal([0, 1, 2, 3]) == .notELF)
    #expect(refusal(Array("!<arch>\n".utf8)) == .foreignFormat("a static library"))
    #expect(refusal([0xcf, 0xfa, 0xed, 0xfe, 0]) == .foreignFormat("a macOS library"))
    #expect(refusal(Array("MZ".utf8) + [0x90, 0]) == .foreignFormat("a Windows library"))
    #expect(refusal(Array(bytes.prefix(20))) == .incomplete(what: "header", end: 64, size: 20))
    #expect(refusal(bytes, 4, [1]) == .class32)
    #expect(refusal(bytes, 5, [2]) == .bigEndian)
    #expect(refusal(bytes, 16, [1, 0]) == .notShared("an object file"))
    #expect(refusal(bytes, 16, [2, 0]) == .notShared("an executable"))
    #expect(refusal(bytes, 56, [0, 0]) == .malformed("it has no program headers"))
    let other: (UInt8, String) = ELFMachine.host == 183 ? (62, "x86_64") : (183, "aarch64")
    #expect(
      refusal(bytes, 18, [other.0, 0])
        == .wrongMachine(found: other.1, expected: ELFMachine.name(ELFMachine.host)))
  }

  @Test("an executable, an object and a library without the entry are refused with their kind")
  func otherProducts() throws {
    let folder = try TemporaryFolder()
    try folder.write("main.c", "int main(void) { return 0; }".utf8)
    try CCompiler.run(["cc", folder.path("main.c"), "-o", folder.path("main")])
    #expect(refusal(try folder.read("main")) == .notShared("an executable"))
    try CCompiler.run(["cc", "-c", folder.path("main.c"), "-o", folder.path("main.o")])
    #expect(refusal(try folder.read("main.o")) == .notShared("an object file"))
    try CCompiler.build("int other(void) { return 0; }", as: "other.so", in: folder)
    #expect(refusal(try folder.read("other.so")) == .noEntry)
    // In Swift, a forgotten `public` hides the entry in the same way.
    let hidden =
      "__attribute__((visibility(\"hidden\"))) int section_plugin_entry(void) { return 0; }"
    try CCompiler.build(hidden, as: "hidden.so", in: folder)
    #expect(refusal(try folder.read("hidden.so")) == .noEntry)
    let caller = "int section_plugin_entry(void); int f(void) { return section_plugin_entry(); }"
    try CCompiler.build(caller, as: "caller.so", in: folder, flags: ["-Wl,--hash-style=sysv"])
    #expect(refusal(try folder.read("caller.so")) == .noEntry)
    try CCompiler.build(caller, as: "caller2.so", in: folder)
    #expect(refusal(try folder.read("caller2.so")) == .noEntry)
    try CCompiler.build("int section_plugin_entry = 1;", as: "data.so", in: folder)
    #expect(refusal(try folder.read("data.so")) == .noEntry)
  }

  @Test("a library truncated anywhere is refused")
  func truncation() throws {
    let bytes = try Self.good()
    for count in Array(stride(from: 0, to: bytes.count, by: 64)) + [bytes.count - 1] {
      let refusal = try #require(self.refusal(Array(bytes.prefix(count))), "cut at \(count)")
      switch refusal {
      case .empty, .incomplete: break
      default: Issue.record("cut at \(count): \(refusal.reason)")
      }
    }
  }

  @Test("a truncated library without section headers is refused or loads")
  func truncationWithoutSectionHeaders() throws {
    var bytes = try Self.good()
    for offset in Array(40..<48) + [60, 61, 62, 63] { bytes[offset] = 0 }
    let folder = try TemporaryFolder()
    var loadedCount = 0
    for count in stride(from: 0, through: bytes.count, by: 64) {
      let cut = Array(bytes.prefix(count))
      guard refusal(cut) == nil else { continue }
      try folder.write("plugin.so", cut)
      let loaded = PluginCatalog(
        PluginSearchPath(folders: [.init(path: folder.path, origin: .option)]),
        measurer: HalfMeasurer())
      #expect(loaded.registry.plugins.map(\.id) == ["elf"], "cut at \(count)")
      loadedCount += 1
    }
    #expect(loadedCount > 0)
  }

  @Test("an unfinished copy that ends with zeros is refused, whatever its length")
  func zeroTail() throws {
    let bytes = try Self.good()
    for count in stride(from: 0, to: bytes.count - 64, by: 64) {
      let unfinished = bytes.prefix(count) + [UInt8](repeating: 0, count: bytes.count - count)
      #expect(refusal(Array(unfinished)) != nil, "zeros from \(count)")
    }
  }

  @Test("damaged files never crash the check", arguments: [UInt64](1...8))
  func damage(seed: UInt64) throws {
    let bytes = try Self.good(seed % 2 == 0 ? ["-Wl,--hash-style=sysv"] : [])
    var random = SplitMix64(seed: seed)
    var refused = 0
    for _ in 0..<2000 {
      var damaged = bytes
      for _ in 0..<Int.random(in: 1...4, using: &random) {
        // Half of the damage is in the first 1024 bytes, which have most of the checked data.
        let end = Bool.random(using: &random) ? 1024 : bytes.count
        let offset = Int.random(in: 0..<end, using: &random)
        damaged[offset] =
          [0, 1, 0x7f, 0x80, 0xff, UInt8.random(in: 0...255, using: &random)]
          .randomElement(using: &random) ?? 0
      }
      if refusal(damaged) != nil { refused += 1 }
    }
    #expect(refused > 100, "seed \(seed)")
  }

  @Test("every byte of the headers can be set to any extreme value")
  func headerBytes() throws {
    let bytes = try Self.good()
    for offset in 0..<64 + 56 * Int(bytes[56]) {
      for value in [0, 1, 0x7f, 0x80, 0xff] as [UInt8] {
        _ = refusal(bytes, offset, [value])
      }
    }
    // A loader trusts the sizes and offsets of segments, so the check has to refuse huge ones.
    for header in 0..<Int(bytes[56]) where bytes[64 + header * 56] == 1 {
      for field in [8, 32] {
        let huge = refusal(
          bytes, 64 + header * 56 + field, [0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x7f])
        guard case .incomplete(what: "loaded segment", _, _) = huge else {
          Issue.record("header \(header), field \(field): \(String(describing: huge))")
          continue
        }
      }
    }
  }

  @Test(
    "the compiler note is read", arguments: ["swift-6.3", "swift-6.3.1", "swift-5.10", "rust"])
  func note(stamp: String) throws {
    let folder = try TemporaryFolder()
    var plugin = CPlugin(id: "stamped")
    plugin.prelude = Self.noteSource(stamp)
    try plugin.build(in: folder)
    let elf = try ELFFile(ByteSource(try folder.read("plugin.so")), entry: nil)
    let expected = ["swift-6.3": "6.3", "swift-6.3.1": "6.3", "swift-5.10": "5.10"]
    #expect(elf.swiftVersion == expected[stamp] ?? stamp)
  }

  static func noteSource(_ stamp: String) -> String {
    """
    __asm__(".pushsection .note.sectionengine, \\"a\\", @note\\n.balign 4\\n"
      ".long 14, \(stamp.utf8.count), 1\\n.asciz \\"sectionengine\\"\\n.balign 4\\n"
      ".ascii \\"\(stamp)\\"\\n.balign 4\\n.popsection\\n");
    """
  }
}

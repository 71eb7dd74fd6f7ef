import Foundation
import Support
import Testing

@Suite("Spool")
struct SpoolTests {
  private static func contents(of spool: Spool) throws -> [UInt8] {
    var bytes: [UInt8] = []
    try spool.forEachPart { bytes += $0 }
    #expect(bytes.count == spool.count)
    return bytes
  }

  @Test("the bytes are the same in memory and in the file", arguments: [0, 1, 1_000, 1 << 20])
  func equality(most: Int) throws {
    let folder = try TemporaryFolder()
    let spool = Spool(in: folder.path, most: most)
    #expect(try Self.contents(of: spool).isEmpty)
    var expected: [UInt8] = []
    for number in 0..<200 {
      let part = [UInt8](repeating: UInt8(number), count: number * 37 % 5_000)
      try spool.append(part)
      expected += part
    }
    spool.prepend([9, 9])
    spool.prepend([1])
    #expect(try Self.contents(of: spool) == [1, 9, 9] + expected)
    #expect(try Self.contents(of: spool) == [1, 9, 9] + expected)
    #expect(spool.hasFile == (expected.count > most))
    // The file has no name, so a killed program leaves none.
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).isEmpty)
  }

  @Test("a folder without room or without access is an error with the system's reason")
  func failures() throws {
    let absent = Spool(in: "/nowhere", most: 4)
    try absent.append([1, 2, 3, 4])
    let failure = #expect(throws: AtomicFile.Failure.self) { try absent.append([5]) }
    #expect(failure?.number == ENOENT)
  }
}

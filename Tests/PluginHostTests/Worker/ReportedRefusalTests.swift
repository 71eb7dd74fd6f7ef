import PluginCalls
import Testing

extension WorkerTests {
  /// Returns the refusal that the host reads from a worker's answer, or `nil` for another error.
  private static func reported(
    _ write: (inout FlatWriter) -> Void
  ) throws -> PluginRefusal? {
    var writer = FlatWriter()
    writer.add(false)
    write(&writer)
    var reader = FlatReader(writer.bytes)
    do {
      _ = try reader.table()
    } catch let refusal as PluginRefusal {
      return refusal
    } catch is FlatReader.Malformed {
      return nil
    }
    return nil
  }

  @Test("a worker reports only refusals that are found in it")
  func reportedRefusals() throws {
    for refusal in [PluginRefusal.noEntry, .refusedHost, .missingLibrary("liba.so"), .loader("no")]
    {
      #expect(try Self.reported { refusal.write(to: &$0) } == refusal)
    }
    #expect(try Self.reported { PluginRefusal.empty.write(to: &$0) } == .loader("empty"))
    #expect(
      try Self.reported { PluginRefusal.otherContract(found: 5, expected: 9).write(to: &$0) }
        == .otherContract(found: 5, expected: HostContract.abi))
    #expect(try Self.reported { $0.add(UInt8(21), [String]()) } == nil)
  }
}

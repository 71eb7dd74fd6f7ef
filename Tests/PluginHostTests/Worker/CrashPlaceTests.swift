import Support
import PluginCalls
import Testing

extension WorkerTests {
  static let places:
    [(function: WritableKeyPath<CPlugin, String?> & Sendable, condition: String, note: String)] = [
      (\.describe, "1", "describe"), (\.rowCount, "1", "row_count"), (\.frame, "1", "frame"),
      (\.item, "row == 2", "item of row 2"), (\.rowHeight, "row == 4", "row_height of row 4"),
      (\.build, "row == 3", "build of row 3"),
      (\.build, "part == SE_PART_HEADER", "build of the header"),
      (\.build, "part == SE_PART_BACKGROUND", "build of the background"),
    ]

  @Test("a crash is reported with the current call", arguments: places)
  func crashPlace(
    _ function: WritableKeyPath<CPlugin, String?> & Sendable, _ condition: String, _ note: String
  ) throws {
    var plugin = CPlugin("crashing")
    plugin.rowCount = "*out = 6; return SE_OK;"
    plugin.describe = "out->has_background = out->header.present = true; return SE_OK;"
    plugin[keyPath: function] =
      "if (\(condition)) *(volatile int *)8 = 1; " + (plugin[keyPath: function] ?? "return SE_OK;")
    var host = try WorkerHost([plugin])
    host.isolation.sectionTime = WorkerHost.ampleTime
    let loss = try #require(try host.draw(["CRASHING"]).first?.loss)
    #expect(loss.message == "plugin `crashing` died of SIGSEGV")
    #expect(loss.notes.first == "it was in \(note)")
  }

  @Test(
    "a word that encodes no call is not decoded", arguments: [0, 1 << 23, 13 << 24, UInt32.max])
  func noPlace(_ word: UInt32) {
    #expect(HostContext.Call(place: word) == nil)
  }
}

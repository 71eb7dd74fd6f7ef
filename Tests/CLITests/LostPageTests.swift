import Foundation
import Testing

/// Checks that a page that lost a section is not recorded as a snapshot or in a baseline.
@Suite struct LostPageTests {
  enum Fault: String, CaseIterable {
    case whileLoading, whileDrawing, invalidResult

    var source: String {
      switch self {
      case .whileLoading:
        CPlugin.source(
          functions: "__attribute__((constructor)) static void start(void) { __builtin_trap(); }")
      case .whileDrawing: CPlugin.source(open: "__builtin_trap();")
      case .invalidResult:
        CPlugin.source(
          functions: """
            static se_status height(void *section, const se_host *host, uint32_t row,
                                    se_length *out) {
              (void)section; (void)host; (void)row;
              *out = SE_PT(NAN);
              return SE_OK;
            }
            """, members: ".row_height = height,")
      }
    }
  }

  private static func scratch(_ fault: Fault) throws -> Scratch {
    let scratch = try Scratch()
    try scratch.write(CPlugin.feed, to: "feed.json")
    try scratch.plugin(fault.source, named: "plugins/test")
    return scratch
  }

  private static func run(_ scratch: Scratch, _ arguments: [String]) throws -> Program.Result {
    // Each test has its own cache and quarantine.
    try Program.run(
      arguments, environment: ["HOME": scratch.file("home").path], folder: scratch.url)
  }

  @Test(
    "record keeps no page that lost a section, and verify accepts none", arguments: Fault.allCases)
  func snapshot(_ fault: Fault) throws {
    let scratch = try Self.scratch(fault)
    try scratch.write(
      """
      {"matrix": {"devices": ["iphone-14"], "appearances": ["light"]},
       "feeds": [{"name": "home", "feed": "feed.json", "plugins": ["../plugins"]}]}
      """, to: "Snapshots/snapshots.json")
    try scratch.write(CPlugin.feed, to: "Snapshots/feed.json")
    // In the second run the plugin is in quarantine, if the fault leads to quarantine.
    for _ in 1...2 {
      let recorded = try Self.run(scratch, ["snapshot", "record"])
      // A plugin that cannot be loaded leaves its folder without it, so the feed is not opened.
      let isOpened = fault == .invalidResult || recorded.text.contains("1 failed")
      #expect(
        isOpened ? recorded.status == 1 : recorded.text == "1 feed failed, nothing recorded\n",
        "\(recorded.text)")
      #expect(isOpened || recorded.status == 2)
      #expect(recorded.errors.contains("test"), "\(recorded.errors)")
    }
    let files = FileManager.default.subpaths(atPath: scratch.file("Snapshots").path)
    #expect(files?.sorted() == ["feed.json", "snapshots.json"])
    // A page without the plugin does not match the snapshot recorded with a working plugin.
    let broken = try Data(contentsOf: scratch.file("plugins/test.so"))
    try scratch.plugin(CPlugin.source(), named: "plugins/test")
    #expect(try Self.run(scratch, ["snapshot", "record"]).status == 0)
    #expect(try Self.run(scratch, ["snapshot", "verify"]).status == 0)
    try broken.write(to: scratch.file("plugins/test.so"))
    let verified = try Self.run(scratch, ["snapshot", "verify"])
    #expect(verified.status > 0 && verified.text.contains("1 failed"), "\(verified.text)")
  }

  @Test("no baseline is written from a page that lost a section", arguments: Fault.allCases)
  func baseline(_ fault: Fault) throws {
    let scratch = try Self.scratch(fault)
    try scratch.write("", to: "known.json")
    for _ in 1...2 {
      let result = try Self.run(
        scratch,
        ["check", "feed.json", "--plugins", "plugins", "--write-baseline", "known.json"])
      #expect(result.status == 2, "\(result.errors)")
      #expect(result.errors.contains("the baseline was not written: the page is not complete"))
    }
    #expect(try Data(contentsOf: scratch.file("known.json")).isEmpty)
  }
}

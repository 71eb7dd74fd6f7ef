import Foundation

/// Cost of a snapshot matrix compared with one render, measured on whole processes.
enum SnapshotCost {
  /// Measures 48 cells (12 devices, light and dark, both directions) of the reference capture. If
  /// the capture is absent, measures the bundled feed.
  /// - Parameter program: The program that was built with the benchmarks.
  static func measure(_ report: inout Report, program: String) {
    let capture = URL(
      fileURLWithPath: "../shared/data/feeds/netease/2021-05-18-home-11-blocks.json")
    let isCapture = FileManager.default.fileExists(atPath: capture.path)
    let feed = isCapture ? [capture.path] : []
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("sectionengine-bench-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    do {
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      try Data(settings(feed.first).utf8).write(to: folder.appendingPathComponent("snapshots.json"))
    } catch {
      return print("snapshots: \(error), not measured")
    }
    guard exitStatus(of: program, ["snapshot", "record", "--allow-outside", folder.path]) == 0,
      exitStatus(of: program, ["snapshot", "verify", "--allow-outside", folder.path]) == 0
    else { return print("snapshots: \(program) records none, not measured") }
    let times = fastest(
      rounds: 40,
      [
        { _ = exitStatus(of: program, ["render"] + feed) },
        { _ = exitStatus(of: program, ["snapshot", "verify", "--allow-outside", folder.path]) },
      ])
    report.line(
      "48 cells verified / one render, \(isCapture ? "captured" : "bundled")", times[1] / times[0],
      unit: "", limit: 4)
  }

  private static func settings(_ feed: String?) -> String {
    let source = feed.map { "\"feed\": \"\($0)\"" } ?? "\"layout\": \"netease-home\""
    return """
      {"feeds": [{"name": "home", \(source)}], "matrix": {
        "devices": ["iphone-5s", "iphone-se", "iphone-13-mini", "iphone-14", "iphone-15", "iphone-11",
          "iphone-8-plus", "iphone-14-plus", "iphone-15-plus", "ipad-mini", "ipad-11", "ipad-13"],
        "appearances": ["light", "dark"], "directions": ["ltr", "rtl"]}}
      """
  }
}

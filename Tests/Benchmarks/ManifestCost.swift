import FeedDocument
import Foundation
import LayoutCore
import PluginHost

/// Cost of calling a library through its manifest: a page of 10 000 rows whose heights come from a
/// function of libm, compared with the same rows without calls.
enum ManifestCost {
  private static let rows = 10_000

  private static func manifest(_ name: String, _ height: String) -> String {
    """
    {"id": "\(name)", "version": "1.0.0", "library": "libm.so.6", "blockCodes": ["\(name)"],
     "rowCount": \(rows), "rowHeight": \(height)}
    """
  }

  /// Reports the measurements.
  static func measure(worker: String, _ report: inout Report) {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(
      "manifests-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    let call = """
      {"symbol": "fmax", "arguments": [{"row": "index", "type": "f64"},
       {"environment": "width", "type": "f64"}], "returns": "f64"}
      """
    do {
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      for (name, height) in [("call", call), ("none", #"{"row": "index"}"#)] {
        try Data(manifest(name, height).utf8).write(
          to: folder.appendingPathComponent(name + ".section.json"))
      }
    } catch { return print("manifests: \(error)") }
    let loaded = PluginCatalog(
      PluginSearchPath(folders: [.init(path: folder.path, origin: .option)]),
      measurer: RecordedTextMeasurer(), isolation: PluginIsolation(worker: worker))
    guard loaded.plugins.count(where: { $0.status == .worker }) == 2,
      let document = FeedDocument.parse(PaddedBytes("{}".utf8), name: "feed").value
    else { return print("manifests: \(loaded.diagnostics.first?.message ?? "not loaded")") }
    func draw(_ code: String) {
      guard let owner = loaded.registry.owner(of: .blockCode(code)) else { return }
      let request = SectionRequest(
        block: document.root, settings: document.root, blockCode: code, showType: "",
        environment: LayoutEnvironment())
      _ = loaded.prepare(for: []).runner.run([(owner, request)])
    }
    let times = fastest(rounds: 60, [{ draw("none") }, { draw("call") }])
    report.line(
      "a call through a manifest, two arguments", (times[1] - times[0]) / Double(rows), unit: "ns",
      limit: 500)
  }
}

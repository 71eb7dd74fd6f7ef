import LayoutCore
import PluginCalls
import PluginHost
import Testing

extension WorkerTests {
  @Test("a node is as high as its measured text, at every text size, in the process and the worker")
  func textScale() throws {
    var plugin = CPlugin("scale")
    plugin.rowCount = "*out = 40; return SE_OK;"
    // Font sizes without a pattern, from 3 to 120 points.
    plugin.build = """
      double points = 3 + (row * 7919u % 1171u) / 10.0;
      se_str text = SE_STR("Some words that need a few lines");
      se_node box = {.kind = SE_NODE_BOX};
      box.style.height = SE_PT(host->measure_text(host, text, points, 400, 90, 0).height);
      host->begin_node(host, &box);
      se_node node = {.kind = SE_NODE_TEXT, .text = text, .font_size = points};
      host->begin_node(host, &node); host->end_node(host);
      host->end_node(host); return SE_OK;
      """
    var host = try WorkerHost([plugin])
    let far = host.isolation
    try host.isolation.trust(host.folder.path("scale.so"))
    var uniform = FontMetrics.bundled
    uniform.scalesUniformly = true
    for metrics in [FontMetrics.bundled, uniform] {
      let measurer = RecordedTextMeasurer(metrics)
      for isolation in [far, host.isolation] {
        let loaded = PluginCatalog(
          PluginSearchPath(folders: [.init(path: host.folder.path, origin: .option)]),
          measurer: measurer, isolation: isolation)
        for textSize in LayoutEnvironment.TextSize.allCases {
          let outcome = try WorkerHost.draw(
            ["SCALE"], with: loaded, environment: LayoutEnvironment(textSize: textSize))[0]
          let section = try #require(outcome.section)
          let roots = section.rows.map(\.node)
          #expect(roots.count == 40)
          for (row, root) in roots.enumerated() {
            let box = LayoutNode(arena: section.arena, index: root + 1)
            let text = LayoutNode(arena: section.arena, index: root + 2)
            let points = 3 + Double(row * 7919 % 1171) / 10
            let font = text.content.font
            #expect(
              abs(Double(font.size) - measurer.scale(of: textSize)(points)) < 1e-4,
              "\(points) points at \(textSize)")
            let height = Array("Some words that need a few lines".utf8)
              .withUnsafeBufferPointer {
                measurer.measure($0, font: font, maxWidth: 90, maxLines: 0).height
              }
            #expect(box.style.height == .points(Float(height)), "\(points) points at \(textSize)")
          }
        }
      }
    }
  }

  @Test("a font scale of Android has the number of the nearest text size")
  func androidNumbers() {
    let numbers = LayoutEnvironment.TextSize.allCases.map(\.raw)
    #expect(numbers == Array(0...11) + [0, 3, 4, 4, 4, 5, 6, 7, 7])
  }
}

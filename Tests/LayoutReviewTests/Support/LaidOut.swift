import LayoutCore
import Renderers

/// A page that the layout engine laid out, as tests of its review need one.
enum LaidOut {
  static func page(
    _ sections: [LayoutSection], in environment: LayoutEnvironment = LayoutEnvironment(),
    tokens: [String: String] = [:]
  ) -> RenderedPage {
    let measurer = RecordedTextMeasurer()
    var sections = sections
    LayoutEngine(environment: environment, measurer: measurer).layOut(&sections)
    return RenderedPage(
      tree: LayoutTree(
        feedID: "news", title: "", layoutName: "news@1", environment: environment, tokens: tokens,
        sections: sections, measurer: measurer))
  }
}

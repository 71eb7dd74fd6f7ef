import LayoutCore
import Page
import Renderers

/// A page for review tests, laid out by the layout engine.
enum LaidOut {
  static func page(
    _ sections: [Section], in environment: LayoutEnvironment = LayoutEnvironment(),
    tokens: [String: String] = [:]
  ) -> Page {
    let measurer = RecordedTextMeasurer()
    return Page(
      feedID: "news", title: "", layoutName: "news@1", environment: environment, tokens: tokens,
      sections: LayoutEngine(environment: environment, measurer: measurer).layOut(sections),
      measurer: measurer)
  }
}

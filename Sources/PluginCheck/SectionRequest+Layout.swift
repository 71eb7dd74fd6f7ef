internal import LayoutCore
internal import Providers

/// The host's share of a section: what laying it out takes.
extension SectionRequest {
  /// Lays out what a plugin handed over for the request, alone on its page.
  func layoutCost(
    of section: LayoutSection, measurer: RecordedTextMeasurer = RecordedTextMeasurer()
  ) -> LayoutCost {
    var sections = [section]
    let engine = LayoutEngine(environment: environment, measurer: measurer, threads: 1)
    return engine.layOut(&sections)[0]
  }
}

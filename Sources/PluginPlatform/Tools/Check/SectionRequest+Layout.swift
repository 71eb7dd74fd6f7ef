internal import LayoutCore
internal import PluginHost

/// The host's part of the time of a section.
extension SectionRequest {
  /// Lays out the result of a request, alone on its page, and returns the cost.
  func layoutCost(
    of section: Section, measurer: RecordedTextMeasurer = RecordedTextMeasurer()
  ) -> LayoutCost {
    let engine = LayoutEngine(environment: environment, measurer: measurer, threads: 1)
    return engine.layOut([section])[0].cost
  }
}

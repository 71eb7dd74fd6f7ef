internal import Diagnostics
package import LayoutCore

extension FallbackLadder {
  /// Stands for a block that nobody could draw: one row, a node that names the code and the reason.
  /// It keeps the place that the feed layout gives the section, and nothing else of how it stands.
  package func placeholder(
    for request: SectionRequest, reason: String, isLost: Bool
  ) -> LayoutSection {
    var height = placeholderHeight
    // A hint comes from the feed, which may say anything.
    let known = isLost ? request.lastHeight : nil
    if let hint = known ?? request.heightHint, hint.isFinite, hint >= 0,
      hint <= Self.tallestPlaceholder
    {
      height = hint
    }

    var section = LayoutSection(
      blockCode: request.blockCode, provider: .init(id: "placeholder", version: "1.0.0"))
    section.fallback = .init(step: .placeholder, reason: reason)
    if let placement = request.layoutOverride.placement { section.placement = placement }

    var content = NodeContent()
    content.label = section.arena.addText(
      "\(shown(request.blockCode)): \(shown(reason, limit: 240))".utf8)
    content.source = request.block.index
    var style = Style()
    style.height = .points(Float(height))
    section.rows = [
      .init(node: section.arena.begin(.placeholder, style: style, content: content), height: height)
    ]
    section.arena.end()
    return section
  }

  /// In points. Nothing on a page is higher.
  private static var tallestPlaceholder: Double { 100_000 }
}

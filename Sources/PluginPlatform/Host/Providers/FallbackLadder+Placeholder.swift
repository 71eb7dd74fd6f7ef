internal import Support
package import LayoutCore

extension FallbackLadder {
  /// Returns the placeholder of a block that no provider could draw: one row with a node that names
  /// the code and the reason. It keeps the placement of the feed layout, and no other layout
  /// settings.
  package func placeholder(
    for request: SectionRequest, reason: String, isLost: Bool
  ) -> Section {
    var height = placeholderHeight
    // A hint comes from the feed, so it may be any number.
    let known = isLost ? request.lastHeight : nil
    if let hint = known ?? request.heightHint, hint.isFinite, hint >= 0,
      hint <= Self.tallestPlaceholder
    {
      height = hint
    }

    var section = Section(
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

  /// Maximum height of a placeholder in points, above the height of any real section.
  private static var tallestPlaceholder: Double { 100_000 }
}

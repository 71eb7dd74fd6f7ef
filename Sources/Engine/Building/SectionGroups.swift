package import Feeds
package import Page
internal import PluginHost

/// Consecutive sections of a page.
package struct SectionGroup {
  /// The page with the sections of the group. The sections before the group are released.
  /// `diagnostics` has those about the group's blocks.
  package let page: Page
  /// The blocks of the sections; `nil` for a section that shows a state of the feed.
  package let blocks: [Block?]
}

extension Engine {
  /// The number of blocks that are drawn together: enough work for several threads, and few enough
  /// sections to keep in memory.
  private static let blocksAtOnce = 256

  /// Draws and lays out a page group by group, in the order of the page. The sections of one group are
  /// in memory at a time. ``page(_:)`` returns the same sections at once.
  ///
  /// Some sections stay in memory until the page is complete: those from the first floating section
  /// on, because later floating sections move it, and all sections of a page for which plugins run
  /// in workers, because these share limits. Complexity: linear in blocks and nodes.
  /// - Parameters:
  ///   - blocksAtOnce: The number of blocks of a group; `nil` for the standard.
  ///   - visit: Receives each group. Returns false to stop.
  /// - Returns: The page, whose sections are released; `nil` if `visit` stopped.
  package func page(
    _ scene: Scene, blocksAtOnce: Int? = nil, visitingGroups visit: (SectionGroup) throws -> Bool
  ) rethrows -> Page? {
    let blocks = scene.feed.blocks
    let ladder = scene.ladder(of: scene.providers(for: blocks))
    let isWhole = ladder.runner.drawsTogether || scene.state.content != .completed
    let step = isWhole ? max(1, blocks.count) : blocksAtOnce ?? Self.blocksAtOnce
    let frame = PageFrame(of: scene, threads: threads)
    var page = frame.page(of: scene, diagnostics: [])
    var placed = PlacedSections()
    var next = 0
    repeat {
      let start = next
      next = min(start + step, blocks.count)
      let group = PreparedScene(
        scene: scene.beginning(next),
        known: Array(repeating: SectionCache.Answer(), count: next - start),
        requests: requests(for: blocks[start..<next], of: scene), ladder: ladder)
      var drawn = draw(group)
      place(&drawn, in: frame, below: &placed)
      let (sections, indices) = next < blocks.count ? placed.takeFinal() : placed.takeAll()
      page.diagnostics = placed.blockDiagnostics(from: start)
      page.sections = sections
      guard try visit(SectionGroup(page: page, blocks: indices.map { $0.map { blocks[$0] } }))
      else { return nil }
      page.release()
    } while next < blocks.count
    page.diagnostics = frame.page(of: scene, diagnostics: placed.diagnostics(ladder)).diagnostics
    return page
  }
}

internal import LayoutCore
internal import Support

/// The maximum number of lines of text that pictures and text pictures draw, so that a small feed
/// cannot cause an output of gigabytes. A line takes about 450 bytes of SVG.
///
/// | sections | lines |
/// |---|---|
/// | of at most `free` lines | no limit for the page |
/// | of more lines | `section` each, and `page` together, in document order |
///
/// The count is an upper bound that needs no measuring: the lines that fit into the frame of a text,
/// and at most its bytes.
struct DrawingBudget {
  private let measurer: any TextMeasurer
  private(set) var left: Int

  /// - Parameter left: The lines that the page has left.
  init(_ measurer: any TextMeasurer, left: Int) {
    self.measurer = measurer
    self.left = left
  }

  /// The lines for the sections of a page that have more than `free(nodes:)` lines.
  static let page = 100_000

  private static func free(nodes: Int) -> Int { 2_000 + 16 * nodes }
  private static func section(nodes: Int) -> Int { 20_000 + 64 * nodes }

  /// Subtracts the lines of a section, and returns the error if there are too many. Such a section is
  /// not free, because what the page has left for it depends on earlier sections. O(nodes), or O(1)
  /// for a section with little text.
  mutating func spend(on placed: inout PlacedSection) -> Diagnostic? {
    let nodes = placed.arena.count
    guard placed.arena.text.count > Self.free(nodes: nodes) else { return nil }
    let lines = lines(of: placed.arena)
    guard lines > Self.free(nodes: nodes) else { return nil }
    placed.cost.isFree = false
    let most = Self.section(nodes: nodes)
    guard lines <= min(most, left) else {
      return diagnostic(of: placed, lines: lines, most: lines > most ? most : nil)
    }
    left -= lines
    return nil
  }

  private func lines(of arena: NodeArena) -> Int {
    // Borrows the arrays once: a `LayoutNode` for each node would retain all of the arena.
    let (contents, frames) = (arena.contents, arena.frames)
    let insets = arena.styles.map { $0.pointInsets.top + $0.pointInsets.bottom }
    let hasRuns = !arena.runs.isEmpty
    var sum = 0
    for (node, record) in arena.records.enumerated() where record.content != .max {
      let content = contents[Int(record.content)]
      guard content.text.count > 0 else { continue }
      let height = Double(frames[node].height) - insets[Int(record.style)]
      // The runs of a text can be smaller than its font.
      let lineHeight = hasRuns ? 1 : measurer.lineHeight(content.font)
      let fitting = (height / max(lineHeight, 0.1)).rounded(.down)
      let most = content.maxLines > 0 ? Int(content.maxLines) : Int.max
      sum += min(max(1, Int(exactly: fitting) ?? Int.max), Int(content.text.count), most)
    }
    return sum
  }

  private func diagnostic(of placed: PlacedSection, lines: Int, most: Int?) -> Diagnostic {
    let plugin = placed.section.provider.identity
    return Diagnostic(
      .layoutBudgetSpent, .error,
      most.map { "the section has more than \($0) lines of text" }
        ?? "earlier sections used up the \(Self.page) lines of text of the page",
      label: "drawn by `\(plugin)`",
      notes: [
        "it has \(counted(placed.arena.count, "node")) and up to \(counted(lines, "line")) of text",
        "the section is drawn as a placeholder",
      ],
      helps: ["make its texts wider or shorter, or limit their lines"],
      blockCode: placed.section.blockCode, plugin: plugin)
  }
}

/// A page that stays laid out while it changes: a change recomputes only what it affects.
///
/// ```swift
/// let page = LivePage(sections, engine: engine)
/// page.setText("longer", of: 7, in: 3)
/// page.remove(at: 0)
/// for change in page.update().nodes { … }
/// ```
///
/// After `update()` the sections equal those of a layout from scratch.
///
/// | change | recomputed |
/// |---|---|
/// | a leaf, a style | the node's ancestors, sizes that depend on them, and the rows' positions |
/// | replace, insert | that section, and the positions of all sections |
/// | remove, move | the positions of all sections |
/// | width | everything that depends on the width, in every section |
package final class LivePage {
  private var states: [SectionState]
  private var engine: LayoutEngine
  private var removed: [Int] = []

  /// Lays out the sections. Complexity: O(nodes + text).
  package init(_ sections: [LayoutSection], engine: LayoutEngine) {
    self.engine = engine
    states = sections.map { SectionState($0, engine) }
    _ = update()
  }

  /// The sections with the frames of the last `update()`, but current content, styles and order.
  /// Complexity: O(sections).
  package var sections: [LayoutSection] { states.map(\.section) }

  package subscript(_ index: Int) -> LayoutSection { states[index].section }
  package var count: Int { states.count }

  // MARK: Changes

  /// Replaces the text of a text leaf. Complexity: O(text + depth).
  package func setText(_ text: String, of node: Int, in section: Int) {
    states[section].setText(text, of: node, engine)
  }

  /// Replaces the style of a node. A section keeps every distinct style that it ever had.
  /// Complexity: O(depth x children).
  package func setStyle(_ style: Style, of node: Int, in section: Int) {
    states[section].setStyle(style, of: node, engine)
  }

  package func replace(_ index: Int, with section: LayoutSection) {
    states[index] = SectionState(section, engine, replacing: states[index])
  }

  package func insert(_ section: LayoutSection, at index: Int) {
    states.insert(SectionState(section, engine), at: index)
  }

  package func remove(at index: Int) {
    if let old = states.remove(at: index).oldIndex { removed.append(old) }
  }

  /// - Parameter target: The section's index after the move.
  package func move(from index: Int, to target: Int) {
    states.insert(states.remove(at: index), at: target)
  }

  /// Changes the width of the page, in points.
  package func setWidth(_ width: Double) {
    var environment = engine.environment
    environment.width = width
    engine = LayoutEngine(
      environment: environment, measurer: engine.measurer, profile: engine.profile,
      threads: engine.threads)
    for state in states { state.isDirty = true }
  }

  // MARK: Results

  /// Lays out everything that has changed.
  package func update() -> PageChanges {
    let dirty = states.filter(\.isDirty)
    let engine = engine
    nonisolated(unsafe) let work = dirty
    engine.forEachChunk(weights: dirty.map(\.section.arena.count)) { chunk in
      for index in chunk { work[index].layOut(engine) }
    }
    engine.place(&states)

    var changes = PageChanges(removed: removed.sorted())
    for (index, state) in states.enumerated() {
      if state.isReplaced || state.oldIndex != index || state.oldFrame != state.section.frame {
        changes.sections.append(
          PageChanges.Section(
            index: index, oldIndex: state.oldIndex, oldFrame: state.oldFrame,
            isReplaced: state.isReplaced))
      }
      for change in state.changes {
        changes.nodes.append(PageChanges.Node(section: index, change: change))
      }
      state.settle(at: index)
    }
    removed = []
    return changes
  }
}

/// The effects of an update on a page.
package struct PageChanges: Sendable, Hashable {
  package struct Section: Sendable, Hashable {
    package var index: Int
    /// The index before the update; `nil` if the section is new.
    package var oldIndex: Int?
    package var oldFrame: Rect?
    /// Whether the section replaced another one.
    package var isReplaced: Bool
  }

  package struct Node: Sendable, Hashable {
    /// The index of its section.
    package var section: Int
    package var change: FrameChange
  }

  /// Indices, before the update, of removed sections.
  package var removed: [Int] = []
  /// New and replaced sections, and those whose index or frame changed, in page order.
  package var sections: [Section] = []
  /// Nodes whose frame relative to their parent changed. Nodes of new or replaced sections are not
  /// listed.
  package var nodes: [Node] = []

  package var isEmpty: Bool { removed.isEmpty && sections.isEmpty && nodes.isEmpty }
}

/// A section and the solver that caches the layout of its nodes.
private final class SectionState: PlacedSection {
  var section: LayoutSection
  var placement: LayoutSection.Placement { section.placement }
  var gapAbove: Double { section.gapAbove }
  var frame: Rect {
    get { section.frame }
    set { section.frame = newValue }
  }
  var isDirty = true
  /// The index at the last update; `nil` if the section was not on the page.
  private(set) var oldIndex: Int?
  /// The frame at the last update; `nil` if the section was not on the page.
  private(set) var oldFrame: Rect?
  /// Whether it replaced a section that was on the page at the last update.
  private(set) var isReplaced: Bool
  /// Nodes whose frame changed in the last layout.
  private(set) var changes: [FrameChange] = []
  private var solver: FlexSolver

  /// - Parameter replaced: The state of the section that this one replaces.
  init(_ section: LayoutSection, _ engine: LayoutEngine, replacing replaced: SectionState? = nil) {
    self.section = section
    oldIndex = replaced?.oldIndex
    oldFrame = replaced?.oldFrame
    isReplaced = oldIndex != nil
    solver = engine.solver(of: section).solver(of: section)
  }

  func setText(_ text: String, of node: Int, _ engine: LayoutEngine) {
    // The leaves share the arena's text. Without them the buffer is unique and is appended to in
    // place.
    solver.leaves = NoLeaves()
    section.arena.setText(Array(text.utf8), of: node)
    solver.leaves = PageLeaves(section.arena, measurer: engine.measurer)
    solver.hasText = true
    solver.contentChanged(of: node)
    isDirty = true
  }

  func setStyle(_ style: Style, of node: Int, _ engine: LayoutEngine) {
    solver.setStyle(
      style, of: node, in: &section.arena,
      isRightToLeft: engine.environment.direction == .rtl)
    isDirty = true
  }

  func layOut(_ engine: LayoutEngine) {
    solver.beginLayout()
    engine.solver(of: section).layOut(&section, &solver)
    if solver.recordsChanges {
      changes = solver.takeChanges()
      solver.finish(&section.arena, changes)
    } else {
      solver.finish(&section.arena)
      solver.recordsChanges = true
    }
    section.frame = engine.frame(of: section)
    isDirty = false
  }

  /// Resets the state after the changes are reported.
  func settle(at index: Int) {
    oldIndex = index
    oldFrame = section.frame
    isReplaced = false
    changes = []
  }
}

/// A placeholder for the leaves while their texts are changed.
private struct NoLeaves: LeafMeasuring {
  func hasContent(_ node: Int) -> Bool { false }
  func measure(_ node: Int, width: SizeConstraint, height: SizeConstraint) -> Size { .zero }
  func baseline(of node: Int, width: Float, height: Float, top: Float) -> Float? { nil }
}

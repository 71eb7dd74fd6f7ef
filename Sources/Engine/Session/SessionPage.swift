package import Feeds
internal import LayoutCore

/// A session with a page that is laid out after every step, for the command line and `LiveFeed`.
package struct SessionPage: Sendable {
  private var machine: SessionMachine
  package private(set) var page: FeedPage
  /// The visible range of the page, in points from its top.
  package var visible: ClosedRange<Double>

  /// - Parameter parameters: The values of the feed layout's parameters, by name.
  package init(
    _ engine: Engine, in environment: LayoutEnvironment, parameters: [String: String] = [:]
  ) {
    machine = SessionMachine(
      layout: engine.layout, parameters: parameters, in: environment)
    page = engine.page(
      engine.scene(of: Feed(layout: engine.layout), state: PageState(machine), in: environment)
        .caching(in: SectionCache(.rounds)))
    visible = 0...environment.height
  }

  package var state: SessionState { machine.state }

  /// - Parameter time: The time of a monotonic clock, in seconds.
  package mutating func send(_ input: SessionInput, at time: Double) -> FeedUpdate {
    let before = page
    var update = show(machine.send(input, at: time))
    if case .environment = input {
      update.step.changes.updatedSections = page.changedSections(since: before)
    }
    if case .update = input, update.step.outcome == .done,
      !page.shows(update.changes, since: before)
    {
      update.step.outcome = .undrawn
    }
    if case .tap(let point) = input {
      update.tapped = page.node(at: point, scrolledBy: visible.lowerBound)
      if update.tapped == nil { update.step.outcome = .ignored(.nothingThere) }
    }
    return update
  }

  /// The inputs that wait for their time, from the next to run.
  package var delayed: [DelayedInput] { machine.delayed.sorted { $0.due < $1.due } }

  /// Runs an input that waited for its time. Ignored if another input has replaced it.
  package mutating func run(_ id: DelayedInput.ID, at time: Double) -> FeedUpdate {
    show(machine.run(id, at: time))
  }

  /// - Parameter time: The time of a monotonic clock, in seconds.
  package mutating func receive(
    _ reply: SourceReply, to request: SourceRequest.ID, at time: Double
  ) -> FeedUpdate {
    show(machine.receive(reply, to: request, at: time))
  }

  private mutating func show(_ step: SessionStep) -> FeedUpdate {
    let before = page
    var shift = LayoutShift()
    if machine.environment != before.environment {
      if visible == 0...before.environment.height { visible = 0...machine.environment.height }
      page = before.engine.page(before.scene.replacing(environment: machine.environment))
      shift = page.shift(since: before, visible: visible)
    } else if !step.hasNoEffect {
      let scene = before.scene.replacing(
        feed: machine.state.feed ?? Feed(layout: machine.layout), state: PageState(machine),
        after: before.placed, unchangedBlocks: step.unchangedBlocks)
      page = before.engine.page(scene)
      // If blocks were only appended, `start` is set, and no section of the previous page moved.
      if scene.start == nil { shift = page.shift(since: before, visible: visible) }
    }
    return FeedUpdate(step: step, state: machine.state, page: page, shift: shift)
  }
}

extension FeedPage {
  /// Whether a changed section or a section with changed items looks different. Complexity: linear
  /// in the nodes of these sections.
  fileprivate func shows(_ changes: FeedChanges, since earlier: FeedPage) -> Bool {
    let changed = Set(
      changes.updatedSections.map(\.to) + changes.updatedItems.map(\.to.section)
        + changes.movedItems.map(\.to.section) + changes.insertedItems.map(\.section)
        + changes.deletedItems.map(\.section))
    guard blocks.count == earlier.blocks.count, laidOut.height == earlier.laidOut.height else {
      return true
    }
    return zip(laidOut.sections.indices, placed.blockIndices).contains { index, block in
      guard let block, changed.contains(block) else { return false }
      return looksDifferent(index, since: earlier)
    }
  }

  /// Returns the blocks whose sections look different. The earlier page has the same blocks.
  fileprivate func changedSections(since earlier: FeedPage) -> [FeedChanges.Move<Int>] {
    guard laidOut.sections.count == earlier.laidOut.sections.count else { return [] }
    return zip(laidOut.sections.indices, placed.blockIndices).compactMap { index, block in
      guard let block, looksDifferent(index, since: earlier) else { return nil }
      return .init(from: block, to: block)
    }
  }

  private func looksDifferent(_ index: Int, since earlier: FeedPage) -> Bool {
    let (new, old) = (laidOut.sections[index], earlier.laidOut.sections[index])
    return new.rowFrames != old.rowFrames || !new.section.isDrawn(as: old.section)
  }
}

extension PageState {
  init(_ machine: SessionMachine) {
    let state = machine.state
    let hasPages = machine.layout.paging != nil && state.content == .completed
    self.init(
      content: machine.isFirstLoad ? .loading : state.content, header: state.header,
      footer: hasPages ? state.footer : nil)
  }
}

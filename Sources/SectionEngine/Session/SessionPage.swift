package import FeedSession
package import LayoutCore

/// A session whose state is laid out after every step. Used by the command line and by `LiveFeed`.
package struct SessionPage: Sendable {
  private var machine: SessionMachine
  package private(set) var page: FeedPage
  /// The visible part of the page, in points from its top.
  package var visible: ClosedRange<Double>

  /// - Parameter parameters: Values of the feed layout's parameters, by name.
  package init(
    _ engine: FeedEngine, in environment: LayoutEnvironment, parameters: [String: String] = [:]
  ) {
    machine = SessionMachine(layout: engine.layout, parameters: parameters)
    page = FeedPage(
      [], of: engine, found: [], in: environment, state: PageState(machine))
    visible = 0...environment.height
  }

  package var state: SessionState { machine.state }

  /// - Parameter time: Seconds of a monotonic clock.
  package mutating func send(_ input: SessionInput, at time: Double) -> SessionUpdate {
    show(machine.send(input, at: time))
  }

  package mutating func receive(
    _ reply: SourceReply, to request: SourceRequest.ID, at time: Double
  ) -> SessionUpdate {
    show(machine.receive(reply, to: request, at: time))
  }

  private mutating func show(_ step: SessionStep) -> SessionUpdate {
    let before = page
    if !step.isIgnored {
      let state = machine.state
      page = FeedPage(
        state.feed?.blocks ?? [], of: before.engine, found: state.feed?.diagnostics ?? [],
        in: before.environment, state: PageState(machine), after: before)
    }
    return SessionUpdate(
      step: step, state: machine.state, page: page,
      shift: page.shift(since: before, visible: visible))
  }
}

/// The effect of one input or one reply on a session and its page.
package struct SessionUpdate: Sendable {
  package var step: SessionStep
  /// The state after the step.
  package var state: SessionState
  package var page: FeedPage
  package var shift: LayoutShift
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

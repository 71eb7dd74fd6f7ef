internal import Feeds
internal import SectionEngine

/// Runs a script on a session, step by step, with replies in a fixed order.
struct SessionRun {
  /// The order in which the replies of one step arrive, and whether each is reported.
  enum Arrivals {
    /// All at once, in the order of the feed layout.
    case together
    /// One by one, in this order; other sources follow in the order of the feed layout.
    case each([String])
  }

  /// One entry of the report.
  struct Step {
    enum Part: String {
      /// An input with all replies to its requests.
      case whole
      /// An input whose replies are reported one by one.
      case input
      /// One reply.
      case arrival
    }

    var part: Part
    var input: String
    /// Requested sources, such as "blocks" or "list[2]"; the page index is omitted for the first
    /// page.
    var asked: [String]
    var arrived: [String]
    /// Whether the content before the input was older than the layout or the server allows.
    var wasStale: Bool
    var before: FeedPage
    var stateBefore: SessionState
    /// All changes since `before`; notices and diagnostics in the order of arrival.
    var update: FeedUpdate
  }

  private(set) var session: SessionPage
  private let gathering: SourceGathering
  private let arrivals: Arrivals
  /// Simulated time in seconds, so that the result is the same on every machine.
  private var time = 0.0

  init(_ session: SessionPage, loader: any SourceLoader, arrivals: Arrivals) {
    self.session = session
    gathering = SourceGathering(layout: session.page.layout, loader: loader)
    self.arrivals = arrivals
  }

  mutating func run(_ script: SessionScript, _ report: (Step) throws -> Void) rethrows {
    var pause = 0.0
    for step in script.steps {
      switch step.statement {
      case .wait(let seconds): pause = seconds
      case .input(let input):
        time += pause
        pause = SessionScript.pause
        try perform(input, named: step.text, report)
      }
    }
  }

  private mutating func perform(
    _ input: SessionInput, named name: String, _ report: (Step) throws -> Void
  ) rethrows {
    let before = (page: session.page, state: session.state)
    let wasStale = session.state.isStale(at: time)
    let update = session.send(input, at: time)
    var isEach = false
    if case .each = arrivals { isEach = true }
    var step = Step(
      part: isEach && !update.step.requests.isEmpty ? .input : .whole, input: name,
      asked: update.step.requests.map(\.label), arrived: [],
      wasStale: wasStale, before: before.page,
      stateBefore: before.state,
      update: update)
    var pending = update.step.requests
    if step.part == .input { try report(step) }
    while !pending.isEmpty {
      let replies = ordered(Array(zip(pending, gathering.replies(to: pending))))
      pending = []
      for (request, reply) in replies {
        let earlier = (page: session.page, state: session.state)
        let arrival = session.receive(reply, to: request.id, at: time)
        pending += arrival.step.requests
        if step.part == .input {
          try report(
            Step(
              part: .arrival, input: name, asked: arrival.step.requests.map(\.label),
              arrived: [request.label],
              wasStale: false, before: earlier.page, stateBefore: earlier.state,
              update: arrival))
        } else {
          step.add(arrival, of: request, visible: session.visible)
        }
      }
    }
    if step.part == .whole { try report(step) }
  }

  private func ordered(
    _ replies: [(SourceRequest, SourceReply)]
  ) -> [(SourceRequest, SourceReply)] {
    guard case .each(let names) = arrivals else { return replies }
    let ranks = replies.map { request, _ in names.firstIndex(of: request.source) ?? names.count }
    return replies.indices.sorted { (ranks[$0], $0) < (ranks[$1], $1) }.map { replies[$0] }
  }
}

extension SessionRun.Step {
  /// Combines this step with the update of a later reply.
  fileprivate mutating func add(
    _ later: FeedUpdate, of request: SourceRequest, visible: ClosedRange<Double>
  ) {
    asked += later.step.requests.map(\.label)
    arrived.append(request.label)
    let earlier = update.step
    update = later
    update.step.notices = earlier.notices + later.step.notices
    update.step.diagnostics = earlier.diagnostics + later.step.diagnostics
    update.step.changes = later.page.changes(since: before)
    update.shift = later.page.shift(since: before, visible: visible)
  }
}

extension SourceRequest {
  /// "list" for the first page, "list[2]" for the third.
  fileprivate var label: String { page == 0 ? source : "\(source)[\(page)]" }
}

import Support
import FeedDocument
@testable import Feeds
import Testing

/// Sends inputs to a session, two seconds apart, and answers its requests.
struct SessionReader {
  private(set) var session: SessionMachine
  /// The unanswered requests, in the order in which they were made.
  private(set) var pending: [SourceRequest] = []
  private(set) var notices: [SessionNotice] = []
  private(set) var diagnostics: [String] = []
  var time = 0.0

  init(_ layout: FeedLayout, parameters: [String: String] = [:]) {
    session = SessionMachine(layout: layout, parameters: parameters)
  }

  var state: SessionState { session.state }

  /// The sections and the ids of their items, such as "BANNER ARTICLES[1,2,3]".
  var shown: String { (state.feed?.blocks ?? []).map(\.summary).joined(separator: " ") }

  /// The states of content, header and footer, such as "completed, idle, no-more-data".
  var states: String {
    [state.content.rawValue, state.header.rawValue, state.footer.rawValue].joined(separator: ", ")
  }

  var said: [String] { notices.map { "\($0.name): \($0.text)" } }

  @discardableResult
  mutating func send(_ input: SessionInput, after pause: Double = 2) -> SessionStep {
    time += pause
    let step = session.send(input, at: time)
    note(step)
    return step
  }

  /// Runs an input that waits, at its time or now if that is later.
  mutating func run(_ id: DelayedInput.ID) -> SessionStep {
    time = max(time, session.delayed.first { $0.id == id }?.due ?? time)
    let step = session.run(id, at: time)
    note(step)
    return step
  }

  @discardableResult
  mutating func answer(_ request: SourceRequest, _ outcome: SourceReply.Outcome) -> SessionStep {
    pending.removeAll { $0.id == request.id }
    let reply = SourceReply(source: request.source, page: request.page, outcome: outcome)
    let step = session.receive(reply, to: request.id, at: time)
    note(step)
    return step
  }

  private mutating func note(_ step: SessionStep) {
    pending.removeAll { step.cancelled.contains($0.id) }
    pending += step.requests
    notices += step.notices
    diagnostics += step.diagnostics.map(\.code.rawValue)
  }

  /// Answers all requests, including those that replies lead to, in the order that `order` gives
  /// for their sources.
  mutating func answerAll(_ server: TestServer, order: [String] = []) throws {
    while let request = pending.min(by: { a, b in
      let ranks = [a, b].map { order.firstIndex(of: $0.source) ?? order.count }
      return (ranks[0], a.id) < (ranks[1], b.id)
    }) {
      answer(request, try server.outcome(of: request))
    }
  }

  /// Sends an input and answers all requests, after clearing earlier notices and diagnostics.
  mutating func run(_ input: SessionInput, _ server: TestServer, order: [String] = []) throws {
    notices = []
    diagnostics = []
    send(input)
    try answerAll(server, order: order)
  }
}

/// A server that answers the requests for the sources of one feed.
struct TestServer {
  /// Returns the JSON of a page of a source.
  var document: @Sendable (SourceRequest) -> String
  /// The sources that fail, each with its failure.
  var failures: [String: TestFailure] = [:]

  func outcome(of request: SourceRequest) throws -> SourceReply.Outcome {
    let text: String
    switch failures[request.source] {
    case .network: return .failed(SourceFailure(.network(.timeout), [Self.diagnostic]))
    case .status: return .failed(SourceFailure(.status(500), [Self.diagnostic]))
    case .envelope(let reply): text = reply
    case .payload: text = "[1, 2, 3]"
    case nil: text = document(request)
    }
    let name = "\(request.source)-\(request.page).json"
    return .document(try FeedSessionTests.document(text, name: name), [])
  }

  private static let diagnostic = Diagnostic(
    .unreadableSource, .error, "the server did not answer")
}

enum TestFailure: Hashable, Sendable {
  case network, status, payload
  /// A document that reports a failed request.
  case envelope(String)
}

extension Block {
  var summary: String {
    items.isEmpty ? blockCode : "\(blockCode)[\(items.map(\.id).joined(separator: ","))]"
  }
}

extension FeedChanges {
  /// The numbers of deleted, inserted, moved and updated sections, then of such items, as
  /// "0 1 0 0 / 0 2 0 0".
  var counts: String {
    let sections = [
      deletedSections.count, insertedSections.count, movedSections.count, updatedSections.count,
    ]
    let items = [deletedItems.count, insertedItems.count, movedItems.count, updatedItems.count]
    return [sections, items].map { $0.map { "\($0)" }.joined(separator: " ") }
      .joined(separator: " / ")
  }
}

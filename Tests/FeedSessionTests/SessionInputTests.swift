import FeedDocument
@testable import Feeds
import Testing

@Suite("Inputs that change the list, its parameters or its state") struct SessionInputTests {
  private static let layout = """
    {"name": "search", "version": 1, "identity": "occurrence", "parameters": {"keyword": "swift", "kind": "1"},
     "sources": {
       "hot": {"request": {"url": "hot"}, "items": "$", "block": {"code": "HOT"}},
       "results": {"primary": true, "request": {"url": "find/{keyword}/{page}"}, "items": "$.items",
         "element": {"code": "code", "closable": "closable"}}},
     "paging": {"source": "results", "by": "page", "first": 0, "endsWhenEmpty": true},
     "states": {"notices": {"status": "Later, please"}}}
    """

  private let server = TestServer { request in
    guard request.source == "results" else { return #"[{"id": 5, "name": "x"}]"# }
    let word = request.parameters["keyword"] ?? "swift"
    let blocks = ["A", "B", "C"].map {
      #"{"code": "\#($0)\#(request.page)", "closable": \#($0 == "B"), "word": "\#(word)", "cards": [{"inner": [{"cardId": "7\#($0)", "n": 1}]}]}"#
    }
    return #"{"items": [\#(blocks.joined(separator: ", "))]}"#
  }

  private func reader() throws -> SessionReader {
    var reader = SessionReader(
      try FeedSessionTests.layout(Self.layout), parameters: ["keyword": "swift"])
    try reader.run(.refresh, server)
    #expect(reader.shown == "HOT A0 B0 C0")
    return reader
  }

  @Test("sections are closed, removed, moved and inserted until their source is read again")
  func edits() throws {
    var reader = try reader()
    #expect(reader.send(.edit(.close("A0#1"))).ignored == .notClosable)
    #expect(reader.send(.edit(.close("NONE"))).ignored == .unknownSection)
    #expect(reader.send(.edit(.close("B0#1"))).changes.deletedSections == [2])
    #expect(reader.send(.edit(.remove("HOT#1"))).changes.deletedSections == [0])
    #expect(reader.shown == "A0 C0")
    let moved = reader.send(.edit(.move("C0#1", to: 0)))
    #expect(moved.changes.movedSections.count == 1 && reader.shown == "C0 A0")
    #expect(reader.send(.edit(.move("C0#1", to: 0))).ignored == .unchanged)
    let payload = try document(#"{"title": "new"}"#).root
    let inserted = reader.send(.edit(.insert(payload, code: "AD", at: 99)))
    #expect(inserted.changes.insertedSections == [2] && reader.shown == "C0 A0 AD")
    try reader.run(.loadMore, server)
    #expect(reader.shown.hasPrefix("C0 A0") && reader.shown.contains("A1 B1 C1"))
    try reader.run(.refresh, server)
    #expect(reader.shown == "HOT A0 B0 C0")
  }

  @Test("another value of a parameter loads again, and drops what depends on the parameter")
  func parameters() throws {
    var reader = try reader()
    #expect(reader.send(.parameters(["nothing": "x"])).ignored == .unknownParameter)
    #expect(reader.send(.parameters(["keyword": "swift"])).ignored == .unchanged)
    try reader.run(.loadMore, server)
    let step = reader.send(.parameters(["keyword": "rust"]))
    #expect(reader.shown == "HOT" && step.changes.deletedSections.count == 6)
    #expect(step.requests.map { $0.allValues["keyword"] } == ["rust", "rust"])
    try reader.answerAll(server)
    let words = reader.state.feed?.blocks.compactMap { $0.value["word"].string } ?? []
    #expect(words == ["rust", "rust", "rust"] && reader.shown == "HOT A0 B0 C0")
    try reader.run(.loadMore, server)
    #expect(reader.shown == "HOT A0 B0 C0 A1 B1 C1")
    // New parameters cancel the requests of a load that is under way.
    let pending = reader.send(.refresh).requests.map(\.id)
    #expect(reader.send(.parameters(["keyword": "go"])).cancelled == pending)
    try reader.answerAll(server)
    #expect(reader.states == "completed, idle, idle")
  }

  @Test("a state is shown until the next load, and a retry begins with the skeleton")
  func states() throws {
    var reader = try reader()
    #expect(reader.send(.show(.completed)).ignored == .unchanged)
    for state in [ContentState.failed, .empty, .loading] {
      let step = reader.send(.show(state))
      #expect(reader.state.content == state && reader.shown == "" && !step.hasNoEffect)
      reader.send(.refresh)
      #expect(reader.state.content == .loading && reader.session.isFirstLoad)
      try reader.answerAll(server)
      #expect(reader.states == "completed, idle, idle" && reader.shown == "HOT A0 B0 C0")
    }
  }

  @Test("items inside rails and menus are updated; a list as a whole has no members")
  func nested() throws {
    var reader = try reader()
    let change = try document(#"{"n": 2}"#).root
    func update(_ block: String, _ item: String?) -> SessionInput {
      .update(ItemUpdate(blockIdentity: block, item: item, change: change))
    }
    #expect(reader.send(update("HOT#1", nil)).ignored == .notAnObject)
    #expect(reader.send(update("HOT#1", "6")).ignored == .unknownItem)
    #expect(reader.send(update("HOT#1", "5")).changes.updatedSections.map(\.to) == [0])
    #expect(reader.state.feed?.blocks[0].value.children.map { $0["n"].int64 } == [2])
    #expect(reader.send(update("A0#1", "7A")).changes.updatedSections.map(\.to) == [1])
    let card = reader.state.feed?.blocks[1].value["cards"].children.map(\.self).first
    #expect(card?["inner"].children.map { $0["n"].int64 } == [2])
    #expect(reader.state.feed?.blocks[1].value["word"].string == "swift")
    #expect(reader.send(update("A0#1", "7A")).ignored == .unchanged)
  }

  @Test("inputs within a second of the last of their kind wait, and later ones join them")
  func delays() throws {
    for (input, count) in [(SessionInput.loadMore, 1), (.refresh, 2)] {
      var reader = try reader()
      try reader.run(input, server)
      let waiting = reader.send(input, after: 0.25)
      #expect(waiting.hasNoEffect && waiting.outcome == .delayed(seconds: 0.75))
      #expect(reader.send(input, after: 0.5).outcome == .joined)
      let delayed = try #require(reader.session.delayed.first)
      #expect(reader.session.delayed.count == 1 && delayed == waiting.delayed)
      let step = reader.run(delayed.id)
      #expect(step.requests.count == count && step.outcome == .delayed(seconds: 0.75))
      #expect(reader.run(delayed.id).outcome == .ignored(.cancelled))
      #expect(reader.send(input, after: 0.1).outcome == .joined)
      try reader.answerAll(server)
      #expect(reader.send(input, after: 1).outcome == .done)
    }
  }

  @Test("an input that loads everything again, a state and `cancel` replace inputs that wait")
  func replaced() throws {
    let inputs: [SessionInput] = [
      .refresh, .parameters(["keyword": "go"]), .show(.empty), .cancel,
    ]
    for input in inputs {
      var reader = try reader()
      try reader.run(.loadMore, server)
      let waiting = try #require(reader.send(.loadMore, after: 0.5).delayed)
      // Changes of the page do not affect an input that waits.
      #expect(reader.send(.edit(.close("B0#1")), after: 0.1).replaced.isEmpty)
      let step = reader.send(input, after: 0.1)
      #expect(step.replaced == [waiting.id] && step.outcome == .done)
      #expect(reader.session.delayed.isEmpty)
      #expect(reader.run(waiting.id).outcome == .ignored(.cancelled))
    }
  }

  @Test("an input that cannot have an effect does not wait")
  func hopeless() throws {
    var reader = try reader()
    reader.send(.refresh)
    #expect(reader.send(.loadMore).outcome == .ignored(.busy))
    try reader.answerAll(server)
    try reader.run(.loadMore, TestServer { _ in #"{"items": []}"# })
    #expect(reader.send(.loadMore, after: 0.1).outcome == .ignored(.hasEnded))
    #expect(
      reader.send(.set(try #require(SectionSetting("A0.page=many")))).ignored == .invalidSetting)
  }

  @Test("a notice of a failure has the layout's words and the server's code")
  func notices() throws {
    var reader = try reader()
    var broken = server
    broken.failures = ["results": .status, "hot": .network]
    try reader.run(.refresh, broken)
    #expect(reader.said == ["failure: Could not load", "failure: Later, please"])
    #expect(reader.notices.map(\.code) == [nil, 500])
    #expect(reader.notices.map(\.failureKind) == ["network", "status"])
  }
}

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

  private static let groups = """
    {"name": "groups", "version": 1, "identity": "IDENTITY",
     "sources": {
       "head": {"primary": true, "items": "$.items", "block": {"code": "HEAD"}},
       "wares": {"items": "$.items", "block": {"code": "WARES", "item": "id", "combine": "append"}}}}
    """

  private func groups(_ identity: String) throws -> SessionReader {
    var reader = SessionReader(
      try FeedSessionTests.layout(Self.groups.replacingOccurrences(of: "IDENTITY", with: identity)))
    try reader.run(.refresh, Self.shop)
    return reader
  }

  private static let shop = TestServer { request in
    request.source == "head"
      ? #"{"items": {"title": "Open"}}"# : #"{"items": [{"id": 1, "n": 1}, {"id": 2, "n": 1}]}"#
  }

  private func update(_ block: String, item: String? = nil, _ json: String) throws -> SessionInput {
    .update(ItemUpdate(blockIdentity: block, item: item, change: try document(json).root))
  }

  private func insert(_ code: String, _ json: String, at index: Int = 9) throws -> SessionInput {
    .edit(.insert(try document(json).root, code: code, at: index))
  }

  @Test("under identity by code, an inserted payload replaces the group in its place")
  func insertReplaces() throws {
    var reader = try groups("code")
    // The update is of the payload that the input replaces.
    reader.send(try update("WARES", item: "1", #"{"n": 5}"#))
    let step = reader.send(
      try insert("WARES", #"[{"id": 2, "n": 1}, {"id": 3}, {"id": 3}]"#, at: 0))
    #expect(reader.shown == "HEAD WARES[2,3]" && step.changes.counts == "0 0 0 0 / 1 1 0 0")
    #expect(
      reader.send(try insert("WARES", #"[{"id": 2, "n": 1}, {"id": 3}]"#)).ignored == .unchanged)
    #expect(
      reader.send(try insert("HEAD", #"{"title": "Closed"}"#)).changes.counts == "0 0 0 1 / 0 0 0 0"
    )
    #expect(reader.send(try insert("NEW", #"{"title": "x"}"#)).changes.insertedSections == [2])
    #expect(
      reader.send(try insert("NEW", #"{"title": "y"}"#)).changes.counts == "0 0 0 1 / 0 0 0 0")
    #expect(reader.shown == "HEAD WARES[2,3] NEW")
    try reader.run(.refresh, Self.shop)
    #expect(reader.shown == "HEAD WARES[1,2]")
    #expect(reader.state.feed?.blocks[1].value.children.first?["n"].int64 == 1)

    var occurrences = try groups("occurrence")
    occurrences.send(try insert("WARES", #"[{"id": 3}]"#, at: 0))
    #expect(occurrences.shown == "WARES[3] HEAD WARES[1,2]")
  }

  @Test("sections whose payload comes from an input are updated like those of sources")
  func updatesOfInserted() throws {
    for identity in ["code", "occurrence"] {
      var reader = try groups(identity)
      let wares = try #require(reader.state.feed?.blocks[1].identity)
      reader.send(try insert("AD", #"{"title": "a", "cards": [{"cardId": 7}]}"#, at: 0))
      #expect(
        reader.send(try update("AD", #"{"title": "b"}"#)).changes.updatedSections.map(\.to) == [0])
      #expect(!reader.send(try update("AD", item: "7", #"{"n": 2}"#)).hasNoEffect)
      #expect(reader.send(try update("AD", item: "7", #"{"n": 2}"#)).ignored == .unchanged)
      #expect(reader.send(try update("AD", item: "8", #"{"n": 2}"#)).ignored == .unknownItem)
      let block = reader.state.feed?.blocks[0].value
      #expect(block?["title"].string == "b" && block?.value(atPath: "cards[0].n").int64 == 2)

      #expect(reader.send(try update(wares, #"{"n": 2}"#)).ignored == .notAnObject)
      let step = reader.send(try update(wares, #"[{"id": 2, "n": 1}, {"id": 4}]"#))
      #expect(step.changes.counts == "0 0 0 0 / 1 1 0 0")
      #expect(
        reader.send(try update(wares, item: "4", #"{"n": 9}"#)).changes.updatedItems.count == 1)
      #expect(reader.shown == "AD HEAD WARES[2,4]")
      try reader.run(.refresh, Self.shop)
      #expect(reader.shown == "HEAD WARES[1,2]")
    }
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

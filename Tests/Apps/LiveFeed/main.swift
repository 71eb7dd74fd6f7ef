// An app with one screen: a list of songs that the reader can refresh, extend and like. After each
// update, the app prints the contents of its screen.
import SectionEngine

let layout = """
  {"name": "songs", "version": 1,
   "paging": {"source": "songs", "by": "page", "end": [[{"path": "$.last", "equals": true}]]},
   "sources": {"songs": {
     "request": {"url": "songs", "query": {"page": "{page}"}},
     "items": "$.songs", "block": {"code": "SONGS", "combine": "append", "item": "id"}}}}
  """

/// Answers as the server of the songs: 25 songs, 10 in each page.
@Sendable func reply(to request: SourceRequest) -> [UInt8] {
  let page = request.page
  let songs = (page * 10..<min(page * 10 + 10, 25)).map {
    #"{"id": \#($0), "name": "Song \#($0)"}"#
  }
  let list = songs.joined(separator: ", ")
  return Array(#"{"songs": [\#(list)], "last": \#(page == 2)}"#.utf8)
}

/// The actions of the reader, each taken when the page shows the result of the previous action.
enum Action: CaseIterable { case more, rest, like, dark, rotate, refresh }

func perform(_ action: Action, in feed: LiveFeed) async throws {
  switch action {
  case .refresh: await feed.refresh()
  case .more, .rest: await feed.loadMore()
  case .like:
    // The heart of the third song. A real app sends the like to its server, then updates the item.
    guard let tap = await feed.page.node(at: Point(x: 360, y: 2 * 56 + 28))?.action else { return }
    print("a tap on \(tap.type) \(tap.target)")
    try await feed.update(
      item: tap.target, ofSection: "SONGS", with: Array(#"{"liked": true}"#.utf8))
  case .dark, .rotate:
    var environment = await feed.page.environment
    if action == .dark {
      environment.appearance = .dark
    } else {
      (environment.width, environment.height) = (environment.height, environment.width)
    }
    await feed.setEnvironment(environment)
  }
}

func show(_ update: FeedUpdate, after words: String) {
  let (environment, changes) = (update.page.environment, update.changes)
  print(
    "\(words): \(update.page.sections[0].rowCount) songs, \(environment.appearance),",
    "\(Int(environment.width)) points: \(changes.insertedItems.count) inserted,",
    "\(changes.updatedItems.count) updated, footer \(update.footer.rawValue)")
  for notice in update.notices { print("notice: \(notice.name)") }
}

let engine = try Engine(layout: Array(layout.utf8), providers: SectionProviders([Songs.self]))
let phone = LayoutEnvironment(width: 390, height: 844)
let feed = LiveFeed(engine, in: phone) { request in reply(to: request) }
var actions = Action.allCases[...]
var words = "start"
await feed.refresh()
for await update in feed.updates {
  // While a reply is awaited, a screen shows a spinner.
  if update.content == .loading || update.header == .refreshing || update.footer == .refreshing {
    continue
  }
  show(update, after: words)
  guard let action = actions.popFirst() else { break }
  words = "\(action)"
  try await perform(action, in: feed)
}

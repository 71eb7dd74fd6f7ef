internal import SectionEngine
internal import LayoutReview

/// Lays out feeds on one thread of a batch. A result depends only on its feed.
final class BatchWorker: @unchecked Sendable {
  // @unchecked Sendable is safe because only one thread at a time uses an instance.

  /// The data that all workers share. Files are read once, because they may change during the run.
  struct Task: Sendable {
    var settings: BatchSettings
    var installation: Installation
    var layout: FeedLayout?
    /// The layouts of which one is chosen for each feed; empty if `layout` is given.
    var layouts: [UnreadLayout]
    var device: Device?
    var texts: TextMeasuring
    /// The fields of a result; if empty, a result is the layout of the page as JSON.
    var fields: [BatchField]
  }

  struct Results {
    /// The results, one line per feed.
    var bytes: [UInt8]
    /// The feeds with blocks of external plugins; empty if failures are not counted.
    var feeds: [PluginBreaker.Feed] = []
  }

  struct Broken: Sendable {
    var count = 0
    /// The first feed that could not be laid out, with the reason.
    var first: (line: Int, reason: Diagnostic)?

    mutating func add(_ other: Broken) {
      count += other.count
      guard let theirs = other.first else { return }
      if theirs.line < first?.line ?? .max { first = theirs }
    }
  }

  let providers: SectionProviders
  private(set) var broken = Broken()
  var clock: StageClock
  private let task: Task
  private let cache = SectionCache(.repeated)
  private struct Kept {
    let engine: Engine
    let environment: LayoutEnvironment
    let settings: SettingsTable
    /// The bars of a completed page, reused for later feeds; `nil` before the first page.
    var chrome: Page.Chrome?
  }

  private var kept: [String: Kept] = [:]
  /// Whether all plugins are bundled. Their output depends only on block, settings and environment.
  private let isAllBundled: Bool
  private let renderer = JSONRenderer(options: batchOptions, layout: .compact)
  /// A line has no items of the feed, because its reader has the feed.
  private static var batchOptions: RenderOptions {
    var options = RenderOptions()
    options.revision = 3
    return options
  }

  /// - Parameter providers: The providers and their plugin workers, shared by all threads.
  init(_ task: Task, _ providers: SectionProviders) {
    self.task = task
    self.providers = providers
    isAllBundled = providers.isAllBundled
    clock = StageClock(isOn: task.settings.isProfiled)
  }

  /// Lays out the feeds of a chunk. Stops if a plugin reaches the failure limit within the chunk.
  func results(of chunk: BatchInput.Chunk) -> Results {
    var results = Results(bytes: [])
    var streaks = PluginBreaker.Streaks()
    var out = ByteWriter()
    out.reserveCapacity(2 * chunk.bytes.count)
    for (index, item) in chunk.items.enumerated() {
      var place = BatchPlace(line: chunk.first + index)
      switch item {
      case .file(_, let name), .unreadable(let name, _): place.file = name
      default: break
      }
      let read = document(of: item, in: chunk.bytes)
      if let id = task.settings.id { place.id = read.value?.value(atPath: id) }
      clock.lap(.parsing)
      guard let document = read.value else {
        write(read.diagnostics, of: place, to: &out)
        continue
      }
      do throws(ExitError) {
        let page = try self.page(of: document, found: read.diagnostics)
        write(page, of: place, to: &out)
        if !isAllBundled, task.settings.maxPluginFailures > 0 {
          let feed = PluginBreaker.Feed(page.drawn.laidOut, number: place.line, end: out.count)
          results.feeds.append(feed)
          if streaks.add(feed, limit: task.settings.maxPluginFailures) != nil { break }
        }
      } catch {
        write(error.diagnostics, of: place, to: &out)
      }
      clock.lap(.writing)
    }
    results.bytes = out.bytes
    return results
  }

  // MARK: Reading

  /// The document name of every feed, so that results do not depend on file names.
  private static let name = "feed"

  private func document(
    of item: BatchInput.Item, in bytes: [UInt8]
  ) -> Diagnosed<FeedDocument?> {
    switch item {
    case .text(let range):
      return FeedDocument.parse(PaddedBytes(bytes[range]), name: Self.name)
    case .file(let path, let name):
      do throws(ReadFailure) {
        return FeedDocument.parse(try readSource(path), name: Self.name)
      } catch {
        return Diagnosed(nil, [Self.unreadable(name, error.reason)])
      }
    case .unreadable(let name, let reason):
      return Diagnosed(nil, [Self.unreadable(name, reason)])
    case .tooLong(let count):
      let limit = DocumentLimits().bytes
      let reason = Diagnostic(
        .documentTooLarge, .error, "the line has \(count) bytes, the limit is \(limit)",
        helps: ["a feed is one line: check what writes the input"])
      return Diagnosed(nil, [reason])
    }
  }

  private static func unreadable(_ name: String, _ reason: String) -> Diagnostic {
    Diagnostic(.unreadableSource, .error, "cannot read `\(name)`", label: reason)
  }

  // MARK: Pages

  private func page(of document: FeedDocument, found: [Diagnostic]) throws(ExitError) -> Result {
    let (layout, remarks) = try self.layout(of: document, found)
    // With several sources per line, `found` describes the line and belongs to no single source.
    let notes = task.settings.isBySource ? remarks + found : remarks
    let known = layout.isInferred ? nil : self.kept.removeValue(forKey: layout.name)
    var kept = known ?? newKept(layout)
    defer { if !layout.isInferred { self.kept[layout.name] = kept } }
    var feed = try self.feed(of: document, found, layout, kept.settings, notes)
    feed.diagnostics = notes + feed.diagnostics
    return page(of: feed, &kept)
  }

  private func layout(
    of document: FeedDocument, _ found: [Diagnostic]
  ) throws(ExitError) -> (layout: FeedLayout, notes: [Diagnostic]) {
    defer { clock.lap(.choosing) }
    if let layout = task.layout { return (layout, []) }
    let choice = LayoutChooser.choose(for: document, among: task.layouts)
    guard let layout = choice.value else { throw .couldNotRun(found + choice.diagnostics) }
    return (layout, choice.diagnostics)
  }

  private func feed(
    of document: FeedDocument, _ found: [Diagnostic], _ layout: FeedLayout,
    _ settings: SettingsTable, _ notes: [Diagnostic]
  ) throws(ExitError) -> Feed {
    defer { clock.lap(.assembling) }
    let replies =
      try task.settings.isBySource
      ? parts(of: document, found, layout)
      : [SourceReply(source: layout.primarySource?.name ?? "", outcome: .document(document, found))]
    let assembled = Feed.assemble(layout: layout, replies: replies, settings: settings)
    guard let feed = assembled.value else {
      throw .couldNotRun(notes + assembled.diagnostics)
    }
    return feed
  }

  private func newKept(_ layout: FeedLayout) -> Kept {
    var engine = Engine(
      layout: layout, providers: providers, unknown: task.settings.unknown,
      remembersHeights: false)
    // Feeds are distributed over the threads, so one engine uses one thread.
    engine.threads = 1
    return Kept(
      engine: engine,
      environment: task.settings.environment.resolved(for: layout, device: task.device),
      settings: SettingsTable(layout: layout))
  }

  /// A page with the findings that its fields need.
  private struct Result {
    var drawn: FeedPage
    var findings: [Finding] = []
  }

  /// Whether sections are reused for later feeds. Findings contain locations and prevent reuse.
  private func isKept(_ layout: FeedLayout) -> Bool {
    isAllBundled && !layout.isInferred && !task.fields.contains(.findings)
  }

  private func page(of feed: Feed, _ kept: inout Kept) -> Result {
    let engine = kept.engine
    let scene = engine.scene(of: feed, in: kept.environment)
      .caching(in: isKept(feed.layout) ? cache : nil, chrome: kept.chrome)
    let known = scene.cached()
    clock.lap(.recalling)
    let drawn = engine.draw(engine.prepare(scene, known: known))
    clock.lap(.plugins)
    let page = engine.place(drawn)
    kept.chrome = page.laidOut.chrome
    clock.lap(.layout)
    guard task.fields.contains(.findings) else { return Result(drawn: page) }
    // Some rules of `check` also need the page in other environments.
    let findings = task.settings.check.report(
      of: CheckPages(page, bothAppearances: task.settings.environment.appearance == nil)
    ).findings
    clock.lap(.checking)
    return Result(drawn: page, findings: findings)
  }

  /// Returns the replies in a line that has one document per source.
  private func parts(
    of document: FeedDocument, _ found: [Diagnostic], _ layout: FeedLayout
  ) throws(ExitError) -> [SourceReply] {
    let root = document.root
    guard root.kind == .object else {
      let reason = Diagnostic(
        .unexpectedShape, .error, "the line is not an object", at: root.location,
        label: "expected documents by the names of sources, found \(root.inWords)")
      throw .couldNotRun(found + [reason])
    }
    var replies: [SourceReply] = []
    let names = layout.sources.map(\.name)
    let idMember = idMember(of: document)
    for part in root.children {
      guard names.contains(part.key) else {
        if part.index == idMember { continue }
        let reason = Diagnostic(
          .unknownSource, .error, "`\(layout.name)` has no source `\(shown(part.key))`",
          at: part.location,
          helps: Suggestion.helps(for: part.key, among: names)
            + ["its sources: \(names.joined(separator: ", "))"])
        throw .couldNotRun(found + [reason])
      }
      var builder = DocumentBuilder(name: Self.name)
      builder.copy(part)
      replies.append(
        SourceReply(source: part.key, outcome: .document(builder.finish(), [])))
    }
    return replies
  }

  private func idMember(of document: FeedDocument) -> UInt32? {
    guard let id = task.settings.id.flatMap({ document.value(atPath: $0) }), id.kind != .missing
    else { return nil }
    return document.root.children.reduce(nil) { $1.index <= id.index ? $1.index : $0 }
  }

  // MARK: Writing

  private func write(_ page: Result, of place: BatchPlace, to out: inout ByteWriter) {
    guard !task.fields.isEmpty else {
      return renderer.render(
        page.drawn.laidOut, to: &out, kept: { page.drawn.placed.entries[$0]?.text })
    }
    out.writeObject(.compact) { json in
      for field in task.fields { field.write(page.drawn.laidOut, page.findings, place, to: &json) }
    }
  }

  private func write(_ found: [Diagnostic], of place: BatchPlace, to out: inout ByteWriter) {
    let reason =
      found.first { $0.severity == .error }
      ?? Diagnostic(.internalError, .error, "the feed gave no page")
    broken.add(Broken(count: 1, first: (place.line, reason)))
    out.writeObject(.compact) { json in
      let others = found.filter { $0 != reason }
      if !others.isEmpty { json.array("diagnostics", others) { $0.write($1) } }
      json.key("error")
      json.write(reason)
      for field in [BatchField.file, .id, .line] { field.write(place, to: &json) }
    }
  }

}

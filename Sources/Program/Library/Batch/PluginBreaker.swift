internal import SectionEngine
internal import Synchronization

/// Ends a batch if a plugin fails in several consecutive feeds.
///
/// Failures are counted in the order of the feeds, so that the run ends after the same feed for any
/// number of threads. A feed without a block of the plugin is not counted. A feed that the plugin
/// renders resets the count.
final class PluginBreaker: Sendable {
  /// The plugins on one feed's page, as `id@version`: `lost` if they failed, otherwise `drawn`.
  struct Feed: Sendable {
    /// The number of the feed, from 1, over all inputs.
    let number: Int
    /// The end of this feed's result in its chunk's results, as a byte offset.
    let end: Int
    let lost: Set<String>
    let drawn: Set<String>

    init(_ page: Page, number: Int, end: Int) {
      self.number = number
      self.end = end
      lost = Set(page.diagnostics.filter { $0.code == .pluginBroke }.compactMap(\.plugin))
      drawn = Set(page.sections.map(\.provider.identity))
        .subtracting(lost)
    }
  }

  /// The plugin that ends the run, and the number of the last feed with a result.
  struct Trip: Sendable {
    let plugin: String
    let feed: Int

    func diagnostic(limit: Int) -> Diagnostic {
      let feeds = limit == 1 ? "feed" : "feeds in a row that need it"
      return Diagnostic(
        .failingPlugin, .error, "plugin `\(plugin)` broke in \(limit) \(feeds)",
        notes: ["stopped after feed \(feed): the results up to it are written, and none after it"],
        helps: [
          "repair or remove the plugin, then go on with the same command and `--from \(feed + 1)`",
          "`--max-plugin-failures 0` never stops the run",
        ], plugin: plugin)
    }
  }

  /// For each plugin: the number of consecutive feeds in which it failed.
  struct Streaks: Sendable {
    private var counts: [String: Int] = [:]

    /// Adds the next feed. Returns the plugin that reached the limit with it, the first by name if
    /// several did; otherwise `nil`.
    mutating func add(_ feed: Feed, limit: Int) -> String? {
      for plugin in feed.drawn { counts[plugin] = nil }
      for plugin in feed.lost { counts[plugin, default: 0] += 1 }
      return feed.lost.filter { counts[$0] == limit }.min()
    }
  }

  private struct State {
    /// The feeds of chunks whose results are not written yet, by chunk number.
    var waiting: [Int: [Feed]] = [:]
    var next = 0
    var streaks = Streaks()
    var trip: Trip?
  }

  /// The number of consecutive failures that ends the run; 0 for no limit.
  let limit: Int
  private let state = Mutex(State())

  init(limit: Int) { self.limit = limit }

  /// The reason to end the run early; `nil` if no plugin reached the limit.
  var trip: Trip? { state.withLock(\.trip) }

  /// Stores the feeds of a chunk until its results are written.
  func keep(_ feeds: [Feed], ofChunk number: Int) {
    guard !feeds.isEmpty else { return }
    state.withLock { $0.waiting[number] = feeds }
  }

  /// Returns the next chunk's results up to the feed that ends the run. Called in input order.
  func passed(_ results: [UInt8]) -> ArraySlice<UInt8> {
    state.withLock { state in
      let feeds = state.waiting.removeValue(forKey: state.next) ?? []
      state.next += 1
      for feed in feeds {
        guard let plugin = state.streaks.add(feed, limit: limit) else { continue }
        state.trip = Trip(plugin: plugin, feed: feed.number)
        return results[..<feed.end]
      }
      return results[...]
    }
  }
}

import FeedDocument
import Feeds
import Support
import Synchronization
import TestTools

@testable import Program
@testable import SectionEngine

/// One input, available as a statement of a program's script and as a call of `LiveFeed`.
struct ScriptedAct {
  enum Input {
    case refresh, loadMore
    case update(String, item: String?, String)
    case close(String)
    case remove(String)
    case move(String, Int)
    case insert(Int, String, String)
    case parameter(String, String)
    case set(String)
    case state(ContentState)
    case environment(EnvironmentChange)
    case tap(Point)
  }

  static let sections = ["A", "B", "C", "LIST", "NEW", "NONE"]

  let input: Input
  /// The pause before the input, in seconds.
  let pause: Double

  init(_ input: Input, _ pause: Double) {
    self.input = input
    self.pause = pause
  }

  init(_ random: inout SplitMix64) {
    func any(_ values: [String]) -> String { values.randomElement(using: &random) ?? "" }
    let section = any(Self.sections)
    let index = Int.random(in: 0..<5, using: &random)
    let item = any(["1", "2", "9"])
    let input: Input =
      switch Int.random(in: 0..<25, using: &random) {
      case 0...2: .refresh
      case 3...5: .loadMore
      case 6: .update(section, item: item, #"{"height": \#(index * 9)}"#)
      case 7: .update(section, item: nil, #"{"height": \#(index * 9), "title": "a;b"}"#)
      case 15: .update(section, item: nil, #"[{"id": \#(index), "height": 9}]"#)
      case 16: .insert(index, section, #"{"id": 7, "height": \#(index * 9)}"#)
      case 18: .environment(.appearance([.light, .dark][index % 2]))
      case 19: .environment(.width([320, 414, 834][index % 3]))
      case 20: .environment(.textSize([.large, .ax1][index % 2]))
      case 21: .environment(.locale(["en", "zh-CN", "ar"][index % 3]))
      case 22: .environment(.direction([.ltr, .rtl][index % 2]))
      case 17: .update(section, item: item, #"{"unseen": \#(index)}"#)
      case 23, 24: .tap(Point(x: Double(index * 80), y: Double(index * 37)))
      case 8: .close(section)
      case 9: .remove(section)
      case 10: .move(section, index)
      case 11: .insert(index, "NEW", #"{"id": 7, "height": 33}"#)
      case 12: .parameter(any(["word", "word", "none"]), any(["tea", "coffee"]))
      case 13: .set("\(section).\(any(["title=x", "page=1", "page=many"]))")
      default: .state([.loading, .empty, .failed][index % 3])
      }
    self.init(input, [0, 0.25, 0.75, 2, 2].randomElement(using: &random) ?? 0)
  }

  var script: String {
    let statement =
      switch input {
      case .refresh: "refresh"
      case .loadMore: "loadMore"
      case .update(let section, let item, let change):
        "update \(section)\(item.map { "/\($0)" } ?? "") \(change)"
      case .close(let section): "close \(section)"
      case .remove(let section): "remove \(section)"
      case .move(let section, let index): "move \(section) \(index)"
      case .insert(let index, let code, let payload): "insert \(index) \(code) \(payload)"
      case .parameter(let name, let value): "parameter \(name)=\(value)"
      case .set(let setting): "set \(setting)"
      case .state(let state): "state \(state)"
      case .environment(.appearance(let appearance)): "appearance \(appearance.rawValue)"
      case .environment(.width(let width)): "width \(width)"
      case .environment(.textSize(let size)): "text-size \(size.rawValue)"
      case .environment(.locale(let locale)): "locale \(locale)"
      case .environment(.direction(let direction)): "direction \(direction.rawValue)"
      case .environment(.whole): ""
      case .tap(let point): "tap \(point.x),\(point.y)"
      }
    return "wait \(pause);\(statement)"
  }

  /// The result of an input, and the node that a tap hit.
  struct Answer: Equatable {
    var outcome: InputOutcome
    var tapped: PageNode?
  }

  /// Sends the input, and returns the answer when the feed has acted on it.
  func answer(of feed: LiveFeed) async throws -> Answer {
    guard case .tap(let point) = input else { return Answer(outcome: try await send(to: feed)) }
    let node = await feed.tap(at: point)
    return Answer(outcome: node == nil ? .ignored(.nothingThere) : .done, tapped: node)
  }

  /// Sends the input, and returns the result when the feed has acted on it.
  func send(to feed: LiveFeed) async throws -> InputOutcome {
    switch input {
    case .refresh: return await feed.refresh()
    case .loadMore: return await feed.loadMore()
    case .update(let section, let item, let change):
      return try await feed.update(item: item, ofSection: section, with: Array(change.utf8))
    case .close(let section): return await feed.close(section: section)
    case .remove(let section): return await feed.remove(section: section)
    case .move(let section, let index): return await feed.move(section: section, to: index)
    case .insert(let index, let code, let payload):
      return try await feed.insert(Array(payload.utf8), blockCode: code, at: index)
    case .parameter(let name, let value): return await feed.setParameters([name: value])
    case .set(let setting): return await feed.set(setting)
    case .state(let state): return await feed.show(state)
    case .environment(let change):
      var environment = await feed.page.environment
      change.apply(to: &environment)
      return await feed.setEnvironment(environment)
    case .tap: return try await answer(of: feed).outcome
    }
  }
}

/// Answers each request with a reply or a failure that depends only on the seed and the request.
struct RandomServer: SourceLoader {
  let seed: UInt64

  func bytes(for request: SourceRequest) throws(LoadFailure) -> [UInt8] {
    var random = SplitMix64(seed: seed &* 4_096 &+ UInt64(request.id))
    switch Int.random(in: 0..<16, using: &random) {
    case 0: throw .status(Int.random(in: 400..<600, using: &random))
    case 1: throw .network(LoadFailure.Network.allCases.randomElement(using: &random) ?? .timeout)
    case 2: return Array(#"{"code": 301, "message": "sign in"}"#.utf8)
    case 3: return Array(#"{"code": 9}"#.utf8)
    case 4: return Array("{\"code\": 0, \"items\": [".utf8)
    case 5: return Array(#"{"code": 0, "items": []}"#.utf8)
    default: break
    }
    let items = (0..<Int.random(in: 1..<4, using: &random)).map { _ in
      let code = ["A", "B", "C", "D\(request.page)"].randomElement(using: &random) ?? ""
      let height = Int.random(in: 0..<4, using: &random) * 20
      return """
        {"code": "\(code)", "id": \(Int.random(in: 0..<4, using: &random)), "height": \(height),
         "closable": \(Bool.random(using: &random))}
        """
    }
    let end = Int.random(in: 0..<5, using: &random) == 0 ? 1 : 0
    return Array(
      #"{"code": 0, "end": \#(end), "news": "New ones", "items": [\#(items.joined(separator: ", "))]}"#
        .utf8)
  }

  func load(
    _ request: SourceRequest, _ completion: @escaping @Sendable (SourceReply) -> Void
  ) -> SourceLoad {
    completion(SourceReply(source: request.source, page: request.page, outcome: outcome(request)))
    return .finished
  }

  /// Returns the outcome that the program's loader derives from the reply of a server.
  func outcome(_ request: SourceRequest) -> SourceReply.Outcome {
    do throws(LoadFailure) {
      let bytes = PaddedBytes(try bytes(for: request))
      return SourceReply.Outcome(FeedDocument.parse(bytes, name: request.source))
    } catch {
      switch error {
      case .status(let status):
        let reason = FetchDiagnostics.status(status, url: "https://example.com")
        return .failed(SourceFailure(.status(status), [reason]))
      case .network(let network):
        let reason = FetchDiagnostics.network(
          .timeout, detail: nil, url: "https://example.com", limits: FetchLimits(timeout: 10))
        let kind = SourceFailure.NetworkFailure(rawValue: network.rawValue) ?? .interrupted
        return .failed(SourceFailure(.network(kind), [reason]))
      }
    }
  }
}

/// Delays the loads of a feed until the test releases them.
final class Gate: Sendable {
  private let waiting = Mutex<[SourceRequest: CheckedContinuation<Void, Never>]>([:])

  func wait(for request: SourceRequest) async {
    await withCheckedContinuation { continuation in
      waiting.withLock { $0[request] = continuation }
    }
  }

  /// Waits until there is such a request, and releases it.
  func open(where isWanted: (SourceRequest) -> Bool) async {
    while true {
      let load = waiting.withLock { waiting in
        waiting.keys.first(where: isWanted).flatMap { waiting.removeValue(forKey: $0) }
      }
      if let load { return load.resume() }
      await Task.yield()
    }
  }

  /// Releases all requests, such as those that were cancelled.
  func openAll() {
    for load in waiting.withLock({ waiting in
      defer { waiting = [:] }
      return Array(waiting.values)
    }) { load.resume() }
  }
}

/// A session's request for one page of one source.
public struct SourceRequest: Sendable, Hashable, Identifiable {
  /// Unique within its session.
  public var id: Int
  /// The name of the source.
  public var source: String
  /// The page number, from 0, independent of how the server counts.
  public var page: Int
  /// Values for the request template: "page", "offset" or "cursor".
  public var values: [String: String]
  /// Values of the feed layout's parameters, by name, at the time of the request.
  public var parameters: [String: String]

  /// The values for the request template.
  package var allValues: [String: String] { parameters.merging(values) { $1 } }

  package init(
    id: Int, source: String, page: Int = 0, values: [String: String] = [:],
    parameters: [String: String] = [:]
  ) {
    self.id = id
    self.source = source
    self.page = page
    self.values = values
    self.parameters = parameters
  }
}

/// Loads the replies of sources: from files, from a server, from a test.
package protocol SourceLoader: Sendable {
  /// Begins to load, and calls back exactly once, on any thread, possibly before it returns.
  ///
  /// A cancelled load also calls back, without delay; its reply is ignored.
  func load(
    _ request: SourceRequest, _ completion: @escaping @Sendable (SourceReply) -> Void
  ) -> SourceLoad
}

/// A load that is under way.
package struct SourceLoad: Sendable {
  package let cancel: @Sendable () -> Void
  package init(cancel: @escaping @Sendable () -> Void) { self.cancel = cancel }
  package static let finished = SourceLoad {}
}

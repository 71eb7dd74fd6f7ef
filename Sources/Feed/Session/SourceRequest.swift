/// A session's request for one page of one source.
public struct SourceRequest: Sendable, Hashable, Identifiable {
  /// The id, unique within its session.
  public var id: Int
  /// The name of the source.
  public var source: String
  /// The number of the page, from 0, whatever number the server uses.
  public var page: Int
  /// The paging value for the request template, under "page", "offset" or "cursor".
  public var values: [String: String]
  /// Values of the feed layout's parameters, by name, at the time of the request.
  public var parameters: [String: String]

  /// All values for the request template. Paging values override parameters.
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

/// Loads the replies of sources, for example from files or from a server.
package protocol SourceLoader: Sendable {
  /// Begins to load. Calls `completion` exactly once, on any thread, possibly before it returns.
  ///
  /// A cancelled load also calls `completion`, without delay; that reply is ignored.
  func load(
    _ request: SourceRequest, _ completion: @escaping @Sendable (SourceReply) -> Void
  ) -> SourceLoad
}

/// A load in progress, which can be cancelled.
package struct SourceLoad: Sendable {
  package let cancel: @Sendable () -> Void
  package init(cancel: @escaping @Sendable () -> Void) { self.cancel = cancel }
  package static let finished = SourceLoad {}
}

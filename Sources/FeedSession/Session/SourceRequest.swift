/// A session asks for one page of one source.
public struct SourceRequest: Sendable, Hashable, Identifiable {
  /// Unique within its session.
  public var id: Int
  /// Name of the source.
  public var source: String
  /// From 0, whatever the server counts from.
  public var page: Int
  /// For the template of the request: "page", "offset" or "cursor".
  public var values: [String: String]

  package init(id: Int, source: String, page: Int = 0, values: [String: String] = [:]) {
    self.id = id
    self.source = source
    self.page = page
    self.values = values
  }
}

/// Gets the replies of sources: from files, from a server, from a test.
package protocol SourceLoader: Sendable {
  /// Begins to load, and calls back exactly once: on any thread, perhaps before it returns.
  ///
  /// A cancelled load calls back too, and soon; its reply is not looked at.
  func load(
    _ request: SourceRequest, _ completion: @escaping @Sendable (SourceReply) -> Void
  ) -> SourceLoad
}

/// A load that is under way.
package struct SourceLoad: Sendable {
  package let cancel: @Sendable () -> Void
  package init(cancel: @escaping @Sendable () -> Void) { self.cancel = cancel }
  /// One that is done already.
  package static let finished = SourceLoad {}
}

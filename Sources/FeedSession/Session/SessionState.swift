/// What a session shows.
package struct SessionState: Sendable {
  package internal(set) var content = ContentState.loading
  package internal(set) var header = HeaderState.idle
  package internal(set) var footer = FooterState.idle
  /// `nil` until a source has given its first reply. Without blocks the content state says what stands
  /// there instead.
  package internal(set) var feed: Feed?
  /// Why the content is `failed`; `nil` in every other state.
  package internal(set) var failure: LostSource?
  /// When the primary source was last read, in seconds of the session's clock.
  package internal(set) var loadTime: Double?
  /// Seconds for which it is fresh; `nil`: always.
  package internal(set) var lifetime: Double?

  /// Whether what is shown is older than the layout or the server allows. Nothing is never too old.
  package func isStale(at time: Double) -> Bool {
    guard let loadTime, let lifetime else { return false }
    return time - loadTime > lifetime
  }

  /// Whether there is a section to show.
  var hasContent: Bool { feed?.blocks.isEmpty == false }
}

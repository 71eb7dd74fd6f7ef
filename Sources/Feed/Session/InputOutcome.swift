/// The result of an input of a feed.
public enum InputOutcome: Sendable, Hashable {
  /// The feed acted on the input at once. The replies to its requests follow as updates.
  case done
  /// The feed acted on the input after a pause of `seconds`, which separates two refreshes, and two
  /// requests for more, by at least a second.
  case delayed(seconds: Double)
  /// The update changed the payload, but nothing on the page: no section draws the new members.
  case undrawn
  /// The same input is loading or waits for its time; it also answers this input.
  case joined
  /// The input has no effect.
  case ignored(IgnoredInput)

  /// The name in the JSON of sessions.
  package var name: String {
    switch self {
    case .done: "done"
    case .delayed: "delayed"
    case .undrawn: "undrawn"
    case .joined: "joined"
    case .ignored: "ignored"
    }
  }
}

/// The reasons why an input or a reply has no effect.
public enum IgnoredInput: String, Sendable, Hashable, CaseIterable {
  /// More was requested during a refresh, which replaces the list.
  case busy
  /// The feed has no more pages.
  case hasEnded = "has-ended"
  /// The layout has no paging, or its source cannot be requested.
  case notPaged = "not-paged"
  /// The first load has not delivered a feed, so nothing can follow, and nothing can change.
  case notLoaded = "not-loaded"
  case unknownSection = "unknown-section"
  case unknownItem = "unknown-item"
  /// The input changes nothing.
  case unchanged
  /// The update is for a whole section, but the payload of the section is a list without members.
  case notAnObject = "not-an-object"
  /// The section is not closable.
  case notClosable = "not-closable"
  case unknownParameter = "unknown-parameter"
  /// The setting has no section, key or value, or the section does not take it.
  case invalidSetting = "invalid-setting"
  /// The request was cancelled or is already answered, or there is nothing to cancel.
  case notAwaited = "not-awaited"
  /// A tap hit no section of the page.
  case nothingThere = "nothing-there"
  /// The input waited for its time, and a refresh, a parameter, a state or `cancel` came before.
  case cancelled
}

/// An input that waits, because it follows the previous input of its kind within a second.
package struct DelayedInput: Sendable, Hashable, Identifiable {
  enum Kind: Sendable { case refresh, loadMore }

  /// The id, unique within its session.
  package let id: Int
  let kind: Kind
  /// The time of the input, in seconds of the session's clock.
  let sent: Double
  /// The time when the input runs.
  package let due: Double

  var outcome: InputOutcome { .delayed(seconds: due - sent) }
}

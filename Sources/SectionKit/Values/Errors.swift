/// Thrown from ``SectionProvider/init(_:)`` when the payload is not of a shape that the provider knows:
/// the engine asks the next provider of its fallback ladder and shows the reason.
public struct Decline: Error {
  /// What is missing or different, in plain words.
  public var reason: String
  /// Where; `nil`: the block.
  public var source: Source?

  /// Declines the payload.
  public init(_ reason: String, at value: Value? = nil) {
    self.reason = reason
    source = value?.source
  }
}

/// Why a block cannot be drawn, and where in it.
public struct PayloadError: Error, CustomStringConvertible {
  /// The nearest value that exists; `nil`: the block.
  public var source: Source?
  /// Path from there: `"items[2].title"`; empty when it is the value itself.
  public var path: String
  /// What was found and what was expected, in plain words.
  public var message: String

  /// An error at a value (default: the block).
  public init(_ message: String, at value: Value? = nil, path: String = "") {
    source = value?.source
    self.path = path
    self.message = message
  }

  /// "items[2].title: found null, expected a string"
  public var description: String { path.isEmpty ? message : "\(path): \(message)" }
}

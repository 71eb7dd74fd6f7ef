/// An error to throw from ``SectionProvider/init(_:)`` if the provider does not know the payload's
/// shape. The engine continues with the next provider of the fallback ladder, and reports the
/// reason.
public struct Decline: Error {
  /// The missing or different part, in plain words.
  public var reason: String
  /// The position of the problem; `nil` means the block.
  public var source: Source?

  /// Creates an error that declines the payload.
  public init(_ reason: String, at value: Value? = nil) {
    self.reason = reason
    source = value?.source
  }
}

/// The reason why a block cannot be drawn, and its position in the block.
public struct PayloadError: Error, CustomStringConvertible {
  /// The position of the problem. If the value is absent, the position of a value that encloses it.
  /// `nil` means the block.
  public var source: Source?
  /// The path from `source` to the value, such as `"items[2].title"`; empty if they are the same.
  public var path: String
  /// The found and the expected value, in plain words.
  public var message: String

  /// Creates an error at a value (default: the block).
  public init(_ message: String, at value: Value? = nil, path: String = "") {
    source = value?.source
    self.path = path
    self.message = message
  }

  /// The path and the message, such as "items[2].title: found null, expected a string".
  public var description: String { path.isEmpty ? message : "\(path): \(message)" }
}

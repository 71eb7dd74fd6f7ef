/// One block of a feed, as passed to ``SectionProvider/init(_:)``: its payload, the settings of the
/// feed layout, and the environment.
///
/// - Important: A block and its values are valid only during that call.
public struct Block {
  let host: UnsafePointer<se_host>
  let block: se_block

  /// The payload.
  public var root: Value { Value(host: host, raw: block.value) }
  /// The adjustable settings: the feed layout's defaults merged with its entry for this section.
  public var settings: Value { Value(host: host, raw: block.settings) }
  /// The block's code, such as `"HOMEPAGE_BANNER"`.
  public var code: String { String(block.block_code) }
  /// The block's showType; empty if the payload has none.
  public var showType: String { String(block.show_type) }
  /// The inputs of the layout besides block and settings. The environment may be stored.
  public var environment: Environment { Environment(block.environment) }

  /// Returns a member of the payload.
  public subscript(key: String) -> Value { root[key] }

  /// The kind of the payload.
  public var kind: Value.Kind { root.kind }

  /// Decodes the payload as a model, see ``Value/decode(_:)``.
  public func decode<T: Decodable>(_ type: T.Type = T.self) throws -> T { try root.decode(type) }

  /// Reports a problem that does not fail the section, at a value (default: the block).
  public func warn(_ message: String, at value: Value? = nil) {
    (value ?? root).warn(message)
  }
}

/// One block of a feed, as ``SectionProvider/init(_:)`` receives it: its payload, the settings of the
/// feed layout, and what the layout depends on.
///
/// - Important: A block and its values are valid during that call only.
public struct Block {
  let host: UnsafePointer<se_host>
  let block: se_block

  /// The payload.
  public var root: Value { Value(host: host, raw: block.value) }
  /// What a user can adjust: the feed layout's defaults merged with its entry for this section.
  public var settings: Value { Value(host: host, raw: block.settings) }
  /// The block's code.
  public var code: String { String(block.block_code) }
  /// The block's showType; empty when the payload has none.
  public var showType: String { String(block.show_type) }
  /// What the layout depends on besides block and settings; may be kept.
  public var environment: Environment { Environment(block.environment) }

  /// Member of the payload.
  public subscript(key: String) -> Value { root[key] }

  /// Kind of the payload.
  public var kind: Value.Kind { root.kind }

  /// Reads the payload as a model, see ``Value/decode(_:)``.
  public func decode<T: Decodable>(_ type: T.Type = T.self) throws -> T { try root.decode(type) }

  /// Reports something that costs less than the section, at a value (default: the block).
  public func warn(_ message: String, at value: Value? = nil) {
    (value ?? root).warn(message)
  }

  /// Size of a text as the engine will lay it out, in points.
  ///
  /// - Parameters:
  ///   - fontSize: Before the environment's text scale, as in ``NodeConvertible/font(_:_:)``.
  ///   - maxWidth: `nil`: unlimited.
  ///   - maxLines: 0: unlimited.
  public func measureText(
    _ text: String, fontSize: Double, weight: FontWeight = .regular, maxWidth: Double? = nil,
    maxLines: Int = 0
  ) -> Size {
    let size = lend(text) {
      host.pointee.measure_text(
        host, $0, fontSize, weight.rawValue, maxWidth ?? 0, UInt32(clamping: maxLines))
    }
    return Size(width: size.width, height: size.height)
  }
}

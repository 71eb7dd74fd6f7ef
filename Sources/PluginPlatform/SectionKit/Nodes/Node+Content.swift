extension NodeConvertible {
  /// Sets the font size in points, before the environment's text scale, and the weight. A node
  /// without this modifier has the size 14 and the weight `regular`.
  public func font(_ size: Double, _ weight: FontWeight = .regular) -> Node {
    with {
      $0.raw.font_size = size
      $0.raw.font_weight = weight.rawValue
    }
  }

  /// Sets the maximum number of lines; 0 is unlimited.
  public func lines(_ count: Int) -> Node { with { $0.raw.max_lines = UInt32(clamping: count) } }

  /// Sets the alignment of a text's lines in its frame.
  public func textAlign(_ alignment: TextAlignment) -> Node {
    with { $0.raw.text_align = alignment.rawValue }
  }

  /// Sets the colour of a text or symbol: a token of the feed layout's appearance, such as `"text"`
  /// or `"secondary"`.
  public func color(_ token: String) -> Node { with { $0.color = token } }

  /// Sets the background colour: a token of the feed layout's appearance.
  public func background(_ token: String) -> Node { with { $0.background = token } }

  /// Sets the radius of the corners in points.
  public func cornerRadius(_ points: Double) -> Node { with { $0.raw.corner_radius = points } }

  /// Sets the tap action. The engine passes the action on, and never performs it.
  ///
  /// - Parameters:
  ///   - type: The type of the action in the feed, such as `"client_customized"` or `"web"`.
  ///   - target: The target of the action; `nil` or empty means no action.
  public func action(_ type: String?, _ target: String?) -> Node {
    with {
      $0.actionType = type ?? ""
      $0.actionTarget = target ?? ""
    }
  }

  /// Sets the accessibility label, which dumps also show for a node without text.
  public func label(_ text: String) -> Node { with { $0.label = text } }

  /// Sets the accessibility role.
  public func role(_ role: Role) -> Node { with { $0.raw.role = role.rawValue } }

  /// Sets the text in the corner of an image; `nil` removes it.
  public func badge(_ text: String?) -> Node { with { $0.badge = text ?? "" } }

  /// Sets the name in dumps and diffs, such as `"card"`; by default the name of the node's kind.
  public func name(_ name: String) -> Node { with { $0.name = name } }

  /// Sets the value that the node shows; diagnostics about the node point to it.
  public func source(_ source: Source?) -> Node {
    with { $0.raw.source = se_value(index: source?.index ?? 0) }
  }

  /// Sets the value that the node shows; diagnostics about the node point to it.
  public func source(_ value: Value) -> Node { source(value.source) }
}

/// The weight of a font, 100 … 900.
public enum FontWeight: UInt32, Sendable, Hashable, CaseIterable {
  case thin = 100
  case light = 300
  case regular = 400
  case medium = 500
  case semibold = 600
  case bold = 700
  case heavy = 800
  case black = 900
}

/// The alignment of a text's lines in its frame.
public enum TextAlignment: UInt32, Sendable, Hashable, CaseIterable {
  case start, center, end
}

/// The role of a node for assistive technology.
public enum Role: UInt32, Sendable, Hashable, CaseIterable {
  case none, button, image, header, link, adjustable
}

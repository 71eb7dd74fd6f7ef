extension NodeConvertible {
  /// Font size in points, before the environment's text scale, and weight. 14 regular unless set.
  public func font(_ size: Double, _ weight: FontWeight = .regular) -> Node {
    with {
      $0.raw.font_size = size
      $0.raw.font_weight = weight.rawValue
    }
  }

  /// At most this many lines; 0: as many as it takes.
  public func lines(_ count: Int) -> Node { with { $0.raw.max_lines = UInt32(clamping: count) } }

  /// Where the lines of a text stand in its frame.
  public func textAlign(_ alignment: TextAlignment) -> Node {
    with { $0.raw.text_align = alignment.rawValue }
  }

  /// Colour of text or symbol: a token of the feed layout's appearance, `"text"`, `"secondary"`.
  public func color(_ token: String) -> Node { with { $0.color = token } }

  /// Colour behind the content: a token of the feed layout's appearance.
  public func background(_ token: String) -> Node { with { $0.background = token } }

  /// Radius of the corners in points.
  public func cornerRadius(_ points: Double) -> Node { with { $0.raw.corner_radius = points } }

  /// What a tap does. The engine routes it and never performs it.
  ///
  /// - Parameters:
  ///   - type: The feed's word: `"orpheus"`, `"client_customized"`, `"web"`.
  ///   - target: Where it leads; `nil` or empty: no action.
  public func action(_ type: String?, _ target: String?) -> Node {
    with {
      $0.actionType = type ?? ""
      $0.actionTarget = target ?? ""
    }
  }

  /// Accessibility label; also what a dump shows of a node without text.
  public func label(_ text: String) -> Node { with { $0.label = text } }

  /// Accessibility role.
  public func role(_ role: Role) -> Node { with { $0.raw.role = role.rawValue } }

  /// Text in the corner of an image; `nil`: none.
  public func badge(_ text: String?) -> Node { with { $0.badge = text ?? "" } }

  /// A word for dumps and diffs: `"card"`, `"header"`. That of its kind unless set.
  public func name(_ name: String) -> Node { with { $0.name = name } }

  /// The value that the node shows: where diagnostics about it point.
  public func source(_ source: Source?) -> Node {
    with { $0.raw.source = se_value(index: source?.index ?? 0) }
  }

  /// The value that the node shows: where diagnostics about it point.
  public func source(_ value: Value) -> Node { source(value.source) }
}

/// Weight of a font, 100 … 900.
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

/// Where the lines of a text stand in its frame.
public enum TextAlignment: UInt32, Sendable, Hashable, CaseIterable {
  case start, center, end
}

/// What a node is for someone who cannot see it.
public enum Role: UInt32, Sendable, Hashable, CaseIterable {
  case none, button, image, header, link, adjustable
}

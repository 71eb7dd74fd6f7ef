/// Pictures, borders and identifiers. A host of contract 1.0 draws the node without them, and the
/// engine reports once per section which of them are missing.
extension NodeConvertible {
  /// Sets how the picture of an ``Image`` fills its frame; the default is ``ContentMode/fill``.
  public func contentMode(_ mode: ContentMode) -> Node { picture { $0.raw.mode = mode.rawValue } }

  /// Draws the picture's shape in one colour: a token of the feed layout's appearance.
  public func tint(_ token: String) -> Node { picture { $0.tint = token } }

  /// Sets the colour of a picture until it is loaded: a token of the feed layout's appearance.
  public func placeholder(_ token: String) -> Node { picture { $0.placeholder = token } }

  /// Draws a border inside the node's frame. The border takes no space in the layout.
  ///
  /// - Parameters:
  ///   - token: The colour, a token of the feed layout's appearance.
  ///   - width: The width in points.
  public func border(_ token: String, width: Double = 1) -> Node {
    decoration {
      $0.borderColor = token
      $0.raw.border_width = width
    }
  }

  /// Sets the opacity of the node and its children, from 0 to 1.
  public func opacity(_ opacity: Double) -> Node {
    decoration { $0.raw.transparency = 1 - opacity }
  }

  /// Draws a shadow behind the node.
  ///
  /// - Parameters:
  ///   - token: The colour, a token of the feed layout's appearance.
  ///   - x: The distance to the right in points.
  ///   - y: The distance downwards in points.
  ///   - blur: The radius of the blur in points.
  public func shadow(_ token: String, x: Double = 0, y: Double = 0, blur: Double = 0) -> Node {
    decoration {
      $0.shadowColor = token
      ($0.raw.shadow_x, $0.raw.shadow_y, $0.raw.shadow_blur) = (x, y, blur)
    }
  }

  /// Sets the radius of the given corners in points; the other corners of the node are square.
  public func cornerRadius(_ points: Double, _ corners: Corners) -> Node {
    cornerRadius(points).decoration { $0.raw.corners = corners.rawValue & Corners.all.rawValue }
  }

  /// Sets the identifier by which tests and tools find the node: the type of the displayed item in
  /// the feed, such as `"playlist"`, and its id. Without an id, no identifier is set.
  public func identifier(type: String, id: String?) -> Node {
    guard let id, !id.isEmpty else { return node }
    return identity { ($0.type, $0.id) = (type, id) }
  }

  /// Sets the state in which the node is shown.
  public func state(_ state: ItemState) -> Node { identity { $0.state = state.rawValue } }

  private func picture(_ change: (inout RichContent.Picture) -> Void) -> Node {
    with { change(&$0.rich.picture[default: .init()]) }
  }

  private func decoration(_ change: (inout RichContent.Decoration) -> Void) -> Node {
    with { change(&$0.rich.decoration[default: .init()]) }
  }

  private func identity(_ change: (inout RichContent.Identity) -> Void) -> Node {
    with { change(&$0.rich.identity[default: .init()]) }
  }
}

extension Image {
  /// Creates a picture with an address. The engine shows and compares the address, but does
  /// not load the picture.
  ///
  /// - Parameters:
  ///   - url: The address of the picture; `nil` or empty if it is unknown.
  ///   - label: A description for accessibility and dumps.
  ///   - aspectRatio: The width / height of the picture itself; 0 if unknown.
  public init(url: String?, label: String = "", aspectRatio: Double = 0) {
    var node = Image(label, aspectRatio: aspectRatio).node
    if let url, !url.isEmpty { node.rich.picture = .init(address: url) }
    self.init(node)
  }
}

/// How a picture fills a frame of another aspect ratio.
public enum ContentMode: UInt32, Sendable, Hashable, CaseIterable {
  /// Covers the frame; the parts outside the frame are clipped.
  case fill
  /// Fits inside the frame as a whole.
  case fit
  /// Is stretched to the frame's ratio.
  case stretch
}

/// Corners of a node. `start` is the side where text begins, such as left for English.
public struct Corners: OptionSet, Sendable, Hashable {
  /// The bits, as in the C contract.
  public let rawValue: UInt32
  /// Creates a set from bits of the C contract.
  public init(rawValue: UInt32) { self.rawValue = rawValue }
  /// The upper corner where text begins.
  public static let topStart = Corners(rawValue: SE_CORNER_TOP_START)
  /// The upper corner where text ends.
  public static let topEnd = Corners(rawValue: SE_CORNER_TOP_END)
  /// The lower corner where text ends.
  public static let bottomEnd = Corners(rawValue: SE_CORNER_BOTTOM_END)
  /// The lower corner where text begins.
  public static let bottomStart = Corners(rawValue: SE_CORNER_BOTTOM_START)
  /// All four corners.
  public static let all: Corners = [.topStart, .topEnd, .bottomEnd, .bottomStart]
}

/// The state in which an item is shown: one of the constants, or a word of the feed.
public struct ItemState: RawRepresentable, Sendable, Hashable {
  /// The word that dumps show.
  public let rawValue: String
  /// Creates a state from a word.
  public init(rawValue: String) { self.rawValue = rawValue }
  /// The item is selected.
  public static let selected = ItemState(rawValue: "selected")
  /// The item does not react to taps.
  public static let disabled = ItemState(rawValue: "disabled")
  /// The item is being played.
  public static let playing = ItemState(rawValue: "playing")
}

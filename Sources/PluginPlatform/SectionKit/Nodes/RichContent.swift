/// The parts of a node that contract 1.0 lacks; the extension `section.content/1` carries them.
struct RichContent {
  /// A part of the node's text. Runs cover the whole text, or there are none.
  struct Run {
    /// The length in bytes of UTF-8.
    var length: Int
    var raw = se_run()
    var family = ""
    var color = ""
    var background = ""
    var actionType = ""
    var actionTarget = ""
    var image = ""
    /// Whether it differs from the node.
    var isStyled = false
  }

  struct Picture {
    var raw = se_picture()
    var address = ""
    var tint = ""
    var placeholder = ""
  }

  struct Decoration {
    var raw = se_decoration()
    var borderColor = ""
    var shadowColor = ""
  }

  struct Identity {
    var type = ""
    var id = ""
    var state = ""
  }

  /// The parts in words, for the report of what a host cannot show.
  enum Part: String, CaseIterable {
    case runs = "styles of parts of texts"
    case paragraph = "spacing and truncation of texts"
    case picture = "addresses of pictures"
    case decoration = "borders, shadows and opacity"
    case identity = "identifiers and states"
  }

  var runs: [Run] = []
  var paragraph: se_paragraph?
  var picture: Picture?
  var decoration: Decoration?
  var identity: Identity?

  var parts: Set<Part> {
    var parts: Set<Part> = runs.contains { $0.isStyled && $0.length > 0 } ? [.runs] : []
    if paragraph != nil { parts.insert(.paragraph) }
    if picture != nil { parts.insert(.picture) }
    if decoration != nil { parts.insert(.decoration) }
    if identity != nil { parts.insert(.identity) }
    return parts
  }
}

/// Immutable storage of rich content: a node without it is only one pointer larger.
final class RichContentBox {
  let content: RichContent
  init(_ content: RichContent) { self.content = content }
}

extension Optional {
  /// The value, or a default one until it is set.
  subscript(default value: @autoclosure () -> Wrapped) -> Wrapped {
    get { self ?? value() }
    set { self = newValue }
  }
}

extension Node {
  var rich: RichContent {
    get { box?.content ?? RichContent() }
    set { box = RichContentBox(newValue) }
  }

  /// Whether the node draws a text in lines.
  var isText: Bool {
    raw.kind == SE_NODE_TEXT || raw.kind == SE_NODE_BUTTON || raw.kind == SE_NODE_BADGE
  }

  /// Changes the style of the whole text that only runs have.
  mutating func styleRuns(_ change: (inout RichContent.Run) -> Void) {
    if rich.runs.isEmpty { rich.runs = [RichContent.Run(length: text.utf8.count)] }
    for index in rich.runs.indices {
      rich.runs[index].isStyled = true
      change(&rich.runs[index])
    }
  }

  /// The node as runs of a longer text: its own runs with the style of the node, or a picture.
  var asRuns: (text: String, runs: [RichContent.Run]) {
    var text = self.text
    var runs = rich.runs
    if raw.kind == SE_NODE_IMAGE {
      text = label.isEmpty ? "\u{FFFC}" : label
      var run = RichContent.Run(length: text.utf8.count)
      run.isStyled = true
      run.image = rich.picture?.address ?? ""
      run.raw.image_size = se_size(
        width: raw.style.width.value, height: raw.style.height.value)
      runs = [run]
    }
    if runs.isEmpty { runs = [RichContent.Run(length: text.utf8.count)] }
    for index in runs.indices { runs[index].inherit(from: self) }
    return (text, runs)
  }
}

extension RichContent.Run {
  /// Takes what the run leaves to its node.
  fileprivate mutating func inherit(from node: Node) {
    let paragraph = node.rich.paragraph ?? se_paragraph()
    take(node.raw.font_size, \.font_size)
    take(node.raw.font_weight, \.font_weight)
    take(paragraph.letter_spacing, \.letter_spacing)
    take(paragraph.line_height, \.line_height)
    take(node.color, \.color)
    take(node.background, \.background)
    if actionTarget.isEmpty, !node.actionTarget.isEmpty {
      (actionType, actionTarget, isStyled) = (node.actionType, node.actionTarget, true)
    }
  }

  private mutating func take<T: Numeric>(_ value: T, _ field: WritableKeyPath<se_run, T>) {
    guard raw[keyPath: field] == .zero, value != .zero else { return }
    raw[keyPath: field] = value
    isStyled = true
  }

  private mutating func take(_ value: String, _ field: WritableKeyPath<Self, String>) {
    guard self[keyPath: field].isEmpty, !value.isEmpty else { return }
    self[keyPath: field] = value
    isStyled = true
  }
}

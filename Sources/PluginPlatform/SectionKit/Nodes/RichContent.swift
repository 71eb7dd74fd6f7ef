/// The content of a node that contract 1.0 lacks; the extension `section.content/1` transfers it.
struct RichContent {
  /// A styled part of a text node. The runs of a node cover its whole text, or there are none.
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
    /// Whether the run sets anything that differs from the node's own style.
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

  /// The kinds of rich content, worded for the warning about what a host cannot show.
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

/// Immutable storage of rich content, so that a node without any is only one pointer larger.
final class RichContentBox {
  let content: RichContent
  init(_ content: RichContent) { self.content = content }
}

extension Optional {
  /// The wrapped value, or the given default if it is `nil`.
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

  /// Whether the node's text is laid out in lines.
  var isText: Bool {
    raw.kind == SE_NODE_TEXT || raw.kind == SE_NODE_BUTTON || raw.kind == SE_NODE_BADGE
  }

  /// Changes a style that only runs have, for the whole text.
  mutating func styleRuns(_ change: (inout RichContent.Run) -> Void) {
    if rich.runs.isEmpty { rich.runs = [RichContent.Run(length: text.utf8.count)] }
    for index in rich.runs.indices {
      rich.runs[index].isStyled = true
      change(&rich.runs[index])
    }
  }

  /// The node as runs to append to a longer text: its runs with the node's style, or one picture.
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
  /// Copies from the node every style property that the run does not set.
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

package struct DrawingSet: Sendable, Hashable {
  var horizontal, vertical: Unicode.Scalar
  var topLeft, topRight, bottomLeft, bottomRight: Unicode.Scalar
  var dashedHorizontal, dashedVertical: Unicode.Scalar
  var divider: Unicode.Scalar
  var filledDot, hollowDot: Unicode.Scalar
  /// The symbol that represents an image too small for a box.
  var image: Unicode.Scalar
  /// The symbol that represents an icon without a symbol of its own.
  var icon: Unicode.Scalar
  var ellipsis: Unicode.Scalar
  var backward, forward: Unicode.Scalar
  var separator, times: Unicode.Scalar
  var replacement: Unicode.Scalar

  package static let unicode = DrawingSet(
    horizontal: "─", vertical: "│", topLeft: "╭", topRight: "╮", bottomLeft: "╰",
    bottomRight: "╯", dashedHorizontal: "╌", dashedVertical: "┆", divider: "┊", filledDot: "●",
    hollowDot: "○", image: "▣", icon: "▶", ellipsis: "…", backward: "‹", forward: "›",
    separator: "·", times: "×", replacement: "\u{FFFD}")

  package static let ascii = DrawingSet(
    horizontal: "-", vertical: "|", topLeft: "+", topRight: "+", bottomLeft: "+",
    bottomRight: "+", dashedHorizontal: "-", dashedVertical: ":", divider: ":", filledDot: "*",
    hollowDot: "o", image: "#", icon: ">", ellipsis: "~", backward: "<", forward: ">",
    separator: "-", times: "x", replacement: "?")

  /// Returns the ASCII replacement of a typographic character; `nil` for other characters.
  static func ascii(_ scalar: Unicode.Scalar) -> Unicode.Scalar? {
    switch scalar {
    case "─", "╌", "·", "–", "—": "-"
    case "│": "|"
    case "╭", "╮", "╰", "╯": "+"
    case "┊", "┆", "⋮": ":"
    case "●", "•": "*"
    case "○": "o"
    case "▣": "#"
    case "▶", "▸", "›": ">"
    case "◀", "◂", "‹": "<"
    case "…": "~"
    case "×", "✕": "x"
    case "\u{FFFD}": "?"
    default: nil
    }
  }
}

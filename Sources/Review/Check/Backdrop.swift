import LayoutCore
import Page
import Renderers

enum Backdrop {
  case color(SRGBColor)
  /// An image, or too many nodes to examine. The colours are unknown.
  case picture
  /// A colour token that the feed layout does not define. Another rule reports it.
  case unknownColor
}

struct Palette: Sendable {
  private let tokens: [String: String]
  private let isDark: Bool

  init(_ page: Page) {
    tokens = page.tokens
    isDark = page.environment.appearance == .dark
  }

  /// Whether the layout defines no colours. An inferred layout has none; the app chooses them.
  var isEmpty: Bool { tokens.isEmpty }
  var names: [String] { tokens.keys.sorted() }

  /// Returns the colour of a token or of a hexadecimal notation; `nil` for any other word.
  func color(_ word: String) -> SRGBColor? { SRGBColor(hex: tokens[word] ?? word) }

  /// The default text colour.
  var text: SRGBColor { color("text") ?? (isDark ? .white : .black) }
  /// The opaque background colour of the page.
  var page: SRGBColor {
    (color("page") ?? (isDark ? .black : .white)).over(isDark ? .black : .white)
  }
}

extension CheckedSection {
  /// Returns the background of a node: all layers below it, combined. O(depth + nodes below).
  func backdrop(of node: Int, _ palette: Palette) -> Backdrop {
    var layers = Layers(palette: palette)
    let rect = inkOfContent(node)
    for current in [node] + ancestors(of: node) where layers.isOpen {
      layers.add(self.node(current).background)
      if current != node, self.node(current).kind == .image { return .picture }
      // Starts with the topmost sibling.
      for overlap in overlapsByUpper[current, default: []].reversed() where layers.isOpen {
        addPaint(of: overlap.lower, behind: rect, to: &layers)
      }
    }
    return layers.result
  }

  private static let mostBelow = 512

  private func addPaint(of sibling: Int, behind rect: Rect, to layers: inout Layers) {
    // If the sibling has too many nodes to examine for each text, the colours count as unknown.
    guard subtree(sibling).count <= Self.mostBelow else { return layers.end(.picture) }
    for node in subtree(sibling).reversed() where layers.isOpen && !isHidden[node] {
      let shared = frames[node].intersection(rect)
      guard !shared.isEmpty else { continue }
      // Ignores a layer that covers less than half of the text.
      guard shared.area >= rect.area / 2 else { continue }
      if self.node(node).kind == .image { layers.end(.picture) }
      layers.add(self.node(node).background)
    }
  }

  /// Background colours from the topmost downwards, up to the first opaque colour.
  private struct Layers {
    let palette: Palette
    private var colors: [SRGBColor] = []
    private var ending: Backdrop?
    var isOpen: Bool { ending == nil && (colors.last?.alpha ?? 0) < 1 }

    init(palette: Palette) { self.palette = palette }

    mutating func add(_ word: String) {
      guard isOpen, !word.isEmpty else { return }
      guard let color = palette.color(word) else { return end(.unknownColor) }
      colors.append(color)
    }

    mutating func end(_ backdrop: Backdrop) { if isOpen { ending = backdrop } }

    var result: Backdrop {
      if let ending { return ending }
      var result = palette.page
      for color in colors.reversed() { result = color.over(result) }
      return .color(result)
    }
  }
}

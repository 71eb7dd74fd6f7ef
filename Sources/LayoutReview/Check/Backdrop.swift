import LayoutCore

/// What a node's content stands on.
enum Backdrop {
  case color(SRGBColor)
  /// A picture, of which nothing is known.
  case picture
  /// A colour that the feed layout does not know, which is a finding of its own.
  case unknownColor
}

/// The colours of a page's appearance.
struct Palette: Sendable {
  private let tokens: [String: String]
  private let isDark: Bool

  init(_ tree: LayoutTree) {
    tokens = tree.tokens
    isDark = tree.environment.appearance == .dark
  }

  /// A layout without colours, such as an inferred one, leaves them to the app.
  var isEmpty: Bool { tokens.isEmpty }
  var names: [String] { tokens.keys.sorted() }

  /// A token's colour, or that of a hexadecimal word; `nil`: neither.
  func color(_ word: String) -> SRGBColor? { SRGBColor(hex: tokens[word] ?? word) }

  /// Of a text that names no colour.
  var text: SRGBColor { color("text") ?? (isDark ? .white : .black) }
  /// Behind all sections.
  var page: SRGBColor {
    (color("page") ?? (isDark ? .black : .white)).over(isDark ? .black : .white)
  }
}

extension CheckedSection {
  /// The colour behind a node's content: backgrounds of itself, of what it lies on and of what it lies
  /// in, down to the page. Complexity: O(depth + what lies below it).
  func backdrop(of node: Int, _ palette: Palette) -> Backdrop {
    var layers = Layers(palette: palette)
    let rect = inkOfContent(node)
    var current = node
    while layers.isOpen {
      layers.add(self.node(current).background)
      if current != node, self.node(current).kind == .image { return .picture }
      for lower in siblings(below: current) where layers.isOpen {
        addPaint(of: lower, behind: rect, to: &layers)
      }
      guard parents[current] >= 0 else { break }
      current = Int(parents[current])
    }
    return layers.result
  }

  /// The siblings that share an area with a node and are drawn before it, the topmost first.
  private func siblings(below node: Int) -> [Int] {
    var low = 0
    var high = overlaps.count
    while low < high {
      let middle = (low + high) / 2
      if overlaps[middle].upper < node { low = middle + 1 } else { high = middle }
    }
    var lower: [Int] = []
    while low < overlaps.count, overlaps[low].upper == node {
      lower.append(overlaps[low].lower)
      low += 1
    }
    return lower.reversed()
  }

  private static let mostBelow = 512

  private func addPaint(of sibling: Int, behind rect: Rect, to layers: inout Layers) {
    // Too much lies below it to be told for each text.
    guard subtree(sibling).count <= Self.mostBelow else { return layers.end(.picture) }
    for node in subtree(sibling).reversed() where layers.isOpen && !isHidden[node] {
      let shared = frames[node].intersection(rect)
      guard !shared.isEmpty else { continue }
      // Less than half of it behind the text decides nothing.
      guard shared.area >= rect.area / 2 else { continue }
      if self.node(node).kind == .image { layers.end(.picture) }
      layers.add(self.node(node).background)
    }
  }

  /// Colours from the nearest to the farthest, until one lets nothing through.
  private struct Layers {
    let palette: Palette
    private var colors: [SRGBColor] = []
    private var ending: Backdrop?
    private(set) var isOpen = true

    init(palette: Palette) { self.palette = palette }

    mutating func add(_ word: String) {
      guard isOpen, !word.isEmpty else { return }
      guard let color = palette.color(word) else { return end(.unknownColor) }
      colors.append(color)
      if color.alpha >= 1 { isOpen = false }
    }

    mutating func end(_ backdrop: Backdrop) {
      guard isOpen else { return }
      ending = backdrop
      isOpen = false
    }

    var result: Backdrop {
      if let ending { return ending }
      var result = palette.page
      for color in colors.reversed() { result = color.over(result) }
      return .color(result)
    }
  }
}

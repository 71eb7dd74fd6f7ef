internal import LayoutCore
package import LayoutReview
package import Page
internal import TestTools

/// The properties of the dumps of an app that a tool, the `source`, writes.
struct ParityStyle {
  let source: ViewHierarchy.Source
  /// The share of containers, and the share of sections, that have a view.
  let containers: Double
  let sections: Double
  let hasPictures: Bool
  /// Whether cards may be one element with one label.
  let merges: Bool
  /// Whether frames are clipped at the edges of the screen and of scroll views.
  let isClipped: Bool
  /// The sizes of a pixel on the devices, in points; 0 if frames are not rounded.
  let pixels: [Double]
  /// Whether the dump shows the whole page, instead of one screen or several.
  var isWhole = false

  var statesOffset: Bool { source == .uikit }

  init(_ source: ViewHierarchy.Source) {
    self.source = source
    switch source {
    case .uikit:
      (containers, sections, hasPictures, merges, isClipped) = (1, 1, true, false, false)
      pixels = [1.0 / 2, 1.0 / 3]
    case .appium:
      (containers, sections, hasPictures, merges, isClipped) = (0.7, 0.9, true, false, false)
      pixels = [1]
    case .uiautomator:
      (containers, sections, hasPictures, merges, isClipped) = (0.7, 0.8, true, false, true)
      pixels = [1 / 2.625, 1 / 2.75, 1.0 / 3, 1 / 3.5]
    case .accessibility:
      (containers, sections, hasPictures, merges, isClipped) = (0, 0, false, true, false)
      pixels = [1.0 / 2, 1.0 / 3]
    case .compose:
      (containers, sections, hasPictures, merges, isClipped) = (0.4, 0.4, false, true, true)
      pixels = [1 / 2.625, 1 / 2.75]
    case .figma:
      (containers, sections, hasPictures, merges, isClipped) = (1, 1, true, false, false)
      pixels = [0]
      isWhole = true
    }
  }
}

/// A page, and an app that shows it with known edits.
package struct ParityCase {
  package let seed: UInt64
  package let source: ViewHierarchy.Source
  package let page: Page
  package private(set) var hierarchy: ViewHierarchy
  let root: ParityNode
  let screen: Rect
  private(set) var edits: [ParityEdit] = []

  /// - Parameter page: The page; by default a random one.
  package init?(seed: UInt64, source: ViewHierarchy.Source, page given: Page? = nil) {
    var random = SplitMix64(seed: seed &* 31 &+ 7)
    guard let page = given ?? RandomPage.page(seed: seed) else { return nil }
    self.seed = seed
    self.source = source
    self.page = page
    let style = ParityStyle(source)
    root = ParityNode.root(of: page)
    let height = page.lines?.size.height ?? 0
    let shown = style.isWhole ? height : Double.random(in: 600...1_600, using: &random)
    let top =
      style.isWhole || Bool.random(using: &random)
      ? 0 : Double.random(in: 0...max(0, height - shown), using: &random).rounded()
    screen = Rect(x: 0, y: top, width: page.environment.width, height: min(shown, height))
    Self.choose(style, root, &random)
    var editing = ParityEditing(root: root, screen: screen, style: style, random: random)
    edits = editing.edit()
    var writer = ParityWriter(style: style, screen: screen, random: editing.random)
    guard let read = ParityFile(writer.write(root), scale: writer.scale).read else { return nil }
    hierarchy = read
  }

  /// Chooses by name which nodes have views, because an app shows all nodes of a name alike.
  private static func choose(
    _ style: ParityStyle, _ root: ParityNode, _ random: inout SplitMix64
  ) {
    var names: [String: Bool] = [:]
    var merged: [String: Bool] = [:]
    let showsSections = Double.random(in: 0..<1, using: &random) < style.sections
    for node in root.subtree.dropFirst() {
      if node.isSection {
        node.isShown = showsSections
      } else if node.children.isEmpty {
        node.isShown = node.isText || (style.hasPictures && node.isPicture)
      } else {
        let isShown = Double.random(in: 0..<1, using: &random) < style.containers
        node.isShown = names[node.name] ?? isShown
        names[node.name] = node.isShown
        let merges = style.merges && Bool.random(using: &random)
        let isItem = ["card", "cell", "row", "menu", "banner", "song"].contains(node.name)
        node.isMerged = isItem && (merged[node.name] ?? merges)
        merged[node.name] = merged[node.name] ?? merges
      }
    }
  }
}

extension ParityCase {
  /// Returns a page of many sections, all of them shown.
  package static func large(sections: Int) -> ParityCase? {
    RandomPage.page(seed: 1, sections: sections).flatMap {
      ParityCase(seed: 1, source: .figma, page: $0)
    }
  }
}

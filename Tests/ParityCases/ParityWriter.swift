internal import LayoutCore
internal import LayoutReview
internal import Renderers
internal import TestTools

/// Writes the views of an app as the tool `style.source` does: with wrappers, bars and recycled
/// cells.
struct ParityWriter {
  let style: ParityStyle
  let screen: Rect
  var random: SplitMix64
  private let pixel: Double
  /// The number of pixels per point.
  var scale: Double { pixel > 0 ? 1 / pixel : 1 }
  private var hierarchy: ViewHierarchy
  /// The offset from the feed's coordinates to the screen's.
  private let moved: Point

  private static let bar = 88.0
  private static let tabs = 83.0

  init(style: ParityStyle, screen: Rect, random: SplitMix64) {
    self.style = style
    self.screen = screen
    self.random = random
    pixel = style.pixels.randomElement(using: &self.random) ?? 0
    hierarchy = ViewHierarchy(style.source)
    moved = style.isWhole ? Point(x: 1_200, y: -340) : Point(x: 0, y: Self.bar - screen.y)
  }

  mutating func write(_ root: ParityNode) -> ViewHierarchy {
    let whole = Rect(
      x: 0, y: 0, width: screen.width, height: Self.bar + screen.height + Self.tabs)
    guard !style.isWhole else {
      add("FRAME", 0, screen.moved(by: moved.x, moved.y), scrolls: true)
      for section in root.children { write(section, 1, cut: nil) }
      return hierarchy
    }
    add(name("Window", "UIWindow", "android.widget.FrameLayout"), 0, whole)
    add(
      name("StatusBar", "UIStatusBar", "android.view.View"), 1,
      Rect(x: 0, y: 0, width: 390, height: 44))
    add(label, 2, Rect(x: 30, y: 14, width: 54, height: 20), "9:41")
    let place = Rect(x: 0, y: Self.bar, width: screen.width, height: screen.height)
    let level = style.containers == 0 ? 1 : 3
    if level > 1 {
      add(name("Other", "UITransitionView", "android.widget.LinearLayout"), 1, whole)
      add(
        name("CollectionView", "UICollectionView", "android.view.ViewGroup"), 2, place,
        scrolls: true)
    }
    for section in order(root.children) where section.absolute.intersection(screen).height > 0 {
      write(section, level, cut: style.isClipped ? place : nil)
    }
    if style.source == .uikit { addRecycled(level) }
    let bottom = Rect(x: 0, y: place.maxY, width: screen.width, height: Self.tabs)
    add(name("TabBar", "UITabBar", "com.google.android.material.BottomNavigationView"), 1, bottom)
    for (index, tab) in ["Home", "更多", "Library"].enumerated() {
      add(
        label, 2, Rect(x: 20 + 130 * Double(index), y: bottom.y + 50, width: 90, height: 14), tab)
    }
    return hierarchy
  }

  private func name(_ ios: String, _ uikit: String, _ android: String) -> String {
    switch style.source {
    case .uikit: uikit
    case .appium: "XCUIElementType\(ios)"
    case .accessibility: ios
    case .uiautomator, .compose: android
    case .figma: "FRAME"
    }
  }

  private var label: String {
    switch style.source {
    case .uikit: "UILabel"
    case .appium: "XCUIElementTypeStaticText"
    case .accessibility: "StaticText"
    case .uiautomator, .compose: "android.widget.TextView"
    case .figma: "TEXT"
    }
  }

  /// Returns the nodes, shuffled for UIKit, which lists recycled cells in the order of creation.
  private mutating func order(_ nodes: [ParityNode]) -> [ParityNode] {
    style.source == .uikit ? nodes.shuffled(using: &random) : nodes
  }

  /// Adds hidden cells, which wait for reuse and still have their last texts.
  private mutating func addRecycled(_ level: Int) {
    for _ in 0..<2 {
      let frame = Rect(x: 0, y: screen.y - 200, width: 390, height: 200)
      var view = view("App.Cell", level, frame)
      view.isHidden = true
      hierarchy.append(view)
      add(label, level + 1, Rect(x: 10, y: 10, width: 80, height: 20), "More ›")
    }
  }

  private mutating func write(_ node: ParityNode, _ level: Int, cut: Rect?) {
    guard !node.isRemoved,
      node.isSection || node.absolute.intersection(node.clip(in: screen)).area > 0
    else { return }
    var level = level
    var cut = cut
    let frame = style.statesOffset ? node.app : node.absolute.moved(by: moved.x, moved.y)
    if node.isShown || node.isMerged {
      let texts = node.subtree.filter { $0.isText && !$0.isRemoved }.map(\.text)
      let text = node.isMerged ? texts.joined(separator: ", ") : node.isText ? node.text : nil
      add(className(node), level, frame, text, cut: cut, scrolls: node.scrollsAlongX)
      level += 1
      if !node.isMerged, !node.children.isEmpty, wraps(node) {
        let content =
          style.statesOffset ? Rect(x: 0, y: 0, width: frame.width, height: frame.height) : frame
        add(name("Other", "UIView", "android.widget.FrameLayout"), level, content, cut: cut)
        level += 1
      }
    }
    guard !node.isMerged else { return }
    if let area = cut, node.scrollsAlongX { cut = area.intersection(frame) }
    let children = node.scrollsAlongX ? order(node.children) : node.children
    for child in children { write(child, level, cut: cut) }
  }

  private mutating func wraps(_ node: ParityNode) -> Bool {
    style.source == .uikit
      ? node.isSection || node.name == "card" : Int.random(in: 0..<4, using: &random) == 0
  }

  private func className(_ node: ParityNode) -> String {
    if node.isText { return label }
    if node.isPicture, style.source == .figma { return "RECTANGLE" }
    if node.isPicture { return name("Image", "UIImageView", "android.widget.ImageView") }
    if node.scrollsAlongX {
      return name("CollectionView", "UICollectionView", "android.view.ViewGroup")
    }
    if node.isSection || node.name == "card" {
      return name("Cell", "App.\(node.name)Cell", "android.view.ViewGroup")
    }
    return name("Other", "UIView", "android.view.ViewGroup")
  }

  private func view(_ name: String, _ level: Int, _ frame: Rect) -> ViewHierarchy.View {
    ViewHierarchy.View(name, level: level, frame: rounded(frame))
  }

  private mutating func add(
    _ name: String, _ level: Int, _ frame: Rect, _ text: String? = nil, cut: Rect? = nil,
    scrolls: Bool = false
  ) {
    var view = view(name, level, cut.map { frame.intersection($0) } ?? frame)
    view.text = text
    view.isScrolling = scrolls
    if scrolls, style.statesOffset {
      view.contentOffset = Point(x: 0, y: level == 2 ? screen.y : 0)
    }
    hierarchy.append(view, isOnScreen: !style.statesOffset)
  }

  private func rounded(_ frame: Rect) -> Rect {
    guard pixel > 0 else { return frame }
    func round(_ value: Double) -> Double { (value / pixel).rounded() * pixel }
    let (x, y) = (round(frame.x), round(frame.y))
    return Rect(x: x, y: y, width: round(frame.maxX) - x, height: round(frame.maxY) - y)
  }
}

extension Rect {
  var area: Double { width * height }
}

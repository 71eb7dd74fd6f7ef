import SectionEngine

/// The error for screens that cannot be joined: `index` is the first screen without a text in
/// common with its predecessor.
package struct ScreenGap: Error {
  package var index: Int
}

/// The views of an app, or the layers of a design, in document order.
package struct ViewHierarchy: Sendable {
  /// The format of the file from which the views were read.
  package enum Source: String, Sendable, CaseIterable {
    /// The output of UIKit's `recursiveDescription`.
    case uikit
    /// The page source of Appium and WebDriverAgent for iOS.
    case appium
    /// `uiautomator dump` and the page source of Appium's UiAutomator2.
    case uiautomator
    /// The accessibility elements that idb, AXe and sim-use print as JSON.
    case accessibility
    /// The semantics tree of Jetpack Compose.
    case compose
    /// The reply of Figma's REST API.
    case figma

    /// Whether frames are in pixels. Points then need the scale of the device.
    package var isInPixels: Bool { self == .uiautomator || self == .compose }

    /// The name of the platform in reports.
    package var platform: String {
      switch self {
      case .uikit, .appium, .accessibility: "iOS"
      case .uiautomator, .compose: "Android"
      case .figma: "Figma"
      }
    }
  }

  /// The rules by which a layer of a design places its children.
  package struct AutoLayout: Sendable, Hashable {
    package var isVertical: Bool
    /// The distance between neighbours in points; `nil` if the children are spread over the layer.
    package var gap: Double?
    package var padding: EdgeInsets
  }

  package struct View: Sendable, Hashable {
    /// The class of the view, such as "App.BannerCell".
    package var name: String
    /// The base class, such as "UICollectionViewCell", if the app defines the class itself.
    package var baseName: String?
    /// The number of ancestors; before `append`, the level in the file.
    package var level: Int
    /// The index of the parent view; -1 for a window.
    package var parent = -1
    /// The frame in the coordinates of the parent's content, in points.
    package var frame: Rect
    package var identifier: String?
    package var text: String?
    /// Whether the view and all its descendants are hidden.
    package var isHidden = false
    package var isScrolling = false
    /// Whether the format tells that the view draws something or receives taps.
    package var draws = false
    /// The scroll offset of the content; `nil` if the format does not state it.
    package var contentOffset: Point?
    package var contentSize: Size?
    package var autoLayout: AutoLayout?
  }

  package let source: Source
  /// The number of pixels per point by which the frames were divided; `nil` if they are in points.
  private(set) var scale: Double?
  package internal(set) var views: [View] = []
  /// The last view of each level, with its level in the file and its origin on the screen.
  private var open: [(view: Int, level: Int, origin: Point)] = []

  package init(_ source: Source) { self.source = source }

  /// The greatest level that the next view of the file can have.
  var depth: Int { (open.last?.level ?? -1) + 1 }

  /// Adds a view. Its parent is the last view with a smaller level. Levels may have gaps.
  ///
  /// - Parameter isOnScreen: Whether the frame of the view is in screen coordinates.
  package mutating func append(_ view: View, isOnScreen: Bool = false) {
    var view = view
    let level = view.level
    while let last = open.last, last.level >= level { open.removeLast() }
    view.level = open.count
    view.parent = open.last?.view ?? -1
    let offset = view.contentOffset ?? .zero
    let origin = Point(x: view.frame.x - offset.x, y: view.frame.y - offset.y)
    if isOnScreen, let parent = open.last?.origin {
      view.frame = view.frame.moved(by: -parent.x, -parent.y)
    }
    open.append((views.count, level, origin))
    views.append(view)
  }

  /// The frames of all views in screen coordinates.
  var framesOnScreen: [Rect] {
    var frames: [Rect] = []
    frames.reserveCapacity(views.count)
    for view in views {
      guard view.parent >= 0 else {
        frames.append(view.frame)
        continue
      }
      let offset = views[view.parent].contentOffset ?? .zero
      let parent = frames[view.parent]
      frames.append(view.frame.moved(by: parent.x - offset.x, parent.y - offset.y))
    }
    return frames
  }

  /// The types of elements on iOS that receive taps.
  static let controls: Set<String> = [
    "Button", "Cell", "Link", "Switch", "Slider", "Stepper", "SegmentedControl", "TextField",
    "SecureTextField", "SearchField", "TextArea", "Toggle", "MenuItem",
  ]

  /// Converts frames in pixels to points.
  package mutating func divide(by scale: Double) {
    self.scale = scale
    for index in views.indices {
      let frame = views[index].frame
      views[index].frame = Rect(
        x: frame.x / scale, y: frame.y / scale, width: frame.width / scale,
        height: frame.height / scale)
    }
  }
}

extension ViewHierarchy.View {
  /// Creates a visible view.
  package init(_ name: String, level: Int, frame: Rect) {
    self.init(name: name, level: level, frame: frame)
  }
}

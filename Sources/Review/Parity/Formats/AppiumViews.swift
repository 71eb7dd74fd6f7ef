import SectionEngine

/// The page source of Appium and WebDriverAgent for iOS, in points:
///
///     <XCUIElementTypeStaticText name="title" label="Charts" visible="true"
///       x="16" y="120" width="90" height="24" …/>
extension XMLElement {
  var appiumView: ViewHierarchy.View? {
    let numbers = ["x", "y", "width", "height"].compactMap { self[$0].flatMap { Double($0) } }
    guard let frame = Rect(numbers) else { return nil }
    let name = name.hasPrefix(Self.prefix) ? String(name.dropFirst(Self.prefix.count)) : name
    var text = self["label"]
    switch name {
    // The names of the app and of pictures are not visible on the screen.
    case "Application", "Window", "Image", "Icon": text = nil
    case "TextField", "TextView", "SearchField", "SecureTextField":
      text = self["value"] ?? self["placeholderValue"] ?? text
    case "StaticText": text = text ?? self["value"] ?? self["name"]
    default: break
    }
    let identifier = self["name"].flatMap { $0 == text ? nil : $0 }
    var view = ViewHierarchy.View(
      name, level: level, frame, identifier: identifier, text: text)
    view?.isScrolling = ["ScrollView", "CollectionView", "Table"].contains(name)
    view?.draws = ViewHierarchy.controls.contains(name)
    view?.isHidden = self["visible"] == "false" || isScrollBar(name, frame)
    return view
  }

  private static let prefix = "XCUIElementType"

  /// Returns whether the element is a scroll indicator: its value is a position such as "25%".
  private func isScrollBar(_ name: String, _ frame: Rect) -> Bool {
    name == "Other" && self["value"]?.last == "%" && min(frame.width, frame.height) <= 30
  }
}

extension ViewHierarchy {
  /// Keeps `isHidden` only for views that are really not visible.
  ///
  /// WebDriverAgent reports `visible="false"` also for containers with visible content, for views
  /// outside the screen, and for pictures in a cell that is one accessibility element.
  mutating func hideInvisible() {
    guard let screen = views.first?.frame else { return }
    var hasVisible = [Bool](repeating: false, count: views.count)
    for index in views.indices.reversed() {
      hasVisible[index] = hasVisible[index] || !views[index].isHidden
      if hasVisible[index], views[index].parent >= 0 { hasVisible[views[index].parent] = true }
    }
    for (index, frame) in framesOnScreen.enumerated() where views[index].isHidden {
      let isOutside = frame.intersection(screen).area == 0
      if hasVisible[index] || isOutside || views[index].name == "Image" {
        views[index].isHidden = false
      }
    }
  }
}

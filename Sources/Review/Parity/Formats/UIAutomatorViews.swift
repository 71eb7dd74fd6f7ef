import SectionEngine

/// The XML of `uiautomator dump` and the page source of Appium's UiAutomator2, in pixels:
///
///     <node text="Charts" resource-id="com.example:id/title" class="android.widget.TextView"
///       package="com.example" content-desc="" bounds="[42,315][278,378]" …/>
///
/// Appium uses the class as the element name, and adds the attribute `displayed`.
extension XMLElement {
  var uiautomatorView: ViewHierarchy.View? {
    let frame = self["bounds"].flatMap { Rect(edges: $0.numbers) }
    let name = self["class"] ?? name
    let isPicture = name.hasSuffix(".ImageView") || name.hasSuffix(".ImageButton")
    let description = self["content-desc"]
    var view = ViewHierarchy.View(
      name, level: level, frame,
      identifier: self["resource-id"].map(Self.withoutPackage) ?? (isPicture ? description : nil),
      text: self["text"] ?? (isPicture ? nil : description ?? self["hint"]))
    // `baseName` temporarily has the package, until the windows of other apps are hidden.
    if level == 1 { view?.baseName = self["package"] }
    view?.isScrolling =
      self["scrollable"] == "true" || Self.scrolling.contains { name.hasSuffix($0) }
    view?.isHidden = self["displayed"] == "false"
    view?.draws = self["clickable"] == "true" || name.hasSuffix("Button")
    return view
  }

  private static let scrolling = ["ScrollView", "RecyclerView", "ListView", "GridView"]

  /// Returns "title" for "com.example:id/title".
  private static func withoutPackage(_ name: String) -> String {
    name.firstRange(of: ":id/").map { String(name[$0.upperBound...]) } ?? name
  }
}

extension ViewHierarchy {
  /// Hides windows of other apps, such as system bars: those whose package is not the package of
  /// the largest window.
  mutating func hideOtherApps() {
    let windows = views.indices.filter { views[$0].parent < 0 }
    let own = windows.max { views[$0].frame.area < views[$1].frame.area }
      .flatMap { views[$0].baseName }
    for window in windows {
      if views[window].baseName != own { views[window].isHidden = true }
      views[window].baseName = nil
    }
  }
}

import SectionEngine

/// The accessibility elements from `idb ui describe-all`, `axe describe-ui` and `sim-use`, in points.
/// The JSON is a list, flat or with `children`, or an object that contains the list, such as
/// `{"elements": []}` or `{"data": {"entries": []}}`.
///
///     {"AXLabel": "Charts", "AXUniqueId": "title", "type": "StaticText",
///      "frame": {"x": 16, "y": 120, "width": 90, "height": 24}, "children": []}
///
/// Instead of `AXLabel`, `AXUniqueId` and `AXValue`, an element may have `label`, `identifier` and
/// `value`, if it has a `role` or a `type`, too.
extension ViewHierarchy {
  /// Returns the elements of a document in this format; `nil` for other formats.
  static func accessibilityElements(of root: FeedValue) -> [FeedValue]? {
    let elements = root.kind == .array ? Array(root.children) : [root]
    return elements.first { $0.kind == .object }.flatMap { first in
      first.isAccessibilityElement ? elements : nil
    }
  }

  static func parse(accessibility elements: [FeedValue], name: String) -> Diagnosed<ViewHierarchy?>
  {
    var reading = ViewReading(.accessibility, name: name)
    // In a flat list, the first element is the application, the parent of all others.
    let application = elements.first.flatMap { $0["type"].string == "Application" ? $0 : nil }
    if let application, application["children"].count == 0 {
      reading.add(tree: [application], view: \.accessibilityView)
      reading.add(tree: elements.dropFirst(), level: 1, view: \.accessibilityView)
    } else if elements.count > 1 {
      // The elements of a list without an application are those of one screen.
      let frames = elements.compactMap { $0.accessibilityView?.frame }
      let screen = frames.reduce(Rect.zero) { $0.union($1) }
      reading.add(ViewHierarchy.View("Screen", screen), at: elements[0].location)
      reading.add(tree: elements, level: 1, view: \.accessibilityView)
    } else {
      reading.add(tree: elements, view: \.accessibilityView)
    }
    return reading.finished()
  }
}

extension FeedValue {
  fileprivate var isAccessibilityElement: Bool {
    if ["AXFrame", "AXLabel", "AXUniqueId"].contains(where: { self[$0].exists }) { return true }
    return self["frame"].rect != nil && (self["role"].string ?? self["type"].string) != nil
      && ["label", "identifier", "value"].contains { self[$0].exists }
  }

  fileprivate var accessibilityView: ViewHierarchy.View? {
    let role = self["type"].string ?? self["role"].string ?? "Element"
    let type = role.hasPrefix("AX") ? String(role.dropFirst(2)) : role
    let frame = self["frame"].rect ?? Rect(self["AXFrame"].string?.numbers ?? [])
    let label = self["AXLabel"].string ?? self["label"].string
    let value = self["AXValue"].string ?? self["value"].string
    var (text, identifier) = (label, self["AXUniqueId"].string ?? self["identifier"].string)
    switch type {
    case "Application": text = nil
    case "Image": (text, identifier) = (nil, identifier ?? label)
    case "TextField", "TextArea", "SearchField": text = value ?? label
    case "StaticText": text = label ?? value
    default: break
    }
    var view = ViewHierarchy.View(type, frame, identifier: identifier, text: text)
    view?.isScrolling = ["ScrollView", "ScrollArea", "CollectionView", "Table"].contains(type)
    view?.draws = ViewHierarchy.controls.contains(type)
    return view
  }
}

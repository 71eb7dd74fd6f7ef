import SectionEngine

/// The accessibility elements from `idb ui describe-all` and `axe describe-ui`, in points. The JSON
/// is a list, flat or with `children`, or an object with the list in the member `elements`.
///
///     {"AXLabel": "Charts", "AXUniqueId": "title", "type": "StaticText",
///      "frame": {"x": 16, "y": 120, "width": 90, "height": 24}, "children": []}
extension ViewHierarchy {
  /// Returns the elements of a document in this format; `nil` for other formats.
  static func accessibilityElements(of root: FeedValue) -> [FeedValue]? {
    let list = root["elements"].exists ? root["elements"] : root
    let elements = list.kind == .array ? Array(list.children) : [list]
    let keys = ["AXFrame", "AXLabel", "AXUniqueId"]
    return elements.first { $0.kind == .object }.flatMap { first in
      keys.contains { first[$0].exists } ? elements : nil
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
    } else {
      reading.add(tree: elements, view: \.accessibilityView)
    }
    return reading.finished()
  }
}

extension FeedValue {
  fileprivate var accessibilityView: ViewHierarchy.View? {
    let type = self["type"].string ?? self["role"].string ?? "Element"
    let frame = self["frame"].rect ?? Rect(self["AXFrame"].string?.numbers ?? [])
    let label = self["AXLabel"].string
    var (text, identifier) = (label, self["AXUniqueId"].string)
    switch type {
    case "Application": text = nil
    case "Image": (text, identifier) = (nil, identifier ?? label)
    case "TextField", "TextArea", "SearchField": text = self["AXValue"].string ?? label
    default: break
    }
    var view = ViewHierarchy.View(type, frame, identifier: identifier, text: text)
    view?.isScrolling = ["ScrollView", "ScrollArea", "CollectionView", "Table"].contains(type)
    return view
  }
}

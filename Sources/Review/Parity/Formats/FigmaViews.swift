import SectionEngine

/// The layers of a frame as Figma's REST API returns them, in points: for a whole file, or for
/// requested nodes.
///
///     {"nodes": {"1:2": {"document": {"id": "1:2", "name": "Home", "type": "FRAME",
///      "absoluteBoundingBox": {"x": 0, "y": 0, "width": 390, "height": 844},
///      "layoutMode": "VERTICAL", "itemSpacing": 12, "children": []}}}}
///
/// Hidden layers are omitted.
package struct FigmaFile {
  /// The frames that can be compared: the top-level frames of the pages and their sections.
  private var frames: [FeedValue] = []
  private let name: String

  /// Creates a file from a document; `nil` if the document has another format.
  init?(_ root: FeedValue, name: String) {
    self.name = name
    let nodes = root["nodes"].kind == .object ? Array(root["nodes"].children) : []
    let isFile = root["document"]["type"].string == "DOCUMENT"
    let areNodes = nodes.contains {
      let document = $0["document"]
      return document["type"].exists
        && (document["absoluteBoundingBox"].exists || document["type"].string == "CANVAS")
    }
    guard isFile || areNodes else { return nil }
    var waiting = isFile ? [root["document"]] : nodes.reversed().map { $0["document"] }
    while let value = waiting.popLast() {
      switch value["type"].string {
      case "DOCUMENT", "CANVAS", "SECTION", "COMPONENT_SET":
        waiting += value["children"].children.reversed()
      case "FRAME", "GROUP", "COMPONENT", "INSTANCE":
        if !value.isHiddenLayer { frames.append(value) }
      default: break
      }
    }
  }

  /// The number of frames.
  package var count: Int { frames.count }

  /// Returns the trees of layers of all frames, with their names.
  package var all: Diagnosed<[(name: String, views: ViewHierarchy)]?> {
    var result: [(String, ViewHierarchy)] = []
    var diagnostics: [Diagnostic] = []
    for frame in frames {
      let read = hierarchy(of: frame)
      diagnostics += read.diagnostics
      guard let views = read.value else { return Diagnosed(nil, diagnostics) }
      result.append((frame["name"].string ?? frame["id"].string ?? "", views))
    }
    return Diagnosed(result, diagnostics)
  }

  /// Returns one tree of layers per name or id; without names, the tree of the only frame.
  package func hierarchies(of names: [String]) -> Diagnosed<[ViewHierarchy]?> {
    var result: [ViewHierarchy] = []
    var diagnostics: [Diagnostic] = []
    let chosen = names.isEmpty ? [nil] : names.map(Optional.some)
    for frame in chosen {
      let found = candidates(frame)
      guard found.count == 1, let layer = found.first else {
        return Diagnosed(nil, diagnostics + [refusal(of: frame, found)])
      }
      let read = hierarchy(of: layer)
      diagnostics += read.diagnostics
      guard let hierarchy = read.value else { return Diagnosed(nil, diagnostics) }
      result.append(hierarchy)
    }
    return Diagnosed(result, diagnostics)
  }

  /// Returns the layers with an id, or the frames with a name; for `nil`, all frames. O(values).
  private func candidates(_ frame: String?) -> [FeedValue] {
    guard let frame else { return frames }
    // Links to a layer contain its id in the form 1-2 instead of 1:2.
    let id = frame.replacing("-", with: ":")
    var found: [FeedValue] = []
    var waiting = frames
    while let layer = waiting.popLast() {
      if [frame, id].contains(layer["id"].string) { found.append(layer) }
      waiting += layer["children"].children
    }
    return found.isEmpty ? frames.filter { $0["name"].string == frame } : found
  }

  private func refusal(of frame: String?, _ found: [FeedValue]) -> Diagnostic {
    let listed = (found.isEmpty ? frames : found).prefix(8).map { layer in
      let size = layer["absoluteBoundingBox"].rect.map { ", \(points($0.width)) wide" } ?? ""
      return "`\(shown(layer["name"].string ?? ""))` (\(shown(layer["id"].string ?? ""))\(size))"
    }
    let name = frame.map { "\(found.isEmpty ? "" : " named") `\(shown($0))`" } ?? ""
    let count = found.isEmpty ? "no frame" : "\(found.count) frames"
    return Diagnostic(
      .unreadableView, .error, "the design has \(count)\(name)",
      at: SourceLocation(file: self.name, line: 1, column: 1),
      notes: listed.isEmpty ? [] : ["its frames: \(listed.joined(separator: ", "))"],
      helps: Suggestion.helps(
        for: frame, among: frames.compactMap { $0["name"].string },
        else: listed.isEmpty
          ? "save a file of Figma's REST API that contains frames"
          : "choose one by its name or id: `diff --frame \(found.first?["id"].string ?? "ID")`"))
  }

  private func hierarchy(of frame: FeedValue) -> Diagnosed<ViewHierarchy?> {
    var reading = ViewReading(.figma, name: name)
    let origin = frame["absoluteBoundingBox"].rect ?? .zero
    reading.add(tree: [frame], isSkipped: \.isHiddenLayer) { $0.layer(from: origin) }
    // The frame contains the page, even if it does not scroll in the prototype.
    if !reading.hierarchy.views.isEmpty { reading.hierarchy.views[0].isScrolling = true }
    return reading.finished()
  }
}

extension FeedValue {
  fileprivate var isHiddenLayer: Bool {
    self["visible"].bool == false || self["opacity"].double.map { $0 < 0.01 } ?? false
  }

  fileprivate func layer(from origin: Rect) -> ViewHierarchy.View? {
    let frame = self["absoluteBoundingBox"].rect?.moved(by: -origin.x, -origin.y)
    let name = self["name"].string ?? ""
    var view = ViewHierarchy.View(
      name, frame, identifier: name, text: self["characters"].string)
    view?.baseName = self["type"].string
    view?.isScrolling = self["overflowDirection"].string?.hasSuffix("SCROLLING") ?? false
    view?.autoLayout = autoLayout
    view?.draws = ["fills", "strokes"].contains { key in
      self[key].children.contains { $0["visible"].bool != false }
    }
    return view
  }

  private var autoLayout: ViewHierarchy.AutoLayout? {
    guard let mode = self["layoutMode"].string, mode == "VERTICAL" || mode == "HORIZONTAL" else {
      return nil
    }
    let isSpread = self["primaryAxisAlignItems"].string == "SPACE_BETWEEN"
    return ViewHierarchy.AutoLayout(
      isVertical: mode == "VERTICAL", gap: isSpread ? nil : self["itemSpacing"].double ?? 0,
      padding: EdgeInsets(
        top: self["paddingTop"].double ?? 0, end: self["paddingRight"].double ?? 0,
        bottom: self["paddingBottom"].double ?? 0, start: self["paddingLeft"].double ?? 0))
  }
}

internal import FeedDocument
internal import LayoutCore
package import LayoutReview

/// A dump file of an app's views, in the format of their source.
package struct ParityFile {
  private let views: [ViewHierarchy.View]
  private let source: ViewHierarchy.Source
  /// The number of pixels per point.
  private let scale: Double
  private var frames: [Rect] = []
  private var children: [[Int]]

  init(_ hierarchy: ViewHierarchy, scale: Double) {
    (views, source) = (hierarchy.views, hierarchy.source)
    self.scale = scale
    children = [[Int]](repeating: [], count: views.count)
    for (index, view) in views.enumerated() {
      guard view.parent >= 0 else {
        frames.append(view.frame)
        continue
      }
      children[view.parent].append(index)
      let (outer, offset) = (frames[view.parent], views[view.parent].contentOffset ?? .zero)
      frames.append(view.frame.moved(by: outer.x - offset.x, outer.y - offset.y))
    }
  }

  /// The views, read back from the file, in points; `nil` if the file cannot be read.
  var read: ViewHierarchy? {
    var hierarchy = Self.read(text)
    if source.isInPixels { hierarchy?.divide(by: scale) }
    return hierarchy
  }

  /// Reads the text of a dump or a design; `nil` if it cannot be read, or not without a diagnostic.
  package static func read(_ text: String) -> ViewHierarchy? {
    let bytes = PaddedBytes(Array(text.utf8))
    let kind = InputKind(bytes.text)
    let file =
      kind == .json
      ? FeedDocument.parse(bytes, name: "app.json").value.flatMap { ViewFile($0) }
      : ViewFile(bytes.text, kind: kind, name: "app.txt")
    switch file {
    case .app(let parsed)?: return parsed.diagnostics.isEmpty ? parsed.value : nil
    case .design(let design)?: return design.hierarchies(of: []).value?.first
    case nil: return nil
    }
  }

  var text: String {
    switch source {
    case .uikit: views.map(line).joined(separator: "\n")
    case .appium: element(0, appium)
    case .uiautomator: "<hierarchy rotation=\"0\">" + element(0, uiautomator) + "</hierarchy>"
    case .accessibility: "[\(object(0, accessibility))]"
    case .compose: "{\"capture\": {}, \"root\": \(object(0, compose))}"
    case .figma: "{\"nodes\": {\"1:2\": {\"document\": \(object(0, figma))}}}"
    }
  }

  // MARK: UIKit

  private func line(_ view: ViewHierarchy.View) -> String {
    let frame = view.frame
    var line =
      String(repeating: "   | ", count: view.level)
      + "<\(view.name): 0x7f; frame = (\(frame.x) \(frame.y); \(frame.width) \(frame.height))"
    if let text = view.text { line += "; text = '\(text)'" }
    if view.isHidden { line += "; hidden = YES" }
    if let offset = view.contentOffset { line += "; contentOffset: {\(offset.x), \(offset.y)}" }
    return line + ">"
  }

  // MARK: XML

  private func element(_ index: Int, _ attributes: (Int) -> (String, String)) -> String {
    let (name, values) = attributes(index)
    let inner = children[index].map { element($0, attributes) }.joined()
    return "<\(name) \(values)>\(inner)</\(name)>"
  }

  private func appium(_ index: Int) -> (String, String) {
    let (view, frame) = (views[index], frames[index])
    let label = view.text.map { " label=\"\(Self.escaped($0))\"" } ?? ""
    return (
      view.name,
      "x=\"\(frame.x)\" y=\"\(frame.y)\" width=\"\(frame.width)\" height=\"\(frame.height)\"\(label)"
    )
  }

  private func uiautomator(_ index: Int) -> (String, String) {
    let edges = pixels(index)
    let view = views[index]
    return (
      "node",
      "text=\"\(Self.escaped(view.text ?? ""))\" class=\"\(view.name)\" "
        + "scrollable=\"\(view.isScrolling)\" package=\"a\" "
        + "bounds=\"[\(edges[0]),\(edges[1])][\(edges[2]),\(edges[3])]\""
    )
  }

  private func pixels(_ index: Int) -> [Int] {
    let frame = frames[index]
    return [frame.x, frame.y, frame.maxX, frame.maxY].map { Int(($0 * scale).rounded()) }
  }

  private static func escaped(_ text: String) -> String {
    text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing("\"", with: "&quot;")
  }

  // MARK: JSON

  private func object(_ index: Int, _ values: (Int) -> String) -> String {
    let inner = children[index].map { object($0, values) }.joined(separator: ", ")
    return "{\(values(index)), \"children\": [\(inner)]}"
  }

  private func rect(_ index: Int) -> String {
    let frame = frames[index]
    return "{\"x\": \(frame.x), \"y\": \(frame.y), \"width\": \(frame.width), "
      + "\"height\": \(frame.height)}"
  }

  private static func quoted(_ text: String) -> String {
    "\"\(text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\""))\""
  }

  private func accessibility(_ index: Int) -> String {
    "\"type\": \(Self.quoted(views[index].name)), \"frame\": \(rect(index)), "
      + "\"AXLabel\": \(views[index].text.map(Self.quoted) ?? "null")"
  }

  private func compose(_ index: Int) -> String {
    let view = views[index]
    var properties: [String] = []
    if let text = view.text { properties.append("\"Text\": \(Self.quoted("[\(text)]"))") }
    if view.isScrolling { properties.append("\"VerticalScrollAxisRange\": \"0\"") }
    return "\"className\": \(Self.quoted(view.name)), \"bounds\": \(pixels(index)), "
      + "\"properties\": {\(properties.joined(separator: ", "))}"
  }

  private func figma(_ index: Int) -> String {
    let view = views[index]
    let kind = view.name
    let text = view.text.map { ", \"characters\": \(Self.quoted($0))" } ?? ""
    let scroll = view.isScrolling ? ", \"overflowDirection\": \"VERTICAL_SCROLLING\"" : ""
    return "\"id\": \"1:\(index)\", \"name\": \"\(kind) \(index)\", \"type\": \"\(kind)\", "
      + "\"absoluteBoundingBox\": \(rect(index))\(text)\(scroll)"
  }
}

import Diagnostics
import LayoutCore

/// The views of a real app, as `recursiveDescription` of UIKit prints them.
///
/// Flat, in the order of the text; a view is a child of the last view before it of a lower level.
package struct ViewHierarchy: Sendable {
  package struct View: Sendable, Hashable {
    /// "App.BannerCell".
    package var name: String
    /// "UICollectionViewCell" where the class is the app's own.
    package var baseName: String?
    package var level: Int
    /// Index of the view that it is in; -1 for a window.
    package var parent: Int
    /// In the coordinates of its parent's content.
    package var frame: Rect
    package var identifier: String?
    package var text: String?
    /// `hidden = YES` or `alpha = 0`, of its own.
    package var isHidden = false
    /// How far its content is scrolled; `nil` for what does not scroll.
    package var contentOffset: Point?
    package var contentSize: Size?
    /// From 1.
    package var line: Int

    package var isScrolling: Bool {
      contentOffset != nil
        || [name, baseName ?? ""].contains { name in
          ["UIScrollView", "UICollectionView", "UITableView"].contains(name)
        }
    }
  }

  package private(set) var views: [View] = []

  /// Reads what `recursiveDescription` printed: as it is, with what a log puts before its lines, or as lldb
  /// writes it, with escapes.
  ///
  /// - Parameter file: what diagnostics call it.
  /// - Returns: `nil` where no view can be read. One `SE5004` for each line that is no view, up to a limit.
  ///   Complexity: linear in the bytes.
  package static func parse(
    _ bytes: [UInt8], file: String
  ) -> (hierarchy: ViewHierarchy?, diagnostics: [Diagnostic]) {
    var hierarchy = ViewHierarchy()
    var diagnostics: [Diagnostic] = []
    /// By level: the last view.
    var open: [Int] = []
    func report(
      _ line: ViewLines.Line, _ reason: String, _ severity: Diagnostic.Severity = .warning
    ) {
      guard diagnostics.count < 20 else { return }
      diagnostics.append(
        Diagnostic(
          .unreadableView, severity, "line \(line.number) is no view", label: reason,
          notes: ["found `\(shown(line.text, limit: 48))` in `\(shown(file))`"],
          helps: ["print the hierarchy again: `sectionengine explain SE5004`"]))
    }
    for line in ViewLines(bytes).lines {
      guard var view = ViewLine(line.text)?.view else {
        // What lldb or a log says before and behind the views is not theirs.
        if line.looksLikeView {
          report(line, "expected `<Class: 0x…; frame = (x y; width height); …>`")
        }
        continue
      }
      view.line = line.number
      if view.level > open.count {
        report(
          line,
          "it is indented deeper than a view in `\(open.isEmpty ? "nothing" : "the one above")`")
        view.level = open.count
      }
      open.removeLast(open.count - view.level)
      view.parent = open.last ?? -1
      open.append(hierarchy.views.count)
      hierarchy.views.append(view)
    }
    guard !hierarchy.views.isEmpty else {
      if diagnostics.isEmpty {
        report(ViewLines.Line(number: 1, text: "", looksLikeView: true), "there is no view", .error)
      }
      return (nil, diagnostics)
    }
    return (hierarchy, diagnostics)
  }
}

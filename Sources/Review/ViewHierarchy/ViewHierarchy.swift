import Support
import LayoutCore

/// The views of an app in the order in which UIKit's `recursiveDescription` prints them.
package struct ViewHierarchy: Sendable {
  package struct View: Sendable, Hashable {
    /// The class: "App.BannerCell".
    package var name: String
    /// The base class, such as "UICollectionViewCell", if the class is the app's own.
    package var baseName: String?
    package var level: Int
    /// Index of the containing view; -1 for a window.
    package var parent: Int
    /// The frame in the coordinates of its parent's content.
    package var frame: Rect
    package var identifier: String?
    package var text: String?
    /// Whether the view itself has `hidden = YES` or an alpha near 0.
    package var isHidden = false
    /// The scroll offset of its content; `nil` for a view that does not scroll.
    package var contentOffset: Point?
    package var contentSize: Size?

    package var isScrolling: Bool {
      contentOffset != nil
        || ["UIScrollView", "UICollectionView", "UITableView"].contains {
          [name, baseName].contains($0)
        }
    }
  }

  package private(set) var views: [View] = []

  /// Reads `recursiveDescription`: plain, with the prefixes of a log, or with the escapes of lldb.
  package static func parse(_ bytes: [UInt8], file: String) -> Diagnosed<ViewHierarchy?> {
    var hierarchy = ViewHierarchy()
    var diagnostics: [Diagnostic] = []
    /// The last view by level.
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
        // Output of lldb or a log before and after the views is skipped.
        if line.looksLikeView {
          report(line, "expected `<Class: 0x…; frame = (x y; width height); …>`")
        }
        continue
      }
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
      return Diagnosed(nil, diagnostics)
    }
    return Diagnosed(hierarchy, diagnostics)
  }
}

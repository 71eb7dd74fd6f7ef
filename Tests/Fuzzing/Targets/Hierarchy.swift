import LayoutReview
import Page
import Renderers

/// View hierarchies of UIKit, each compared with a page. The page is the part of the input before a
/// line of `---`; without that line it is empty.
enum Hierarchy {
  static let words = [
    "<UIWindow: 0x7f; frame = (0 0; 414 896); layer = <UIWindowLayer: 0x6>>\n",
    "   | <UICollectionView: 0x7f; frame = (0 88; 414 725); contentOffset: {0, 20}; contentSize: {414, 1470}>\n",
    "   |    | <App.Cell: 0x7f; baseClass = UICollectionViewCell; frame = (0 0; 414 180)>\n",
    "   |    |    | <UILabel: 0x7f; frame = (10 10; 90 20); text = 'A'; hidden = YES>\n", "   | ",
    "<", ">",
    "'; ", "text = '", "frame = (", "hidden = YES; ", "alpha = 0; ", "baseClass = UITableView; ",
    "accessibilityIdentifier = 'a'; ", "contentOffset: {0, 9}; ", "contentSize: {414, 9}; ",
    ": 0x7f; ",
    "bounds = (0 0; 1 1); ", "\\n   | ", "\\\"", "2024-01-01 12:00:00 App[1:2] ", "\n---\n",
    "layer = <CALayer: 0x1>; ", "transform = [1, 0, 0, 1, 0, 0]; ",
  ]

  private static let nothing = """
    # layout-dump v1 · unit pt · scale 2 · section frames in feed, node frames in parent
    feed nothing 414x0

    """

  static func run(_ bytes: [UInt8]) throws(Violation) {
    let parts = bytes.parts
    let first = parts.count > 1 ? DumpParser.parse(parts[0], file: "page.dump").page : nil
    let read = ViewHierarchy.parse(parts[parts.count - 1], file: "app.txt")
    let (parsed, diagnostics) = (read.value, read.diagnostics)
    guard let hierarchy = parsed else {
      try hold(!diagnostics.isEmpty, "refused without a reason")
      return
    }
    try hold(diagnostics.count <= 20, "\(diagnostics.count) findings")
    try check(hierarchy)
    guard let page = first ?? DumpParser.parse(Array(nothing.utf8), file: "page.dump").page else {
      throw Violation("a page of nothing is not a page")
    }
    try compare(hierarchy, page)
  }

  static func check(_ hierarchy: ViewHierarchy) throws(Violation) {
    for (index, view) in hierarchy.views.enumerated() {
      try hold(view.parent < index && view.parent >= -1, "view \(index) is in \(view.parent)")
      let parentLevel = view.parent < 0 ? -1 : hierarchy.views[view.parent].level
      try hold(view.level == parentLevel + 1, "view \(index) has level \(view.level)")
      let frame = view.frame
      try hold(
        [frame.x, frame.y, frame.width, frame.height].allSatisfy(\.isFinite),
        "view \(index) is not finite")
    }
  }

  static func compare(
    _ hierarchy: ViewHierarchy, _ page: Page
  ) throws(Violation) {
    let names: [String?] = [nil, hierarchy.views[0].name, hierarchy.views[0].identifier]
    for name in names {
      for root in AppComparison.candidates(in: hierarchy, named: name).prefix(2) {
        let comparison = AppComparison(hierarchy, root: root, page: ReferencePage(page))
        let sections = comparison.missing.count + comparison.notShown + comparison.comparedSections
        try hold(
          sections == page.lines?.count { $0.kind == .section(.section) },
          "\(sections) of the page's sections are told of")
        for color in [false, true] { _ = comparison.text(color: color) }
        _ = comparison.markdown
        _ = AppComparison.json([comparison])
        _ = AppComparison.html([comparison])
      }
    }
  }
}

import FeedDocument
import LayoutReview
import Renderers
import Support

/// Dumps of apps and designs, recognised by their content. A line of `---` separates screens, which
/// are joined.
enum Screens {
  static let elements = [
    "<?xml version='1.0' encoding='UTF-8'?>", "<hierarchy rotation='0'>", "</hierarchy>",
    "<AppiumAUT>", "</AppiumAUT>", "<node bounds='[0,0][1080,2400]'>", "</node>",
    "<node text='A' bounds='[42,300][300,360]'/>", "<node text='A' bounds='[42,100][300,160]'/>",
    "<XCUIElementTypeCell x='0' y='0' width='390' height='60' visible='false'>",
    "</XCUIElementTypeCell>",
    "<XCUIElementTypeOther value='9%' x='0' y='0' width='3' height='60'/>",
    "bounds='[", "][", "]'", "text='", "content-desc='", "resource-id='a:id/b' ", "package='a' ",
    "class='android.widget.ImageView' ", "scrollable='true' ", "displayed='false' ", "label='",
    "name='", "value='", "&amp;", "&#128512;", "&a;", "<![CDATA[", "]]>", "<!-- ", " -->",
    "<!DOCTYPE a [<!ENTITY a 'b'>]>", "<!DOCTYPE a SYSTEM 'b'>", "\n---\n",
  ]
  static let nodes = [
    "Printing with useUnmergedTree = 'true'\n", "Node #1 at (l=0.0, t=0.0, r=1080.0, b=2400.0)px\n",
    " |-Node #2 at (l=42.0, t=300.0, r=300.0, b=360.0)px, Tag: 'a'\n", "1) ", " | ", "   ",
    "Text = '[A]'\n", "Text = '[A", "]'\n", "EditableText = ''\n", "ContentDescription = '[A]'\n",
    "Role = 'Image'\n", "[InvisibleToUser]\n", "VerticalScrollAxisRange = 'a'\n", "(l=", ")px",
    ", Tag: '", " = '", "11-25 09:41:00.000 1 2 D a : ", "\n---\n",
  ]

  private static let page = """
    # layout-dump v1 · unit pt · scale 2 · section frames in feed, node frames in parent
    feed news 390x240 sections=2
      section Row @0,0 390x140
        text "Charts" @16,8 120x24
        card[0] @10,40 120x90
          text "Rain" @0,5 60x20
        card[1] @140,40 120x90
      section Wide @0,140 390x100

    """

  static func run(_ bytes: [UInt8]) throws(Violation) {
    var screens: [ViewHierarchy] = []
    for part in bytes.parts { screens += try read(part) }
    for hierarchy in screens {
      try Hierarchy.check(hierarchy)
      var points = hierarchy
      points.divide(by: 2.625)
      try Hierarchy.check(points)
      guard hierarchy.source == .figma,
        let page = DumpParser.parse(Array(page.utf8), file: "page.dump").page
      else { continue }
      for layers in [hierarchy, hierarchy.namedAlike(page)] {
        try Hierarchy.compare(layers, page)
      }
    }
    for one in screens.prefix(3) {
      for other in screens.prefix(3) {
        let found = AppComparison.best(one, beside: other, named: nil, tolerance: 0.5)
        guard let found else { continue }
        _ = found.text(color: false)
        _ = AppComparison.json([found])
      }
    }
    guard screens.count > 1, case .success(let joined) = ViewHierarchy.joined(screens) else {
      return
    }
    try Hierarchy.check(joined)
    try hold(
      joined.views.count >= screens[0].views.count, "\(joined.views.count) views of all screens")
  }

  private static func read(_ bytes: [UInt8]) throws(Violation) -> [ViewHierarchy] {
    let source = PaddedBytes(bytes)
    let kind = InputKind(source.text)
    _ = InputKind.resemblance(source.text)
    let file =
      kind == .json
      ? FeedDocument.parse(source, name: "app.json").value.flatMap { ViewFile($0) }
      : ViewFile(source.text, kind: kind, name: "app.xml")
    switch file {
    case .app(let parsed)?:
      try check(parsed.value.map { [$0] }, parsed.diagnostics)
      return parsed.value.map { [$0] } ?? []
    case .design(let design)?:
      var all: [ViewHierarchy] = []
      for names in [[], ["Home"], ["1-2", "Home"]] {
        let parsed = design.hierarchies(of: names)
        try check(parsed.value, parsed.diagnostics)
        all += parsed.value ?? []
      }
      return all
    case nil: return []
    }
  }

  private static func check(
    _ value: [ViewHierarchy]?, _ diagnostics: [Diagnostic]
  ) throws(Violation) {
    let isRefused = diagnostics.contains { $0.severity == .error }
    try hold((value == nil) == isRefused, "refused without an error, or read with one")
    try hold(diagnostics.count <= 20, "\(diagnostics.count) findings")
    try hold(value?.allSatisfy { !$0.views.isEmpty } ?? true, "no view")
  }
}

import FeedDocument
import LayoutReview
import Page
import Renderers

/// Layout dumps and layout JSON. A parsed document does not change when it is written and parsed
/// again, and it can be compared with any other document.
///
/// A line `---` divides an input into two dumps, which are compared.
enum Dump {
  static let words = [
    "# layout-dump v1 · unit pt · scale 2 · section frames in feed, node frames in parent\n",
    "# layout-dump v1 · unit pt · scale 1 · section frames in feed, node frames in section · unrounded\n",
    "feed news 414x100 sections=1\n", "  section A @0,0 414x100 rows=2x50\n",
    "  top bar @0,0 414x44\n",
    "  bottom bar @0,800 414x49\n", "    box @0,0 10x10\n", "      card[1] \"a\" @1,2 3x4\n",
    "    … 3 offscreen\n", "# 1 warning: SE3002 (1)\n", "\n---\n", " !truncated", " !clipped",
    " SE3008",
    " font=15/400", " lines=1/2", " axis=x", " items=3", " content=790", " gap=8/12",
    " inset=10/20",
    " color=text", " background=card", " radius=8", " action=web://a", " fallback=\"generic: no\"",
    " via=card-rail@1.0.0", " rows=1x10", " layout=grid", " metrics=default", " direction=rtl",
    " locale=en", " place=overlay", " margin=1/2/3/4", " header", "\"\\u0007\\ud83d\\ude00\\\\\"",
    "×", "[0]",
  ]

  static func run(_ bytes: [UInt8]) throws(Violation) {
    let parts = try bytes.parts.prefix(2).map { part throws(Violation) in
      part.first == UInt8(ascii: "{") ? try dump(ofJSON: part) : part
    }
    guard let page = try read(parts[0]) else { return }
    let other = parts.count > 1 ? try read(parts[1]) ?? page : page
    let itself = PageDiff(from: page, to: page)
    try hold(itself.isEmpty, "a page differs from itself")
    let diff = PageDiff(from: page, to: other)
    let back = PageDiff(from: other, to: page)
    try hold(diff.isEmpty == back.isEmpty, "a difference goes one way only")
    try hold(
      diff.counts.added == back.counts.removed && diff.counts.removed == back.counts.added,
      "what one page has more, the other has not less")
    for color in [false, true] { _ = DiffText(color: color).text(of: diff) }
    _ = DiffMarkdown.text(of: diff)
    _ = DiffHTML.bytes(of: diff)
    _ = DiffJSON.bytes(of: diff)
  }

  /// Returns layout JSON as a dump, or no bytes if the input is not layout JSON. Checks that
  /// parsing the dump gives the same page again.
  private static func dump(ofJSON bytes: [UInt8]) throws(Violation) -> [UInt8] {
    guard let document = FeedDocument.parse(PaddedBytes(bytes), name: "a.json").value else {
      return []
    }
    _ = LayoutJSON.isLayout(document)
    let (page, diagnostics) = LayoutJSON.parse(document)
    guard let page else {
      try hold(!diagnostics.isEmpty, "refused without a reason")
      return []
    }
    let dump = written(page)
    let (parsed, found) = DumpParser.parse(dump, file: "a.dump")
    try hold(found.isEmpty, "layout JSON becomes no dump: \(found.first?.label ?? "")")
    try hold(parsed?.lines == page.lines, "layout JSON becomes another page than its dump")
    return dump
  }

  /// Returns the page of a valid dump.
  private static func read(_ bytes: [UInt8]) throws(Violation) -> Page? {
    let (page, diagnostics) = DumpParser.parse(bytes, file: "a.dump")
    guard let page else {
      try hold(!diagnostics.isEmpty, "refused without a reason")
      try hold(diagnostics.count <= DumpParser.maximumFindings, "\(diagnostics.count) findings")
      return nil
    }
    let printed = written(page)
    let (again, found) = DumpParser.parse(printed, file: "a.dump")
    try hold(found.isEmpty, "what is written is not read: \(found.first?.label ?? "")")
    try hold(again.map(written) == printed, "what is read again is written differently")
    try checkLevels(page)
    return page
  }

  private static func written(_ page: Page) -> [UInt8] {
    DumpRenderer(options: RenderOptions()).bytes(of: page)
  }

  /// Checks that subtrees are nested, and that frames move with the boxes that they are relative
  /// to.
  private static func checkLevels(_ page: Page) throws(Violation) {
    let lines = page.lines ?? Page.Lines()
    for (index, line) in lines.enumerated() {
      try hold(Int(line.end) > index && Int(line.end) <= lines.count, "line \(index)")
      for inner in lines[(index + 1)..<Int(line.end)].prefix(100) {
        try hold(
          inner.level > line.level && inner.end <= line.end, "a line below \(index) is not in it")
      }
    }
    var relative = lines
    relative.makeParentRelative()
    try hold(
      relative.map(\.frame.width) == lines.map(\.frame.width), "a size has changed")
  }
}

extension [UInt8] {
  /// The parts between lines of `---`.
  var parts: [[UInt8]] {
    let divider = Array("\n---\n".utf8)
    var parts: [[UInt8]] = []
    var start = 0
    var index = 0
    while index + divider.count <= count {
      if self[index] == 0x0A, self[index..<index + divider.count].elementsEqual(divider) {
        parts.append(Array(self[start..<index]))
        index += divider.count
        start = index
      } else {
        index += 1
      }
    }
    parts.append(Array(self[start...]))
    return parts
  }
}

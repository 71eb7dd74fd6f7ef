import Support
import LayoutCore
import Renderers

/// Writes an HTML page: the list of changes, which links to their boxes, then both pages side by
/// side, overlaid, or alternating. It loads nothing and has no script: radio buttons switch the
/// views. Unchanged sections are one box with their name, which keeps files small.
package enum DiffHTML {
  /// The maximum number of listed node changes per section.
  private static let limit = 60

  /// - Parameter index: The page that lists this one, if there is one.
  package static func bytes(of diff: PageDiff, index: String? = nil) -> [UInt8] {
    var out = ByteWriter()
    let words = ChangeWords(diff: diff)
    let name = shown(diff.new.feed.name)
    out.write(
      markup: """
        <!DOCTYPE html>
        <html lang="en">
        <head>
        <meta charset="utf-8">
        <meta name="viewport" content="width=device-width, initial-scale=1">
        <title>\(name): differences</title>
        <style>

        """)
    out.write(PackageResources.diff_css)
    let summary = diff.isEmpty ? "no differences" : "\(words.size); \(words.counts)"
    out.write("</style>\n</head>\n<body>\n")
    if let index { out.write(markup: "<p><a href=\"\(index)\">Report</a></p>\n") }
    out.write(markup: "<h1>\(name)</h1>\n<p>\(summary)</p>\n")
    for remark in words.remarks { out.write(markup: "<p>\(remark)</p>\n") }
    if !diff.isEmpty {
      out.write("<h2>Changes</h2>\n<ul>\n")
      list(diff, words, to: &out)
      out.write("</ul>\n<h2>Drawings</h2>\n")
    }
    for (index, view) in ["Two-up", "Overlay", "Blink"].enumerated() {
      out.write(
        "<input type=\"radio\" name=\"view\" id=\"v\(index)\"\(index == 0 ? " checked" : "")>"
          + "<label for=\"v\(index)\">\(view)</label>\n")
    }
    out.write("<main>\n")
    draw(diff.old, \.old, "before", of: diff, to: &out)
    draw(diff.new, \.new, "after", of: diff, to: &out)
    out.write("</main>\n</body>\n</html>\n")
    return out.bytes
  }

  private static func draw(
    _ page: FlatPage, _ side: KeyPath<PageDiff.Node, Int>, _ caption: String, of diff: PageDiff,
    to out: inout ByteWriter
  ) {
    let isNew = side == \.new
    let picture = DiffPicture(page)
    let changes = Dictionary(diff.sections.map { (isNew ? $0.new : $0.old, $0) }) { $1 }
    let (width, height) = (points(page.feed.size.width), points(page.feed.size.height))
    out.write(
      "<figure class=\"\(caption)\"><figcaption>\(caption)</figcaption>"
        + "<svg viewBox=\"0 0 \(width) \(height)\" role=\"img\" aria-label=\"\(caption)\">\n")
    for section in page.sections {
      let change = changes[section.line]
      let frame = picture.frame(of: section)
      let id = "\(isNew ? "n" : "o")\(section.line)"
      let kind = change.map { $0.old < 0 ? "add" : $0.kinds.word ?? "mark" } ?? "same"
      write(frame, class: kind, id: change == nil ? nil : id, title: section.name, to: &out)
      if let change {
        let marked = Set(change.nodes.map { $0[keyPath: side] })
        for box in picture.boxes(of: section) {
          let isMarked = marked.contains(box.line)
          write(
            box.frame, class: isMarked ? "mark" : "box",
            id: isMarked ? "\(isNew ? "n" : "o")\(box.line)" : nil,
            title: isMarked ? box.path : nil, to: &out)
          write(box.text, in: box.frame, to: &out)
        }
      } else if frame.height >= 14 {
        let path = shown(section.name)
        out.write(markup: "<text x=\"6\" y=\"\(frame.y + 12)\">\(path)</text>\n")
      }
    }
    out.write("</svg></figure>\n")
  }

  private static func write(
    _ frame: Rect, class name: String, id: String?, title: String?, to out: inout ByteWriter
  ) {
    guard frame.width > 0 || frame.height > 0 else { return }
    out.write(
      "<rect x=\"\(points(frame.x))\" y=\"\(points(frame.y))\" width=\"\(points(frame.width))\" "
        + "height=\"\(points(frame.height))\" class=\"\(name)\"")
    if let id { out.write(" id=\"\(id)\"") }
    guard let title else { return out.write("/>\n") }
    out.write(markup: "><title>\(shown(title, limit: 200))</title></rect>\n")
  }

  private static func write(_ text: DiffPicture.Text?, in frame: Rect, to out: inout ByteWriter) {
    guard let text, frame.width > 0, frame.height > 0 else { return }
    for (index, line) in text.lines.enumerated() {
      let y = frame.y + Double(index) * text.lineHeight + text.ascent
      out.write(
        markup: """
          <text x="\(frame.x)" y="\(y)" font-size="\(text.size)" font-weight="\(Int(text.weight))" \
          textLength="\(min(line.width, frame.width))" \
          lengthAdjust="spacing">\(line.text)</text>

          """)
    }
  }

  private static func list(_ diff: PageDiff, _ words: ChangeWords, to out: inout ByteWriter) {
    func item(
      _ old: Int, _ new: Int, _ kinds: PageDiff.Kinds, _ label: String,
      _ details: [[ChangeWords.Part]]
    ) {
      let id = new >= 0 ? "n\(new)" : "o\(old)"
      let kind = kinds.word.map { "\($0) " } ?? ""
      let plain = details.map { $0.map(\.text).joined() }.joined(separator: ", ")
      out.write(markup: "<li><a href=\"#\(id)\">\(label)</a> \(kind + plain)")
    }
    for entry in diff.entries {
      switch entry {
      case .push(let push): out.write(markup: "<li>\(words.words(push))</li>\n")
      case .section(let section):
        let details = words.details(of: section)
        item(section.old, section.new, section.kinds, section.name, details)
        if !section.nodes.isEmpty { out.write("\n<ul>\n") }
        for node in section.nodes.prefix(limit) {
          item(node.old, node.new, node.kinds, words.label(of: node), words.details(of: node))
          if let alike = words.alike(node) { out.write(markup: "; \(alike)") }
          out.write("</li>\n")
        }
        let rest = section.nodes.count - limit
        if rest > 0 { out.write("<li>… \(rest) more</li>\n") }
        out.write(section.nodes.isEmpty ? "</li>\n" : "</ul></li>\n")
      }
    }
  }
}

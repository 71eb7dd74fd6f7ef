import SectionEngine

/// Writes an HTML page with the list of changes and redlines of both pages. The redlines are
/// side by side, overlaid, or divided by a slider. The page loads nothing. A script scrolls both
/// redlines to the selected change.
package enum DiffHTML {
  /// The maximum number of node changes listed per section.
  private static let limit = 60

  /// - Parameters:
  ///   - index: The address of the overview page to link to; `nil` for no link.
  ///   - pictures: Returns the image files of a page; `nil` draws no images.
  package static func bytes(
    of diff: PageDiff, index: String? = nil, pictures: ((Page) -> Pictures)? = nil
  ) -> [UInt8] {
    let words = ChangeWords(diff: diff)
    let summary = diff.isEmpty ? "no differences" : "\(words.size); \(words.counts)"
    let (before, after) = (
      DiffDrawing(diff, .before, pictures: pictures), DiffDrawing(diff, .after, pictures: pictures)
    )
    return page(
      shown(diff.new.feedID), index: index, remarks: [summary] + words.remarks,
      consequences: words.consequences, appearance: after.wireframe.appearanceControl,
      list: { out in if !diff.isEmpty { list(diff, words, to: &out) } },
      draw: { side, out in
        (side == .before ? before : after).write(prefix: side == .before ? "a" : "b", to: &out)
      })
  }

  /// Returns a page with a list of changes beside two drawings.
  /// - Parameters:
  ///   - remarks: The summary, followed by remarks, shown above the list.
  ///   - consequences: Remarks about what only follows from the listed changes, shown below them.
  ///   - captions: The names of the two sides.
  ///   - appearance: The initial value of the appearance control.
  static func page(
    _ name: String, index: String? = nil, remarks: [String], consequences: [String] = [],
    captions: [String] = ["before", "after"], appearance: String = "system",
    list: (inout ByteWriter) -> Void,
    draw: (DiffDrawing.Side, inout ByteWriter) -> Void
  ) -> [UInt8] {
    var out = ByteWriter()
    out.beginDocument(
      title: "\(name) · differences",
      sheet: PackageResources.diff_colors_css + PackageResources.diff_css)
    out.beginBody(heading: name)
    if let index { out.write(markup: "<a href=\"\(index)\">Report</a>\n") }
    out.write(markup: "<p>\(remarks.first ?? "")</p>\n")
    writeControls(appearance, to: &out)
    out.write("</header>\n<main>\n<nav aria-label=\"Changes\" tabindex=\"0\">\n")
    for remark in remarks.dropFirst() { out.write(markup: "<p>\(remark)</p>\n") }
    out.write("<ul>\n")
    list(&out)
    out.write("</ul>\n")
    for consequence in consequences { out.write(markup: "<p>\(consequence)</p>\n") }
    out.write("</nav>\n<div class=\"sides\">\n")
    for (side, caption) in zip([DiffDrawing.Side.before, .after], captions) {
      out.write(
        markup: """
          <figure class="\(side.rawValue)" role="group" tabindex="0" \
          aria-label="The page \(caption)"><figcaption>\(caption)</figcaption>

          """)
      draw(side, &out)
      out.write("</figure>\n")
    }
    out.write("</div>\n</main>\n")
    out.endDocument(script: PackageResources.diff_js)
    return out.bytes
  }

  private static func writeControls(_ appearance: String, to out: inout ByteWriter) {
    out.write("<fieldset><legend>View</legend>")
    for (index, view) in ["side by side", "overlay", "slider"].enumerated() {
      out.write(markup: .input("radio", name: "view", id: "v\(index)", isOn: index == 0, view))
    }
    out.write(
      """
      <input type="range" id="amount" min="0" max="100" value="50" aria-label="Share of the page before">\
      </fieldset>

      """)
    out.write(markup: .appearances(appearance))
    writeLegend(to: &out)
  }

  /// Writes the legend: the colours of the marks with their names.
  package static func writeLegend(to out: inout ByteWriter) {
    out.write("<ul class=\"colors\" aria-label=\"Colours\">")
    for color in PageDiff.Kinds.colors { out.write("<li class=\"\(color)\">\(color)</li>") }
    out.write("</ul>\n")
  }

  private static func list(_ diff: PageDiff, _ words: ChangeWords, to out: inout ByteWriter) {
    func item(
      _ old: Int, _ new: Int, _ kinds: PageDiff.Kinds, _ label: String,
      _ details: [[ChangeWords.Part]]
    ) {
      let ids = [new >= 0 ? "n\(new)" : nil, old >= 0 ? "o\(old)" : nil].compactMap(\.self)
      out.write(
        markup: """
          <li class="\(kinds.color)"><a href="#\(ids[0])" data-ids="\(ids.joined(separator: " "))">\
          <bdi>\(label)</bdi></a> <span>
          """)
      if let word = kinds.word { out.write(markup: "\(word) ") }
      for (index, parts) in details.enumerated() {
        if index > 0 { out.write(", ") }
        for part in parts {
          out.write(markup: part.isChanged ? "<mark>\(part.text)</mark>" : "\(part.text)")
        }
      }
      out.write("</span>")
    }
    for entry in words.entries {
      switch entry {
      case .push(let push): out.write(markup: "<li>\(words.words(push))</li>\n")
      case .section(let section):
        let details = words.details(of: section)
        item(
          section.old, section.new, section.kinds, section.name + words.title(of: section), details)
        let nodes = words.nodes(of: section)
        if !nodes.isEmpty { out.write("\n<ul>\n") }
        for node in nodes.prefix(limit) {
          item(node.old, node.new, node.kinds, words.label(of: node), words.details(of: node))
          if let alike = words.alike(node) { out.write(markup: "; \(alike)") }
          out.write("</li>\n")
        }
        let rest = nodes.count - limit
        if rest > 0 { out.write("<li>… \(rest) more</li>\n") }
        out.write(nodes.isEmpty ? "</li>\n" : "</ul></li>\n")
      }
    }
  }
}

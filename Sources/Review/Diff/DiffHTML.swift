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
    let sides = [SideDrawing.Side.before, .after].map { side in
      let drawing = DiffDrawing(diff, side, pictures: pictures).drawing(hasTitles: true)
      return (caption: side.rawValue, drawings: [drawing])
    }
    return page(
      shown(diff.new.feedID), index: index, remarks: [summary] + words.remarks,
      consequences: words.consequences, sides: sides,
      list: { out in if !diff.isEmpty { list(diff, words, to: &out) } })
  }

  /// Returns a page with a list of changes beside two sides.
  /// - Parameters:
  ///   - remarks: The summary, followed by remarks, shown above the list.
  ///   - consequences: Remarks about what only follows from the listed changes, shown below them.
  ///   - sides: The side before and the side after, each with its name and its drawings.
  static func page(
    _ name: String, index: String? = nil, remarks: [String], consequences: [String] = [],
    sides: [(caption: String, drawings: [SideDrawing])], list: (inout ByteWriter) -> Void
  ) -> [UInt8] {
    var out = ByteWriter()
    out.beginDocument(
      title: "\(name) · differences",
      sheet: PackageResources.diff_colors_css + PackageResources.diff_css)
    out.beginBody(heading: name)
    if let index { out.write(markup: "<a href=\"\(index)\">Report</a>\n") }
    out.write(markup: "<p>\(remarks.first ?? "")</p>\n")
    // The colours of a page belong to its appearance. An app or a dump has no colours.
    let controls = sides.flatMap(\.drawings).map(\.wireframe.appearanceControl)
    writeControls(controls.last { $0 != "system" } ?? "system", to: &out)
    out.write("</header>\n<main>\n<nav aria-label=\"Changes\" tabindex=\"0\">\n")
    for remark in remarks.dropFirst() { out.write(markup: "<p>\(remark)</p>\n") }
    out.write("<ul>\n")
    list(&out)
    out.write("</ul>\n")
    for consequence in consequences { out.write(markup: "<p>\(consequence)</p>\n") }
    out.write("</nav>\n<div class=\"sides\">\n")
    for (side, content) in zip([SideDrawing.Side.before, .after], sides) {
      let caption = content.caption
      out.write(
        markup: """
          <figure class="\(side.rawValue)" role="group" tabindex="0" \
          aria-label="\(caption)"><figcaption>\(caption)</figcaption>

          """)
      for (index, drawing) in content.drawings.enumerated() {
        drawing.write(prefix: "\(side == .before ? "a" : "b")\(index)", to: &out)
      }
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

  /// Writes the start of a list entry: a link to the marks of a change, then its words.
  /// - Parameters:
  ///   - ids: The ids of the marks, the side after first.
  ///   - word: A word before the details; `nil` for none.
  static func startEntry(
    _ kinds: PageDiff.Kinds, ids: [String], label: String, word: String? = nil,
    details: [[ChangeWords.Part]], to out: inout ByteWriter
  ) {
    if let first = ids.first {
      out.write(
        markup: """
          <li class="\(kinds.color)"><a href="#\(first)" data-ids="\(ids.joined(separator: " "))"><bdi>\(label)</bdi></a> <span>
          """)
    } else {
      out.write(markup: "<li><bdi>\(label)</bdi> <span>")
    }
    if let word { out.write(markup: "\(word) ") }
    write(details, to: &out)
    out.write("</span>")
  }

  /// Writes details, separated by commas, with the changed parts emphasized.
  static func write(_ details: [[ChangeWords.Part]], to out: inout ByteWriter) {
    for (index, parts) in details.enumerated() {
      if index > 0 { out.write(", ") }
      for part in parts {
        out.write(markup: part.isChanged ? "<mark>\(part.text)</mark>" : "\(part.text)")
      }
    }
  }

  /// Writes the entries of nodes below an entry, up to a limit, and the end of that entry.
  static func endEntry<Node>(
    with nodes: [Node], to out: inout ByteWriter, write: (Node, inout ByteWriter) -> Void
  ) {
    if !nodes.isEmpty { out.write("\n<ul>\n") }
    for node in nodes.prefix(limit) {
      write(node, &out)
      out.write("</li>\n")
    }
    let rest = nodes.count - limit
    if rest > 0 { out.write("<li>… \(rest) more</li>\n") }
    out.write(nodes.isEmpty ? "</li>\n" : "</ul></li>\n")
  }

  private static func list(_ diff: PageDiff, _ words: ChangeWords, to out: inout ByteWriter) {
    func start(
      _ old: Int, _ new: Int, _ kinds: PageDiff.Kinds, _ label: String,
      _ details: [[ChangeWords.Part]], to out: inout ByteWriter
    ) {
      let ids = [new >= 0 ? "n\(new)" : nil, old >= 0 ? "o\(old)" : nil].compactMap(\.self)
      startEntry(kinds, ids: ids, label: label, word: kinds.word, details: details, to: &out)
    }
    for entry in words.entries {
      switch entry {
      case .push(let push): out.write(markup: "<li>\(words.words(push))</li>\n")
      case .section(let section):
        start(
          section.old, section.new, section.kinds, section.name + words.title(of: section),
          words.details(of: section), to: &out)
        endEntry(with: words.nodes(of: section), to: &out) { node, out in
          let details = words.details(of: node)
          start(node.old, node.new, node.kinds, words.label(of: node), details, to: &out)
          if let alike = words.alike(node) { out.write(markup: "; \(alike)") }
        }
      }
    }
  }
}

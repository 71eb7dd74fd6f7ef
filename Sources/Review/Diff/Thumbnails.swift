import SectionEngine

/// Draws small pictures of pages into an HTML document. Each picture has its own ids.
package struct Thumbnails {
  /// The sheet with the colours of the marks, for the document.
  package static let sheet = PackageResources.diff_colors_css

  /// A picture in the document, which other elements can refer to.
  package struct Picture {
    var id: String
    var frame: Rect
  }

  private let pictures: ((Page) -> Pictures)?
  private var count = 0
  /// The remaining number of lines to draw. At 0, unchanged sections show only their names.
  private var room: Int

  /// - Parameter pictures: Returns the image files of a page; `nil` draws no images.
  package init(pictures: ((Page) -> Pictures)? = nil, room: Int = 200_000) {
    (self.pictures, self.room) = (pictures, room)
  }

  /// Draws a part of both sides of a change, as high as a screen, which begins above the first change.
  /// Each changed section and node has a frame.
  package mutating func write(_ diff: PageDiff, to out: inout ByteWriter) {
    let most = spend(diff.oldLines.count + diff.newLines.count)
    let sides = [SideDrawing.Side.before, .after].map {
      DiffDrawing(diff, $0, pictures: pictures, most: most)
    }
    let tops = sides.map(\.firstChange)
    for (drawing, top) in zip(sides, tops) {
      // A side without the changed section shows the place that has it on the other side.
      let top = top ?? tops.compactMap(\.self).first ?? 0
      write(drawing, caption: drawing.side.rawValue, from: top, to: &out)
    }
  }

  /// Draws a page without changes.
  @discardableResult
  package mutating func write(
    _ page: Page, caption: String, isCropped: Bool = false, to out: inout ByteWriter
  ) -> Picture? {
    let diff = PageDiff(from: page, to: page)
    let drawing = DiffDrawing(
      diff, .after, pictures: pictures, most: spend(diff.newLines.count))
    write(drawing, caption: caption, from: isCropped ? 0 : nil, to: &out)
    return Picture(id: "s\(count)", frame: drawing.wireframe.frame)
  }

  /// The maximum numbers of sections and of their nodes that are listed.
  private static let (mostRows, mostNodes) = (40, 12)

  /// Draws each changed section in a row: before, after, and the changes of its nodes. Sections that
  /// did not change are counted between the rows, and pale above and below the drawn ones.
  /// - Returns: The first picture; `nil` if no section changed.
  mutating func writeRows(of diff: PageDiff, to out: inout ByteWriter) -> Picture? {
    count += 1
    let words = ChangeWords(diff: diff)
    let changes = Array(diff.sections.prefix(Self.mostRows))
    let hasRoom = spend(diff.oldLines.count + diff.newLines.count) > 0
    let sides = zip("ab", [SideDrawing.Side.before, .after]).map { letter, side in
      DiffDrawing(diff, side, pictures: pictures, most: 0, context: hasRoom ? 1 : 0)
        .parts(of: changes, prefix: "s\(count)\(letter)")
    }
    for remark in words.remarks { out.write(markup: "<p>\(remark)</p>\n") }
    guard !changes.isEmpty else { return nil }
    out.write("<div class=\"rows\"><p>before</p><p>after</p><p></p>\n")
    var (last, first) = (0, Optional<Picture>.none)
    func writeUnchanged(until place: Int) {
      let unchanged = place - last - 1
      guard unchanged > 0 else { return }
      out.write(markup: "<p class=\"gap\">\(counted(unchanged, "section")) unchanged</p>\n")
    }
    for (index, change) in changes.enumerated() {
      if change.places.new > 0 {
        writeUnchanged(until: change.places.new)
        last = max(last, change.places.new)
      }
      for (side, name) in zip(sides, ["before", "after"]) {
        guard let part = side.parts[index] else {
          out.write(markup: "<p class=\"absent\">not \(name)</p>\n")
          continue
        }
        first = first ?? Picture(id: part.id, frame: part.frame)
        out.write(
          markup: """
            <figure tabindex="0" role="group" aria-label="\(change.name) \(name)">\(part.xml)</figure>

            """)
      }
      write(change, words, to: &out)
    }
    let rest = diff.sections.count - changes.count
    if rest > 0 {
      out.write(markup: "<p class=\"gap\">… \(rest) more changed sections</p>\n")
    } else {
      let total = diff.newLines.sections.count { $0.keyword == .section }
      writeUnchanged(until: total + 1)
    }
    out.write("</div>\n")
    for side in sides { out.write(markup: side.definitions) }
    for line in words.consequences { out.write(markup: "<p>\(line)</p>\n") }
    return first
  }

  /// Writes what changed in a section.
  private func write(_ change: PageDiff.Section, _ words: ChangeWords, to out: inout ByteWriter) {
    let name = shown(change.name, limit: 100) + words.title(of: change)
    out.write(
      markup:
        "<div class=\"\(change.kinds.color)\"><h3>\(name) <small>\(change.kinds.name)</small></h3>\n"
    )
    let own = words.details(of: change)
    if !own.isEmpty {
      out.write("<p>")
      DiffHTML.write(own, to: &out)
      out.write("</p>\n")
    }
    let nodes = words.nodes(of: change)
    if let like = change.likeSection, !nodes.isEmpty {
      return out.write(markup: "<p>as in \(shown(like, limit: 100))</p></div>\n")
    }
    out.write("<ul>\n")
    for line in words.lines(of: change, limit: Self.mostNodes) {
      let kind: XML? = line.node.map { " class=\"\($0.kinds.color)\"" }
      out.write(markup: "<li\(kind)>\(line.label) <span>")
      DiffHTML.write(line.details, to: &out)
      out.write("</span></li>\n")
    }
    let rest = nodes.count - Self.mostNodes
    if rest > 0 { out.write("<li>… \(rest) more</li>\n") }
    out.write("</ul></div>\n")
  }

  /// Returns the number of lines up to which a page is drawn in full.
  private mutating func spend(_ lines: Int) -> Int {
    let isFull = room > 0
    room -= lines
    return isFull ? .max : 0
  }

  private mutating func write(
    _ drawing: DiffDrawing, caption: String, from top: Double?, to out: inout ByteWriter
  ) {
    count += 1
    let caption = shown(caption, limit: 200)
    out.write(
      markup: """
        <figure tabindex="0" role="group" aria-label="\(caption)"><figcaption>\(caption)</figcaption>

        """)
    drawing.drawing().write(prefix: "s\(count)", isThumbnail: true, from: top, to: &out)
    out.write("</figure>\n")
  }
}

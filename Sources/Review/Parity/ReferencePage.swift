import SectionEngine

/// A page with which an app is compared: of a feed, of a dump, or of another app.
package struct ReferencePage: Sendable {
  package var page: Page
  /// The views of another app as a page that shows them; `nil` if `page` does.
  var views: Page?
  /// Whether the page begins at the top of the feed. Another app may be scrolled by an unknown distance.
  package var isFromTop = true
  /// The visible part of another app that cuts the frames of its views; `nil` if nothing is cut.
  var clip: Rect?
  /// The words for the two sides in a report.
  package var sides = Sides()

  package struct Sides: Sendable, Hashable {
    package var page = "page"
    package var app = "app"

    package init() {}

    /// The words for two apps: their platforms, or else "old" and "new".
    package init(_ old: ViewHierarchy.Source, _ new: ViewHierarchy.Source) {
      if new == .figma {
        (page, app) = (old == .figma ? "old" : "app", old == .figma ? "new" : "design")
      } else if old.platform != new.platform {
        (page, app) = (old.platform, new.platform)
      } else {
        (page, app) = ("old", "new")
      }
    }
  }

  package init(_ page: Page) { self.page = page }
}

extension ViewHierarchy {
  /// Returns the views below one view as pages to compare with another app or with a design: for each
  /// possible root, the likeliest first. O(views) for each.
  package func references(named name: String?, beside other: ViewHierarchy) -> [ReferencePage] {
    var roots = AppComparison.candidates(in: self, named: name)
    if name == nil { roots += views.indices.filter { views[$0].parent < 0 && !roots.contains($0) } }
    let parts = LabelParts(other)
    return roots.prefix(4).map { root in
      let content = AppContent(self, root: root)
      let name = views[root].name
      var page = ReferencePage(PageOfViews(content, views, named: name, parts).page)
      page.views = PageOfViews(content, views, named: name).page
      page.isFromTop = content.isFeed
      page.clip = content.isClipped ? content.visible : nil
      page.sides = ReferencePage.Sides(source, other.source)
      return page
    }
  }
}

/// Builds a page of the views of an app. The outermost views are its sections.
struct PageOfViews {
  private let content: AppContent
  private let views: [ViewHierarchy.View]
  private var lines = Page.Lines()
  private let name: String
  private let children: [Int: [Int]]
  private let parts: LabelParts?

  /// - Parameters:
  ///   - parts: Divides labels into the texts that another app shows; `nil` for a page that shows
  ///     each text in the frame of its view.
  ///   - origin: The origin of the page in the coordinates of the content.
  init(
    _ content: AppContent, _ views: [ViewHierarchy.View], named name: String,
    _ parts: LabelParts? = nil, origin: Point = .zero
  ) {
    self.content = content
    self.parts = parts
    self.views = views
    self.name = name
    children = Dictionary(grouping: content.items.indices) { content.items[$0].parent }
    lines.size = Size(
      width: content.visible.width,
      height: content.items.reduce(content.visible.maxY) { max($0, $1.frame.maxY) } - origin.y)
    for item in sections { add(item, level: 0, in: origin) }
    lines.nest()
  }

  var page: Page { Page(read: lines, feedID: name) }

  /// The outermost views, from top to bottom. Views that fill the screen only hold the others.
  private var sections: [Int] {
    var result = ordered(children[-1] ?? [])
    let least = 0.8 * content.visible.height * content.visible.width
    while let outer = result.firstIndex(where: { item in
      let frame = content.items[item].frame
      return content.items[item].text == nil && children[item] != nil
        && (result.count == 1 || frame.width * frame.height >= least)
    }) {
      result.replaceSubrange(outer...outer, with: ordered(children[result[outer]] ?? []))
    }
    return ordered(result)
  }

  private func ordered(_ items: [Int]) -> [Int] {
    items.sorted {
      let (a, b) = (content.items[$0].frame, content.items[$1].frame)
      return (a.y, a.x, $0) < (b.y, b.x, $1)
    }
  }

  private mutating func add(_ item: Int, level: Int, in outer: Point, number: Int = -1) {
    let value = content.items[item]
    let isText = value.isLeaf && value.text != nil
    let frame = value.frame.moved(by: -outer.x, -outer.y)
    let whole = value.text ?? ""
    let texts = isText ? parts?.parts(of: whole, isText: value.isText) ?? [whole[...]] : []
    // An element with a label has the frame of a row, not that of its text.
    let isLabel = isText && (!value.isText || texts.count > 1)
    // A section has no text. A view that is only a text becomes a section with a text. Only the
    // innermost views show their texts.
    let text = level == 0 || isLabel || parts == nil && !isText ? nil : value.text
    append(
      level == 0 ? .section(.section) : .node, level, number, word(for: item), text, frame,
      draws: views[value.view].draws, hasFrame: level > 0 || !isText || isLabel)
    let origin = Point(x: value.frame.x, y: value.frame.y)
    if level == 0 || isLabel {
      let inner = Rect(x: 0, y: 0, width: frame.width, height: frame.height)
      for (index, text) in texts.enumerated() {
        append(
          .node, level + 1, texts.count > 1 ? index : -1, "text", String(text), inner, draws: false,
          hasFrame: !isLabel, isLabel: isLabel)
      }
    }
    var counts: [String: Int] = [:]
    let inside = children[item] ?? []
    for child in inside { counts[word(for: child), default: 0] += 1 }
    var numbers: [String: Int] = [:]
    for child in value.statesOffset ? ordered(inside) : inside {
      let word = word(for: child)
      let number = counts[word, default: 0] > 1 ? numbers[word, default: 0] : -1
      numbers[word, default: 0] += 1
      add(child, level: level + 1, in: origin, number: number)
    }
  }

  private mutating func append(
    _ kind: Page.Line.Kind, _ level: Int, _ number: Int, _ word: String, _ text: String?,
    _ frame: Rect, draws: Bool, hasFrame: Bool, isLabel: Bool = false
  ) {
    let name = append(word)
    var string = Page.Span.none
    if let text {
      var writer = ByteWriter()
      writer.write(jsonString: text)
      string = append(writer.bytes)
    }
    // The reader of pages takes a background as a sign that the node draws something.
    var attributes = !hasFrame ? Page.Lines.frameless : draws ? " background=view" : ""
    if parts == nil {
      attributes = draws ? " background=view" : ""
      if let text { attributes += type(of: text, in: frame, isLabel: isLabel) }
    }
    lines.append(
      Page.Line(
        kind: kind, level: Int32(level), number: number, name: name, string: string,
        tail: append(attributes), frame: frame),
      kind: parts == nil && text != nil ? .text : nil, node: -1)
  }

  /// Returns attributes with which a text fills its frame: an app tells neither fonts nor lines.
  /// - Parameter isLabel: Whether the frame is that of an element, such as a row, around the text.
  private func type(of text: String, in frame: Rect, isLabel: Bool) -> String {
    let measurer = RecordedTextMeasurer()
    var (text, found, count) = (text, Font(size: 6), 1)
    // With more lines, the size of the font has to become smaller.
    for lines in 1...8 {
      let size = min(frame.height / (1.2 * Double(lines)), isLabel ? 15 : 34)
      guard size > Double(found.size) else { break }
      let font = Font(size: Float(size))
      let fitting = text.withUTF8 {
        measurer.lines($0, font: font, maxWidth: frame.width + 1, maxLines: lines)
      }
      if !fitting.contains(where: \.isTruncated) {
        (found, count) = (font, lines)
        break
      }
    }
    let side = text.isRightToLeft == true ? " align=end" : ""
    return " font=\(points(Double(found.size))) lines=\(count)\(side)"
  }

  private mutating func append(_ text: String) -> Page.Span {
    text.isEmpty ? .none : append(Array(text.utf8))
  }

  private mutating func append(_ bytes: [UInt8]) -> Page.Span {
    let start = lines.bytes.count
    lines.bytes += bytes
    return Page.Span(start..<lines.bytes.count)
  }

  /// Returns the identifier of a view, or else its class without module and package. A picture is an
  /// `image`, because that is the name of pictures on pages.
  private func word(for item: Int) -> String {
    let view = views[content.items[item].view]
    let isPicture = content.items[item].isPicture && content.items[item].isLeaf
    let name = view.identifier ?? view.name.split(separator: ".").last.map(String.init) ?? ""
    let word = String(name.map { $0.isLetter || $0.isNumber || "_-".contains($0) ? $0 : "-" })
    if isPicture, view.identifier == nil { return "image" }
    return word.isEmpty ? "view" : word
  }
}

import SectionEngine

/// Draws one of two pages that were compared, and the pictures of its changed sections.
struct DiffDrawing {
  let diff: PageDiff
  let side: SideDrawing.Side
  let wireframe: Wireframe
  private let page: Page
  private let lines: Page.Lines
  private let measurer: any TextMeasurer

  /// - Parameters:
  ///   - most: If both pages together have more lines, most sections show only a name.
  ///   - context: The number of sections beside each changed one that are drawn nevertheless.
  init(
    _ diff: PageDiff, _ side: SideDrawing.Side, pictures: ((Page) -> Pictures)?,
    most: Int = Wireframe.mostNodes, context: Int = 0
  ) {
    self.diff = diff
    self.side = side
    page = side == .before ? diff.old : diff.new
    let other = side == .before ? diff.new : diff.old
    lines = side == .before ? diff.oldLines : diff.newLines
    let changed = Set(diff.sections.map { side == .before ? $0.old : $0.new })
    let sections = lines.sections
    var drawn = changed
    for (index, section) in sections.enumerated()
    where context > 0 && changed.contains(section.line) {
      let around = max(0, index - context)...min(sections.count - 1, index + context)
      drawn.formUnion(sections[around].map(\.line))
    }
    let named = lines.named(
      of: diff.oldLines.count + diff.newLines.count, most: most, except: drawn)
    wireframe = page.wireframe(of: lines, pictures: pictures?(page) ?? Pictures(), like: other) {
      named.contains($0.line)
    }
    measurer = page.measurer(like: other)
  }

  /// Returns the whole side with its marks.
  /// - Parameter hasTitles: Whether the marks have titles.
  func drawing(hasTitles: Bool = false) -> SideDrawing {
    let words = hasTitles ? ChangeWords(diff: diff) : nil
    let marks = marks.map { mark, line, frame, isShown in
      SideDrawing.Mark(
        kinds: mark.kinds, id: "\(side.letter)\(line)", title: words?.title(of: mark) ?? "",
        frame: frame, isShown: isShown)
    }
    return SideDrawing(
      label: "\(diff.new.feedID) \(side.rawValue)", wireframe: wireframe, measurer: measurer,
      marks: marks, names: zip(lines.sections, wireframe.sections).map { ($0.name, $1.frame) })
  }

  /// The position of the first changed section that this side has; `nil` if it has none.
  var firstChange: Double? {
    let lines = Set(diff.sections.map { side == .before ? $0.old : $0.new })
    return zip(self.lines.sections, wireframe.sections)
      .filter { lines.contains($0.0.line) }.map(\.1.frame.y).min()
  }

  /// The visible frame of each line, in feed coordinates. Off-screen nodes have the parent's frame.
  private var frames: [(frame: Rect, isShown: Bool)] {
    var frames = [(frame: Rect, isShown: Bool)](repeating: (.zero, false), count: lines.count)
    for (section, entry) in zip(lines.sections, wireframe.sections) {
      frames[section.line] = (entry.frame, true)
    }
    for (box, line) in zip(wireframe.boxes, page.lines(of: wireframe, in: lines))
    where !frames[line].isShown {
      frames[line] = (wireframe.visibleFrame(of: box), true)
    }
    for index in lines.indices where !frames[index].isShown {
      let parent = lines.parent(of: index)
      frames[index].frame = parent < 0 ? .zero : frames[parent].frame
    }
    return frames
  }

  /// The marks of the sections and nodes that changed, with the frames at which they are shown.
  private var marks: [(mark: PageDiff.Mark, line: Int, frame: Rect, isShown: Bool)] {
    let frames = frames
    return diff.sections.flatMap { marks(of: $0, frames) }
  }

  private func marks(
    of section: PageDiff.Section, _ frames: [(frame: Rect, isShown: Bool)]
  ) -> [(mark: PageDiff.Mark, line: Int, frame: Rect, isShown: Bool)] {
    // The section itself gets a mark, so that the list can link to it.
    let own = PageDiff.Mark(kinds: section.kinds, old: section.old, new: section.new)
    return ([own] + section.marks).compactMap { mark in
      let line = side == .before ? mark.old : mark.new
      return line < 0 ? nil : (mark, line, frames[line].frame, frames[line].isShown)
    }
  }

  /// Returns pictures of changed sections, each with an edge of the sections above and below.
  /// - Parameters:
  ///   - changes: The changed sections.
  ///   - prefix: The prefix of all ids, unique in the document.
  /// - Returns: The picture of each section, with its id; `nil` for a section that the side does not
  ///   have. Then the definitions of all pictures.
  func parts(
    of changes: [PageDiff.Section], prefix: String
  ) -> (parts: [(id: String, xml: XML, frame: Rect)?], definitions: XML) {
    let drawing = RedlineDrawing(wireframe, measurer: measurer, prefix: prefix)
    let frames = frames
    let numbers = Dictionary(
      lines.sections.enumerated().map { ($0.element.line, $0.offset) }
    ) { first, _ in first }
    let parts = changes.enumerated().map { number, change -> (id: String, xml: XML, frame: Rect)? in
      let line = side == .before ? change.old : change.new
      guard line >= 0, let index = numbers[line] else { return nil }
      let own = wireframe.sections[index].frame
      let frame = Rect(
        x: 0, y: own.y - Self.edge, width: wireframe.size.width,
        height: max(own.height, 1) + 2 * Self.edge)
      let around = [index - 1, index + 1].filter(wireframe.sections.indices.contains)
      let marks = marks(of: change, frames).filter(\.isShown).map { mark -> XML in
        "<rect class=\"\(mark.mark.kinds.color)\"\(mark.frame)/>\n"
      }
      let id = "\(prefix)-\(number)"
      let xml = drawing.part(
        frame, section: index, context: around, label: "\(change.name) \(side.rawValue)", id: id,
        marks: "<g class=\"marks\">\n\(marks)</g>\n")
      return (id, xml, frame)
    }
    return (parts, drawing.sharedDefinitions)
  }

  /// The height of the context above and below a changed section, in points.
  private static let edge = 24.0
}

extension ChangeWords {
  /// Returns the kind of a change, with its details, such as sizes and positions.
  fileprivate func title(of mark: PageDiff.Mark) -> String {
    let node = PageDiff.Node(
      kinds: mark.kinds, old: mark.old, new: mark.new, path: [], depth: 0, context: "")
    let parts = details(of: node).map { $0.map(\.text).joined() }
    return ([mark.kinds.name] + parts).joined(separator: "; ")
  }
}

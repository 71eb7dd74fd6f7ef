import SectionEngine

/// Draws one side of a comparison as a redline does, with a coloured box over each change.
struct DiffDrawing {
  enum Side: String { case before, after }

  let diff: PageDiff
  let side: Side
  private let wireframe: Wireframe

  /// - Parameter most: Of pages with more lines, unchanged sections are drawn as their name.
  init(
    _ diff: PageDiff, _ side: Side, pictures: ((FlatPage) -> Pictures)?, most: Int = 20_000
  ) {
    self.diff = diff
    self.side = side
    let page = side == .before ? diff.old : diff.new
    let changed = Set(diff.sections.map { side == .before ? $0.old : $0.new })
    let isSmall = diff.old.lines.count + diff.new.lines.count <= most
    wireframe = Wireframe(page, pictures: pictures?(page) ?? Pictures()) {
      isSmall || changed.contains($0.line)
    }
  }

  /// - Parameters:
  ///   - prefix: that of all ids, unique in the document.
  ///   - isThumbnail: Whether its marks have no ids and titles.
  func write(prefix: String, isThumbnail: Bool = false, to out: inout ByteWriter) {
    let drawing = RedlineDrawing(wireframe, measurer: RecordedTextMeasurer(), prefix: prefix)
    out.write(
      markup: drawing.page(
        label: "\(diff.new.feed.name) \(side.rawValue)",
        marks: "<g class=\"marks\">\n\(marks(hasTitles: !isThumbnail))</g>\n"))
  }

  /// The visible frames of the lines, in feed coordinates. A node off screen has that of its parent.
  private var frames: [(frame: Rect, isShown: Bool)] {
    let page = side == .before ? diff.old : diff.new
    var frames = [(frame: Rect, isShown: Bool)](repeating: (.zero, false), count: page.lines.count)
    for (section, entry) in zip(page.sections, wireframe.sections) {
      frames[section.line] = (entry.frame, true)
    }
    for box in wireframe.boxes where !frames[box.node].isShown {
      frames[box.node] = (wireframe.visibleFrame(of: box), true)
    }
    var open: [Rect] = []
    for (index, line) in page.lines.enumerated() {
      open.removeLast(open.count - min(open.count, Int(line.level)))
      if !frames[index].isShown { frames[index].frame = open.last ?? .zero }
      open.append(frames[index].frame)
    }
    return frames
  }

  private func marks(hasTitles: Bool) -> XML {
    var xml: XML = ""
    let frames = frames
    let words = ChangeWords(diff: diff)
    for section in diff.sections {
      // A section is a mark of its own, so that the list can link to it.
      let own = PageDiff.Mark(kinds: section.kinds, old: section.old, new: section.new)
      for mark in [own] + section.marks {
        let line = side == .before ? mark.old : mark.new
        guard line >= 0 else { continue }
        let (frame, isShown) = frames[line]
        guard hasTitles || isShown else { continue }
        let color = isShown ? mark.kinds.color : "within"
        let start: XML = "<rect class=\"\(color)\"\(frame)"
        xml +=
          hasTitles
          ? "\(start) id=\"\(side.letter)\(line)\"><title>\(words.title(of: mark))</title></rect>\n"
          : "\(start)/>\n"
      }
    }
    return xml
  }
}

extension DiffDrawing.Side {
  /// The first letter of the ids of its marks, which their line follows.
  var letter: String { self == .before ? "o" : "n" }
}

extension PageDiff.Kinds {
  /// The colours, each with the meaning in words.
  static let colors = ["added", "removed", "moved", "resized", "changed"]

  /// The name of the colour; "within" for a section that only has changed nodes.
  var color: String {
    if let word { return word == "new" ? "added" : "removed" }
    if contains(.resized) { return "resized" }
    return isEmpty ? "within" : contains(.moved) ? "moved" : "changed"
  }
}

extension ChangeWords {
  /// Returns the kind of a change, with the sizes and positions.
  fileprivate func title(of mark: PageDiff.Mark) -> String {
    let node = PageDiff.Node(
      kinds: mark.kinds, old: mark.old, new: mark.new, path: [], depth: 0, context: "")
    let kind = mark.kinds.isEmpty ? "changed within" : mark.kinds.color
    let parts = details(of: node).map { $0.map(\.text).joined() }
    return ([kind] + parts).joined(separator: "; ")
  }
}

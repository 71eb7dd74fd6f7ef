import SectionEngine

extension AppComparison {
  /// Returns the page of a diff (`DiffHTML`) with the page and the views of the app, and a list of
  /// the differences. Several comparisons, one per frame of a design, are below each other.
  /// - Parameter pictures: Returns the image files of a page; `nil` draws no images.
  package static func html(
    _ comparisons: [AppComparison], pictures: ((Page) -> Pictures)? = nil
  ) -> [UInt8] {
    let first = comparisons[0]
    let remarks =
      comparisons.count == 1
      ? [first.summary, first.headline, first.matched] + first.doubts.map(\.message)
      : ["\(counted(comparisons.count, "frame")) compared"]
    let captions = [first.sides.page, first.side]
    let sides = zip([SideDrawing.Side.before, .after], captions).map { side, caption in
      let drawings = comparisons.enumerated().map { $1.drawing(side, number: $0, pictures) }
      return (caption: caption, drawings: drawings)
    }
    return DiffHTML.page(shown(first.feed), remarks: remarks, sides: sides) { out in
      for (number, comparison) in comparisons.enumerated() {
        let isOneOfMany = comparisons.count > 1
        if isOneOfMany {
          out.write(markup: "<li>\(comparison.headline). \(comparison.summary)\n<ul>\n")
        }
        comparison.writeList(number: number, to: &out)
        if isOneOfMany { out.write("</ul></li>\n") }
      }
    }
  }

  /// Returns both sides of each comparison as a row of cells.
  package static func cells(
    _ comparisons: [AppComparison], pictures: ((Page) -> Pictures)? = nil
  ) -> [[PictureSheet.Cell]] {
    comparisons.map { comparison in
      let captions = [comparison.sides.page, comparison.side]
      return zip([SideDrawing.Side.before, .after], captions).map { side, caption in
        comparison.drawing(side, number: 0, pictures).cell(label: caption)
      }
    }
  }

  /// The differences in the order of the list, each with the number of its marks.
  private var numbered: [(number: Int, line: Line)] {
    lines.flatMap { [$0] + $0.nodes }.enumerated().map { ($0, $1) }
  }

  /// - Parameter number: The number of the comparison.
  private func writeList(number: Int, to out: inout ByteWriter) {
    var count = 0
    func start(_ line: Line, to out: inout ByteWriter) {
      let sides = [(line.app, SideDrawing.Side.after), (line.page, .before)]
      let ids = sides.filter { $0.0 != nil }.map { "\($0.1.letter)\(number)-\(count)" }
      count += 1
      DiffHTML.startEntry(
        line.kinds, ids: ids, label: line.label, details: [[ChangeWords.Part(text: line.details)]],
        to: &out)
    }
    for line in lines {
      start(line, to: &out)
      DiffHTML.endEntry(with: line.nodes, to: &out) { start($0, to: &$1) }
    }
  }

  private func drawing(
    _ side: SideDrawing.Side, number: Int, _ pictures: ((Page) -> Pictures)?
  ) -> SideDrawing {
    let page = side == .before ? reference.views ?? reference.page : viewPage
    var lines = page.lines ?? page.projected(RenderOptions(all: true)).lines ?? Page.Lines()
    lines.makeParentRelative()
    let marks = numbered.compactMap { entry -> SideDrawing.Mark? in
      let line = entry.line
      guard let frame = side == .before ? line.page : line.app else { return nil }
      return SideDrawing.Mark(
        kinds: line.kinds, id: "\(side.letter)\(number)-\(entry.number)",
        title: [line.label, line.details].filter { !$0.isEmpty }.joined(separator: ": "),
        frame: frame)
    }
    let tops = marks.map(\.frame.y).sorted()
    let marked = lines.sections.map(\.line).filter { line in
      let frame = lines[line].frame
      let next = tops.partitioningIndex { $0 >= frame.y }
      return next < tops.count && tops[next] < frame.maxY
    }
    let count = lines.count + (side == .before ? matching.content.items.count : matching.page.count)
    let named = lines.named(of: count, most: Wireframe.mostNodes, except: Set(marked))
    let wireframe = page.wireframe(of: lines, pictures: pictures?(page) ?? Pictures()) {
      named.contains($0.line)
    }
    let names = matching.page.sections.compactMap { section -> (text: String, frame: Rect)? in
      let path = matching.page.paths[section]
      let places = places(of: path)
      return (side == .before ? places.page : places.app).map { (path, $0) }
    }
    return SideDrawing(
      label: "Boxes of the \(side == .before ? sides.page : self.side)",
      wireframe: wireframe, measurer: page.measurer(like: nil), marks: marks, names: names,
      part: extent)
  }

  /// The views of the app as a page, in feed coordinates.
  private var viewPage: Page {
    PageOfViews(matching.content, matching.views, named: scrollView, origin: base).page
  }

  /// The area of both sides, so that equal positions are side by side. Items beside the screen, which
  /// a carousel scrolls into view, do not widen it.
  private var extent: Rect {
    let width = max(pageSize.width, rootWidth)
    let views = matching.content.items.map(\.frame).filter { $0.width > 0 && $0.height > 0 }
    return views.reduce(Rect(x: 0, y: 0, width: width, height: pageSize.height)) {
      $0.union(Rect(x: 0, y: $1.y - base.y, width: width, height: $1.height))
    }
  }
}

import SectionEngine

extension AppComparison {
  /// Returns an HTML page with pictures of the page's boxes and of the app's views, side by side,
  /// overlaid, or divided by a slider. Differences are marked. Several comparisons, one per
  /// frame of a design, are below each other.
  package static func html(_ comparisons: [AppComparison]) -> [UInt8] {
    DiffHTML.page(
      comparisons[0].feed,
      remarks: comparisons.flatMap { [$0.summary, $0.headline, $0.matched] },
      captions: [comparisons[0].sides.page, comparisons[0].side],
      list: { out in
        for comparison in comparisons {
          if comparisons.count > 1 { out.write(markup: "<li>\(comparison.headline)</li>\n") }
          for line in comparison.lines.flatMap({ [$0] + $0.nodes }) {
            let words = line.details.isEmpty ? line.label : "\(line.label): \(line.details)"
            out.write(markup: "<li>\(line.mark) \(words)</li>\n")
          }
        }
      },
      draw: { side, out in for comparison in comparisons { comparison.draw(side, to: &out) } })
  }

  private func draw(_ side: DiffDrawing.Side, to out: inout ByteWriter) {
    let height = max(pageSize.height, views.map(\.frame.maxY).max() ?? 0)
    let changed = changedPaths
    out.write(
      markup: """
        <svg xmlns="http://www.w3.org/2000/svg" width="\(pageSize.width)" height="\(height)" \
        viewBox="0 0 \(pageSize.width) \(height)" role="img" \
        aria-label="\(side == .before ? "Boxes of the page" : "Views of the \(self.side)")">
        <g class="marks">

        """)
    func write(_ frame: Rect, class name: String, title: String) {
      guard frame.width > 0, frame.height > 0 else { return }
      out.write(markup: "<rect class=\"\(name)\"\(frame)><title>\(title)</title></rect>\n")
    }
    if side == .before {
      for (path, box) in zip(matching.page.paths, matching.page.boxes) {
        write(box.frame, class: changed.contains(path) ? "changed" : "within", title: path)
      }
    } else {
      for view in views {
        let kind = view.path.map { changed.contains($0) ? "changed" : "within" } ?? "added"
        write(view.frame, class: kind, title: view.path ?? view.name)
      }
    }
    out.write("</g>\n</svg>\n")
  }

  private var changedPaths: Set<String> {
    let nodes = sections.flatMap { ($0.own.map { [$0] } ?? []) + $0.nodes }
    return Set(nodes.map(\.path) + missing + missingNodes.map(\.path))
  }

  /// The views of matched boxes, with the box path; then the views that match no box.
  private var views: [(frame: Rect, path: String?, name: String)] {
    let content = matching.content
    let shown = content.items.indices.filter { matching.boxes[$0] >= 0 }.map { index in
      (
        content.items[index].frame.moved(by: -base.x, -base.y),
        Optional(matching.page.paths[matching.boxes[index]]), ""
      )
    }
    return shown + strangers.map { ($0.frame, nil, $0.view) }
  }
}

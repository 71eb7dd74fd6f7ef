import SectionEngine

/// Draws small pictures of pages into an HTML document. Each picture has its own ids.
package struct Thumbnails {
  /// The sheet with the colours of the marks, for the document.
  package static let sheet = PackageResources.diff_colors_css

  private let pictures: ((Page) -> Pictures)?
  private var count = 0
  /// The remaining number of lines to draw. At 0, unchanged sections show only their names.
  private var room: Int

  /// - Parameter pictures: Returns the image files of a page; `nil` draws no images.
  package init(pictures: ((Page) -> Pictures)? = nil, room: Int = 200_000) {
    (self.pictures, self.room) = (pictures, room)
  }

  /// Draws both sides of a change, with a frame around each changed section and node.
  /// - Parameter isCropped: `true` draws a part as high as a screen, which begins above the first
  ///   change. `false` draws the whole page, in which an unchanged section shows only its name.
  package mutating func write(_ diff: PageDiff, isCropped: Bool = false, to out: inout ByteWriter) {
    let most = isCropped ? spend(diff.oldLines.count + diff.newLines.count) : 0
    let sides = [DiffDrawing.Side.before, .after].map {
      DiffDrawing(diff, $0, pictures: pictures, most: most)
    }
    let tops = sides.map(\.firstChange)
    for (drawing, top) in zip(sides, tops) {
      // A side without the changed section shows the place that has it on the other side.
      let top = isCropped ? top ?? tops.compactMap(\.self).first ?? 0 : nil
      write(drawing, caption: drawing.side.rawValue, from: top, to: &out)
    }
  }

  /// Draws a page without changes.
  package mutating func write(
    _ page: Page, caption: String, isCropped: Bool = false, to out: inout ByteWriter
  ) {
    let diff = PageDiff(from: page, to: page)
    let drawing = DiffDrawing(
      diff, .after, pictures: pictures, most: spend(diff.newLines.count))
    write(drawing, caption: caption, from: isCropped ? 0 : nil, to: &out)
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
    drawing.write(prefix: "s\(count)", isThumbnail: true, from: top, to: &out)
    out.write("</figure>\n")
  }
}

import LayoutCore
import Page

/// The content of a picture: one page, or a contact sheet of rows.
package struct PictureSheet {
  /// A page in a picture.
  package struct Cell {
    let label: String
    let drawing: RedlineDrawing
    let measurer: any TextMeasurer
    let legend: NodeLegend?

    /// - Parameters:
    ///   - label: The words above the page on a contact sheet.
    ///   - options: The style `app`, which is the default, draws the page alone; `wireframe` draws
    ///     the redline that the format `svg` has.
    ///   - hasLegend: Whether each node has a number, with a list beside the page.
    package init(
      _ page: Page, label: String = "", options: RenderOptions, hasLegend: Bool = false
    ) {
      var options = options
      options.style = options.style ?? .app
      let wireframe = Wireframe(page, options: options)
      self.init(
        wireframe, measurer: page.measurer, label: label, isRedline: options.style == .wireframe,
        hasLegend: hasLegend)
    }

    /// A frame over a page, in feed coordinates.
    package struct Mark {
      package var frame: Rect
      /// A CSS colour.
      package var color: String
      package var isFilled: Bool
      /// The lengths of dashes and gaps in points; empty for a solid line.
      package var dashes: [Double]

      package init(_ frame: Rect, color: String, isFilled: Bool, dashes: [Double]) {
        (self.frame, self.color, self.isFilled, self.dashes) = (frame, color, isFilled, dashes)
      }
    }

    /// Creates a cell with a page alone, and marks over it.
    /// - Parameters:
    ///   - part: The drawn part in feed coordinates; `nil` for the whole page.
    ///   - top: The position near which a part as high as a screen begins; `nil` for no such part.
    package init(
      _ wireframe: Wireframe, measurer: any TextMeasurer, label: String, marks: [Mark],
      part: Rect? = nil, from top: Double? = nil
    ) {
      self.init(wireframe, measurer: measurer, label: label, isRedline: false, hasLegend: false)
      self.marks = marks
      if let part { area = part }
      guard let top else { return }
      let part = drawing.layout.part(from: top)
      (area.y, area.height) = (part.y, part.height)
    }

    private init(
      _ wireframe: Wireframe, measurer: any TextMeasurer, label: String, isRedline: Bool,
      hasLegend: Bool
    ) {
      self.label = label
      self.measurer = measurer
      self.isRedline = isRedline
      drawing = RedlineDrawing(wireframe, measurer: measurer)
      let own = Self.area(of: drawing, isRedline: isRedline)
      legend = hasLegend ? NodeLegend(wireframe, height: own.height) : nil
      area = own
    }

    let isRedline: Bool
    /// The drawn area without the legend of nodes: of a page in feed coordinates, of a redline in its
    /// own.
    private(set) var area: Rect
    private(set) var marks: [Mark] = []

    var size: Size {
      Size(
        width: area.width + (legend?.size.width ?? 0),
        height: max(area.height, legend?.size.height ?? 0))
    }

    private static func area(of drawing: RedlineDrawing, isRedline: Bool) -> Rect {
      let wireframe = drawing.wireframe
      guard !isRedline else {
        return Rect(
          x: 0, y: 0, width: drawing.layout.size.width, height: drawing.layout.size.height)
      }
      var shown = wireframe.frame
      if let viewport = wireframe.viewport {
        (shown.y, shown.height) = (viewport.offset, viewport.height)
      }
      // Bars lie above and below the page.
      for section in wireframe.sections where section.keyword != .section {
        shown = shown.union(section.frame)
      }
      return Rect(x: 0, y: shown.y, width: wireframe.size.width, height: shown.height)
    }
  }

  let cells: [Cell]
  /// The upper left corner of each cell's drawing.
  private(set) var origins: [Point] = []
  package private(set) var size = Size.zero

  /// The space around and between the cells of a contact sheet, and the height of their labels.
  private static let (gap, labelHeight) = (24.0, 24.0)

  /// Arranges cells in rows; a single cell without a label fills the picture.
  /// - Parameter rows: At least one cell.
  package init(rows: [[Cell]]) {
    cells = rows.flatMap { $0 }
    guard cells.count != 1 || !cells[0].label.isEmpty else {
      origins = [.zero]
      size = cells[0].size
      return
    }
    var widths = [Double](repeating: 0, count: rows.map(\.count).max() ?? 0)
    for row in rows {
      for (index, cell) in row.enumerated() { widths[index] = max(widths[index], cell.size.width) }
    }
    var y = Self.gap
    for row in rows {
      var x = Self.gap
      for index in row.indices {
        origins.append(Point(x: x, y: y + Self.labelHeight))
        x += widths[index] + Self.gap
      }
      y += Self.labelHeight + (row.map(\.size.height).max() ?? 0) + Self.gap
    }
    size = Size(width: widths.reduce(Self.gap) { $0 + $1 + Self.gap }, height: y)
  }

  /// The appearance of the space around the cells.
  var appearance: LayoutEnvironment.Appearance {
    let all = cells.map(\.drawing.wireframe.environment.appearance)
    return all.allSatisfy { $0 == .dark } ? .dark : .light
  }

  /// Draws the space around the cells, and their labels.
  func drawFrame(on canvas: inout some Canvas) {
    canvas.rect(Rect(x: 0, y: 0, width: size.width, height: size.height), Paint("page"))
    for (cell, origin) in zip(cells, origins) where !cell.label.isEmpty {
      canvas.label(
        cell.label, RedlineTextStyle(name: "t", size: 13, weight: 600),
        at: Point(x: origin.x, y: origin.y - 8))
    }
  }
}

extension PictureSheet.Cell {
  /// Draws the cell, with the upper left corner of its area at the origin.
  func draw(on canvas: inout some Canvas) {
    if isRedline {
      drawing.draw(on: &canvas)
    } else {
      canvas.begin(CanvasGroup(offset: Point(x: -area.x, y: -area.y)))
      drawing.drawContent(isBrief: true, hasEdge: false, on: &canvas)
      drawOverlays(on: &canvas)
      canvas.end()
    }
    guard let legend else { return }
    canvas.begin(CanvasGroup(offset: Point(x: area.width, y: 0)))
    legend.drawList(on: &canvas)
    canvas.end()
  }

  /// Draws marks and numbers over the page, in feed coordinates.
  func drawOverlays(on canvas: inout some Canvas) {
    for mark in marks {
      var paint = Paint(fill: "none", stroke: mark.color, width: 1.5)
      if mark.isFilled { paint.fill = "\(mark.color)10" }
      paint.dashes = mark.dashes
      canvas.rect(mark.frame, paint)
    }
    legend?.drawNumbers(on: &canvas)
  }
}

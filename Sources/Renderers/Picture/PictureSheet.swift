import LayoutCore
import Page

/// The content of a picture: one page, or a contact sheet with a row for each device.
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

    init(
      _ wireframe: Wireframe, measurer: any TextMeasurer, label: String, isRedline: Bool,
      hasLegend: Bool = false
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
    let area: Rect
    /// Marks over the page, in feed coordinates, each with its colour.
    var marks: [(frame: Rect, color: String)] = []

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
  /// - Parameter columns: The number of cells in a row.
  package init(_ cells: [Cell], columns: Int = 1) {
    self.cells = cells
    guard cells.count != 1 || !cells[0].label.isEmpty else {
      origins = [.zero]
      size = cells[0].size
      return
    }
    let columns = max(1, min(columns, cells.count))
    var widths = [Double](repeating: 0, count: columns)
    for (index, cell) in cells.enumerated() {
      widths[index % columns] = max(widths[index % columns], cell.size.width)
    }
    var y = Self.gap
    for start in stride(from: 0, to: cells.count, by: columns) {
      let row = cells[start..<min(start + columns, cells.count)]
      var x = Self.gap
      for index in row.indices {
        origins.append(Point(x: x, y: y + Self.labelHeight))
        x += widths[index - start] + Self.gap
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
      canvas.rect(mark.frame, Paint(fill: "\(mark.color)10", stroke: mark.color, width: 1.5))
    }
    legend?.drawNumbers(on: &canvas)
  }
}

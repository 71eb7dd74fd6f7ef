import LayoutCore
import Support

/// A number at each node of a page, and the list of the numbers beside the page.
struct NodeLegend {
  private enum Line {
    case section(String)
    case node(number: Int, text: String)
  }

  private var lines: [Line] = []
  /// The badges of the numbers in feed coordinates; a number without room has none.
  private var badges: [(number: Int, frame: Rect)] = []
  /// The number of lines in a column.
  private let rows: Int
  let size: Size

  private static let (columnWidth, lineHeight, margin, badgeHeight) = (300.0, 15.0, 16.0, 11.0)
  /// The maximum number of columns. More nodes make the columns longer.
  private static let mostColumns = 4

  /// - Parameter height: The height that the list has without getting longer than the page.
  init(_ wireframe: Wireframe, height: Double) {
    var placer = LabelPlacer()
    placer.avoidTexts(of: wireframe)
    var number = 0
    for index in wireframe.drawingOrder {
      let section = wireframe.sections[index]
      let boxes = section.boxes.filter {
        let frame = wireframe.visibleFrame(of: wireframe.boxes[$0])
        return !wireframe.boxes[$0].isOffscreen && frame.width > 0 && frame.height > 0
      }
      lines.append(.section("\(section.path)  \(Self.words(section.frame))".shortened(to: 60)))
      for box in boxes {
        number += 1
        let frame = wireframe.visibleFrame(of: wireframe.boxes[box])
        let path = wireframe.boxes[box].path.dropFirst(section.path.count + 1)
        lines.append(
          .node(number: number, text: "\(Self.end(of: path))  \(Self.words(frame))"))
        let width = 6 + 5 * Double("\(number)".utf8.count)
        let height = Self.badgeHeight
        let (right, bottom) = (frame.maxX - width, frame.maxY - height)
        let places = [
          (frame.x, frame.y), (right, frame.y), (frame.x, bottom), (right, bottom),
          (frame.x - width, frame.y), (frame.maxX, frame.y),
          (frame.x + frame.width / 2 - width / 2, frame.y + frame.height / 2 - height / 2),
        ].map { Rect(x: $0.0, y: $0.1, width: width, height: height) }
        if let place = placer.place(places) { badges.append((number, place)) }
      }
    }
    let fitting = max(1, Int((height - 2 * Self.margin) / Self.lineHeight))
    let columns = min(Self.mostColumns, (lines.count + fitting - 1) / fitting)
    rows = max(1, (lines.count + max(1, columns) - 1) / max(1, columns))
    size = Size(
      width: Double(columns) * Self.columnWidth + Self.margin,
      height: Double(rows) * Self.lineHeight + 2 * Self.margin)
  }

  private static func words(_ frame: Rect) -> String {
    "\(points(frame.x)), \(points(frame.y))  \(points(frame.width)) × \(points(frame.height))"
  }

  /// Returns the end of a path, which tells more than its start.
  private static func end(of path: Substring) -> String {
    path.count > 30 ? "…\(path.suffix(29))" : String(path)
  }

  func drawNumbers(on canvas: inout some Canvas) {
    for badge in badges where canvas.shows(badge.frame) {
      canvas.rect(badge.frame, radius: 3, Paint("badge"))
      canvas.label(
        "\(badge.number)", RedlineTextStyle(name: "bt", size: 8, weight: 600, side: .center),
        at: Point(x: badge.frame.x + badge.frame.width / 2, y: badge.frame.y + 8.5))
    }
  }

  /// Draws the list to the right of the origin.
  func drawList(on canvas: inout some Canvas) {
    for (index, line) in lines.enumerated() {
      let x = Self.margin + Double(index / rows) * Self.columnWidth
      let y = Self.margin + Double(index % rows) * Self.lineHeight + 11
      switch line {
      case .section(let text):
        canvas.label(
          text, RedlineTextStyle(name: "t", size: 10, weight: 600), at: Point(x: x, y: y))
      case .node(let number, let text):
        canvas.label(
          "\(number)", RedlineTextStyle(name: "m", size: 10, side: .right),
          at: Point(x: x + 24, y: y))
        canvas.label(text, RedlineTextStyle(name: "s", size: 10), at: Point(x: x + 32, y: y))
      }
    }
  }
}

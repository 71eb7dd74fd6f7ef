import LayoutCore
import Support

/// A rectangle in 64ths of a point, in which browsers compute: lengths of whole 64ths are exact there.
struct GridRect: Hashable {
  var x, y, width, height: Int

  init(_ frame: Rect) {
    func edge(_ value: Double) -> Int { Int((max(-1e9, min(1e9, value)) * 64).rounded()) }
    (x, y) = (edge(frame.x), edge(frame.y))
    (width, height) = (max(0, edge(frame.maxX) - x), max(0, edge(frame.maxY) - y))
  }
}

/// The CSS that places boxes of fixed sizes in a flexbox container at given places.
///
/// The declared direction, gap, padding and alignment are used as far as the places follow from them;
/// margins express the rest. All lengths are in 64ths of a point.
struct FlexPlacement {
  /// A container and its items, along the axes of a direction. Positions are from the leading edges
  /// inside the container's border box.
  private struct Line {
    var items: [Item]
    var cross: Int
    var end: Int { items.map { $0.cross + $0.crossSize }.max() ?? cross }
  }

  private struct Item {
    var index: Int
    var main, mainSize, cross, crossSize: Int
    var mainEnd: Int { main + mainSize }
  }

  /// The declarations of the container; `nil` if flexbox does not place the items so.
  private(set) var container: [String]?
  /// The declarations of each item.
  private(set) var items: [[String]]

  /// - Parameters:
  ///   - style: The style of the container.
  ///   - isRow: Whether the items follow each other along x; `nil` for the direction of the style.
  ///   - wraps: Whether an item that does not follow the previous one begins a line.
  ///   - box: The container.
  ///   - frames: The items, relative to the container.
  init(
    _ style: Style, isRow: Bool?, wraps: Bool, box: GridRect, frames: [GridRect],
    isRightToLeft: Bool
  ) {
    items = frames.map { _ in [] }
    let reverses: Set<Style.FlexDirection> = [.rowReverse, .columnReverse]
    let isReversed = isRow == nil && reverses.contains(style.flexDirection)
    let isRow = isRow ?? [.row, .rowReverse].contains(style.flexDirection)
    let padding = Edges64(style, isRightToLeft: isRightToLeft)
    let (mainSize, crossSize) = isRow ? (box.width, box.height) : (box.height, box.width)
    // The main axis begins at the end of the text direction, or at the bottom, if it is reversed.
    let isMainFlipped = isRow ? isRightToLeft != isReversed : isReversed
    let isCrossFlipped = !isRow && isRightToLeft
    let mainPadding = isRow ? padding.x(isMainFlipped) : padding.y(isMainFlipped)
    let crossPadding = isRow ? padding.y(false) : padding.x(isCrossFlipped)
    let all = frames.enumerated().map { index, frame in
      let (start, size) = isRow ? (frame.x, frame.width) : (frame.y, frame.height)
      let (cross, across) = isRow ? (frame.y, frame.height) : (frame.x, frame.width)
      return Item(
        index: index, main: isMainFlipped ? mainSize - start - size : start, mainSize: size,
        cross: isCrossFlipped ? crossSize - cross - across : cross, crossSize: across)
    }
    let gaps = (Self.length(style.columnGap), Self.length(style.rowGap))
    let (gap, crossGap) = isRow ? gaps : (gaps.1, gaps.0)

    var lines: [Line] = []
    for item in all {
      if let last = lines.last?.items.last, item.main >= last.mainEnd || !wraps {
        lines[lines.count - 1].items.append(item)
      } else {
        let start = lines.last.map { max($0.cross, $0.end) + crossGap } ?? crossPadding.start
        lines.append(Line(items: [item], cross: start))
      }
    }
    let room = mainSize - mainPadding.start - mainPadding.end
    guard lines.count < 2 || Self.breaks(lines, room: room, gap: gap, start: mainPadding.start)
    else { return }

    var declarations = [
      "display: flex",
      "flex-direction: \(isRow ? "row" : "column")\(isReversed ? "-reverse" : "")",
    ]
    if lines.count > 1 { declarations.append("flex-wrap: wrap; align-content: flex-start") }
    declarations += padding.declarations
    if gap != 0, all.count > 1 {
      declarations.append("\(isRow ? "column" : "row")-gap: \(px(gap))")
    }
    if crossGap != 0, lines.count > 1 {
      declarations.append("\(isRow ? "row" : "column")-gap: \(px(crossGap))")
    }
    let only = lines.count == 1 ? lines[0].items : []
    let justify = Self.justification(style, only, start: mainPadding.start, room: room, gap: gap)
    if let justify { declarations.append("justify-content: \(justify)") }
    let align = Self.alignment(
      style, only, start: crossPadding.start,
      room: crossSize - crossPadding.start - crossPadding.end)
    declarations.append("align-items: \(align ?? "flex-start")")
    container = declarations

    let mainEdge = isRow ? "inline" : "block"
    let crossEdge = isRow ? "block" : "inline"
    for line in lines {
      var end = mainPadding.start
      for (number, item) in line.items.enumerated() {
        let margin = item.main - end - (number > 0 ? gap : 0)
        if margin != 0, justify == nil {
          items[item.index].append(
            "margin-\(mainEdge)-\(isReversed ? "end" : "start"): \(px(margin))")
        }
        if align == nil, item.cross != line.cross {
          items[item.index].append("margin-\(crossEdge)-start: \(px(item.cross - line.cross))")
        }
        end = item.mainEnd
      }
    }
  }

  /// Whether a browser breaks the lines at the same items: each line fits, and not the next item.
  private static func breaks(_ lines: [Line], room: Int, gap: Int, start: Int) -> Bool {
    zip(lines.indices, lines).allSatisfy { index, line in
      let used = (line.items.last?.mainEnd ?? start) - start
      guard used <= room || line.items.count == 1 else { return false }
      guard index + 1 < lines.count, let next = lines[index + 1].items.first else { return true }
      return used + gap + next.mainEnd - start > room
    }
  }

  /// The declared distribution of a line, if the places of its items follow from it exactly.
  private static func justification(
    _ style: Style, _ items: [Item], start: Int, room: Int, gap: Int
  ) -> String? {
    guard let first = items.first, let last = items.last else { return nil }
    let spaces = zip(items, items.dropFirst()).map { $1.main - $0.mainEnd }
    let lead = first.main - start
    let free = room - (last.mainEnd - first.main)
    switch style.justifyContent {
    case .center where spaces.allSatisfy { $0 == gap } && lead * 2 == free && free >= 0:
      return "center"
    case .end where spaces.allSatisfy { $0 == gap } && lead == free: return "flex-end"
    case .spaceBetween
    where lead == 0 && free == 0 && Set(spaces).count == 1 && spaces.allSatisfy { $0 >= gap }:
      return "space-between"
    default: return nil
    }
  }

  /// The declared alignment across a line, if it gives the places of all its items exactly.
  private static func alignment(
    _ style: Style, _ items: [Item], start: Int, room: Int
  ) -> String? {
    guard !items.isEmpty else { return nil }
    if style.alignItems == .center,
      items.allSatisfy({ ($0.cross - start) * 2 == room - $0.crossSize })
    {
      return "center"
    }
    let isAtEnd = items.allSatisfy { $0.cross - start == room - $0.crossSize }
    return style.alignItems == .end && isAtEnd ? "flex-end" : nil
  }

  static func length(_ length: Length) -> Int {
    length.unit == .points && length.value.isFinite
      ? Int((Double(max(-1e6, min(1e6, length.value))) * 64).rounded()) : 0
  }
}

/// The padding and the border of a style in 64ths of a point. A percentage is 0: margins replace it.
private struct Edges64 {
  var top, right, bottom, left: Int

  init(_ style: Style, isRightToLeft: Bool) {
    func edge(_ physical: Length, _ logical: Length) -> Int {
      max(0, FlexPlacement.length(logical.unit == .auto ? physical : logical))
    }
    func sum(_ path: (Edges) -> Int) -> Int { path(style.padding) + path(style.border) }
    top = sum { edge($0.top, .auto) }
    bottom = sum { edge($0.bottom, .auto) }
    left = sum { edge($0.left, isRightToLeft ? $0.end : $0.start) }
    right = sum { edge($0.right, isRightToLeft ? $0.start : $0.end) }
  }

  func x(_ isFlipped: Bool) -> (start: Int, end: Int) { isFlipped ? (right, left) : (left, right) }
  func y(_ isFlipped: Bool) -> (start: Int, end: Int) { isFlipped ? (bottom, top) : (top, bottom) }

  var declarations: [String] {
    [top, right, bottom, left].allSatisfy { $0 == 0 }
      ? [] : ["padding: \(px(top)) \(px(right)) \(px(bottom)) \(px(left))"]
  }
}

/// Returns 64ths of a point as a CSS length.
func px(_ length: Int) -> String {
  var out = ByteWriter()
  out.write(exact: Double(length) / 64)
  return length == 0 ? "0" : out.string + "px"
}

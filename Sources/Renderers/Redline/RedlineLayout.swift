import LayoutCore

/// The positions of all parts of a redline: the page, the section heights left of it, the page
/// width above it, and the legend right of it. `origin` is the origin of the feed in the picture.
struct RedlineLayout {
  let wireframe: Wireframe
  /// The drawn area of the page: its frame, its bars, and the boxes that exceed the frame.
  let bounds: Rect
  let heights: [RedlineHeight]
  let legend: [RedlineLegendEntry]
  /// The label of each measure; `nil` if the label has no room.
  let labels: [RedlineLabel?]
  /// The badges of images by box index, in coordinates without the box's shift.
  let badges: [Int: RedlineLabel]
  let origin: Point
  let size: Size

  /// The height above the page, in points: two heading lines and the page width.
  static let top = 90.0
  static let bottom = 40.0
  static let laneWidth = 52.0

  init(_ wireframe: Wireframe) {
    self.wireframe = wireframe
    bounds = Self.bounds(of: wireframe)
    heights = RedlineHeight.lanes(of: wireframe)
    legend = RedlineLegendEntry.entries(of: wireframe)
    (badges, labels) = Self.labels(of: wireframe)
    let lanes = (heights.map(\.lane).max() ?? 0) + 1
    let left = 26 + Double(lanes) * Self.laneWidth + 12
    origin = Point(x: left - bounds.x, y: Self.top - bounds.y)
    let legendEnd = legend.last.map { $0.y + $0.height } ?? 0
    size = Size(
      width: max(
        left + bounds.width + Self.legendOffset + RedlineLegendEntry.width + 24, left + 460),
      height: max(bounds.maxY, legendEnd) + origin.y + Self.bottom)
  }

  /// Returns a part of the drawn area that is as high as a screen, one and a half times its width. It
  /// begins above a position.
  func part(from top: Double) -> Rect {
    var part = bounds
    let (end, margin) = (bounds.y + bounds.height, 24.0)
    part.height = min(bounds.height, bounds.width * 1.5)
    part.y = max(bounds.y, min(top - margin, end - part.height))
    return part
  }

  /// The distance from the drawn area to the texts of the legend, in points.
  static let legendOffset = 44.0

  /// Returns the drawn area. Unless off-screen items are shown, it exceeds the page by at most the
  /// page width on the left and on the right.
  private static func bounds(of wireframe: Wireframe) -> Rect {
    let width = wireframe.frame.width
    var shown = [wireframe.frame] + wireframe.sections.map(\.frame)
    if let viewport = wireframe.viewport {
      shown.append(Rect(x: 0, y: viewport.offset, width: width, height: viewport.height))
    }
    let boxes = wireframe.boxes.filter {
      $0.clip < 0 && $0.drawnFrame.width > 0 && $0.drawnFrame.height > 0
    }
    let wide = shown + boxes.map(\.drawnFrame)
    var left = wide.map(\.x).min() ?? 0
    var right = wide.map(\.maxX).max() ?? width
    if !boxes.contains(where: \.isOffscreen) {
      left = max(left, -width)
      right = min(right, 2 * width)
    }
    let top = shown.map(\.y).min() ?? 0
    return Rect(left: left, top: top, right: right, bottom: shown.map(\.maxY).max() ?? top)
  }

  /// Places badges, then sizes of items in a line, then other labels. Avoids texts if possible.
  private static func labels(
    of wireframe: Wireframe
  ) -> (badges: [Int: RedlineLabel], labels: [RedlineLabel?]) {
    var placer = LabelPlacer()
    placer.avoidTexts(of: wireframe)
    var badges: [Int: RedlineLabel] = [:]
    for (index, box) in wireframe.boxes.enumerated() where box.kind == .image {
      guard let places = RedlineLabel.places(forBadgeOf: box, wireframe),
        let place = placer.place(places)
      else { continue }
      badges[index] = RedlineLabel(text: box.badge, frame: place.moved(by: -box.shift))
    }

    var labels = [RedlineLabel?](repeating: nil, count: wireframe.measures.count)
    let page = wireframe.size.width
    let measures = wireframe.measures.enumerated()
    let sizesInLines = measures.filter { $1.kind == .size && $1.isInLine }
    let others = measures.filter { $1.kind != .size || !$1.isInLine }
    for (index, measure) in sizesInLines + others {
      let text = measure.text(isCircle: measure.box.map { wireframe.boxes[$0].isCircle } ?? false)
      let band = Rect(x: 0, y: measure.frame.y, width: page, height: measure.frame.height)
      let shown = measure.frame.intersection(band)
      let section = wireframe.sections[measure.section].frame
      let places = measure.places(
        for: text, in: shown.width > 0 ? shown : measure.frame, of: section)
      labels[index] = placer.place(places).map { RedlineLabel(text: text, frame: $0) }
    }
    return (badges, labels)
  }
}

extension Wireframe.Text {
  /// Returns whether the text is centered in its box: true for an icon, a button and a badge.
  static func isCentered(_ box: Wireframe.Box) -> Bool {
    box.kind == .icon || box.kind == .button || box.kind == .badge
  }

  /// Returns the frame of a line in feed coordinates. The measurer computed its width.
  func frame(ofLine line: Int, in box: Wireframe.Box, _ wireframe: Wireframe) -> Rect {
    let frame = box.drawnFrame
    let width = lines[line].width
    let styled = lines[line].styled
    let start = insets.start + (styled?.indent ?? 0)
    let left = frame.x + (wireframe.isRightToLeft ? insets.end : start)
    let right = frame.maxX - (wireframe.isRightToLeft ? start : insets.end)
    let x: Double
    switch side(in: box, wireframe) {
    case .left: x = left
    case .center: x = (left + right - width) / 2
    case .right: x = right - width
    }
    let top =
      Self.isCentered(box)
      ? frame.y + (frame.height - height) / 2 : frame.y + insets.top
    return Rect(
      x: x, y: top + (styled?.top ?? self.top(ofLine: line)), width: width,
      height: styled?.height ?? lines[line].extent?.height ?? lineHeight)
  }

  private var height: Double {
    lines.last?.styled.map { $0.top + $0.height } ?? top(ofLine: lines.count)
  }

  /// Returns the distance from the top of the text to the top of a line, in points. O(lines).
  private func top(ofLine line: Int) -> Double {
    guard lines.contains(where: { $0.extent != nil }) else { return Double(line) * lineHeight }
    return lines.prefix(line).reduce(0) { $0 + ($1.extent?.height ?? lineHeight) }
  }
}

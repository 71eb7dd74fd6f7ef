import SectionEngine

extension CheckRule {
  static let offScreen = CheckRule(
    "off-screen", .contentOffScreen, "content sticks out of its section where nothing scrolls",
    limits: [.init("least", 1, in: 0...1000, "the least reported distance, in points")],
    scope: .part
  ) { section, run in
    let least = max(run.limit("least"), Rect.slack)
    let rooms = AllowedAreas(of: section, pageWidth: run.page.environment.width)
    var isReported = [Bool](repeating: false, count: section.count)
    for node in section.nodes {
      let parent = Int(section.parents[node])
      if parent >= 0, isReported[parent] {
        isReported[node] = true
        continue
      }
      guard !section.isHidden[node], section.isContent(node) else { continue }
      guard let excess = rooms.excess(of: node, in: section), excess.points >= least else {
        continue
      }
      isReported[node] = true
      run.report(
        "\(section.shortName(of: node)) sticks out at the \(excess.side) "
          + "by \(points(excess.points)) pt",
        at: node, of: section, aspect: excess.side,
        notes: ["its box is \(sizeText(section.frames[node])), and nothing there scrolls"],
        helps: ["let it shrink, or give the section room for it"],
        owner: ["top", "bottom"].contains(excess.side) ? section.ownerOfSizes : nil)
    }
  }

  static let size = CheckRule(
    "size", .absurdSize, "content has no width or height, or is larger than any screen",
    limits: [.init("screens", 100, in: 1...100_000, "the greatest size of content, in screens")],
    scope: .part
  ) { section, run in
    let environment = run.page.environment
    let widest = environment.width * run.limit("screens")
    let highest = environment.height * run.limit("screens")
    for node in section.nodes where !section.isHidden[node] && section.isContent(node) {
      let frame = section.frames[node]
      if frame.isEmpty {
        // Another rule reports images without a size.
        guard !section.hasUnknownSize(node) else { continue }
        run.report(
          "\(section.shortName(of: node)) has no \(frame.width < Rect.slack ? "width" : "height")",
          at: node, of: section, aspect: "zero",
          notes: ["its box is \(sizeText(frame)), so it is invisible"],
          helps: ["give it a size, or let it grow or stretch"])
      } else if frame.width > widest || frame.height > highest {
        run.report(
          "\(section.shortName(of: node)) is \(sizeText(frame)) large", at: node, of: section,
          aspect: "huge",
          notes: [
            "more than \(points(run.limit("screens"))) screens of "
              + "\(points(environment.width)) x \(points(environment.height)) pt"
          ], helps: ["check the number that its size comes from"])
      }
    }
  }

  static let minMax = CheckRule(
    "min-max", .minimumAboveMaximum, "the least size of a node is above its largest", scope: .part
  ) { section, run in
    // Many nodes share few styles, so each style is checked once.
    let contradictions = section.arena.styles.map(\.contradiction)
    guard contradictions.contains(where: { $0 != nil }) else { return }
    for node in section.nodes {
      guard let axis = contradictions[Int(section.node(node).record.style)] else { continue }
      run.report(
        "least \(axis.name) \(axis.least) is above the largest \(axis.largest)", at: node,
        of: section, aspect: axis.name,
        notes: ["the least \(axis.name) counts"],
        helps: ["correct one of them where `\(section.provider)` makes the node"])
    }
  }
}

extension CheckedSection {
  /// Returns whether the node shows content or is a tap target.
  fileprivate func isContent(_ node: Int) -> Bool { shows[node] || targets[node] == Int32(node) }

  /// Returns whether an image has an empty frame because no style or aspect ratio sets its size.
  func hasUnknownSize(_ index: Int) -> Bool {
    let node = node(index)
    let isSaid = { (length: Length) in length.unit == .points || length.unit == .percent }
    guard node.kind == .image, !(node.style.aspectRatio > 0),
      !(node.content.imageAspectRatio > 0)
    else { return false }
    return (frames[index].width < Rect.slack && !isSaid(node.style.width))
      || (frames[index].height < Rect.slack && !isSaid(node.style.height))
  }
}

extension Style {
  fileprivate var contradiction: (name: String, least: String, largest: String)? {
    func isAbove(_ least: Length, _ largest: Length) -> Bool {
      least.unit == largest.unit && (least.unit == .points || least.unit == .percent)
        && least.value > largest.value
    }
    func text(_ length: Length) -> String {
      points(Double(length.value)) + (length.unit == .percent ? " %" : " pt")
    }
    if isAbove(minWidth, maxWidth) { return ("width", text(minWidth), text(maxWidth)) }
    if isAbove(minHeight, maxHeight) { return ("height", text(minHeight), text(maxHeight)) }
    return nil
  }
}

/// The allowed areas of nodes; infinite along an axis on which an ancestor scrolls or clips.
private struct AllowedAreas {
  private static let anywhere = -Double.infinity...Double.infinity
  private var rooms: [(x: ClosedRange<Double>, y: ClosedRange<Double>)] = []

  init(of section: CheckedSection, pageWidth: Double) {
    let frame = section.section.frame
    let height = max(0, frame.height)
    // If frame and content differ in height, another diagnostic reports it, so y is not limited.
    let isExact = abs(frame.height - section.section.contentHeight) <= 0.01
    let whole = (
      x: -frame.x...max(-frame.x, pageWidth - frame.x), y: isExact ? 0...height : Self.anywhere
    )
    let scrolling = section.section
    let scrolls = scrolling.scrollsAlongX && scrolling.orthogonalScrolling != .none
    let rows = scrolls ? Set(scrolling.rows.map(\.node)) : []
    rooms.reserveCapacity(section.count)
    for node in section.nodes {
      let parent = Int(section.parents[node])
      guard parent >= 0 else {
        rooms.append(whole)
        continue
      }
      var room = rooms[parent]
      if parent == 0, rows.contains(node) { room.x = Self.anywhere }
      let view = section.node(parent)
      let isCollection = view.kind == .carousel || view.kind == .pager
      if isCollection, section.arena.isItem(node), parent > 0 || scrolling.rows.first?.node == 0 {
        // A carousel scrolls only along x, and clips items that are higher than the carousel.
        let frame = section.frames[parent]
        room = (x: Self.anywhere, y: frame.y...max(frame.y, frame.maxY))
      }
      if view.style.overflowX != .visible { room.x = Self.anywhere }
      if view.style.overflowY != .visible { room.y = Self.anywhere }
      rooms.append(room)
    }
  }

  /// Returns the side at which a node exceeds its allowed area most, and the excess; else `nil`.
  func excess(of node: Int, in section: CheckedSection) -> (side: String, points: Double)? {
    let room = rooms[node]
    let frame = section.frames[node]
    guard !frame.isEmpty else { return nil }
    let sides = [
      ("left", room.x.lowerBound - frame.x), ("right", frame.maxX - room.x.upperBound),
      ("top", room.y.lowerBound - frame.y), ("bottom", frame.maxY - room.y.upperBound),
    ]
    return sides.max { $0.1 < $1.1 }.flatMap { $0.1 > 0 ? (side: $0.0, points: $0.1) : nil }
  }
}

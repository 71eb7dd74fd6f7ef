import LayoutCore
import Renderers

/// Decides which children of a pair of nodes are only displaced by other changes. Call it in the
/// new order of the children.
struct ChildPlacement {
  private let pairing: ChildPairing
  private let old: FlatPage
  private let new: FlatPage
  private let isRearranged: Bool
  private var displacement: Displacement
  /// Whether the node was resized, or a child was added, removed, resized or reordered.
  let hasCause: Bool

  init(
    _ pairing: ChildPairing, _ record: NodeRecord, _ old: FlatPage, _ new: FlatPage,
    tolerance: Double, slack: Double, isRounded: Bool
  ) {
    self.pairing = pairing
    self.old = old
    self.new = new
    isRearranged = record.change.isRearranged
    let before = old.lines[record.old].frame
    let after = new.lines[record.new].frame
    var hasCause = pairing.destinations.contains(-1)
    for place in pairing.news.indices where !hasCause {
      let origin = Int(pairing.origins[place])
      guard origin >= 0, pairing.isUnmoved[place] else {
        hasCause = true
        break
      }
      // A spacer takes the room that the others leave.
      if new.text(new.lines[pairing.news[place]].name) == NodeKind.spacer.word { continue }
      let (a, b) = (old.lines[pairing.olds[origin]].frame, new.lines[pairing.news[place]].frame)
      hasCause = abs(a.width - b.width) > tolerance || abs(a.height - b.height) > tolerance
    }
    let growth = Size(width: after.width - before.width, height: after.height - before.height)
    self.hasCause = hasCause || growth != .zero
    let isAsked = self.hasCause
    displacement = Displacement(
      // Without any other change, a difference of one pixel is a move.
      growth: growth, slack: (isAsked || isRounded ? slack : tolerance) + 0.005,
      hasCause: hasCause,
      old: isAsked ? pairing.olds.map { old.lines[$0].frame } : [],
      new: isAsked ? pairing.news.map { new.lines[$0].frame } : [])
  }

  /// Returns whether other changes explain the position of a child that is on both pages, along
  /// each axis.
  /// - Parameter place: the index among the new children.
  mutating func isExplained(_ place: Int) -> (x: Bool, y: Bool) {
    let origin = Int(pairing.origins[place])
    guard !isRearranged, pairing.isUnmoved[place] else { return (true, true) }
    let previous = place == 0 ? nil : pairing.news[place - 1]
    let oldPrevious = origin == 0 ? nil : pairing.olds[origin - 1]
    let isSame =
      place == 0 || origin == 0
      ? place == origin : Int(pairing.origins[place - 1]) == origin - 1
    return displacement.explains(
      Displacement.Child(
        old: old.lines[pairing.olds[origin]].frame, new: new.lines[pairing.news[place]].frame,
        oldPrevious: oldPrevious.map { old.lines[$0].frame },
        newPrevious: previous.map { new.lines[$0].frame }, hasSamePrevious: isSame))
  }
}

extension FlatPage {
  /// Returns the end of the last byte of a line and its descendants.
  func endOfBytes(below line: Int) -> Int {
    let last = lines[Int(lines[line].end) - 1]
    return Int(max(last.tail.end, last.name.end))
  }

  /// Returns whether an item is marked as off screen.
  func isOffscreen(_ line: Int) -> Bool { tail(of: lines[line]).flags.contains("offscreen") }

  /// Returns whether a node only takes the room that others leave.
  func isSpacer(_ line: Int) -> Bool {
    lines[line].string.isEmpty && bytes[lines[line].name.range].elementsEqual("spacer".utf8)
  }
}

extension FlatPage.Line {
  /// Returns whether the line elides all descendants of a node: "9 nodes (--depth 1)".
  func isCut(in page: FlatPage) -> Bool {
    kind == .elided && page.text(name).contains("(--depth")
  }
}

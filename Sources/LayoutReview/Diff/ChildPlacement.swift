import LayoutCore
import Renderers

/// Which children of a pair of nodes stand where the others put them. Asked in their new order.
struct ChildPlacement {
  private let pairing: ChildPairing
  private let old: DumpTable
  private let new: DumpTable
  private let isRearranged: Bool
  private var displacement: Displacement
  /// Something came, went, was resized or changed its place.
  let hasCause: Bool

  init(
    _ pairing: ChildPairing, _ record: NodeRecord, _ old: DumpTable, _ new: DumpTable,
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
      // A spacer takes what the others leave.
      if new.text(new.lines[pairing.news[place]].name) == NodeKind.spacer.word { continue }
      let (a, b) = (old.lines[pairing.olds[origin]].frame, new.lines[pairing.news[place]].frame)
      hasCause = abs(a.width - b.width) > tolerance || abs(a.height - b.height) > tolerance
    }
    let growth = Size(width: after.width - before.width, height: after.height - before.height)
    self.hasCause = hasCause || growth != .zero
    let isAsked = self.hasCause
    displacement = Displacement(
      // Where nothing is another, a pixel is a move.
      growth: growth, slack: (isAsked || isRounded ? slack : tolerance) + 0.005,
      hasCause: hasCause,
      old: isAsked ? pairing.olds.map { old.lines[$0].frame } : [],
      new: isAsked ? pairing.news.map { new.lines[$0].frame } : [])
  }

  /// Of a child that is on both pages, by its place among the new ones.
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

extension DumpTable {
  /// Behind the last byte of a line and all below it.
  func endOfBytes(below line: Int) -> Int {
    let last = lines[Int(lines[line].end) - 1]
    return Int(max(last.tail.end, last.name.end))
  }

  /// An item that is known to be off the screen.
  func isOffscreen(_ line: Int) -> Bool { tail(of: lines[line]).flags.contains("offscreen") }

  /// A node that only takes what room others leave.
  func isSpacer(_ line: Int) -> Bool {
    lines[line].string.isEmpty && bytes[lines[line].name.range].elementsEqual("spacer".utf8)
  }
}

extension DumpTable.Line {
  /// "9 nodes (--depth 1)": all that stands below a node.
  func isCut(in table: DumpTable) -> Bool {
    kind == .elided && table.text(name).contains("(--depth")
  }
}

/// A node whose frame a layout changed.
package struct FrameChange: Sendable, Hashable {
  package var node: Int
  /// Its frame before.
  package var old: NodeArena.Frame
}

/// Two layouts of one solver: what depends on a change is forgotten, so that the second layout computes
/// it again and takes everything else from the caches.
extension FlexSolver {
  /// The content of a leaf, or the style of a node, is another one: neither its own sizes nor those of
  /// its ancestors stand any more. Siblings keep theirs. Complexity: O(depth).
  mutating func invalidate(_ node: Int) {
    var node = Int32(node)
    while node >= 0 {
      states[Int(node)].firstAnswer = -1
      states[Int(node)].flags.remove(.hasFrames)
      node = states[Int(node)].parent
    }
  }

  mutating func addStyle(_ style: ResolvedStyle) -> Int32 {
    styles.push(style)
    return Int32(styles.count - 1)
  }

  /// Gives a node another one of the resolved styles, and its ancestors what they depend on because of
  /// it. Complexity: O(depth x children).
  mutating func restyle(_ node: Int, style: Int32) {
    states[node].style = style
    let before = states[node].flags
    resolveVisibility(of: node)
    let after = states[node].flags
    if after.contains(.isHidden), !before.contains(.isHidden) || before.contains(.isContents) {
      // Nobody visits it any more.
      for hidden in node..<Int(records[node].subtreeEnd) { write(hidden, x: 0, y: 0, size: .zero) }
      for inner in node..<Int(records[node].subtreeEnd) { states[inner].flags.remove(.hasFrames) }
    }
    var ancestor = Int32(node)
    while ancestor >= 0 {
      collectDependencies(of: Int(ancestor))
      ancestor = states[Int(ancestor)].parent
    }
    invalidate(node)
  }

  /// Answers to questions that nobody will ask again pile up from width to width; when they are many
  /// more than one layout needs, all of them are forgotten.
  mutating func forgetOldAnswers() {
    guard answers.count > 4 * records.count + 64 else { return }
    answers.truncate(to: 0)
    for node in 0..<states.count { states[node].firstAnswer = -1 }
  }

  @inline(never) mutating func recordChange(_ node: Int, x: Float, y: Float, size: Pair) {
    let old = frames[node]
    let isSame =
      old.x == x && old.y == y && old.width == size.x && old.height == size.y
    guard !isSame, !states[node].flags.contains(.isRecorded) else { return }
    states[node].flags.insert(.isRecorded)
    changes.push(RecordedFrame(node: Int32(node), old: old))
  }

  /// The nodes whose frames differ from those before the layout, in document order.
  mutating func takeChanges() -> [FrameChange] {
    var result: [FrameChange] = []
    for index in 0..<changes.count {
      let change = changes[index]
      let node = Int(change.node)
      states[node].flags.remove(.isRecorded)
      // A frame that was written twice may be what it was.
      if frames[node] != change.old { result.append(FrameChange(node: node, old: change.old)) }
    }
    changes.truncate(to: 0)
    result.sort { $0.node < $1.node }
    return result
  }
}

/// As `FrameChange`, in the solver's own stack.
struct RecordedFrame: BitwiseCopyable {
  var node: Int32
  var old: NodeArena.Frame
}

internal import LayoutCore
internal import Renderers

/// Writes runs of cases as lines of JSON, with the keys of a node in the order of the case format.
struct FrameLineWriter {
  private var out = ByteWriter()

  var bytes: [UInt8] { out.bytes }

  mutating func write(_ runs: [FlexCaseRun], name: String) {
    for (index, run) in runs.enumerated() {
      out.write("{\"case\":")
      out.write(jsonString: name)
      out.write(",\"run\":")
      out.write(integer: index)
      out.write(",\"layout\":")
      write(run)
      out.write("}\n")
    }
  }

  /// Writes nodes in document order and closes each after its subtree, without recursion, so that
  /// the depth of the tree does not matter.
  private mutating func write(_ run: FlexCaseRun) {
    // The ends of the open nodes, and whether the innermost has no child yet.
    var open: [Int] = []
    var isFirstChild = true
    let ends = run.subtreeEnds
    for (index, frame) in run.frames.enumerated() {
      if !isFirstChild { out.write(byte: UInt8(ascii: ",")) }
      out.write("{\"left\":\(CaseNumber.text(frame.x))")
      out.write(",\"top\":\(CaseNumber.text(frame.y))")
      out.write(",\"width\":\(CaseNumber.text(frame.width))")
      out.write(",\"height\":\(CaseNumber.text(frame.height)),\"children\":[")
      open.append(ends[index])
      isFirstChild = true
      while open.last == index + 1 {
        out.write("]}")
        open.removeLast()
        isFirstChild = false
      }
    }
  }
}

/// The rows of a section as a dump writes them.
///
/// `12x58` is twelve rows of 58 points. Rows of different heights are written as runs, `1x58+2x64`;
/// more than eight runs are written as a count with the smallest and the largest height,
/// `40x48..64`. A section without rows has `0`.
package struct RowHeights {
  static let maximumRuns = 8

  private struct Run {
    var count: Int
    var height: Double
  }

  private var runs: [Run] = []
  private let count: Int

  package init(_ heights: [Double]) {
    count = heights.count
    for height in heights {
      // Heights that print alike belong to one run.
      if let last = runs.last, abs(last.height - height) < 0.005 {
        runs[runs.count - 1].count += 1
      } else {
        runs.append(Run(count: 1, height: height))
      }
    }
  }

  package func write(to out: inout ByteWriter) {
    guard let first = runs.first else { return out.write(integer: 0) }
    guard runs.count <= Self.maximumRuns else {
      var low = first.height
      var high = first.height
      for run in runs {
        low = min(low, run.height)
        high = max(high, run.height)
      }
      out.write(integer: count)
      out.write("x")
      out.write(number: low)
      out.write("..")
      return out.write(number: high)
    }
    for (index, run) in runs.enumerated() {
      if index > 0 { out.write("+") }
      out.write(integer: run.count)
      out.write("x")
      out.write(number: run.height)
    }
  }
}

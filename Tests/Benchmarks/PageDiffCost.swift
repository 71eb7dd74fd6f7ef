import LayoutReview
import Renderers

/// Cost of comparing two dumps, from their bytes to the report.
enum PageDiffCost {
  /// Returns a dump of sections with a carousel of three cards, ten nodes each. If `isChanged`, one
  /// section in ten is higher, which pushes everything below it.
  static func dump(sections: Int, isChanged: Bool) -> [UInt8] {
    var out = ByteWriter()
    out.reserveCapacity(sections * 900)
    var body = ByteWriter()
    var y = 0
    for section in 0..<sections {
      let growth = isChanged && section % 10 == 3 ? 22 : 0
      let height = 240 + growth
      body.write(
        "  section BLOCK_\(section) @0,\(y) 414x\(height) rows=1x\(height) via=card-rail@1.0.0 title=\"今天 \(section)\"\n"
      )
      body.write(
        "    carousel @0,40 414x\(height - 50) axis=x items=3 content=400 gap=10 inset=10\n")
      for card in 0..<3 {
        body.write(
          "      card[\(card)] \"Card \(section) \(card)\" @\(10 + 130 * card),5 120x\(height - 80) action=app://card/\(section)/\(card)\n"
        )
        body.write("        image @0,0 120x120 radius=10 aspect=1 badge=\"3.1万\"\n")
        body.write(
          "        text \"Card \(section) \(card)\" @0,125 110x14 font=12/400 lines=1/2 color=text\n"
        )
      }
      y += height
    }
    out.write(
      "# layout-dump v1 · unit pt · scale 2 · section frames in feed, node frames in parent\n")
    out.write("feed news 414x\(y) appearance=light locale=en direction=ltr sections=\(sections)\n")
    out.write(body.bytes)
    return out.bytes
  }

  static func compare(_ old: [UInt8], _ new: [UInt8]) -> Int {
    guard let before = DumpParser.parse(old, file: "old").page,
      let after = DumpParser.parse(new, file: "new").page
    else { return 0 }
    return DiffText(color: false).text(of: PageDiff(from: before, to: after)).utf8.count
  }

  @MainActor static func measure(_ report: inout Report) {
    var perSection: [Double] = []
    let sizes = [100, 1_000, 10_000]
    for size in sizes {
      let old = dump(sections: size, isChanged: false)
      let new = dump(sections: size, isChanged: true)
      var written = 0
      let time = fastest(rounds: max(3, 2_000 / size), [{ written = compare(old, new) }])[0]
      precondition(written > size, "nothing is told")
      perSection.append(time / Double(size))
      report.line(
        "diff of two dumps of \(size) sections", time / 1e6, unit: "ms",
        limit: size == 10_000 ? 500 : nil)
    }
    if let small = perSection.first, let large = perSection.last {
      // Linear time gives 1 apart from cache effects; quadratic time gives 100.
      report.line("a section of 10 000 / a section of 100, diff", large / small, unit: "", limit: 3)
    }
  }
}

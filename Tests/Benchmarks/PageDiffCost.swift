import SectionEngine
import LayoutReview
import Renderers

/// Cost of reading two dumps, and of comparing their pages and writing the differences as text.
enum PageDiffCost {
  /// Returns a dump of sections with a carousel of three cards, ten nodes each. If `isChanged`, one
  /// section in ten is higher, which pushes everything below it.
  /// - Parameters:
  ///   - code: The code of all sections; `nil` gives each section its own.
  ///   - stride: The distance of neighbours on the page from each other in the feed, an odd number
  ///     that is not divisible by five: 1 keeps the order of the feed.
  static func dump(
    sections: Int, isChanged: Bool, code: String? = nil, stride: Int = 1
  ) -> [UInt8] {
    var out = ByteWriter()
    out.reserveCapacity(sections * 900)
    var body = ByteWriter()
    var y = 0
    for place in 0..<sections {
      let section = place * stride % sections
      let growth = isChanged && section % 10 == 3 ? 22 : 0
      let height = 240 + growth
      body.write(
        "  section \(code ?? "BLOCK_\(section)") @0,\(y) 414x\(height) rows=1x\(height) via=card-rail@1.0.0 title=\"今天 \(section)\"\n"
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

  @MainActor static func measure(_ report: inout Report) {
    var perSection: [Double] = []
    let sizes = [100, 1_000, 10_000]
    for size in sizes {
      let old = dump(sections: size, isChanged: false)
      let new = dump(sections: size, isChanged: true)
      guard let before = DumpParser.parse(old, file: "old").page,
        let after = DumpParser.parse(new, file: "new").page
      else { preconditionFailure("the dumps of the benchmark are not valid") }
      var written = 0
      let times = fastest(
        rounds: max(5, 2_000 / size),
        [
          { written += DumpParser.parse(old, file: "old").page?.lines?.count ?? 0 },
          {
            written += DiffText(color: false).text(of: PageDiff(from: before, to: after)).utf8.count
          },
        ])
      precondition(written > size, "the report is empty")
      perSection.append((2 * times[0] + times[1]) / Double(size))
      report.line("reading a dump of \(size) sections", times[0] / 1e6, unit: "ms")
      report.line(
        "diff of two pages of \(size) sections", times[1] / 1e6, unit: "ms",
        limit: size == 10_000 ? 90 : nil)
    }
    if let small = perSection.first, let large = perSection.last {
      // Linear time gives a ratio of 1 apart from cache effects; quadratic time gives 100.
      report.line("a section of 10 000 / a section of 100, diff", large / small, unit: "", limit: 3)
    }
    for code in [nil, "BLOCK"] {
      for stride in [1, 4_999] {
        let pages = [(false, 1), (true, stride)].map { isChanged, stride in
          DumpParser.parse(
            dump(sections: 10_000, isChanged: isChanged, code: code, stride: stride), file: "page"
          ).page
        }
        guard let old = pages[0]?.lines, let new = pages[1]?.lines else {
          preconditionFailure("the dumps of the benchmark are not valid")
        }
        var pairs = 0
        let (olds, news) = (old.sections, new.sections)
        let time = fastest(
          rounds: 5,
          [{ pairs += Pairing(old, olds, new, news).origins.count { $0 >= 0 } }])[0]
        precondition(pairs > 0, "no section is paired")
        let names = code == nil ? "own codes" : "one code"
        let order = stride == 1 ? "" : ", in any order"
        report.line("pairing 10000 sections, \(names)\(order)", time / 1e6, unit: "ms", limit: 40)
      }
    }
  }
}

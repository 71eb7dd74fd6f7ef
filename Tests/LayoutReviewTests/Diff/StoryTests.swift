import Glibc
import LayoutCore
import Page
import TestTools
import Testing

@testable import LayoutReview
@testable import Renderers

@Suite("A comparison names what happened") struct StoryTests {
  /// The number of cases; `SECTIONENGINE_CASES=10000` runs more.
  static let cases = getenv("SECTIONENGINE_CASES").flatMap { UInt64(String(cString: $0)) } ?? 700

  @Test("random edits of equal sections or rows are named exactly", arguments: [false, true])
  func edits(areRows: Bool) {
    var counts = StoryCounts()
    for seed in 0..<Self.cases {
      let list = EditedList(seed: seed)
      let diff =
        areRows
        ? PageDiff(from: rows(list.old), to: rows(list.new))
        : PageDiff(from: page(list.old), to: page(list.new))
      counts.add(areRows ? rowStory(diff, list) : story(diff, list), list.truth, seed: seed)
    }
    #expect(counts.share >= 0.995, "\(counts)")
    #expect(counts.falseMoves.isEmpty, "\(counts)")
  }

  @Test("the first of equal sections in a row was removed, and the last was added")
  func equalNeighbours() {
    func list(_ codes: String) -> [EditedList.Element] {
      codes.map { .init(code: "S", texts: [String($0), "x"]) }
    }
    let removed = PageDiff(from: page(list("LLTL")), to: page(list("LTL")))
    #expect(removed.counts == PageDiff.Counts(removed: 1, pushed: 3))
    #expect(removed.sections.map(\.places.old) == [1])
    let added = PageDiff(from: page(list("LTL")), to: page(list("LLTL")))
    #expect(added.counts == PageDiff.Counts(added: 1, pushed: 2, unchanged: 1))
    let appended = PageDiff(from: page(list("LTL")), to: page(list("LTLL")))
    #expect(appended.counts == PageDiff.Counts(added: 1, unchanged: 3))
    #expect(appended.sections.map(\.places.new) == [4])
  }

  @Test(
    "long pages are compared alike, with one content, two contents or one key, in any order",
    arguments: [1, 2, 3, 2_000])
  func long(contents: Int) {
    var random = SplitMix64(seed: UInt64(contents))
    let old = (0..<2_000).map { index in
      EditedList.Element(
        code: "S",
        texts: ["\(contents == 2_000 ? index : Int.random(in: 0..<contents, using: &random))"])
    }
    var new = old
    new.remove(at: 700)
    new.insert(.init(code: "S", texts: ["fresh"]), at: 1_500)
    let diff = PageDiff(from: page(old), to: page(new))
    // A removed section and a new one elsewhere are one changed section if they are equal.
    #expect(diff.counts.added == (contents == 1 ? 0 : 1))
    #expect(diff.counts.removed == (contents == 1 ? 0 : 1))
    #expect(diff.sections.count == (contents == 1 ? 1 : 2))
    let reversed = PageDiff(from: page(old), to: page(old.reversed()))
    #expect(reversed.counts.added == 0 && reversed.counts.removed == 0)
    if contents == 1 { #expect(reversed.isEmpty) }
    if contents == 2_000 { #expect(reversed.counts.moved == 1_999) }
  }

  @Test("an inserted section does not change the gap of the next")
  func insertedGap() {
    func dump(_ codes: [String]) -> TestDump {
      var dump = TestDump(sections: codes.map { TestDump.rail($0) })
      for index in dump.sections.indices.dropFirst() {
        dump.sections[index].attributes = [.init("gap-above", "8")]
        dump.sections[index].frame.y += 8 * Double(index)
      }
      return dump
    }
    let diff = PageDiff(from: dump(["A", "B"]).page, to: dump(["N", "A", "B"]).page)
    #expect(diff.sections.map(\.name) == ["N"])
    #expect(diff.counts == PageDiff.Counts(added: 1, pushed: 2))
    // With the same sections, a changed gap is a change.
    var wider = dump(["A", "B"])
    wider.sections[1].attributes = [.init("gap-above", "16")]
    wider.sections[1].frame.y += 8
    let gap = PageDiff(from: dump(["A", "B"]).page, to: wider.page)
    #expect(gap.sections.map(\.name) == ["B"])
  }

  @Test("a page that lost more of its feed differs, even if all sections are equal")
  func losses() {
    let page = page([.init(code: "S", texts: ["a", "b"])])
    var losing = page
    losing.lines?.summary = "1 warning: SE3002 (1); 2 notes: SE1015 (2)"
    let diff = PageDiff(from: page, to: losing)
    #expect(!diff.isEmpty)
    #expect(DiffText(color: false).text(of: diff).contains("not on the page: SE1015 none -> 2"))
    #expect(!diff.suite(named: "page").findings.isEmpty)
    #expect(PageDiff(from: losing, to: losing).isEmpty)
    var other = page
    other.lines?.summary = "1 warning: SE3002 (1)"
    #expect(PageDiff(from: page, to: other).isEmpty)
  }

  private func page(_ elements: [EditedList.Element]) -> Page {
    TestDump(
      sections: elements.map { element in
        var section = TestDump.Section(
          code: element.code, frame: Rect(x: 0, y: 0, width: 414, height: 240))
        section.lines = [.init(level: 1, name: "list", attributes: [.init("axis", "y")])]
        section.lines += element.texts.enumerated().map { row, text in
          .init(
            level: 2, name: "row", number: row, string: text,
            frame: Rect(x: 0, y: 40 * Double(row), width: 414, height: 40))
        }
        return section
      }
    ).page
  }

  private func rows(_ elements: [EditedList.Element]) -> Page {
    var section = TestDump.Section(
      code: "S", frame: Rect(x: 0, y: 0, width: 414, height: 40 * Double(elements.count)))
    section.lines = [.init(level: 1, name: "list", frame: section.frame)]
    for (row, element) in elements.enumerated() {
      section.lines.append(
        .init(
          level: 2, name: "row", number: row, string: element.texts[0],
          frame: Rect(x: 0, y: 40 * Double(row), width: 414, height: 40),
          attributes: element.code == "T" ? [.init("action", "app://\(element.texts[0])")] : []))
      section.lines += element.texts.dropFirst().map {
        .init(level: 3, name: "text", string: $0, frame: Rect(x: 0, y: 0, width: 100, height: 14))
      }
    }
    return TestDump(sections: [section]).page
  }

  private func story(_ diff: PageDiff, _ list: EditedList) -> EditedList.Story {
    var story = EditedList.Story()
    for section in diff.sections {
      let old = section.places.old > 0 ? list.old[section.places.old - 1].content : nil
      let new = section.places.new > 0 ? list.new[section.places.new - 1].content : nil
      add(old, new, isMoved: section.isReordered, to: &story)
    }
    return story
  }

  private func rowStory(_ diff: PageDiff, _ list: EditedList) -> EditedList.Story {
    /// Returns the row that has a line; `nil` for a line outside of the rows.
    func row(_ page: Page.Lines, _ line: Int) -> Int? {
      guard line >= 0 else { return nil }
      return (0...line).last { page[$0].level == 2 && Int(page[$0].end) > line }
        .map { page[$0].number }
    }
    struct Pair: Hashable { let old, new: Int? }
    var pairs: [Pair: Bool] = [:]
    for mark in diff.sections.flatMap(\.marks) {
      let pair = Pair(old: row(diff.oldLines, mark.old), new: row(diff.newLines, mark.new))
      guard pair.old != nil || pair.new != nil else { continue }
      let isRow = mark.new >= 0 && diff.newLines[mark.new].level == 2
      let isMoved = isRow && mark.kinds.contains(.moved)
      // A line that is only on one page does not name the row on the other page.
      if let known = pairs.keys.first(where: { known in
        (pair.old == nil && known.new == pair.new && mark.new >= 0
          && diff.newLines[mark.new].level > 2)
          || (pair.new == nil && known.old == pair.old && mark.old >= 0
            && diff.oldLines[mark.old].level > 2)
      }) {
        pairs[known, default: false] = pairs[known] == true || isMoved
      } else {
        pairs[pair] = pairs[pair] == true || isMoved
      }
    }
    var story = EditedList.Story()
    for (pair, isMoved) in pairs {
      add(
        pair.old.map { list.old[$0].content }, pair.new.map { list.new[$0].content },
        isMoved: isMoved, to: &story)
    }
    return story
  }

  private func add(
    _ old: String?, _ new: String?, isMoved: Bool, to story: inout EditedList.Story
  ) {
    guard let old else { return story.added.append(new ?? "") }
    guard let new else { return story.removed.append(old) }
    if isMoved { story.moved.append(new) }
    if old != new { story.changed.append(old + " -> " + new) }
  }
}

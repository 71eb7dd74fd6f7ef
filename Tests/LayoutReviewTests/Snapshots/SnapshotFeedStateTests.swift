import LayoutCore
import Renderers
import Support
import Testing

@testable import LayoutReview

@Suite struct SnapshotFeedStateTests {
  private static let standard = LayoutEnvironment(locale: "zh-CN")

  /// Returns a dump whose feed has this width.
  private static func text(_ width: Int, _ cell: SnapshotCell) -> SnapshotText {
    var words = ByteWriter()
    for fact in cell.environment(standard).facts {
      words.write(attribute: fact.key, value: fact.value)
    }
    let dump = """
      # layout-dump v1 · unit pt · scale 2 · section frames in feed, node frames in parent
      feed news \(width)x10\(words.string) metrics=default layout=news@1 sections=1
        section A @0,0 \(width)x10 rows=1x10 via=a@1

      """
    guard let text = SnapshotText(Array(dump.utf8), of: cell.environment(standard)) else {
      preconditionFailure("the dump does not name its environment")
    }
    return text
  }

  private static let matrix = SnapshotMatrix(
    words: [.device: ["a", "b"], .appearance: ["light", "dark"], .direction: ["ltr", "rtl"]])

  private static func state(_ files: [SnapshotFile] = []) -> SnapshotFeedState {
    SnapshotFeedState(matrix: matrix, standard: standard, files: files)
  }

  /// Draws the cells of some devices, and compares the results with the recorded snapshots.
  private static func drawings(
    _ state: SnapshotFeedState, devices: Set<String> = ["a", "b"], _ width: (SnapshotCell) -> Int
  ) -> [(cell: SnapshotCell, drawing: SnapshotDrawing)] {
    state.matrix.filter { devices.contains($0[.device]) }.map { cell in
      let text = text(width(cell), cell)
      return (cell, state.expected(for: cell) == text ? .same(nil) : .different(text))
    }
  }

  private static func carriedOut(
    _ plan: SnapshotPlan, _ state: SnapshotFeedState
  ) -> SnapshotFeedState {
    var files = Dictionary(uniqueKeysWithValues: state.files.map { ($0.name, $0.bytes) })
    for file in plan.written { files[String(file.name.dropLast(5))] = file.bytes }
    for name in plan.removed { files[String(name.dropLast(5))] = nil }
    return Self.state(files.map { SnapshotFile(name: $0, bytes: $1) })
  }

  private static func names(_ state: SnapshotFeedState) -> [String] { state.files.map(\.name) }

  @Test("recording stores distinct dumps, which then verify")
  func record() {
    let empty = Self.state()
    let drawings = Self.drawings(empty) { $0[.direction] == "rtl" ? 20 : 10 }
    #expect(
      empty.problems(of: drawings, in: "news").map { [$0.kind.rawValue, $0.place] }
        == [["missing", "news/a+b.light+dark.ltr+rtl"]])
    let recorded = Self.carriedOut(empty.plan(resolving: [.missing], of: drawings), empty)
    #expect(Self.names(recorded) == ["a+b.light+dark", "a+b.light+dark.rtl"])
    let again = Self.drawings(recorded) { $0[.direction] == "rtl" ? 20 : 10 }
    #expect(recorded.problems(of: again, in: "news").isEmpty)
    #expect(recorded.plan(resolving: [.missing, .changed], of: again).written.isEmpty)
  }

  @Test("a file is split if one of its cells changes, and the other files keep their bytes")
  func split() throws {
    let empty = Self.state()
    let recorded = Self.carriedOut(
      empty.plan(resolving: [.missing], of: Self.drawings(empty) { _ in 10 }), empty)
    #expect(Self.names(recorded) == ["a+b.light+dark.ltr+rtl"])
    // The run covers only device b, and only its dark cells changed.
    let drawings = Self.drawings(recorded, devices: ["b"]) { $0[.appearance] == "dark" ? 11 : 10 }
    let problems = recorded.problems(of: drawings, in: "news")
    #expect(problems.map(\.kind) == [.changed] && problems[0].cells == "b.dark.ltr+rtl")
    #expect(recorded.plan(resolving: [.missing], of: drawings).written.isEmpty)
    let plan = recorded.plan(resolving: [.changed], of: drawings)
    let accepted = Self.carriedOut(plan, recorded)
    #expect(Self.names(accepted) == ["a.light+dark.ltr+rtl,b.ltr+rtl", "b.dark.ltr+rtl"])
    let all = Self.drawings(accepted) { $0[.device] == "b" && $0[.appearance] == "dark" ? 11 : 10 }
    #expect(accepted.problems(of: all, in: "news").isEmpty)
    // The feed line has the environment of the file's first cell.
    let dark = try #require(accepted.files.last?.bytes)
    #expect(String(decoding: dark, as: UTF8.self).contains("appearance=dark"))
  }

  @Test(
    "after a part of a plan every cell is still verified, and the plan can be repeated")
  func killed() {
    let empty = Self.state()
    let recorded = Self.carriedOut(
      empty.plan(resolving: [.missing], of: Self.drawings(empty) { _ in 10 }), empty)
    func width(_ cell: SnapshotCell) -> Int { cell[.appearance] == "dark" ? 11 : 10 }
    let plan = recorded.plan(resolving: [.changed], of: Self.drawings(recorded, width))
    #expect(plan.written.count == 2 && plan.removed.count == 1)
    for steps in 0...plan.written.count {
      let part = SnapshotPlan(written: Array(plan.written.prefix(steps)), removed: [])
      let state = Self.carriedOut(part, recorded)
      let drawings = Self.drawings(state, width)
      let problems = state.problems(of: drawings, in: "news")
      #expect(!problems.isEmpty && problems.allSatisfy { [.changed, .repeated].contains($0.kind) })
      let repaired = Self.carriedOut(
        state.plan(resolving: [.changed, .repeated], of: drawings), state)
      #expect(Self.names(repaired) == ["a+b.dark.ltr+rtl", "a+b.ltr+rtl"])
      #expect(repaired.problems(of: Self.drawings(repaired, width), in: "news").isEmpty)
    }
  }

  @Test("a section that a provider drew and that would be a placeholder is a loss, in any order")
  func lostProviders() {
    let scr = " via=scr@1.0.0"
    let generic = #" via=generic@1.0.0 fallback="generic: no provider for the code" SE3002"#
    let lost = #" via=placeholder@1.0.0 fallback="placeholder: no provider for the code" SE3002"#
    func dump(_ sections: [(code: String, rest: String)]) -> [UInt8] {
      var text = """
        # layout-dump v1 · unit pt · scale 2 · section frames in feed, node frames in parent
        feed news 10x10 metrics=default layout=news@1 sections=\(sections.count)

        """
      for (code, rest) in sections { text += "  section \(code) @0,0 10x10 rows=1x10\(rest)\n" }
      return Array(text.utf8)
    }
    func losses(
      _ old: [(code: String, rest: String)], _ new: [(code: String, rest: String)]
    ) -> [SnapshotLoss] {
      SnapshotLoss.losses(from: dump(old), to: dump(new))
    }
    let loss = SnapshotLoss(
      blockCode: "E", providers: ["scr@1.0.0"], count: 1, reason: "no provider for the code")
    #expect(losses([("E", scr)], [("E", lost)]) == [loss])
    #expect(losses([("A", scr), ("E", scr), ("E", scr)], [("E", lost), ("E", scr)]) == [loss])
    #expect(losses([("E", lost), ("E", scr)], [("E", scr), ("E", lost)]).isEmpty)
    #expect(losses([("E", generic)], [("E", lost)]).isEmpty)
    #expect(losses([("E", scr)], [("E", generic)]).isEmpty)
    #expect(losses([("E", scr)], [("E", scr), ("E", lost)]).isEmpty)
    #expect(losses([("A", scr)], [("E", lost)]).isEmpty)
    #expect(SnapshotLoss.losses(from: [1], to: dump([("E", lost)])).isEmpty)
  }

  @Test("changed, edited and unreadable files are distinguished")
  func kinds() throws {
    let empty = Self.state()
    let drawn = Self.drawings(empty) { _ in 10 }
    let cell = try #require(empty.matrix.first)
    func kinds(_ text: String) -> Set<SnapshotProblem.Kind> {
      let file = SnapshotFile(name: "a+b.light+dark.ltr+rtl", bytes: Array(text.utf8))
      let state = Self.state([file])
      return Set(state.problems(of: drawn, in: "news").map(\.kind))
    }
    let good = String(decoding: Self.text(12, cell).bytes, as: UTF8.self)
    #expect(kinds(good) == [.changed])
    #expect(kinds(good.replacing(" rows=1x10", with: "  rows=1x10")) == [.unreadable])
    #expect(kinds("<<<<<<< HEAD\n" + good) == [.unreadable])
    #expect(kinds("") == [.unreadable])
    #expect(kinds(String(good.prefix(120))) == [.edited])
    #expect(kinds(good.replacing("@0,0 12x", with: "@0,0 12.0x")) == [.edited])
    #expect(kinds(good.replacing("sections=1", with: "sections=2")) == [.edited])
    #expect(kinds(good.replacing("=light", with: "=dark")) == [.edited])
  }

  @Test("changes with the same cause are reported once")
  func folding() throws {
    let empty = Self.state()
    let recorded = Self.carriedOut(
      empty.plan(
        resolving: [.missing], of: Self.drawings(empty) { $0[.device] == "a" ? 10 : 20 }), empty)
    let drawings = Self.drawings(recorded) { $0[.device] == "a" ? 11 : 21 }
    let problems = recorded.problems(of: drawings, in: "news")
    #expect(problems.map(\.kind) == [.changed, .changed])
    let folded = problems.folded()
    let first = try #require(folded.first)
    #expect(folded.count == 1 && first.count == 4 && first.otherCount == 4)
    #expect(first.others == ["news/b.light+dark.ltr+rtl.dump"])
  }

  @Test("orphans are files without a cell, limited to the devices of the run")
  func orphans() {
    let names = ["a.light+dark", "a.ax5", "c", "not a name.light.x.y", "b.ax5"]
    let state = Self.state(names.map { SnapshotFile(name: $0, bytes: []) })
    #expect(
      state.orphans(among: nil).map(\.name) == ["a.ax5", "b.ax5", "c", "not a name.light.x.y"])
    #expect(state.orphans(among: ["a"]).map(\.name) == ["a.ax5"])
    #expect(state.orphans(among: ["b"]).map(\.name) == ["b.ax5"])
  }
}

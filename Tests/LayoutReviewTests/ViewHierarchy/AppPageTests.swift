import Foundation
import LayoutCore
import Page
import ParityCases
import Renderers
import Testing

@testable import LayoutReview

@Suite("HTML pages of app comparisons") struct AppPageTests {
  private struct Shown {
    let html: String
    /// The ids of all marks.
    let marks: Set<String>
    /// The ids of the marks of each entry.
    let entries: [[String]]

    init(_ comparison: AppComparison) {
      html = String(decoding: AppComparison.html([comparison]), as: UTF8.self)
      marks = Set(html.matches(of: /<rect class="\w+"[^>]* id="([^"]+)">/).map { String($0.1) })
      entries = html.matches(of: /data-ids="([^"]+)"/).map {
        $0.1.split(separator: " ").map(String.init)
      }
    }

    /// Returns the picture of a side.
    func side(_ name: String) -> Substring {
      let start = html.range(of: "<figure class=\"\(name)\"")?.lowerBound ?? html.endIndex
      return html[start...].prefix(upTo: html[start...].range(of: "</figure>")?.upperBound ?? start)
    }

    func kind(of mark: String) -> String {
      let end = html.range(of: "id=\"\(mark)\">")?.lowerBound ?? html.startIndex
      let start = html[..<end].range(of: "<rect class=\"", options: .backwards)?.upperBound ?? end
      return String(html[start..<end].prefix { $0 != "\"" })
    }
  }

  /// A table of rows of 44 points with the given texts, as WebDriverAgent writes it.
  private static func table(_ texts: [String], height: Double = 44) throws -> ViewHierarchy {
    let rows = texts.enumerated().map { index, text in
      let top = 60 * Double(index)
      return """
        <XCUIElementTypeCell x="0" y="\(top)" width="390" height="\(height)">\
        <XCUIElementTypeStaticText label="\(text)" x="20" y="\(top + 12)" width="220" height="20"/>\
        </XCUIElementTypeCell>
        """
    }
    let height = max(700, 60 * texts.count)
    return try #require(
      ParityFile.read(
        """
        <XCUIElementTypeApplication x="0" y="0" width="390" height="\(height)"><XCUIElementTypeTable \
        x="0" y="0" width="390" height="\(height)">\(rows.joined())</XCUIElementTypeTable>\
        </XCUIElementTypeApplication>
        """))
  }

  private static func compare(_ old: ViewHierarchy, _ new: ViewHierarchy) throws -> Shown {
    Shown(try #require(AppComparison.best(new, beside: old, named: nil, tolerance: 0.5)))
  }

  @Test(
    "texts are in their boxes, sections have names, and entries and marks belong together",
    arguments: LabelledDump.all)
  func fixtures(dump: LabelledDump) throws {
    let comparison = try #require(
      AppComparison.best(dump.hierarchy, page: ReferencePage(LabelledDump.page), tolerance: 0.5))
    let shown = Shown(comparison)
    for side in ["before", "after"] {
      let picture = shown.side(side)
      for text in comparison.matching.wording.indices.filter({
        comparison.matching.wording[$0] >= 0
      }) {
        let box = comparison.matching.page[text]
        let item = comparison.matching.content.items[comparison.matching.wording[text]]
        let wanted = side == "before" ? box.text : item.text ?? ""
        guard item.isLeaf, wanted.count < 12 else { continue }
        #expect(picture.contains(">\(wanted)<"), "\(wanted) \(side)")
      }
      for section in comparison.matching.page.sections
      where comparison.matching.items[section] >= 0 {
        let name = comparison.matching.page.paths[section]
        // A section that is cut at the edge of the screen can be too low for its name.
        guard comparison.places(of: name).app?.height ?? 0 > 30 else { continue }
        #expect(picture.contains("<title>\(name)</title>"))
      }
    }
    #expect(Set(shown.entries.flatMap(\.self)) == shown.marks)
    #expect(!shown.entries.isEmpty)
    #expect(shown.entries.flatMap(\.self).count == shown.marks.count)
  }

  @Test("the colour of a mark is that of the kind, as between feeds")
  func kinds() throws {
    let texts = ["Wi-Fi", "Bluetooth", "Mobile", "Hotspot"]
    let higher = try Self.compare(Self.table(texts), Self.table(texts, height: 48))
    #expect(higher.entries.count == 4)
    #expect(higher.entries.allSatisfy { $0.map(higher.kind(of:)) == ["resized", "resized"] })
    let inserted = try Self.compare(Self.table(texts), Self.table(texts + ["VPN"]))
    #expect(inserted.entries.map { $0.map(inserted.kind(of:)) } == [["added"]])
    let removed = try Self.compare(Self.table(texts), Self.table(Array(texts.dropFirst())))
    #expect(removed.marks.allSatisfy { removed.kind(of: $0) != "added" })
    let reworded = try Self.compare(
      Self.table(texts), Self.table(["Wi-Fi", "Blue tooth 5", "Mobile", "Hotspot"]))
    #expect(reworded.marks.map(reworded.kind(of:)).contains("changed"))
  }

  @Test("equal apps have an empty list, and other scripts are drawn")
  func scripts() throws {
    let texts = ["设置", "無線網路", "إعدادات", "הגדרות", "日本語 🎉", "<b>&amp;</b>"]
    let escaped = texts.map { $0.replacing("<", with: "&lt;") }
    let equal = try Self.compare(Self.table(escaped), Self.table(escaped))
    #expect(equal.entries.isEmpty && equal.marks.isEmpty)
    for text in texts.prefix(5) {
      #expect(equal.side("before").contains(text) && equal.side("after").contains(text), "\(text)")
    }
    #expect(!equal.html.contains("<b>&amp;</b>"))
  }

  @Test("a page of thousands of rows draws those that differ, and names the others")
  func many() throws {
    let old = try Self.table((0..<5_200).map { "Row \($0)" })
    let new = try Self.table((0..<5_200).map { $0 == 4_000 ? "Line 4000" : "Row \($0)" })
    let shown = try Self.compare(old, new)
    #expect(shown.side("before").contains(">Row 4000<"))
    #expect(shown.side("after").contains(">Line 4000<"))
    #expect(!shown.html.contains(">Row 4002<"))
    #expect(shown.side("after").contains(">Cell#5190<"))
  }

  @Test("sections that changed are drawn from the top as long as there is room")
  func room() {
    var lines = Page.Lines()
    for line in 0..<Wireframe.mostNodes * 3 {
      let isSection = line % 3 == 0
      lines.append(
        Page.Line(
          kind: isSection ? .section(.section) : .node, level: isSection ? 0 : 1, number: -1,
          name: .none, string: .none, tail: .none, frame: .zero), kind: nil, node: -1)
    }
    lines.nest()
    let all = Set(lines.sections.map(\.line))
    #expect(lines.named(of: lines.count, most: lines.count, except: []).isEmpty)
    #expect(lines.named(of: lines.count, most: 10, except: []) == all)
    let named = lines.named(of: lines.count, most: 10, except: all.filter { $0 > 3 })
    #expect(named.contains(0) && named.contains(3) && !named.contains(6))
    #expect(all.count - named.count == Wireframe.mostNodes / 3 + 1)
  }
}

import Foundation
import LayoutCore
import Page
import Renderers
import Testing

@testable import LayoutReview

/// A dump like one of a real app, with one difference from the page.
///
/// The page is `home.dump`. The dumps have wrapper views, bars, a keyboard, recycled cells, merged
/// labels, counts that the app formats, and frames that Android clips at the edges of the list.
struct LabelledDump: Sendable, CustomTestStringConvertible {
  var file: String
  /// Pixels per point.
  var scale = 1.0
  /// The texts of the page that the app shows: on their own, formatted, or in a longer label.
  var texts: [String]
  /// The path of the box that differs, and the difference that is reported.
  var edit: (path: String, difference: String)

  var testDescription: String { file }

  static let charts = [
    "Rain on glass", "12345 plays", "Morning run", "8021 plays", "Deep focus", "1203456 plays",
  ]
  static let mixes = [
    "Made for you", "Daily mix 1", "Ana, Bo and more", "Daily mix 2", "Cleo, Dax and more",
    "Release radar", "New songs this week",
  ]
  static let mall = [
    "Shop", "More", "Headphones", "¥99", "Vinyl box", "¥129", "Tour shirt", "¥99", "Poster", "¥19",
  ]
  static let top = ["Summer hits", "Charts", "More"] + charts + mixes

  static let all = [
    LabelledDump(file: "uikit-top.txt", texts: top, edit: ("MIXES", "+3 y")),
    LabelledDump(
      file: "uikit-scrolled.txt", texts: charts + mixes + mall, edit: ("MIXES/row[1]", "+4 high")),
    LabelledDump(
      file: "uikit-flat.txt", texts: top + ["Shop", "More"],
      edit: ("CHARTS/header/text", "+4 high")),
    LabelledDump(file: "appium-top.xml", texts: top, edit: ("CHARTS/header/text", "+4 x")),
    LabelledDump(
      file: "appium-scrolled.xml", texts: charts + mixes + mall, edit: ("MALL/header", "+6 high")),
    LabelledDump(file: "appium-keyboard.xml", texts: top, edit: ("BANNER", "+10 high")),
    LabelledDump(
      file: "uiautomator-top.xml", scale: 3, texts: top + ["Shop", "More"], edit: ("MIXES", "+3 y")),
    LabelledDump(
      file: "uiautomator-scrolled.xml", scale: 3, texts: charts + mixes + mall,
      edit: ("MIXES/row[0]/text", "-4 x")),
    LabelledDump(
      file: "uiautomator-keyboard.xml", scale: 3, texts: charts + mixes + mall.dropLast(2),
      edit: ("MALL/cell[3]", "missing")),
  ]

  static func text(of file: String) throws -> String {
    let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    return try String(
      contentsOf: folder.appendingPathComponent("Fixtures/\(file)"), encoding: .utf8)
  }

  var hierarchy: ViewHierarchy {
    get throws {
      let read = TestViews.read(try Self.text(of: file))
      #expect(read.diagnostics.isEmpty, "\(read.diagnostics)")
      var hierarchy = try #require(read.value)
      hierarchy.divide(by: scale)
      return hierarchy
    }
  }

  static var page: Page {
    get throws {
      let parsed = DumpParser.parse(Array(try text(of: "home.dump").utf8), file: "home.dump")
      return try #require(parsed.page)
    }
  }
}

@Suite("Dumps as real apps have them") struct RealisticDumpsTests {
  @Test("every text that the app shows is in the tree")
  func reading() throws {
    for dump in LabelledDump.all {
      let shown = try dump.hierarchy.views.compactMap(\.text).joined(separator: "\n")
      for text in dump.texts where !text.hasSuffix("plays") {
        #expect(shown.contains(text), "\(dump.file): \(text)")
      }
      #expect(shown.contains(" plays"), "\(dump.file)")
    }
  }

  @Test("frames in the feed are those of the page, apart from the edit")
  func frames() throws {
    let page = try LabelledDump.page.linesOfSections
    let places = zip(page.indices, page.framesInFeed).filter {
      ["Rain on glass", "Morning run"].contains(page.string(of: $0.0))
    }
    for dump in LabelledDump.all where dump.edit.difference != "missing" {
      let hierarchy = try dump.hierarchy
      let frames = hierarchy.framesOnScreen
      // The position of a text above the edit shows how far the feed is scrolled.
      let moves = places.compactMap { box, frame in
        hierarchy.views.firstIndex { $0.text?.hasPrefix(page.string(of: box)) ?? false }.map {
          (x: frames[$0].x - frame.x, y: frames[$0].y - frame.y)
        }
      }
      #expect(moves.count == 2 && moves.allSatisfy { abs($0.x) < 1 }, "\(dump.file)")
      #expect(Set(moves.map { $0.y.rounded() }).count == 1, "\(dump.file)")
    }
  }

  @Test(
    "nine tenths of the texts are matched, the edit is reported as itself, and nothing else",
    arguments: LabelledDump.all)
  func matching(_ dump: LabelledDump) throws {
    let comparison = try #require(
      AppComparison.best(dump.hierarchy, page: ReferencePage(LabelledDump.page), tolerance: 0.5))
    #expect(comparison.isReliable)
    #expect(comparison.texts.matched * 10 >= comparison.texts.visible * 9)
    let section = String(dump.edit.path.prefix { $0 != "/" })
    let lines = comparison.text(color: false).split(separator: "\n").map(String.init)
    let edit =
      dump.edit.path == section ? section : String(dump.edit.path.dropFirst(section.count + 1))
    if dump.edit.difference == "missing" {
      #expect(comparison.isEmpty == false && comparison.sections.isEmpty)
      #expect(comparison.missingNodes.map(\.path) == [dump.edit.path])
    } else {
      #expect(
        lines.contains { $0.contains(edit + " ") && $0.contains("(\(dump.edit.difference))") },
        "\(lines.joined(separator: "\n"))")
      #expect(comparison.sections.map(\.path) == [section])
      #expect(comparison.missingNodes.isEmpty)
    }
    #expect(comparison.missing.isEmpty && comparison.strangers.isEmpty)
  }

  @Test("three screens of a scroll give the whole page")
  func screens() throws {
    let screens = try (1...3).map {
      try LabelledDump(
        file: "uiautomator-screen-\($0).xml", scale: 3, texts: [], edit: ("", "")
      ).hierarchy
    }
    let joined = try ViewHierarchy.joined(screens).get()
    let frames = joined.framesOnScreen
    let page = try LabelledDump.page.linesOfSections
    for (box, frame) in zip(page.indices, page.framesInFeed) where page.hasString(box) {
      let string = page.string(of: box)
      let found = joined.views.indices.filter { joined.views[$0].text == string }
      let isThere = found.contains { index in
        abs(frames[index].x - frame.x) < 0.5 && abs(frames[index].y - 80 - frame.y) < 0.5
          && abs(frames[index].height - frame.height) < 0.5
      }
      #expect(isThere, "\(page.paths[box]) \(string)")
    }
    // Each text of the page occurs once; the 5 other texts are in bars.
    let texts = joined.views.indices.filter { joined.views[$0].text != nil }
    #expect(texts.count == page.indices.count(where: page.hasString) + 5)
  }
}

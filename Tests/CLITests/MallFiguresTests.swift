import Foundation
import Testing

/// Sizes and positions of the shopping mall, from the dimensions of the original app: S is the page
/// width, w = S - 20.
@Suite struct MallFiguresTests {
  static let widths = [320.0, 375, 414]

  static func nodes(_ code: String, _ options: [String]) throws -> [DumpNode] {
    let result = try Program.run(
      ["dump", "--layout", "mall-home", "--unrounded", "--all"] + options)
    #expect(result.status == 0, "\(result.errors)")
    return DumpNode.nodes(of: result.text, in: code)
  }

  @Test("a group of one item has the item's size", arguments: widths)
  func single(_ s: Double) throws {
    let dump = try Program.run([
      "dump", "--layout", "mall-home", "--unrounded", "--width", "\(s)",
    ]).text
    let w = s - 20
    let figures: [(code: String, node: String, width: Double, height: Double)] = [
      ("marquee", "item", s, 32), ("beltAndRoad", "item", w, 46),
      ("shoppingCarnival", "item", w, 150), ("walletCard", "item", w, 85),
      ("wallet", "wallet", w, 2 * 80 + 10), ("otc", "item", w, 60), ("hxPrefecture", "item", w, 60),
      ("broadcast", "broadcast", s - 20, 114), ("middleAd", "item", w, 114),
      ("bottomFloat", "list", s, 600),
    ]
    for figure in figures {
      let node = DumpNode.nodes(of: dump, in: figure.code).first { $0.name == figure.node }
      #expect(node?.isSized(figure.width, figure.height) == true, "\(figure) \(node?.line ?? "")")
      let section = DumpSection.sections(of: dump).first { $0.code == figure.code }
      #expect(section?.value(of: "via") == "mall@1.0.0" && section?.x == 0 && section?.width == s)
    }
  }

  static let languages = [
    ("zh-CN", 80.0), ("zh-Hant-TW", 80), ("vi-VN", 108), ("en", 98), ("ar", 98),
  ]

  @Test(
    "middle navigation has five items per line, which are higher if labels are long",
    arguments: widths,
    languages)
  func middleNavigation(_ s: Double, _ language: (locale: String, height: Double)) throws {
    let rows = try Self.nodes(
      "middleNav", ["--width", "\(s)", "--locale", language.locale]
    ).filter { $0.name == "row" }
    #expect(rows.count == 8)
    let width = (s - (13 * 4 + 20)) / 5
    for (index, row) in rows.enumerated() {
      #expect(row.isSized(width, language.height), "\(row.line)")
      let x = 10 + Double(index % 5) * (width + 13)
      let y = 10 + Double(index / 5) * (language.height + 13)
      #expect(row.isPlaced(x, y), "\(row.line)")
    }
  }

  @Test("the first line has two tiles, the following lines have three", arguments: widths)
  func bottomNavigation(_ s: Double) throws {
    let rows = try Self.nodes("bottomNav", ["--width", "\(s)"]).filter { $0.name == "row" }
    #expect(rows.count == 8)
    let two = ((s - (4 + 20)) / 2).rounded(.down)
    let three = ((s - (4 * 2 + 20)) / 3).rounded(.down)
    for (index, row) in rows.enumerated() {
      let width = index < 2 ? two : three
      let place = index < 2 ? (line: 0, column: index) : ((index - 2) / 3 + 1, (index - 2) % 3)
      #expect(row.isSized(width, 70), "\(row.line)")
      #expect(row.isPlaced(10 + Double(place.1) * (width + 4), Double(place.0) * 74), "\(row.line)")
    }
  }

  @Test("local services scale with the page, and as many as fit share a line", arguments: widths)
  func localService(_ s: Double) throws {
    let nodes = try Self.nodes("localService", ["--width", "\(s)"])
    let rows = nodes.filter { $0.name == "row" }
    #expect(rows.count == 6)
    let width = 82 * s / 375
    let columns = Int((s - 10) / (width + 10))
    for (index, row) in rows.enumerated() {
      #expect(row.isSized(width, 110), "\(row.line)")
      let (line, column) = index.quotientAndRemainder(dividingBy: columns)
      #expect(
        row.isPlaced(10 + Double(column) * (width + 10), 50 + Double(line) * 120), "\(row.line)")
    }
    let height = Double((rows.count + columns - 1) / columns) * 120 + 10
    #expect(
      nodes.contains { $0.line.contains("background=cell radius=8") && $0.isSized(s, height) })
  }

  @Test("the bottom float is as high as its content, at least 400 points, and its header is pinned")
  func bottomFloat() throws {
    let few = try MallPage.dump(replies: ["bottomFloat": MallPage.reply("bottomFloat", ["One"])])
    let list = DumpNode.nodes(of: few.text, in: "bottomFloat").first { $0.name == "list" }
    #expect(list?.isSized(375, 400) == true)
    let section = try #require(
      DumpSection.sections(of: few.text).first { $0.code == "bottomFloat" })
    #expect(section.height == 44 + 400 && section.value(of: "pinned") == "header")

    let top = try Self.nodes("bottomFloat", ["--height", "667", "--scroll-y", "0"])
    let scrolled = try Self.nodes("bottomFloat", ["--height", "667", "--scroll-y", "1000000"])
    let header = try #require(scrolled.first { $0.name == "header" && $0.depth == 0 })
    #expect(top.first { $0.name == "header" }?.y == 0)
    #expect(header.y > 0, "\(header.line)")
  }

  @Test("the remaining groups of the mall are drawn by the generic section", arguments: widths)
  func others(_ s: Double) throws {
    let dump = try Program.run([
      "dump", "--layout", "mall-home", "--unrounded", "--width", "\(s)",
    ]).text
    for code in ["otherMall", "otherService"] {
      let section = try #require(DumpSection.sections(of: dump).first { $0.code == code })
      #expect(section.value(of: "via")?.hasPrefix("generic@") == true)
      #expect(abs(section.height - 240 * s / 414) < 0.006)
    }
  }
}

import Foundation
import LayoutCore
import Page
import TestConditions
import Testing

@testable import Renderers

@Suite("Pictures as PNG and PDF", .enabled(if: PictureLibrary.load() == nil))
struct PictureWriterTests {
  private static let tokens = [
    "page": "#ffffff", "red": "#ff0000", "blue": "#0000ff", "text": "#000000",
  ]

  private static func page(
    _ nodes: [Node], width: Double = 100, height: Double = 60,
    _ appearance: LayoutEnvironment.Appearance = .light
  ) -> Page {
    var environment = LayoutEnvironment(width: width)
    environment.appearance = appearance
    var page = Page(
      [PlacedSection("CARD", y: 0, width: width, height: height, nodes)], environment: environment)
    page.tokens = tokens
    return page
  }

  private static func box(_ token: String, _ frame: Rect, radius: Float = 0) -> Node {
    Node(.box, frame.x, frame.y, frame.width, frame.height) {
      $0.strings.background = token
      $0.content.cornerRadius = radius
    }
  }

  private static func text(_ text: String, _ frame: Rect) -> Node {
    Node(.text, frame.x, frame.y, frame.width, frame.height, text: text) {
      $0.content.font = Font(size: 10)
    }
  }

  private static func writer(
    _ page: Page, scale: Double = 1, options: RenderOptions = RenderOptions(),
    hasLegend: Bool = false, stripPixels: Int = 8 << 20
  ) throws -> PictureWriter {
    let cell = PictureSheet.Cell(page, options: options, hasLegend: hasLegend)
    return try PictureWriter(
      PictureSheet(rows: [[cell]]), scale: scale, stripPixels: stripPixels)
  }

  private static func pixels(_ page: Page, scale: Double = 1) throws -> Pixels {
    try Pixels(writer(page, scale: scale).png())
  }

  // MARK: Shapes

  @Test("a page has its own size, and the colours of its tokens", arguments: [1, 2, 3])
  func colors(_ scale: Int) throws {
    let page = Self.page([Self.box("red", Rect(x: 10, y: 20, width: 30, height: 20))])
    let pixels = try Self.pixels(page, scale: Double(scale))
    #expect(pixels.width == 100 * scale && pixels.height == 60 * scale)
    // The lines of the section lie at the edges of the page.
    #expect(pixels[5 * scale, 5 * scale] == "#ffffff")
    for (x, y) in [(10, 20), (39, 20), (10, 39), (39, 39)] {
      #expect(pixels[x * scale + scale / 2, y * scale + scale / 2] == "#ff0000")
    }
    for (x, y) in [(9, 20), (40, 20), (10, 19), (39, 40)] {
      #expect(pixels[x * scale + scale / 2, y * scale + scale / 2] == "#ffffff")
    }
  }

  @Test("round corners, opacity and shadows are drawn as in SVG")
  func decoration() throws {
    let round = try Self.pixels(
      Self.page([Self.box("red", Rect(x: 10, y: 10, width: 40, height: 40), radius: 20)]))
    #expect(round[30, 30] == "#ff0000" && round[11, 11] == "#ffffff" && round[12, 30] == "#ff0000")

    var half = Self.box("red", Rect(x: 10, y: 10, width: 40, height: 40))
    half.describe = { $0.describeOpenNode { $0.opacity = 0.5 } }
    let faint = try Self.pixels(Self.page([half]))
    #expect(["#ff7f7f", "#ff8080"].contains(faint[30, 30]))

    var corner = Self.box("red", Rect(x: 10, y: 10, width: 40, height: 40), radius: 20)
    corner.describe = { $0.describeOpenNode { $0.corners = [.topStart] } }
    let one = try Self.pixels(Self.page([corner]))
    #expect(one[11, 11] == "#ffffff" && one[48, 11] == "#ff0000" && one[48, 48] == "#ff0000")
  }

  @Test("a picture fills its frame, and a tint replaces its colours")
  func picture() throws {
    let file = try Self.writer(
      Self.page([Self.box("red", Rect(x: 0, y: 0, width: 100, height: 60))])
    ).png()
    func drawn(_ mode: NodeAttributes.ContentMode, tint: String) throws -> Pixels {
      let image = Node(.image, 10, 10, 40, 40) { node in
        node.describe = { arena in
          let address = arena.addText("https://example.com/a.png".utf8)
          let tint = arena.addText(tint.utf8)
          arena.describeOpenNode { ($0.picture, $0.contentMode, $0.tint) = (address, mode, tint) }
        }
      }
      var options = RenderOptions()
      options.pictures.add(file, at: "https://example.com/a.png")
      let writer = try Self.writer(Self.page([image]), options: options)
      let pixels = try Pixels(writer.png())
      #expect(!writer.lacksPictures)
      return pixels
    }
    #expect(try drawn(.fill, tint: "")[30, 12] == "#ff0000")
    // The file is wider than the frame, so that it does not reach the upper edge.
    let fitted = try drawn(.fit, tint: "")
    #expect(fitted[30, 30] == "#ff0000" && fitted[30, 12] != "#ff0000")
    #expect(try drawn(.stretch, tint: "blue")[30, 30] == "#0000ff")
  }

  @Test("a file that is not PNG, or damaged, leaves an empty box")
  func otherPicture() throws {
    for bytes: [UInt8] in [[0xff, 0xd8, 0xff, 0xe0], [0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10, 1]] {
      let image = Node(.image, 10, 10, 40, 40) { node in
        node.describe = { arena in
          let address = arena.addText("https://example.com/a".utf8)
          arena.describeOpenNode { $0.picture = address }
        }
      }
      var options = RenderOptions()
      options.pictures.add(bytes, at: "https://example.com/a")
      let writer = try Self.writer(Self.page([image]), options: options)
      let pixels = try Pixels(writer.png())
      #expect(pixels[30, 30] == "#e4e4e7" && writer.lacksPictures)
    }
  }

  // MARK: Texts

  @Test("a Latin text is drawn in its frame, as wide as it was measured")
  func latin() throws {
    let page = Self.page([Self.text("Handgloves", Rect(x: 0, y: 20, width: 100, height: 12))])
    let writer = try Self.writer(page)
    let pixels = try Pixels(writer.png())
    // The measurer gives each letter 10 points.
    let inside = pixels.area(inside: 2..<98, 15..<40, otherThan: "#ffffff")
    #expect(!writer.hasBoxes)
    #expect(inside.map { $0.x.lowerBound < 8 && $0.x.upperBound > 90 } == true)
    #expect(inside.map { $0.y.lowerBound >= 20 && $0.y.upperBound <= 34 } == true)
  }

  @Test(
    "other scripts are boxes of the measured width",
    arguments: ["晴天", "سلام", "שלום", "🎧🎵", "नमस्ते", "👨‍👩‍👧"])
  func boxes(_ string: String) throws {
    let page = Self.page([Self.text(string, Rect(x: 0, y: 20, width: 100, height: 12))])
    let writer = try Self.writer(page)
    let pixels = try Pixels(writer.png())
    #expect(writer.hasBoxes)
    let count = min(9, string.unicodeScalars.count)
    let area = pixels.area(inside: 2..<98, 15..<40, otherThan: "#ffffff")
    #expect(area.map { $0.x.upperBound > 10 && $0.x.upperBound <= 10 * (count + 1) } == true)
  }

  @Test("Latin letters between other scripts are letters, and stay in visual order")
  func mixed() throws {
    let texts = try PictureTexts(FixedMeasurer())
    func layout(_ text: String, isRightToLeft: Bool = false) -> PictureTexts.Layout {
      texts.label(text, RedlineTextStyle(name: "s", size: 10))
    }
    let mixed = layout("A晴B")
    #expect(mixed.runs.map(\.x) == [0, 20] && mixed.boxes.map(\.x) == [10] && mixed.width == 30)
    // The digits of a right-to-left text lie left of its letters.
    let numbers = layout("ש12")
    #expect(numbers.runs.map(\.x) == [0] && numbers.boxes.map(\.x) == [20])
  }

  @Test("a text without letters, and an empty one, draws nothing")
  func blank() throws {
    for string in ["", " ", "\u{200B}", "\u{2028}"] {
      let page = Self.page([Self.text(string, Rect(x: 0, y: 20, width: 100, height: 12))])
      let writer = try Self.writer(page)
      let pixels = try Pixels(writer.png())
      #expect(pixels.area(inside: 2..<98, 15..<40, otherThan: "#ffffff") == nil)
      #expect(!writer.hasBoxes)
    }
  }

  // MARK: Sizes

  @Test("a page without sections is a picture")
  func empty() throws {
    let page = Page([], environment: LayoutEnvironment(width: 100))
    let png = try Self.writer(page).png()
    #expect(png.starts(with: [0x89, 0x50, 0x4e, 0x47]))
    #expect(try Self.writer(page).pdf().starts(with: Array("%PDF-1".utf8)))
  }

  @Test("strips change no byte")
  func strips() throws {
    let nodes = (0..<8).map {
      Self.box("red", Rect(x: Double($0) * 9, y: Double($0) * 31, width: 40, height: 40), radius: 9)
    }
    let texts = (0..<8).map { number -> Node in
      var node = Self.text(
        "Strip \(number) 晴", Rect(x: 5, y: Double(number) * 31, width: 90, height: 12))
      if number % 2 == 0 { node.describe = { $0.describeOpenNode { $0.opacity = 0.4 } } }
      return node
    }
    let page = Self.page(nodes + texts, height: 300)
    var options = RenderOptions()
    for style in RenderOptions.Style.allCases {
      options.style = style
      let whole = try Self.writer(page, scale: 2, options: options).png()
      for rows in [1, 7, 64, 300] {
        let width = try Pixels(whole).width
        let strips = try Self.writer(
          page, scale: 2, options: options, stripPixels: rows * width
        ).png()
        #expect(strips == whole, "\(style), \(rows) rows")
      }
    }
  }

  @Test("a page that is too high is refused with the largest scale, and can be divided")
  func tooHigh() throws {
    let page = Self.page(
      [Self.box("red", Rect(x: 0, y: 39_000, width: 10, height: 10))], width: 10, height: 40_000)
    let writer = try Self.writer(page)
    #expect(writer.parts == 2)
    let fault = #expect(throws: PictureFault.self) { try writer.png() }
    guard case .tooLarge(10, 40_000, let scale)? = fault else {
      Issue.record("\(String(describing: fault))")
      return
    }
    #expect(try Pixels(Self.writer(page, scale: scale).png()).height <= PictureWriter.mostPixels)
    let parts = try (0..<2).map { try Pixels(writer.png(part: $0)) }
    #expect(parts.map(\.height) == [PictureWriter.mostPixels, 40_000 - PictureWriter.mostPixels])
    #expect(parts[1][5, 39_005 - PictureWriter.mostPixels] == "#ff0000")
    // A PDF goes on with another page.
    let pages = try Pixels.text(ofPDF: writer.pdf()).matches(of: /\/Type \/Page\b(?!s)/)
    #expect(pages.count == 3)
  }

  @Test("a page that is too wide is refused, also in parts")
  func tooWide() throws {
    let writer = try Self.writer(Self.page([], width: 20_000), scale: 2)
    for part in [nil, 0] {
      #expect(throws: PictureFault.self) { try writer.png(part: part) }
    }
  }

  // MARK: Determinism

  @Test("the bytes are the same each time and on each thread, and the dates are fixed")
  func determinism() async throws {
    let page = Self.page([
      Self.box("red", Rect(x: 10, y: 10, width: 40, height: 40), radius: 7),
      Self.text("Same 晴", Rect(x: 0, y: 20, width: 100, height: 12)),
    ])
    let (png, pdf) = (try Self.writer(page).png(), try Self.writer(page).pdf())
    let results = try await withThrowingTaskGroup(of: Bool.self) { group in
      for _ in 0..<8 {
        group.addTask { try Self.writer(page).png() == png && Self.writer(page).pdf() == pdf }
      }
      return try await group.reduce(true) { $0 && $1 }
    }
    #expect(results)
    #expect(try Pixels.text(ofPDF: pdf).contains("(19700101000000"))
  }

  // MARK: Legend and sheet

  @Test("the legend numbers each node, beside the page")
  func legend() throws {
    let page = Self.page([
      Self.box("red", Rect(x: 0, y: 0, width: 40, height: 30)),
      Self.box("red", Rect(x: 50, y: 0, width: 40, height: 30)),
    ])
    let pixels = try Pixels(Self.writer(page, hasLegend: true).png())
    #expect(pixels.width > 300 && pixels.height >= 60)
    #expect(pixels[1, 1] != "#ff0000" && pixels[30, 25] == "#ff0000")
    let wireframe = Wireframe(page)
    #expect(
      NodeLegend(wireframe, height: 10).size.width > NodeLegend(wireframe, height: 900).size.width)
  }

  @Test("a sheet has its cells in rows, each below its label")
  func sheet() throws {
    let (light, dark) = (Self.page([]), Self.page([], width: 50, height: 200, .dark))
    func cell(_ page: Page, _ label: String) -> PictureSheet.Cell {
      PictureSheet.Cell(page, label: label, options: RenderOptions())
    }
    let sheet = PictureSheet(rows: [[cell(light, "a"), cell(dark, "b")], [cell(light, "c")]])
    #expect(sheet.origins.map(\.x) == [24, 148, 24])
    #expect(sheet.origins.map(\.y) == [48, 48, 296])
    #expect(sheet.size.width == 222 && sheet.size.height == 380)
    let pixels = try Pixels(PictureWriter(sheet, scale: 1).png())
    #expect(pixels.area(inside: 24..<40, 30..<46, otherThan: "#ffffff") != nil)
    #expect(pixels[10, 10] == "#ffffff")
  }

  @Test("the style sheet gives canvases the colours that it gives browsers")
  func looks() {
    var light = LookSheet(.light)
    var dark = LookSheet(.dark)
    #expect(light.look(of: Paint("dot on"), in: nil).fill?.hex == "#18181b")
    #expect(light.look(of: Paint("dot"), in: nil).fill?.hex == "#c4c4cc")
    #expect(dark.look(of: Paint("page"), in: nil).fill?.hex == "#18181b")
    #expect(light.look(of: Paint("lost"), in: nil).dashes == [6, 4])
    let number = light.look(of: Paint("m"), in: nil)
    #expect(number.isHalo && number.width == 3 && number.stroke?.hex == "#ffffff")
    #expect(light.opacity(of: "off") == 0.45)
    // A paint without a class has the fill of its group.
    let red = SRGBColor(hex: "#ff0000")
    #expect(light.look(of: Paint(), in: red).fill == red)
    #expect(light.look(of: Paint(fill: "none"), in: red).fill == nil)
    #expect(light.look(of: Paint(fill: "#00ff00", isShadow: true), in: red).fill?.alpha == 0.25)
  }
}

extension Pixels {
  /// The smallest area within a part of the picture that has all pixels of other colours.
  fileprivate func area(
    inside columns: Range<Int>, _ rows: Range<Int>, otherThan background: String
  ) -> (x: ClosedRange<Int>, y: ClosedRange<Int>)? {
    let found = rows.flatMap { y in columns.filter { self[$0, y] != background }.map { ($0, y) } }
    let (x, y) = (found.map(\.0), found.map(\.1))
    guard let left = x.min(), let right = x.max(), let top = y.min(), let bottom = y.max() else {
      return nil
    }
    return (left...right, top...bottom)
  }
}

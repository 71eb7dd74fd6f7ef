import Foundation
import LayoutCore
import Page
import Support
import Testing

@testable import Renderers

@Suite("HTML page of redlines")
struct HTMLTests {
  static func html(_ widths: [Double]) -> String {
    let pages = widths.map { width in
      let environment = LayoutEnvironment(width: width)
      let section = PlacedSection(
        "R<1>", y: 0, width: width, height: 230, [DumpRendererTests.rail(items: 5)])
      return (
        name: "device-\(Int(width))",
        page: Page([section], environment: environment, feedID: "a<b")
      )
    }
    return String(decoding: HTMLRenderer().bytes(of: pages), as: UTF8.self)
  }

  /// Returns all values of an attribute.
  static func values(_ name: String, in text: String) -> [String] {
    text.components(separatedBy: " \(name)=\"").dropFirst().compactMap {
      $0.components(separatedBy: "\"").first
    }
  }

  @Test("the page forbids external content and contains none")
  func policy() {
    let text = Self.html([414])
    #expect(
      text.contains(
        "content=\"default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; img-src data:\""
      ))
    #expect(text.components(separatedBy: "http").count == 3, "namespace and http-equiv")
    for word in ["<link", " src=", " href=", "@import", "fetch(", "XMLHttpRequest", "innerHTML"] {
      #expect(!text.contains(word), "\(word)")
    }
    #expect(text.contains("<h1>a&lt;b</h1>"))
  }

  @Test("every device has a picture, a switch and unique ids")
  func devices() {
    let text = Self.html([375, 414, 1024])
    let ids = Self.values("id", in: text)
    #expect(Set(ids).count == ids.count)
    for number in 1...3 {
      let shown = ":is(#picture\(number), #list\(number)) { display: block; }"
      #expect(text.contains("body:has(#d\(number):checked) \(shown)"))
      #expect(ids.contains("picture\(number)") && ids.contains("d\(number)"))
      #expect(ids.contains("p\(number).R..3C1..3E.carousel.card.-0"))
    }
    #expect(text.contains(">device-375 · 375 pt @2x</label>"))
    #expect(text.components(separatedBy: " checked>").count == 1 + 1 + 1 + 5)
  }

  @Test("every control has a label, and every label a control")
  func names() {
    let text = Self.html([375, 414])
    let controls = Self.values("id", in: text.components(separatedBy: "<main>")[0])
      .filter { $0 != "content" }
    // The buttons and the zoom need no label: their own text or an attribute names them.
    let buttons = ["previous", "next", "smaller", "larger", "fit", "zoom"]
    #expect(Set(controls).isSuperset(of: buttons))
    let named = text.components(separatedBy: "<label for=\"").dropFirst().compactMap {
      $0.components(separatedBy: "\"").first
    }
    let inside = text.components(separatedBy: "<label><input").dropFirst().compactMap {
      Self.values("id", in: $0).first
    }
    let labels = named + inside
    #expect(Set(controls).subtracting(buttons) == Set(labels))
    #expect(text.components(separatedBy: "<fieldset><legend>").count == 4)
    #expect(Self.values("role", in: text).filter { $0 == "region" }.count == 2)
  }

  @Test("the style sheet knows the layers and appearances of the controls")
  func layers() {
    let text = Self.html([414])
    for layer in ["texts", "images", "measures", "gaps", "legend"] {
      #expect(text.contains("body:has(#\(layer):not(:checked))"))
      #expect(text.contains("id=\"\(layer)\" checked"))
    }
    for appearance in ["system", "light", "dark"] {
      #expect(text.contains("id=\"\(appearance)\"") && text.contains("#\(appearance):checked"))
    }
  }

  @Test("findings have numbers in a list, and one mark for each node that is in view")
  func findings() throws {
    let page = NodePathTests.page
    func finding(_ node: String?, _ severity: Diagnostic.Severity, _ message: String)
      -> RedlineFinding
    {
      RedlineFinding(
        Diagnostic(.smallTouchTarget, severity, message, node: node), rule: "touch-target")
    }
    let found = [
      finding("NOTICE/text", .note, "small <1>"), finding(nil, .warning, "about the feed"),
      finding("NOTICE/text", .error, "small 2"), finding("GONE/text", .warning, "elsewhere"),
    ]
    let text = String(
      decoding: HTMLRenderer().bytes(of: [("", page)], findings: [found]), as: UTF8.self)
    let list = try #require(text.components(separatedBy: "<ol>").last).prefix { $0 != "\u{0}" }
    #expect(
      Self.values("value", in: String(list)) == ["1", "2", "3", "4"],
      "findings of one node are adjacent")
    #expect(
      list.contains("<a href=\"#p1.NOTICE.text\">SE2107 touch-target</a> <span>small &lt;1&gt;"))
    #expect(list.contains("<b>SE2107 touch-target</b> <span>about the feed</span>"))
    // The mark has the higher severity, both numbers and both messages, and lies inside of the node.
    let marks = try #require(text.components(separatedBy: "<g class=\"findings\">").last)
    #expect(marks.hasPrefix("\n<g class=\"error\" data-node=\"p1.NOTICE.text\"><title>SE2107"))
    #expect(marks.contains("small &lt;1&gt;\nSE2107 touch-target: small 2</title>"))
    #expect(marks.contains(">1–2</text></g>\n</g>"))
    #expect(text.contains("id=\"findings\" checked"))
    #expect(!Self.html([414]).contains("id=\"findings\""), "without findings, there is no layer")
  }

  @Test("all pages together draw a limited number of nodes; further sections show their names")
  func limit() throws {
    let count = 1_500
    let sections = (0..<count).map { index in
      PlacedSection(
        "R\(index)", y: Double(index) * 230, height: 230, [DumpRendererTests.rail(items: 5)])
    }
    let page = Page(sections)
    let nodes = page.sections[0].arena.count + 1
    func drawn(_ pages: Int) -> Int {
      let pages = (0..<pages).map { ("\($0)", page) }
      let text = String(decoding: HTMLRenderer().bytes(of: pages), as: UTF8.self)
      for code in ["R0", "R\(count - 1)"] { #expect(text.contains(">\(code) @0,")) }
      return text.components(separatedBy: ".carousel\"").count - 1
    }
    #expect(drawn(1) == Wireframe.mostNodes / nodes)
    #expect(drawn(2) == 2 * (Wireframe.mostNodes / 2 / nodes))
    let text = String(decoding: HTMLRenderer().bytes(of: page), as: UTF8.self)
    let named = count - Wireframe.mostNodes / nodes
    #expect(text.contains("The page has \(count * nodes) nodes: \(named) sections show only"))
    #expect(text.components(separatedBy: "class=\"badge\"").count - 1 == count - named)
  }

  @Test("a single page without a name is named by its size")
  func single() {
    let page = Page([PlacedSection("A", y: 0, height: 40)])
    let text = String(decoding: HTMLRenderer().bytes(of: page), as: UTF8.self)
    #expect(text.contains(">414 pt @2x</label>"))
    #expect(HTMLRenderer().bytes(of: page) == HTMLRenderer().bytes(of: page))
  }
}

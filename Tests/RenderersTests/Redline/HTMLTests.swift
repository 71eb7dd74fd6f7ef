import Foundation
import LayoutCore
import Page
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
    for word in ["<link", " src=", "href", "@import", "fetch(", "XMLHttpRequest", "innerHTML"] {
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
      #expect(text.contains("body:has(#d\(number):checked) #picture\(number) { display: block; }"))
      #expect(ids.contains("picture\(number)") && ids.contains("d\(number)"))
      #expect(ids.contains("p\(number).R..3C1..3E.carousel.card.-0"))
    }
    #expect(text.contains(">device-375 · 375 pt @2x</label>"))
    #expect(text.components(separatedBy: " checked>").count == 1 + 1 + 1 + 6)
  }

  @Test("every control has a label, and every label a control")
  func names() {
    let text = Self.html([375, 414])
    let controls = Self.values("id", in: text.components(separatedBy: "<main>")[0])
      .filter { $0 != "content" }
    // The buttons and the zoom need no label: their own text or an attribute names them.
    let buttons = ["previous", "next", "smaller", "larger", "fit", "zoom"]
    #expect(Set(controls).isSuperset(of: buttons))
    let labels = text.components(separatedBy: "<label for=\"").dropFirst().compactMap {
      $0.components(separatedBy: "\"").first
    }
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

  @Test("a single page without a name is named by its size")
  func single() {
    let page = Page([PlacedSection("A", y: 0, height: 40)])
    let text = String(decoding: HTMLRenderer().bytes(of: page), as: UTF8.self)
    #expect(text.contains(">414 pt @2x</label>"))
    #expect(HTMLRenderer().bytes(of: page) == HTMLRenderer().bytes(of: page))
  }
}

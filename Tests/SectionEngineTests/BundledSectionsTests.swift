import BundledSections
import Foundation
import Testing

@testable import SectionEngine

/// The bundled plugins, linked into this program and loaded from their libraries.
@Suite("Bundled sections") struct BundledSectionsTests {
  private static let layouts = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "../../Layouts").standardizedFileURL
  /// The folder of this program, which also has the libraries.
  private static let built = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath()
    .deletingLastPathComponent().path
  static let names = [
    "audio-chart", "audio-charts", "mall-home", "netease-home", "wanandroid-home",
    "wanandroid-search",
  ]

  private struct Layout: Decodable {
    struct Source: Decodable { var sample: Sample? }
    /// One file, or a list with one file per page.
    struct Sample: Decodable {
      var first: String?
      init(from decoder: any Decoder) throws {
        let value = try decoder.singleValueContainer()
        first = try (try? value.decode(String.self)) ?? value.decode([String].self).first
      }
    }
    var sources: [String: Source]
  }

  @Test(
    "linked sections draw the same pages as the libraries, with the same diagnostics",
    arguments: names)
  func pages(_ name: String) throws {
    let text = try Data(contentsOf: Self.layouts.appending(path: "\(name).json"))
    let sources = try JSONDecoder().decode(Layout.self, from: text).sources
    var replies: [String: [UInt8]] = [:]
    for (source, layout) in sources {
      guard let sample = layout.sample?.first else { continue }
      replies[source] = Array(try Data(contentsOf: Self.layouts.appending(path: sample)))
    }
    #expect(!replies.isEmpty)
    let linked = try Engine(
      layout: Array(text), providers: SectionProviders(linked: BundledSections.plugins))
    let loaded = try Engine(
      layout: Array(text), providers: SectionProviders(folders: [Self.built]))
    #expect(linked.diagnostics.isEmpty)
    let pages = [linked, loaded].map { $0.page(of: replies) }
    #expect(pages[0].sections.contains { !$0.provider.hasPrefix("placeholder") })
    for format in ["dump", "json"] {
      #expect(pages[0].bytes(as: format) == pages[1].bytes(as: format))
    }
    #expect(pages[0].diagnostics == pages[1].diagnostics)
  }

  @Test("libraries are loaded beside the same sections that are linked, which precede them")
  func both() throws {
    let layout = Array(
      #"{"name": "t", "version": 1, "sources": {"f": {"items": "$", "element": {"code": "code"}}}}"#
        .utf8)
    let engine = try Engine(
      layout: layout,
      providers: SectionProviders(linked: [.banner], folders: [Self.built]))
    // The library with the id of a linked plugin is not used.
    #expect(engine.diagnostics.map(\.code) == [.shadowedClaim])
    #expect(engine.diagnostics.first?.message.contains("the linked plugin `banner`") == true)
    let page = engine.page(of: ["f": Array(#"[{"code": "OTHER", "title": "x"}]"#.utf8)])
    #expect(page.sections.map(\.provider) == ["generic@1.0.0"])
  }
}

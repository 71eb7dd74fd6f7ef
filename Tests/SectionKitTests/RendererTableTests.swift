import Testing

@testable import SectionKit

/// Renderers as a host calls them.
@Suite struct RendererTableTests {
  private struct Shout: PageRenderer {
    static let format: StaticString = "shout"
    static func write(_ page: Page, to output: inout PageOutput) throws {
      guard let title = page.layout["title"].string else {
        throw PayloadError("no title", at: page.layout, path: "title")
      }
      print(title.uppercased(), page.options["columns"].int ?? 0, to: &output)
    }
  }

  private static func renderer() throws -> se_renderer {
    let export: PluginExport = .plugin(id: "shout", version: "1.0.0", renderers: [Shout.self])
    let plugin = try #require(export).pointee
    #expect(plugin.provider_count == 0)
    let ask = try #require(plugin.extension)
    func named(_ name: String) -> UnsafeRawPointer? {
      var name = name
      return name.withUTF8 {
        ask(
          se_str(
            data: UnsafeRawPointer($0.baseAddress)?.assumingMemoryBound(to: CChar.self),
            length: $0.count))
      }
    }
    #expect(named("section.renderers/2") == nil && named("") == nil)
    let list = try #require(named(SE_RENDERERS)).assumingMemoryBound(to: se_renderers.self).pointee
    #expect(list.count == 1)
    return try #require(list.renderers).pointee
  }

  private static func write(_ layout: JSON, to host: FakeHost) throws -> se_status {
    let renderer = try renderer()
    #expect(renderer.name.length == 5)
    var page = se_page(layout: host.add(layout), options: host.add(["columns": 72]))
    let render = try #require(renderer.render)
    return render(renderer.`self`, host.pointer, &page)
  }

  @Test("a renderer reads the page and its options, and writes output")
  func writes() throws {
    let host = FakeHost()
    host.output = ""
    #expect(try Self.write(["title": "stories 故事"], to: host) == SE_OK)
    #expect(host.output == "STORIES 故事 72\n" && host.failures.isEmpty)
  }

  @Test("an error thrown by a renderer is the reason for the missing page")
  func throwing() throws {
    let host = FakeHost()
    host.output = ""
    #expect(try Self.write([:], to: host) == SE_FAILED)
    #expect(host.failures.map(\.description) == ["$.title: no title"])
  }

  @Test("a host that takes no output is reported")
  func withoutOutput() throws {
    let host = FakeHost()
    #expect(try Self.write(["title": "x"], to: host) == SE_FAILED)
    #expect(host.failures.map(\.message) == ["this host takes no output"])
  }
}

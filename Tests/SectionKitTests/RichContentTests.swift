import FeedDocument
import FeedTape
import LayoutCore
import Page
import PluginCalls
import Renderers
import Support
import Testing

@testable import SectionKit

/// A price with its former price, a picture with an identifier, and a text with a picture in it.
private struct Offers: SectionProvider {
  static let blockCodes: [StaticString] = ["OFFERS"]
  init(_ block: Block) throws {}
  var rowCount: Int { 2 }

  func body(row: Int) -> Body {
    Body {
      if row == 0 {
        (Text("¥199").font(20, .bold) + Text(" ¥299").font(12).color("secondary").strikethrough()
          + Text(" 规则").action("web", "https://example.com/rules"))
          .truncation(.middle).minimumScale(0.5).lines(1)
      } else {
        Image(url: "https://example.com/a.jpg", label: "cover").contentMode(.fit).tint("accent")
          .border("line", width: 0.5).opacity(0.75).shadow("dark", y: 2, blur: 4)
          .cornerRadius(8, [.topStart, .topEnd]).identifier(type: "playlist", id: "2829883282")
          .state(.playing)
        Image(url: "vip.png", label: "VIP").frame(width: 24, height: 12) + Text(" 会员").italic()
      }
    }
  }
}

@Suite("Rich content") struct RichContentTests {
  private static func lines(_ section: Section) -> [String] {
    (0..<section.arena.count).compactMap { node in
      guard let own = section.arena.attributes(of: node) else { return nil }
      var values = AttributeValues()
      values.storage = section.arena.text
      values.runs = section.arena.runs
      values.add(own)
      var out = ByteWriter()
      out.write(values)
      let text = section.arena.content(of: node)?.text ?? .empty
      return section.arena.string(text) + String(decoding: out.bytes, as: UTF8.self)
    }
  }

  @Test("texts, pictures and decorations reach the host in the style of SwiftUI")
  func reaches() throws {
    let outcome = try DocumentHost.draw(Offers.self, #"{"blockCode": "OFFERS"}"#)
    let section = try outcome.drawn
    #expect(
      Self.lines(section) == [
        "¥199 ¥299 规则 runs=\"5-11 size=12 weight=400 strike color=secondary, "
          + "11-18 action=https://example.com/rules action-type=web\" minimum-scale=0.5 "
          + "truncation=middle",
        " picture=https://example.com/a.jpg mode=fit tint=accent border=0.5 border-color=line "
          + "corners=top-end+top-start opacity=0.75 shadow=\"dark 0 2 4\" "
          + "item=playlist:2829883282 state=playing",
        "VIP 会员 runs=\"0-3 image=vip.png 24x12, 3-10 italic\"",
      ])
  }

  /// Draws with a host of the current contract, or of contract 1.0 if not `offersContent`.
  private static func draw(
    _ type: any SectionProvider.Type, offersContent: Bool
  ) throws -> (section: Section, warnings: [String]) {
    let plugin: PluginExport = .plugin(id: "test", version: "1.0.0", sections: [type])
    let provider = try #require(plugin?.pointee.providers).pointee
    let calls = HostCalls(measurer: RecordedTextMeasurer(), offersContent: offersContent)
    let document = try DocumentHost.document("{}")
    let call = ProviderCall(
      plugin: .init(id: "test", version: "1.0.0"), provider: provider, calls: calls,
      request: BlockRequest(
        feed: document.tape, block: document.root.index, settings: .empty,
        settingsValue: FeedTape.missing, blockCode: "OFFERS", showType: "",
        environment: LayoutEnvironment()))
    let section = try call.section()
    return (section, calls.context.pointee.warnings.map(\.message))
  }

  @Test("a host of contract 1.0 draws the same nodes, with one warning that lists what is lost")
  func hidden() throws {
    let full = try Self.draw(Offers.self, offersContent: true)
    let bare = try Self.draw(Offers.self, offersContent: false)
    #expect(full.warnings.isEmpty)
    #expect(
      bare.warnings == [
        "this host lacks section.content/1 and does not show styles of parts of texts; spacing and "
          + "truncation of texts; addresses of pictures; borders, shadows and opacity; identifiers "
          + "and states"
      ])
    #expect(bare.section.arena.attributes.isEmpty && bare.section.arena.runs.isEmpty)
    #expect(bare.section.outline == full.section.outline)
  }

  private struct Plain: SectionProvider {
    static let blockCodes: [StaticString] = ["PLAIN"]
    init(_ block: Block) throws {}
    func body(row: Int) -> Body {
      Body {
        Text("a") + Text("b")
        Text("bold").bold()
        Image(url: nil, label: "cover")
        Text("").strikethrough()
        Stack().identifier(type: "playlist", id: nil)
      }
    }
  }

  @Test("what contract 1.0 can express uses no extension, and empty values add nothing")
  func plain() throws {
    for offersContent in [true, false] {
      let drawn = try Self.draw(Plain.self, offersContent: offersContent)
      #expect(drawn.warnings.isEmpty && drawn.section.arena.attributes.isEmpty)
      #expect(drawn.section.outline.contains("  text ab"))
      #expect(drawn.section.arena.contents.contains { $0.font.weight == 700 })
    }
  }

  @Test("a style of a whole text applies to its parts, which keep their own")
  func nested() throws {
    struct Nested: SectionProvider {
      static let blockCodes: [StaticString] = ["NESTED"]
      init(_ block: Block) throws {}
      func body(row: Int) -> Body {
        Body {
          Text("a") + (Text("b").color("x") + Text("c").color("y")).font(9).underline()
        }
      }
    }
    let section = try Self.draw(Nested.self, offersContent: true).section
    #expect(
      Self.lines(section) == [
        "abc runs=\"1-2 size=9 weight=400 underline color=x, "
          + "2-3 size=9 weight=400 underline color=y\""
      ])
  }
}

import FeedDocument
import LayoutCore
import Page
import Renderers
import Testing

@testable import LayoutReview

@Suite("Differences of content") struct ContentDiffTests {
  /// The values of one cover on the page. Tests change single values.
  private struct Cover {
    var picture = "https://example.com/covers/0001.jpg?size=240"
    var color = "secondary"
    var id = "2829883282"
    var actionType = "orpheus"
    var strikes = true
  }

  private static func page(_ covers: [Cover]) -> Page {
    var section = Section(blockCode: "RAIL", provider: .init(id: "test", version: "1.0.0"))
    section.arena.begin(.carousel)
    for cover in covers {
      var card = NodeContent()
      card.name = section.arena.addText("card".utf8)
      card.actionType = section.arena.addText(cover.actionType.utf8)
      card.actionTarget = section.arena.addText("orpheus://playlist".utf8)
      section.arena.begin(.box, content: card)
      let (type, id) = (
        section.arena.addText("playlist".utf8), section.arena.addText(cover.id.utf8)
      )
      section.arena.describeOpenNode { ($0.resourceType, $0.resourceID) = (type, id) }
      var style = Style()
      (style.width, style.height) = (.points(120), .points(120))
      section.arena.begin(.image, style: style)
      let address = section.arena.addText(cover.picture.utf8)
      section.arena.describeOpenNode { $0.picture = address }
      section.arena.end()
      var text = NodeContent()
      text.text = section.arena.addText("¥199 ¥299".utf8)
      section.arena.begin(.text, content: text)
      var run = TextRun(range: 6..<11)
      run.traits = cover.strikes ? .strike : []
      run.color = section.arena.addText(cover.color.utf8)
      section.arena.addRun(run)
      section.arena.end()
      section.arena.end()
    }
    section.arena.end()
    section.rows = [.init(node: 0, height: nil)]
    return LaidOut.page([section])
  }

  private static func dump(_ page: Page) -> Page {
    page.projected(RenderOptions())
  }

  private static func text(_ old: [Cover], _ new: [Cover]) -> [Substring] {
    let diff = PageDiff(from: dump(page(old)), to: dump(page(new)))
    return DiffText(color: false).text(of: diff).split(separator: "\n")
  }

  @Test("a changed host of many pictures is one line, and other changes stay")
  func hosts() {
    let covers = [Cover(), Cover(), Cover(), Cover()]
    var moved = covers
    for index in moved.indices {
      moved[index].picture = covers[index].picture.replacing("example.com", with: "cdn.example.org")
    }
    let line = "pictures: host example.com -> cdn.example.org (4 nodes)"
    let lines = Self.text(covers, moved)
    #expect(lines.contains { $0 == line }, "\(lines)")
    #expect(!lines.contains { $0.contains("image") || $0.hasPrefix("~") }, "\(lines)")
    moved[1].color = "price"
    let others = Self.text(covers, moved)
    #expect(others.contains { $0 == line } && others.contains { $0.hasPrefix("~") }, "\(others)")
    // Another path is another picture.
    moved[2].picture = "https://cdn.example.org/other.jpg"
    let listed = Self.text(covers, moved)
    #expect(!listed.contains { $0.hasPrefix("pictures:") }, "\(listed)")
    #expect(listed.contains { $0.contains("image") && $0.contains("picture ") }, "\(listed)")
    // A few changes are listed as they are.
    var two = covers
    two[0].picture = moved[0].picture
    #expect(!Self.text(covers, two).contains { $0.hasPrefix("pictures:") })
  }

  @Test(
    "one changed value is one line",
    arguments: [
      ("picture", #"picture "…/covers/0001.jpg?…" -> "…/covers/9.jpg?size=…""#),
      ("color", #"runs "6-11 strike color=secondary" -> "6-11 strike color=price""#),
      ("id", #"item "playlist:2829883282" -> "playlist:7""#),
      ("action", #"action-type "orpheus" -> "web""#),
    ])
  func single(_ part: String, _ words: String) {
    let covers = [Cover(), Cover(), Cover()]
    var changed = covers
    switch part {
    case "picture": changed[1].picture = "https://example.com/covers/9.jpg?size=240"
    case "color": changed[1].color = "price"
    case "id": changed[1].id = "7"
    default: changed[1].actionType = "web"
    }
    let lines = Self.text(covers, changed)
    let node = ["picture": "image", "color": "text"][part].map { "/" + $0 } ?? ""
    #expect(lines.count == 4, "\(lines)")
    #expect(lines[2].contains("card[1]\(node)"), "\(lines)")
    if part != "picture" { #expect(lines[2].hasSuffix(words), "\(lines)") }
    #expect(lines[2].contains(part == "picture" ? "picture \"" : words), "\(lines)")
  }

  @Test("pictures that all changed are one line and a count")
  func all() {
    let covers = (0..<110).map { Cover(picture: "https://example.com/\($0).jpg") }
    let changed = covers.map { cover in
      var cover = cover
      cover.picture += "?v=2"
      return cover
    }
    let lines = Self.text(covers, changed)
    #expect(lines.contains { $0.contains("more cards alike") }, "\(lines)")
    #expect(lines.count <= 6, "\(lines)")
    #expect(Self.text(covers, covers) == ["no differences"])
  }

  @Test("a page read from JSON equals its dump, and revision 1 leaves the content out")
  func json() throws {
    let page = Self.page([Cover(), Cover(strikes: false)])
    func parsed(_ options: RenderOptions) throws -> (text: String, page: Page?) {
      let bytes = JSONRenderer(options: options).bytes(of: page)
      let document = try #require(FeedDocument.parse(PaddedBytes(bytes), name: "a.json").value)
      return (String(decoding: bytes, as: UTF8.self), LayoutJSON.parse(document).page)
    }
    let full = try parsed(RenderOptions())
    #expect(full.text.contains(#""schemaRevision": 4"#))
    let dump = Self.dump(page)
    #expect(full.page.map { PageDiff(from: $0, to: dump).isEmpty } == true)
    #expect(full.page?.lines?.count == dump.lines?.count)
    var options = RenderOptions()
    options.revision = 1
    let first = try parsed(options)
    #expect(!first.text.contains("schemaRevision") && !first.text.contains(#""content": {"#))
    #expect(first.page.map { PageDiff(from: $0, to: dump).isEmpty } == false)
  }

  @Test("a dump with content is read as it was written")
  func reading() throws {
    let dump = Self.dump(Self.page([Cover()]))
    let renderer = DumpRenderer(options: RenderOptions())
    let (read, findings) = DumpParser.parse(renderer.bytes(of: dump), file: "a.dump")
    #expect(findings.isEmpty && read?.lines == dump.lines)
    #expect(read.map(renderer.bytes(of:)) == renderer.bytes(of: dump))
  }
}

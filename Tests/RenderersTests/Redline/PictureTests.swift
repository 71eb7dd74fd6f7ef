import LayoutCore
import Page
import Testing

@testable import Renderers

@Suite("Pictures in drawings") struct PictureTests {
  private static let png: [UInt8] = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 1, 2]

  private static func svg(
    _ pictures: Pictures, radius: Float = 0, _ mode: NodeAttributes.ContentMode = .fill,
    tint: String = ""
  ) -> String {
    let image = Node(.image, 10, 10, 80, 40) { node in
      node.content.cornerRadius = radius
      node.describe = { arena in
        let address = arena.addText("https://example.com/a.png".utf8)
        let tint = arena.addText(tint.utf8)
        arena.describeOpenNode { ($0.picture, $0.contentMode, $0.tint) = (address, mode, tint) }
      }
    }
    let section = PlacedSection("CARD", y: 0, width: 100, height: 60, [image])
    var options = RenderOptions()
    options.pictures = pictures
    options.style = tint.isEmpty ? .wireframe : .app
    var page = Page([section], environment: LayoutEnvironment(width: 100))
    page.tokens = ["heart": "#fd4f4f"]
    #expect(page.pictureAddresses == ["https://example.com/a.png"])
    return String(decoding: SVGRenderer(options: options).bytes(of: page), as: UTF8.self)
  }

  private static var one: Pictures {
    var pictures = Pictures()
    pictures.add(png, at: "https://example.com/a.png")
    return pictures
  }

  @Test("a picture is drawn in its frame, as its content mode and its corners say")
  func drawing() {
    let start = #"<image x="10" y="10" width="80" height="40""#
    let data = #"href="data:image/png;base64,iVBORw0KGgoBAg=="/>"#
    #expect(
      Self.svg(Self.one).contains(#"\#(start) preserveAspectRatio="xMidYMid slice" \#(data)"#))
    #expect(Self.svg(Self.one, .fit).contains("\(start) \(data)"))
    #expect(
      Self.svg(Self.one, .stretch).contains(#"\#(start) preserveAspectRatio="none" \#(data)"#))
    let round = Self.svg(Self.one, radius: 30)
    #expect(round.contains(#"<rect x="10" y="10" width="80" height="40" rx="20"/></clipPath>"#))
    #expect(round.contains(#"clip-path="url(#p-picture0)""#))
  }

  @Test("a tinted picture has one colour, unless the appearance does not have the token")
  func tint() {
    let tinted = Self.svg(Self.one, tint: "heart")
    #expect(tinted.contains(##"<filter id="p-picture0-tint"><feFlood flood-color="#fd4f4f"/>"##))
    #expect(tinted.contains(##" filter="url(#p-picture0-tint)""##))
    #expect(!Self.svg(Self.one, tint: "unknown").contains("filter"))
  }

  @Test("a picture that is missing leaves the drawing as it is")
  func missing() {
    let without = Self.svg(Pictures())
    #expect(!without.contains("<image"))
    var others = Pictures()
    others.add(Self.png, at: "https://example.com/other.png")
    #expect(Self.svg(others) == without)
  }

  @Test(
    "the type of a picture follows from its bytes",
    arguments: [
      (png, "image/png"), ([0xff, 0xd8, 0xff, 0xe0], "image/jpeg"),
      (Array("GIF89a".utf8), "image/gif"),
      (Array("RIFF0000WEBPVP8 ".utf8), "image/webp"), (Array("RIFF0000WAVE".utf8), nil),
      (Array("<svg xmlns='x'/>".utf8), nil), ([], nil), (Array("\u{89}PN".utf8), nil),
    ])
  func types(_ bytes: [UInt8], _ type: String?) {
    #expect(Pictures.type(of: bytes) == type)
    var pictures = Pictures()
    let isAdded = pictures.add(bytes, at: "a")
    #expect(isAdded == (type != nil))
  }

  /// Heads of image files of 40 bytes that claim a size.
  private static func head(_ type: String, _ width: Int, _ height: Int) -> [UInt8] {
    func big(_ number: Int, _ count: Int) -> [UInt8] {
      (0..<count).reversed().map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
    }
    func little(_ number: Int, _ count: Int) -> [UInt8] { big(number, count).reversed() }
    let bytes: [UInt8]
    switch type {
    case "png":
      bytes =
        [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a] + big(13, 4) + "IHDR".utf8
        + big(width, 4) + big(height, 4)
    case "gif": bytes = "GIF89a".utf8 + little(width, 2) + little(height, 2)
    case "jpeg":
      bytes =
        [0xff, 0xd8, 0xff, 0xe0, 0, 4, 0, 0, 0xff, 0xff, 0xc2, 0, 17, 8] + big(height, 2)
        + big(width, 2)
    case "VP8X":
      bytes =
        "RIFF....WEBPVP8X".utf8 + [UInt8](repeating: 0, count: 8) + little(width - 1, 3)
        + little(height - 1, 3)
    case "VP8L":
      bytes =
        "RIFF....WEBPVP8L".utf8 + [0, 0, 0, 0, 0x2f]
        + little((width - 1) | (height - 1) << 14, 4)
    default:
      bytes =
        "RIFF....WEBPVP8 ".utf8 + [UInt8](repeating: 0, count: 10) + little(width, 2)
        + little(height, 2)
    }
    return bytes + [UInt8](repeating: 0, count: 10)
  }

  @Test(
    "an image that claims more pixels than allowed is no picture",
    arguments: ["png", "gif", "jpeg", "VP8X", "VP8L", "VP8 "])
  func claimedSize(_ type: String) {
    #expect(Pictures.type(of: Self.head(type, 10_000, 10_000)) != nil)
    #expect(Pictures.type(of: Self.head(type, 1, 16_000)) != nil)
    #expect(Pictures.type(of: Self.head(type, 10_001, 10_000)) == nil)
    #expect(Pictures.type(of: Self.head(type, 16_000, 16_000)) == nil)
    let head = Self.head(type, 60_000, 1)
    for count in 0..<head.count { _ = Pictures.type(of: Array(head.prefix(count))) }
  }

  @Test("a PNG whose size overflows is no picture")
  func overflow() {
    #expect(Pictures.type(of: Self.head("png", 60_000, 60_000)) == nil)
    #expect(Pictures.type(of: Self.head("png", 0xffff_ffff, 0xffff_ffff)) == nil)
  }
}

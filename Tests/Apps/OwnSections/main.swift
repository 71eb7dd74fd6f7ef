import SectionEngine
import SectionKit

struct Headline: SectionProvider {
  static let blockCodes: [StaticString] = ["HEADLINE"]
  let text: String
  init(_ block: Block) throws { text = try block["text"].decode() }
  func body(row: Int) -> Body { Text(text).font(24, .bold).padding(16) }
}
struct Photos: SectionProvider {
  static let blockCodes: [StaticString] = ["PHOTOS"]
  let urls: [String]
  init(_ block: Block) throws { urls = try block["urls"].decode() }
  var section: SectionDescription { SectionDescription(layout: .grid(columns: 3)) }
  var rowCount: Int { urls.count }
  func body(row: Int) -> Body { Image(url: urls[row], aspectRatio: 1).action("photo", urls[row]) }
}
struct Words: SectionProvider {
  static let blockCodes: [StaticString] = ["WORDS"]
  let words: [String]
  init(_ block: Block) throws { words = try block["words"].decode() }
  func body(row: Int) -> Body { Row { for word in words { Badge(word) } }.gap(8).padding(16) }
}

let own: [any SectionProvider.Type] = [Headline.self, Photos.self, Words.self]
let engine = try Engine(layout: layoutFile, providers: SectionProviders(own))
let page = engine.page(of: ["feed": reply])
for section in page.sections { print(section.blockCode, section.frame, section.provider) }
print(String(decoding: page.bytes(as: "text") ?? [], as: UTF8.self))

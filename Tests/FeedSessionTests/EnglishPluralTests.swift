import Feeds
import Testing

@Suite struct EnglishPluralTests {
  @Test(
    "a plural loses its ending, and other keys stay",
    arguments: [
      ("Items", "Item"), ("categories", "category"), ("classes", "class"), ("boxes", "box"),
      ("shows", "show"), ("news", "news"), ("TVSeries", "TVSeries"), ("status", "status"),
      ("as", "as"), ("", ""), ("列表", "列表"),
    ])
  func singular(_ example: (key: String, singular: String)) {
    let singular = EnglishPlural.singular(of: example.key)
    #expect(singular == example.singular)
  }
}

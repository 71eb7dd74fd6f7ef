import Foundation
import Testing

@Suite struct DeterminismTests {
  @Test(
    "the working folder, locale and home folder do not change the output",
    arguments: ["text", "json", "json-lines", "dump"])
  func sameBytes(_ format: String) throws {
    let scratch = try Scratch()
    let feed = try scratch.write(oddFeed, to: "feed.json")
    let first = try Program.run(
      ["render", feed, "--format", format], environment: ["LANG": "C", "LC_ALL": "C"])
    let second = try Program.run(
      ["render", feed, "--format", format],
      environment: ["LANG": "zh_CN.UTF-8", "LC_ALL": "de_DE.UTF-8", "TZ": "Asia/Shanghai"],
      folder: scratch.url)
    let third = try Program.run(
      ["render", "feed.json", "--format", format], folder: scratch.url)
    #expect(first.status == 0 && !first.output.isEmpty)
    #expect(first.output == second.output)
    #expect(first.output == third.output)
  }

  private let oddFeed = """
    {"code": 200, "data": {"blocks": [
      {"blockCode": "HOMEPAGE_BANNER", "extInfo": {"banners": [{"typeTitle": "新"}, 7, null]}},
      {"blockCode": "UNKNOWN", "items": [{"title": "مرحبا"}, {"title": "👨‍👩‍👧 family"}]},
      {"blockCode": "HOMEPAGE_MUSIC_CALENDAR", "creatives": {}},
      {"blockCode": ""}, []
    ]}}
    """
}

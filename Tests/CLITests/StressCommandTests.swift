import Foundation
import TestConditions
import Testing

@Suite struct StressCommandTests {
  private static let feed = """
    {"items": [
      {"type": "card", "title": "Sea level", "image": "https://example.com/a.jpg", "id": "Sea"},
      {"type": "shelf", "title": "Shelf", "items": [
        {"title": "One", "image": "https://example.com/1.jpg"},
        {"title": "Two", "image": "https://example.com/2.jpg"}]}]}
    """

  private func dump(_ stress: String) throws -> String {
    let scratch = try Scratch()
    let file = try scratch.write(Self.feed, to: "feed.json")
    let result = try Program.run(
      ["dump", file, "--all"] + (stress.isEmpty ? [] : ["--stress", stress]))
    #expect(result.status == 0, "\(result.errors)")
    return result.text
  }

  @Test("only texts that the page shows change, and the same each time")
  func texts() throws {
    let long = try dump("long")
    #expect(long.contains("\"Sea level Sea level"))
    #expect(try dump("long") == long)
    let plain = try dump("")
    #expect(plain.contains("\"Sea level\"") && !plain.contains("Sea level Sea"))
    #expect(!(try dump("empty")).contains("Sea level"))
    #expect(try dump("short").contains("\"S\""))
    #expect(try dump("pseudo").contains("[Šéá ļéṽéļ"))
  }

  @Test("the outermost list with content has the number of items")
  func items() throws {
    func count(_ text: String) -> Int { text.components(separatedBy: "\"Two\"").count - 1 }
    let (none, two, fifty) = (try dump("items=0"), try dump(""), try dump("items=50"))
    #expect(count(none) == 0 && count(two) > 0 && count(fifty) == 25 * count(two))
    #expect(none.contains("\"Shelf\""))
  }

  @Test("texts from right to left turn the page, and changes are combined")
  func combined() throws {
    let page = try dump("pseudo-rtl,items=3")
    #expect(page.contains("direction=rtl"))
    #expect(!page.contains("Sea") && !page.contains("Two"))
  }

  @Test("check names the sections that break, with the shortest text that breaks them")
  func check() throws {
    let scratch = try Scratch()
    let json = try Program.run(
      ["check", "--sample", "--stress", "all", "--rule", "stress", "--format", "json"],
      folder: scratch.url)
    let report = try #require(
      JSONSerialization.jsonObject(with: json.output) as? [String: Any])
    let findings = try #require(report["findings"] as? [[String: Any]])
    #expect(!findings.isEmpty && findings.allSatisfy { $0["code"] as? String == "SE2124" })
    let notes = findings.flatMap { $0["notes"] as? [String] ?? [] }
    let lengths = notes.compactMap { $0.firstMatch(of: /from texts of (\d+) characters? on/) }
    #expect(!lengths.isEmpty)
    let plain = try Program.run(["check", "--sample", "--rule", "stress"], folder: scratch.url)
    #expect(plain.status == 0)
  }

  @Test("an unknown change is a usage error with a suggestion")
  func unknown() throws {
    let result = try Program.run(["dump", "--sample", "--stress", "lonk"])
    #expect(result.status == 64 && result.errors.contains("did you mean `long`"))
  }
}

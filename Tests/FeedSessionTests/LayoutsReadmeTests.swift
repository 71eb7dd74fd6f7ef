import FeedDocument
@testable import Feeds
import Foundation
import TestConditions
import Testing

@Suite("README of the feed layout format") struct LayoutsReadmeTests {
  private func readme() throws -> String {
    String(decoding: try Data(contentsOf: layouts.appending(path: "README.md")), as: UTF8.self)
  }

  @Test("the smallest layout of the README can be parsed")
  func example() throws {
    let parts = try readme().components(separatedBy: "```")
    let example = try #require(parts.first { $0.hasPrefix("json\n") })
    #expect(try layout(String(example.dropFirst(5))).name == "my-feed")
  }

  @Test(
    "every feed layout of the README can be parsed and matches the schema", .needsJSONSchema)
  func examples() throws {
    let blocks = try readme().components(separatedBy: "```").filter { $0.hasPrefix("json\n") }
    let layouts = blocks.map { String($0.dropFirst(5)) }.filter { $0.contains("\"sources\"") }
    #expect(layouts.count >= 6)
    for text in layouts {
      let document = try document(text)
      let layout = try layout(text)
      let samples = FeedLayoutReview.Samples(of: layout, replies: [])
      #expect(
        FeedLayoutReview.findings(in: document, of: layout, samples: samples) == [],
        "\(layout.name)")
    }
    let lines = layouts.map { $0.replacing("\n", with: " ") }
    let verdicts = try schemaVerdicts(lines, schema: "feed-layout.schema.json")
    #expect(verdicts == layouts.map { _ in true })
  }

  @Test("the README names every key of the schema")
  func keys() throws {
    let text = try readme()
    let schema = try document(at: layouts.appending(path: "feed-layout.schema.json"))
    var keys: Set<String> = []
    func collect(_ value: FeedValue) {
      for member in value["properties"].children where member.key != "$schema" {
        keys.insert(member.key)
      }
      for child in value.children where child.kind == .object { collect(child) }
    }
    collect(schema.root)
    #expect(keys.count > 40)
    for key in keys.sorted() { #expect(text.contains(key), "\(key)") }
  }

  @Test("the README names every family of settings of netease-home")
  func settings() throws {
    let text = try readme()
    for member in try neteaseHome().defaults.children {
      #expect(text.contains("`\(member.key)"), "\(member.key)")
    }
  }
}

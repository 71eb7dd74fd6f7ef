import Foundation
import TestConditions
import Testing

/// `check --standard` as the installed program runs it.
@Suite("check --standard") struct StandardCommandTests {
  private static func earl(_ result: Program.Result) throws -> [[String: Any]] {
    let root = try JSONSerialization.jsonObject(with: result.output) as? [String: Any]
    return try #require(root?["@graph"] as? [[String: Any]])
  }

  private static func link(_ value: Any?) -> String {
    (value as? [String: Any])?["@id"] as? String ?? ""
  }

  @Test(
    "EARL has an assertion for each criterion, about known subjects and tests",
    arguments: [("wcag22", 8), ("en301549", 7)])
  func earl(standard: String, count: Int) throws {
    let result = try Program.run([
      "check", "--layout", "netease-home", "--devices", "iphone-14,ipad-11", "--standard", standard,
      "--format", "earl",
    ])
    let graph = try Self.earl(result)
    let ids = Set(graph.compactMap { $0["@id"] as? String })
    let assertions = graph.filter { $0["@type"] as? String == "earl:Assertion" }
    #expect(assertions.count == count)
    var outcomes: [String] = []
    for assertion in assertions {
      for member in ["earl:assertedBy", "earl:subject", "earl:test"] {
        #expect(ids.contains(Self.link(assertion[member])), "\(member)")
      }
      #expect(["earl:automatic", "earl:manual"].contains(Self.link(assertion["earl:mode"])))
      let result = try #require(assertion["earl:result"] as? [String: Any])
      let outcome = Self.link(result["earl:outcome"])
      outcomes.append(outcome)
      #expect((result["earl:pointer"] != nil) == (outcome == "earl:failed"))
    }
    let words = ["passed", "failed", "cantTell", "untested", "inapplicable"].map { "earl:\($0)" }
    #expect(Set(outcomes).isSubset(of: words))
    #expect(result.status == (outcomes.contains("earl:failed") ? 1 : 0))
  }

  @Test("the page of an empty feed, and one that no provider draws, are judged in every format")
  func oddPages() throws {
    let scratch = try Scratch()
    try scratch.write(#"{"code": 200, "data": {"blocks": []}}"#, to: "empty.json")
    try scratch.write(#"{"blocks": [{"type": "new", "title": "晨间 🎵"}]}"#, to: "unknown.json")
    func run(_ arguments: String...) throws -> Program.Result {
      try Program.run(["check", "--standard", "wcag22"] + arguments, folder: scratch.url)
    }
    let text = try run("empty.json", "--layout", "netease-home")
    #expect(text.text.contains("passed       2.5.8"), "\(text.text)\(text.errors)")
    #expect(
      try run("empty.json", "--layout", "netease-home", "-o", "page.html").status == text.status)
    let html = try String(contentsOf: scratch.file("page.html"), encoding: .utf8)
    #expect(html.components(separatedBy: "<tr class=\"").count == 9)
    #expect(
      try run("empty.json", "--layout", "netease-home", "-o", "page.jsonld").status == text.status)
    let earl = try run("empty.json", "--layout", "netease-home", "--format", "earl")
    #expect(try Data(contentsOf: scratch.file("page.jsonld")) == earl.output)
    // A guess is neither right nor wrong.
    let unknown = try run("unknown.json")
    let lines = unknown.text.split(separator: "\n")
    #expect(
      unknown.status == 0 && lines.count { $0.hasPrefix("cannot tell ") } > 3, "\(unknown.text)")
    #expect(!lines.contains { $0.hasPrefix("passed ") || $0.hasPrefix("failed ") })
  }

  @Test(
    "wrong options are refused, and the message names them",
    arguments: [
      (["--standard", "wcag23"], "wcag22"),
      (["--standard", "wcag22", "--format", "sarif"], "earl"),
      (["--format", "html"], "--standard wcag22"), (["--format", "earl"], "--standard wcag22"),
      (["--standard", "wcag22", "--rule", "contrast"], "leave out --rule"),
      (["--standard", "wcag22", "--base", "main", "--unused"], "leave out --base, --unused"),
      (["--standard", "wcag22", "-o", "page.sarif"], ".sarif"), (["-o", "page.html"], ".html"),
    ])
  func refused(options: [String], named: String) throws {
    let result = try Program.run(["check", "--layout", "netease-home"] + options)
    #expect(result.status == 64 && result.errors.contains(named), "\(result.errors)")
  }
}

import Foundation
import TestConditions
import Testing

/// Pages of the captured replies of the NetEase server.
@Suite(.needs(captures: "netease")) struct CaptureTests {
  static let homes = [
    "2021-05-18-home-11-blocks.json", "2020-09-21-home-8-blocks.json", "2024-09-banner-only.json",
  ]

  @Test("at least 95 % of the titles of a home page appear", arguments: homes)
  func titles(_ name: String) throws {
    let path = Program.captures.appendingPathComponent(name).path
    for format in ["text", "json", "json-lines", "dump"] {
      let result = try Program.run(["render", path, "--format", format])
      #expect(result.status == 0 && !result.output.isEmpty)
    }
    let dump = try Program.run(["dump", path, "--all"]).lines
    var shown: Set<String> = []
    for line in dump {
      guard let start = line.firstIndex(of: "\"") else { continue }
      let rest = line[line.index(after: start)...]
      guard let end = rest.range(of: "\" @") else { continue }
      let quoted = "[\"\(rest[..<end.lowerBound])\"]"
      let decoded = try? JSONSerialization.jsonObject(with: Data(quoted.utf8)) as? [String]
      shown.formUnion(decoded ?? [])
    }
    let wanted = try Self.titles(in: path)
    let lost = wanted.filter { !shown.contains($0) }
    #expect(!wanted.isEmpty)
    #expect(Double(lost.count) <= 0.05 * Double(wanted.count), "lost: \(lost)")
  }

  private static func titles(in path: String) throws -> [String] {
    let root = try JSONSerialization.jsonObject(with: Data(contentsOf: URL(fileURLWithPath: path)))
    let data = (root as? [String: Any])?["data"] as? [String: Any]
    var titles: [String] = []
    func add(_ value: Any?) {
      if let title = value as? String, !title.isEmpty { titles.append(title) }
    }
    func title(_ element: Any?) -> Any? {
      let element = (element as? [String: Any])?["uiElement"] as? [String: Any]
      return (element?["mainTitle"] as? [String: Any])?["title"]
    }
    for block in data?["blocks"] as? [[String: Any]] ?? [] {
      for creative in block["creatives"] as? [[String: Any]] ?? [] {
        add(title(creative))
        for resource in creative["resources"] as? [[String: Any]] ?? [] { add(title(resource)) }
      }
      let banners = (block["extInfo"] as? [String: Any])?["banners"] as? [[String: Any]] ?? []
      for banner in banners { add(banner["typeTitle"]) }
    }
    return titles
  }

  @Test("a page of 2020 has 8 sections, four of them by a named step of the ladder")
  func olderPage() throws {
    let path = Program.captures.appendingPathComponent("2020-09-21-home-8-blocks.json").path
    let result = try Program.run(["dump", path])
    let sections = DumpSection.sections(of: result.text)
    #expect(sections.count == 8)
    let fallbacks = sections.filter { $0.line.contains(" fallback=\"") }
    #expect(
      fallbacks.map(\.code) == [
        "HOMEPAGE_BLOCK_MLOG", "HOMEPAGE_BLOCK_LISTEN_LIVE", "HOMEPAGE_BLOCK_PORTRAIT_RCMD",
        "HOMEPAGE_BLOCK_DJRADIO_RCMD",
      ])
    #expect(
      fallbacks.map { $0.line.contains("fallback=\"showType: ") } == [false, false, true, false])
    // The sections that the generic provider draws share one warning; the section that is drawn by
    // its showType has its own warning.
    #expect(result.errors.contains("no provider is registered for 3 block codes"))
    #expect(result.errors.contains("2 warnings; 8 sections, 4 by fallback"))
  }

  @Test("a reply of another endpoint is an error with a named layout, and is inferred without one")
  func wrongDocument() throws {
    let path = Program.captures
      .appendingPathComponent("2020-09-banner-endpoint-wrong-document.json").path
    let named = try Program.run(["render", path, "--layout", "netease-home"])
    #expect(named.status == 2 && named.output.isEmpty)
    let errors = named.errors.split(separator: "\n").filter { $0.hasPrefix("error[") }
    #expect(errors.count == 1, "\(named.errors)")
    let guessed = try Program.run(["render", path])
    #expect(guessed.status == 0 && guessed.errors.contains("SE1017"), "\(guessed.errors)")
  }
}

import Support
import FeedDocument
@testable import Feeds
import Foundation
import Testing

let repository = URL(filePath: #filePath)
  .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
let layouts = repository.appending(path: "Layouts")
let captures = repository.appending(path: "../shared/data/feeds")

func exists(_ url: URL) -> Bool { FileManager.default.fileExists(atPath: url.path()) }

func document(_ json: String, name: String = "test.json") throws -> FeedDocument {
  try #require(FeedDocument.parse(PaddedBytes(json.utf8), name: name).value)
}

func document(at url: URL) throws -> FeedDocument {
  let bytes = [UInt8](try Data(contentsOf: url))
  let parsed = FeedDocument.parse(PaddedBytes(bytes), name: url.lastPathComponent)
  return try #require(parsed.value)
}

func layout(_ json: String) throws -> FeedLayout {
  let read = FeedLayout.parse(try document(json, name: "layout.json"))
  let (layout, diagnostics) = (read.value, read.diagnostics)
  #expect(diagnostics == [])
  return try #require(layout)
}

func neteaseHome() throws -> FeedLayout { try bundled("netease-home") }

/// Returns a feed layout of `Layouts/` by its name.
func bundled(_ name: String) throws -> FeedLayout {
  let read = FeedLayout.parse(
    try document(at: layouts.appending(path: "\(name).json")))
  let (layout, diagnostics) = (read.value, read.diagnostics)
  #expect(diagnostics == [])
  return try #require(layout)
}

/// Returns all feed layouts of `Layouts/`.
func bundledLayouts() throws -> [FeedLayout] {
  try FileManager.default.contentsOfDirectory(atPath: layouts.path()).sorted()
    .filter { $0.hasSuffix(".json") && !$0.hasSuffix(".schema.json") }
    .map { try bundled(String($0.dropLast(5))) }
}

/// Returns the samples of a layout as replies, one per page.
func samples(of layout: FeedLayout) throws -> [SourceReply] {
  try layout.sources.flatMap { source in
    try source.samples.enumerated().map { page, sample in
      SourceReply(
        source: source.name, page: page,
        outcome: .document(try document(at: layouts.appending(path: sample)), []))
    }
  }
}

func reply(_ source: String, _ json: String) throws -> SourceReply {
  SourceReply(source: source, outcome: .document(try document(json, name: "\(source).json"), []))
}

extension Diagnosed<Feed?> {
  var feed: Feed? { value }
  var codes: [String] { feed?.blocks.map(\.blockCode) ?? [] }
  var found: [String] { diagnostics.map(\.code.rawValue) }
}

extension Diagnostic {
  /// A diagnostic as "SE1014 error test.json:1:5 $.items[0]: block has no `code`".
  var summary: String {
    let place = location.map { "\($0.file):\($0.line):\($0.column) \($0.path)" } ?? "-"
    return "\(code.rawValue) \(severity.rawValue) \(place): \(message)"
  }
}

/// Returns all orders of a few elements.
func permutations<Element>(_ elements: [Element]) -> [[Element]] {
  guard elements.count > 1 else { return [elements] }
  return elements.indices.flatMap { index in
    var rest = elements
    let first = rest.remove(at: index)
    return permutations(rest).map { [first] + $0 }
  }
}

import FeedDocument
@testable import Feeds
import Foundation
import TestConditions
import Testing

/// A feed layout with one key dropped, renamed or changed to another type.
private struct Mutant {
  enum Kind: String, CaseIterable { case drop, rename, retype }

  var kind: Kind
  /// The keys and indices from the root to the changed key.
  var path: [String]
  var text: String

  var name: String { "\(kind.rawValue) \(path.joined(separator: "."))" }

  /// Whether the object at this path has keys that the author of a layout chooses.
  var isOpen: Bool { Self.openPlaces.contains { matches($0 + ["*"]) } }

  /// Whether the mutation breaks a rule that JSON Schema cannot express: names that are used must
  /// be defined, and the requests of different pages must differ.
  var isBeyondSchema: Bool {
    if matches(["sources", "*", "primary"]) { return kind == .drop }
    if matches(["sources", "*"]) || matches(["parameters", "*"]) { return kind != .retype }
    let query = ["sources", "*", "request", "query"]
    return kind == .drop
      && [["parameters"], ["paging"], query, query + ["*"]].contains { matches($0) }
  }

  private static let openPlaces = [
    ["sources"], ["words"], ["words", "*"], ["notices"], ["appearance", "light"],
    ["appearance", "dark"], ["sections"],
    ["sections", "*"], ["spacing", "groups"], ["parameters"], ["order", "ranks"],
    ["sources", "*", "envelope", "failures"], ["sources", "*", "request", "query"],
    ["sources", "*", "request", "form"], ["sources", "*", "request", "headers"],
  ]

  private func matches(_ pattern: [String]) -> Bool {
    path.count == pattern.count && zip(path, pattern).allSatisfy { $0 == $1 || $1 == "*" }
  }

  static func all(of text: String) throws -> [Mutant] {
    let root = try JSONSerialization.jsonObject(with: Data(text.utf8))
    return try mutants(of: root, at: [], rebuild: { $0 })
  }

  /// - Parameter rebuild: Returns the whole document with `value` replaced by the argument.
  private static func mutants(
    of value: Any, at path: [String], rebuild: (Any) -> Any
  ) throws -> [Mutant] {
    var mutants: [Mutant] = []
    func add(_ kind: Kind, _ path: [String], _ document: Any) throws {
      let data = try JSONSerialization.data(withJSONObject: document, options: .sortedKeys)
      mutants.append(Mutant(kind: kind, path: path, text: String(decoding: data, as: UTF8.self)))
    }
    if let object = value as? [String: Any] {
      for (key, member) in object.sorted(by: { $0.key < $1.key }) {
        let place = path + [key]
        // The layout's format only requires that settings are objects; their members belong to the
        // plugins.
        let isSetting =
          path.first == "defaults"
          || (path.first == "sections" && path.count > 1 && !place.contains("layout"))
        if isSetting { continue }
        var changed = object
        changed[key] = nil
        try add(.drop, place, rebuild(changed))
        changed[key + "x"] = member
        try add(.rename, place, rebuild(changed))
        changed[key + "x"] = nil
        changed[key] = otherType(than: member)
        try add(.retype, place, rebuild(changed))
        mutants += try Self.mutants(of: member, at: place) {
          var changed = object
          changed[key] = $0
          return rebuild(changed)
        }
      }
    } else if let array = value as? [Any] {
      for (index, element) in array.enumerated() {
        mutants += try Self.mutants(of: element, at: path + ["\(index)"]) {
          var changed = array
          changed[index] = $0
          return rebuild(changed)
        }
      }
    }
    return mutants
  }

  private static func otherType(than value: Any) -> Any {
    switch value {
    case is [String: Any]: [] as [Any]
    case is [Any]: [:] as [String: Any]
    case is String: [7]
    default: ["x"]
    }
  }
}

@Suite("The closed format of feed layouts") struct FeedLayoutMutationTests {
  /// Returns netease-home.json, and layouts with the keys that it does not use.
  private func texts() throws -> [String] {
    let bundled = try Data(contentsOf: layouts.appending(path: "netease-home.json"))
    return [String(decoding: bundled, as: UTF8.self), Self.standing, Self.fetched]
  }

  private static let fetched = """
    {"name": "a", "version": 1, "base": "https://example.com/api/", "reveal": "together",
     "words": {"vi": {"t": "v"}},
     "parameters": {"keyword": null, "type": "2"},
     "sources": {
      "list": {"primary": true, "sample": ["0.json", "1.json"], "after": ["sort"],
       "request": {"url": "list/{type}", "method": "GET",
        "query": {"page": "{page}", "k": "{keyword}"}, "headers": {"Authorization": "Bearer ${T}"}},
       "envelope": {"success": {"path": "$.code", "equals": 0}, "message": "$.m",
        "failures": {"40008": "token-expired"}},
       "items": ["$.x", "$.y"], "whenEmpty": "show", "heading": {"code": "H", "path": "$.z"},
       "block": {"code": "LIST", "codePath": "$.type", "combine": "append", "item": "id"}},
      "search": {"request": {"url": "https://example.com/query", "method": "POST",
        "form": {"k": "{keyword}"}}, "items": "$.x",
       "block": {"code": "PARTS", "combine": {"part": "hot"}}},
      "sort": {"items": "$.x", "whenEmpty": "hide", "order": {"code": "name", "rank": "sortIndex"}}},
     "order": {"ranks": {"LIST": 1, "PARTS": -0.5}},
     "paging": {"source": "list", "by": "page", "first": 1, "endsWhenEmpty": false,
      "end": [[{"path": "$.more", "equals": false}, {"path": "$.page", "equalsPath": "$.pages"}]]},
     "freshness": {"seconds": 600, "path": "$.ms", "unit": "milliseconds"},
     "states": {
      "loading": {"designWidth": 414, "sections": [{"code": "LIST", "height": 72, "rows": 6}]},
      "empty": {"title": "t", "message": "m", "button": "b"},
      "failed": {"title": "t", "message": "m", "button": "b", "on": ["network", "payload"]},
      "header": {"idle": "i", "refreshing": "r"},
      "footer": {"idle": "i", "refreshing": "r", "no-more-data": "n"}}}
    """

  private static let standing = """
    {"name": "a", "version": 1, "sources": {"f": {"items": "$.x", "element": {"code": "t"}}},
     "spacing": {"default": 8, "first": 1, "last": 2, "groups": {"card": ["A", "B"]},
      "between": [{"above": "card", "below": "*", "gap": 12}]},
     "sections": {"A": {"layout": {"kind": "grid", "columns": 2, "lanes": 3,
      "rowAlignment": "center", "itemAlignment": "end", "scrolling": "paging", "peek": 4,
      "currentGroup": 5, "scroll": 9, "rowSpacing": 6, "itemSpacing": 7,
      "insets": {"top": 1, "end": 2, "bottom": 3, "start": 4},
      "margins": {"top": 1, "end": 2, "bottom": 3, "start": 4}, "minimumHeight": 8,
      "placement": "overlay", "background": "section", "headerPinned": true,
      "footerPinned": false}}}}
    """

  @Test("a renamed key and a value of another type are refused with their location", .exhaustive)
  func refused() throws {
    let mutants = try texts().flatMap { try Mutant.all(of: $0) }
    #expect(mutants.count > 300)
    for mutant in mutants where mutant.kind != .drop {
      if mutant.kind == .rename, mutant.isOpen { continue }
      let read = FeedLayout.parse(try document(mutant.text))
      let (layout, diagnostics) = (read.value, read.diagnostics)
      #expect(layout == nil, "\(mutant.name)")
      #expect(!diagnostics.isEmpty, "\(mutant.name)")
      #expect(
        diagnostics.allSatisfy {
          $0.code == .invalidFeedLayout && $0.location?.line == 1
            && $0.location?.path.hasPrefix("$") == true
        }, "\(mutant.name)")
    }
  }

  @Test("the JSON Schema and the parser agree on every mutation", .exhaustive, .needsJSONSchema)
  func agreement() throws {
    let originals = try texts()
    let mutants = try originals.flatMap { try Mutant.all(of: $0) }.filter { !$0.isBeyondSchema }
    let texts = originals.map { $0.replacing("\n", with: " ") } + mutants.map(\.text)
    let names = originals.indices.map { "original \($0)" } + mutants.map(\.name)
    let verdicts = try schemaVerdicts(texts, schema: "feed-layout.schema.json")
    try #require(verdicts.count == texts.count)
    #expect(verdicts.prefix(originals.count).allSatisfy { $0 })
    #expect(verdicts.contains(false))
    for (index, text) in texts.enumerated() {
      let isAccepted = FeedLayout.parse(try document(text)).value != nil
      #expect(isAccepted == verdicts[index], "\(names[index])")
    }
  }
}

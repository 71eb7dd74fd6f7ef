import Foundation
import Testing

/// Values that items lack, or have in another form, although their siblings have them.
@Suite("Items that lack what their siblings show") struct ItemFaultTests {
  /// A shop with two rails, and blocks that are items themselves.
  private struct Shop {
    var blocks: [[String: Any]]

    init() {
      blocks = ["New", "特价"].enumerated().map { rail, title in
        [
          "type": "rail", "title": title,
          "items": (0..<4).map { item in
            [
              "id": "\(rail)-\(item)", "name": "Lamp \(rail) \(item) 灯",
              "price": "€\(rail * 10 + item + 11)",
              "image": "https://example.com/\(rail)-\(item).jpg",
              "link": "shop://p/\(rail)-\(item)",
            ]
          },
        ]
      }
      blocks += ["Bakehouse", "Phở", "مخبز"].enumerated().map { number, name in
        ["type": "store", "id": number, "name": name, "link": "shop://s/\(number)"]
      }
    }

    var text: String {
      get throws {
        let data = try JSONSerialization.data(
          withJSONObject: ["blocks": blocks], options: [.sortedKeys, .withoutEscapingSlashes])
        return String(decoding: data, as: UTF8.self)
      }
    }

    mutating func change(
      _ rail: Int = 0, _ number: Int = 1, _ change: (inout [String: Any]) -> Void
    ) {
      guard var items = blocks[rail]["items"] as? [[String: Any]] else { return }
      change(&items[number])
      blocks[rail]["items"] = items
    }

    mutating func changeAll(of rail: Int, _ change: (inout [String: Any]) -> Void) {
      for number in 0..<4 { self.change(rail, number, change) }
    }
  }

  private struct Case: Sendable, CustomTestStringConvertible {
    let testDescription: String
    /// The rules of the findings with a severity above note.
    let rules: [String]
    /// The path of the first of them.
    let path: String
    let change: @Sendable (inout Shop) -> Void

    init(
      _ name: String, _ rules: String..., at path: String = "",
      change: @escaping @Sendable (inout Shop) -> Void
    ) {
      (testDescription, self.rules, self.path, self.change) = (name, rules, path, change)
    }
  }

  private static let item = "$.blocks[0].items[1]"

  private static let cases: [Case] = [
    Case("an empty list of one rail", "emptied-list", at: "$.blocks[1].items") {
      $0.blocks[1]["items"] = [Any]()
    },
    Case("null in place of a list", "incomplete-item", at: "$.blocks[1].items") {
      $0.blocks[1]["items"] = NSNull()
    },
    Case("a text in place of a list", "incomplete-item", at: "$.blocks[1].items") {
      $0.blocks[1]["items"] = "[]"
    },
    Case("an object in place of a list", "incomplete-item", at: "$.blocks[1].items") {
      let first = ($0.blocks[1]["items"] as? [Any])?.first ?? ""
      $0.blocks[1]["items"] = ["0": first]
    },
    Case("null in place of a picture", "empty-picture", at: item + ".image") {
      $0.change { $0["image"] = NSNull() }
    },
    Case("no picture", "empty-picture", at: item) { $0.change { $0["image"] = nil } },
    Case("an object in place of a picture", "empty-picture", at: item + ".image") {
      $0.change { $0["image"] = ["url": "https://example.com/1.jpg"] }
    },
    Case("a malformed address of a picture", "empty-picture", at: item + ".image") {
      $0.change { $0["image"] = "https//example.com/1.jpg" }
    },
    Case("a sold-out item has no price") { $0.change { $0["price"] = nil } },
    Case("an earlier price, and null in place of the price", "incomplete-item", at: item + ".price")
    {
      $0.change {
        $0["oldPrice"] = "€99"
        $0["price"] = NSNull()
      }
    },
    Case("an empty price", "incomplete-item", at: item + ".price") {
      $0.change { $0["price"] = "" }
    },
    Case("a number in place of a name", "incomplete-item", at: item + ".name") {
      $0.change { $0["name"] = 187 }
    },
    Case("an object in place of a name", "incomplete-item", at: item + ".name") {
      $0.change { $0["name"] = ["de": "Lampe"] }
    },
    Case("names of one rail under another key", "incomplete-item", at: "$.blocks[1].items[0]") {
      $0.changeAll(of: 1) {
        $0["heading2"] = $0["name"]
        $0["name"] = nil
      }
    },
    Case("prices of one rail under another key", "incomplete-item", at: "$.blocks[1].items[0]") {
      $0.changeAll(of: 1) {
        $0["cost"] = $0["price"]
        $0["price"] = nil
      }
    },
    Case("an action that leads nowhere", "malformed-action") {
      $0.change { $0["link"] = "#" }
    },
    Case("a word among addresses", "malformed-action", at: item + ".link") {
      $0.change { $0["link"] = "lamp" }
    },
    Case("the same item twice", "duplicate-id") { $0.change { $0 = Self.first(of: $0) } },
    Case("a renamed price of one of two items is optional") {
      $0.blocks = Array($0.blocks.prefix(1))
      $0.blocks[0]["items"] = Array(($0.blocks[0]["items"] as? [Any] ?? []).prefix(2))
      $0.change { $0["price"] = nil }
    },
    Case("a badge that one item lacks") { $0.change { $0["badge"] = "New" } },
    Case("another day") {
      $0.blocks[1]["items"] = Array(($0.blocks[1]["items"] as? [Any] ?? []).prefix(2))
    },
  ]

  private static func first(of item: [String: Any]) -> [String: Any] {
    Shop().blocks[0]["items"].flatMap { ($0 as? [[String: Any]])?.first } ?? item
  }

  @Test("each is a finding at its value, once", arguments: cases)
  private func fault(_ example: Case) throws {
    let scratch = try Scratch()
    try scratch.write(try Shop().text, to: "feed.json")
    let made = try Program.run(["init"], folder: scratch.url)
    try #require(made.status == 0, "\(made.errors)")
    #expect(try Program.run(["check"], folder: scratch.url).status == 0)
    var shop = Shop()
    example.change(&shop)
    try scratch.write(try shop.text, to: "feed.json")
    let result = try Program.run(["check", "--format", "json"], folder: scratch.url)
    let found = try CheckCommandTests.findings(result).filter {
      $0["severity"] as? String != "note"
    }
    #expect(found.compactMap { $0["rule"] as? String } == example.rules, "\(found)")
    #expect(found.allSatisfy { $0["owner"] as? String == "feed" })
    if !example.path.isEmpty {
      let path = (found.first?["location"] as? [String: Any])?["path"] as? String
      #expect(path == example.path)
    }
  }
}

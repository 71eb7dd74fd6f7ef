import Foundation

/// One kind of break of a feed, such as an emptied action.
struct Break: CustomStringConvertible, Sendable {
  /// The rows of the table of gates.
  enum Group: String, CaseIterable {
    case document = "a document that is cut, invalid, empty or another one"
    case blocks = "a list of blocks that is missing, emptied or no list"
    case block = "a block that is missing, doubled, moved or no object"
    case code = "a code of a block that is new, missing or no text"
    case item = "an item that is missing, doubled, moved or null"
    case items = "a list of items that is missing, emptied or no list"
    case key = "a key of a text that is renamed"
    case text = "a text that is missing, empty or of another type"
    case long = "a text that is too long"
    case action = "an action that is missing, empty, renamed or no address"
    case picture = "a picture that is missing, empty or renamed"
    case identifier = "an identifier that is doubled, changed or missing"
  }

  let group: Group
  let name: String
  /// Returns the broken document; `nil` if the feed has nothing that can break so.
  let apply: @Sendable (BrokenFeed) -> String?

  var description: String { name }

  init(_ group: Group, _ name: String, _ apply: @escaping @Sendable (BrokenFeed) -> JSONTree?) {
    self.init(group, name, source: { apply($0)?.source() })
  }

  init(_ group: Group, _ name: String, source: @escaping @Sendable (BrokenFeed) -> String?) {
    (self.group, self.name, apply) = (group, name, source)
  }

  static let all: [Break] = [
    Break(.document, "a cut document", source: { String($0.tree.source().dropLast(20)) }),
    Break(
      .document, "a missing comma",
      source: { feed in
        let source = feed.tree.source()
        return source.range(of: "},{").map { source.replacingCharacters(in: $0, with: "} {") }
      }),
    Break(.document, "an empty document", source: { _ in "" }),
    Break(.document, "the reply of another address") { _ in
      .object([("status", .word("404")), ("message", .string("Not found"))])
    },
    Break(.blocks, "blocks under another key") { $0.renamingBlocks(to: "renamed_list") },
    Break(.blocks, "null in place of the blocks") { $0.changingBlocks { _ in .word("null") } },
    Break(.blocks, "no blocks") { $0.changingBlocks { _ in .array([]) } },
    Break(.blocks, "a text in place of the blocks") { $0.changingBlocks { _ in .string("none") } },
    Break(.block, "the first block is missing") {
      $0.changingBlocks { .array(Array($0.elements.dropFirst())) }
    },
    Break(.block, "the last block is missing") {
      $0.changingBlocks { .array($0.elements.dropLast()) }
    },
    Break(.block, "a doubled block") {
      $0.changingBlocks { .array($0.elements.prefix(1) + $0.elements) }
    },
    Break(.block, "blocks in another order") {
      $0.changingBlocks { .array($0.elements.reversed()) }
    },
    Break(.block, "null in place of a block") {
      $0.changingBlocks { .array([.word("null")] + $0.elements.dropFirst()) }
    },
    Break(.block, "a text in place of a block") {
      $0.changingBlocks { .array([.string("gone")] + $0.elements.dropFirst()) }
    },
    Break(.code, "a new code") { $0.changingCode { _, _ in .string("CODE_THAT_IS_NEW") } },
    Break(.code, "no code") { $0.changingCode { _, _ in nil } },
    Break(.code, "a number in place of the code") { $0.changingCode { _, _ in .word("7") } },
    Break(.item, "a missing item") { $0.changingItems { .array(Array($0.elements.dropFirst())) } },
    Break(.item, "a doubled item") {
      $0.changingItems { .array($0.elements.prefix(1) + $0.elements) }
    },
    Break(.item, "items in another order") {
      $0.changingItems { .array($0.elements.reversed()) }
    },
    Break(.item, "null in place of an item") {
      $0.changingItems { .array([.word("null")] + $0.elements.dropFirst()) }
    },
    Break(.items, "no items") { $0.changingItems { _ in .array([]) } },
    Break(.items, "null in place of the items") { $0.changingItems { _ in .word("null") } },
    Break(.items, "a text in place of the items") { $0.changingItems { _ in .string("none") } },
    Break(.items, "an object in place of the items") { feed in
      feed.changingItems { items in
        .object(items.elements.prefix(1).map { (key: "0", value: $0) })
      }
    },
    Break(.items, "items under another key") { $0.renamingItems(to: "renamed_items") },
    Break(.key, "the key of a text renamed in all items") { $0.renaming($0.textKey, inAll: true) },
    Break(.key, "the key of a text renamed in one item") { $0.renaming($0.textKey, inAll: false) },
    Break(.text, "null in place of a text") { $0.setting($0.textKey, to: .word("null")) },
    Break(.text, "an empty text") { $0.setting($0.textKey, to: .string("")) },
    Break(.text, "a missing text") { $0.setting($0.textKey, to: nil) },
    Break(.text, "a number in place of a text") { $0.setting($0.textKey, to: .word("187")) },
    Break(.text, "an object in place of a text") {
      $0.setting($0.textKey, to: .object([("zh", .word("1"))]))
    },
    Break(.text, "a list in place of a text") { $0.setting($0.textKey, to: .array([])) },
    Break(.text, "a text of no printable character") {
      $0.setting($0.textKey, to: .string("\u{200B}"))
    },
    Break(.long, "a text of 4 000 characters") {
      $0.setting($0.textKey, to: .string(String(repeating: "漫长的标题 ", count: 666)))
    },
    Break(.action, "an action renamed in all items") { $0.renaming($0.actionKey, inAll: true) },
    Break(.action, "an empty action") { $0.setting($0.actionKey, to: .string("")) },
    Break(.action, "null in place of an action") { $0.setting($0.actionKey, to: .word("null")) },
    Break(.action, "an action that leads nowhere") { $0.setting($0.actionKey, to: .string("#")) },
    Break(.action, "a missing action") { $0.setting($0.actionKey, to: nil) },
    Break(.action, "an action with a space") {
      $0.setting($0.actionKey, to: .string("https://example.com/a b"))
    },
    Break(.picture, "a picture renamed in all items") { $0.renaming($0.pictureKey, inAll: true) },
    Break(.picture, "an empty picture") { $0.setting($0.pictureKey, to: .string("")) },
    Break(.picture, "null in place of a picture") { $0.setting($0.pictureKey, to: .word("null")) },
    Break(.picture, "a malformed address of a picture") {
      $0.setting($0.pictureKey, to: .string("https//example.com/1.png"))
    },
    Break(.picture, "a missing picture") { $0.setting($0.pictureKey, to: nil) },
    Break(.identifier, "a doubled identifier") { feed in
      feed.items.first?["id"].flatMap { feed.setting("id", to: $0) }
    },
    Break(.identifier, "a changed identifier") { $0.setting("id", to: .word("90001")) },
  ]
}

/// A change that is no break: `check` must not report it.
struct Neutral: CustomStringConvertible, Sendable {
  let name: String
  let apply: @Sendable (BrokenFeed) -> String?

  var description: String { name }

  static let all: [Neutral] = [
    Neutral(name: "keys in another order") { $0.tree.source(isReversed: true) },
    Neutral(name: "white space") { $0.tree.source(isSpaced: true) },
    Neutral(name: "members that nothing reads") { feed in
      let member = (key: "trace_token", value: JSONTree.word("17"))
      return feed.changingItems {
        .array($0.elements.map { .object($0.members + [member]) })
      }?.source()
    },
    Neutral(name: "another block of a known code") { feed in
      guard feed.codeKey != nil, !feed.isPoolOfCodes, let last = feed.blocks.last else {
        return nil
      }
      return feed.changingBlocks { .array($0.elements + [last.withOtherTexts]) }?.source()
    },
    Neutral(name: "the texts of another day") { feed in
      guard let key = feed.textKey else { return nil }
      return feed.changingItems {
        .array(
          $0.elements.map { item in
            item[key]?.text.map { item.setting(key, to: .string(String($0.reversed()))) } ?? item
          })
      }?.source()
    },
  ]
}

/// A feed with the places in which its structure breaks.
struct BrokenFeed {
  let tree: JSONTree
  /// Whether a code is a section, so that a second block of it replaces the first.
  let isPoolOfCodes: Bool
  private let blocksPath: [JSONTree.Step]
  private let itemsPath: [JSONTree.Step]

  init?(_ tree: JSONTree, isPoolOfCodes: Bool = false) {
    guard let outer = tree.lists().first else { return nil }
    self.tree = tree
    self.isPoolOfCodes = isPoolOfCodes
    blocksPath = outer.path
    let inner = tree.lists().first { list in
      list.path.count > outer.path.count && list.path.starts(with: outer.path)
        && list.items.allSatisfy { Self.textKey(of: $0) != nil }
    }
    itemsPath = (inner ?? outer).path
  }

  var blocks: [JSONTree] { tree.value(at: blocksPath)?.elements ?? [] }
  var items: [JSONTree] { tree.value(at: itemsPath)?.elements ?? [] }

  var codeKey: String? {
    ["blockCode", "type", "floorType"].first { key in blocks.allSatisfy { $0[key]?.text != nil } }
  }
  var textKey: String? { items.first.flatMap { Self.textKey(of: $0) } }
  var pictureKey: String? { key { $0.hasSuffix(".png") || $0.hasSuffix(".jpg") } }
  var actionKey: String? {
    key { $0.contains("://") && !$0.hasSuffix(".png") && !$0.hasSuffix(".jpg") }
  }

  private static func textKey(of item: JSONTree) -> String? {
    let names = ["title", "name", "txt", "goodsName", "العنوان", "headline", "제목"]
    return names.first { item[$0]?.text?.isEmpty == false }
  }

  /// Returns the key of the first text of an item that is an address of a kind.
  private func key(_ isMeant: (String) -> Bool) -> String? {
    items.first?.members.first { $0.value.text.map(isMeant) ?? false }?.key
  }

  func changingBlocks(_ change: (JSONTree) -> JSONTree?) -> JSONTree? {
    tree.changing(blocksPath, change)
  }

  func changingItems(_ change: (JSONTree) -> JSONTree?) -> JSONTree? {
    tree.changing(itemsPath, change)
  }

  func renamingBlocks(to name: String) -> JSONTree? { renaming(blocksPath, to: name) }

  func renamingItems(to name: String) -> JSONTree? { renaming(itemsPath, to: name) }

  private func renaming(_ path: [JSONTree.Step], to name: String) -> JSONTree? {
    guard case .key(let key) = path.last else { return nil }
    return tree.changing(path.dropLast()) { $0.renaming(key, to: name) }
  }

  func changingCode(_ change: (String, JSONTree) -> JSONTree?) -> JSONTree? {
    guard let key = codeKey, let code = blocks.first?[key] else { return nil }
    return changingBlocks { blocks in
      .array([blocks.elements[0].setting(key, to: change(key, code))] + blocks.elements.dropFirst())
    }
  }

  func renaming(_ key: String?, inAll: Bool) -> JSONTree? {
    guard let key else { return nil }
    return changingItems { items in
      .array(
        items.elements.enumerated().map { index, item in
          inAll || index == 1 ? item.renaming(key, to: "renamed_\(key)") : item
        })
    }
  }

  /// Sets a member of the second item.
  func setting(_ key: String?, to value: JSONTree?) -> JSONTree? {
    guard let key, items.count > 1, items[1][key] != nil else { return nil }
    return changingItems { items in
      .array(items.elements.enumerated().map { $0 == 1 ? $1.setting(key, to: value) : $1 })
    }
  }
}

extension JSONTree {
  /// The value with other texts and identifiers of the same length, but the same codes and addresses.
  fileprivate var withOtherTexts: JSONTree {
    .object(
      members.map { member in
        switch member.value {
        case .string(let text)
        where ["title", "name", "floorName", "body", "description"].contains(member.key):
          (key: member.key, value: .string(String(text.reversed())))
        case .word where member.key == "id": (key: member.key, value: .word("70707"))
        default: member
        }
      })
  }
}

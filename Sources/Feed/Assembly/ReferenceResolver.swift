internal import FeedDocument

/// Replaces references by the values that they refer to, so that blocks contain their items.
///
/// The referenced values are in the pool: a list of objects with an `id` or a `sys.id`, such as
/// `included` in JSON:API, or an object whose keys are the identifiers. A reference has one of three
/// forms:
///
/// - an object with only an `id` and a `type`, with one member such as `sectionId`, or with only `sys`
///   of the type `Link`, as in Contentful's replies,
/// - an array of identifiers,
/// - an identifier under a key for children, such as `child`, `headerRef` or `root`.
struct ReferenceResolver {
  private let document: FeedDocument
  private let pool: FeedValue
  private var targets: [String: FeedValue] = [:]
  /// The indices of containers that contain references, and of the pool.
  private var holders: Set<UInt32> = []
  /// The indices of the pool's values that are referenced.
  private var referenced: Set<UInt32> = []
  private var lists: Set<UInt32> = []
  /// The elements of lists of references that refer to nothing.
  private(set) var unknown: [FeedValue] = []
  /// The indices of the values whose copies are in progress. They detect cyclic references.
  private var active: Set<UInt32> = []
  /// The number of values that may still be copied in place of references.
  private var room: Int

  /// - Parameter pool: The path of the pool; the result is `nil` if it leads to no container.
  init?(pool path: String, of document: FeedDocument) {
    guard let pool = document.value(atPath: path), pool.isContainer else { return nil }
    self.document = document
    self.pool = pool
    room = 4 * Int(document.root.end) + 10_000
    for value in pool.children where value.kind == .object {
      guard let id = pool.kind == .object ? value.key : Self.identifier(of: value).identityText
      else { continue }
      let type = pool.kind == .array ? value["type"].identityText : nil
      for key in [id] + (type.map { ["\($0)/\(id)"] } ?? []) where targets[key] == nil {
        targets[key] = value
      }
    }
    _ = mark(document.root, isList: false, isInPool: false)
  }

  /// Returns the document with its references resolved, or `nil` if it has no references.
  func resolved() -> FeedDocument? {
    guard !referenced.isEmpty else { return nil }
    var copy = self
    var builder = DocumentBuilder(name: document.name)
    copy.write(document.root, isList: false, depth: 0, to: &builder)
    return builder.finish()
  }

  private static func identifier(of value: FeedValue) -> FeedValue {
    value["id"].exists ? value["id"] : value["sys"]["id"]
  }

  private static let childKeys: Set<String> = [
    "child", "children", "explicitList", "items", "content", "contents", "sections", "slots",
    "body", "rows", "blocks", "cards", "components", "header", "footer", "entryPointChild",
    "contentChild", "author", "root",
  ]
  private static let identifierKeys: Set<String> = ["id", "type", "meta", "lid", "__ref", "$ref"]

  private func target(of value: FeedValue, isInList: Bool) -> FeedValue? {
    switch value.kind {
    case .object:
      if value.count == 1, value["sys"]["type"].string == "Link" {
        return value["sys"]["id"].identityText.flatMap { targets[$0] }
      }
      if let member = value.onlyMember, ["Id", "_id", "ID"].contains(where: member.key.hasSuffix) {
        return member.identityText.flatMap { targets[$0] }
      }
      guard value.count <= 3, value.children.allSatisfy({ Self.identifierKeys.contains($0.key) })
      else { return nil }
      let id = value["id"].identityText ?? value["__ref"].string ?? value["$ref"].string
      guard let id else { return nil }
      let typed = value["type"].identityText.flatMap { targets["\($0)/\(id)"] }
      return (typed ?? targets[id]).flatMap { $0.index == value.index ? nil : $0 }
    case .string, .number:
      let key = value.key
      guard
        isInList || Self.childKeys.contains(key) || key.hasSuffix("Child") || key.hasSuffix("Ref")
      else { return nil }
      return value.identityText.flatMap { targets[$0] }
    default: return nil
    }
  }

  /// Whether all elements are identifiers of the pool or, under a key for children, at least half.
  /// Inside the pool, only keys for children count: keys such as `related` refer to siblings.
  private func isReferenceList(_ value: FeedValue, isInPool: Bool) -> Bool {
    guard value.kind == .array, value.count > 0 else { return false }
    let isChildren = Self.childKeys.contains(value.key)
    guard isChildren || !isInPool else { return false }
    let known = value.children.count { element in
      (element.kind == .string || element.kind == .number)
        && element.identityText.map { targets[$0] != nil } == true
    }
    return known == value.count || (isChildren && known * 2 >= value.count)
  }

  private mutating func mark(_ value: FeedValue, isList: Bool, isInPool: Bool) -> Bool {
    if let target = target(of: value, isInList: isList) {
      referenced.insert(target.index)
      return true
    }
    if isList, value.kind == .string || value.kind == .number { unknown.append(value) }
    guard value.isContainer else { return false }
    let isInPool = isInPool || value.index == pool.index
    let isList = isReferenceList(value, isInPool: isInPool)
    if isList { lists.insert(value.index) }
    var holds = value.index == pool.index
    for child in value.children where mark(child, isList: isList, isInPool: isInPool) {
      holds = true
    }
    if holds { holders.insert(value.index) }
    return holds
  }

  /// The maximum depth of nested references and values; it limits the recursion.
  private static let depthLimit = 256

  private mutating func write(
    _ value: FeedValue, isList: Bool, depth: Int, to builder: inout DocumentBuilder
  ) {
    if let target = target(of: value, isInList: isList), !active.contains(target.index),
      depth < Self.depthLimit, room >= Int(target.end - target.index)
    {
      room -= Int(target.end - target.index)
      active.insert(target.index)
      write(target, isList: false, depth: depth + 1, to: &builder)
      active.remove(target.index)
      return
    }
    // An identifier that is unknown or cyclic is omitted, so that it is not read as a text.
    if isList, value.kind == .string || value.kind == .number { return }
    guard holders.contains(value.index) else {
      builder.copy(value)
      return
    }
    let isList = lists.contains(value.index)
    if value.kind == .object { builder.beginObject() } else { builder.beginArray() }
    // A referenced value is omitted from the pool, because it is now inside another value.
    for child in value.children
    where value.index != pool.index || !referenced.contains(child.index) {
      if value.kind == .object { builder.key(child.key) }
      write(child, isList: isList, depth: depth + 1, to: &builder)
    }
    if value.kind == .object { builder.endObject() } else { builder.endArray() }
  }

  /// Returns the path of the pool whose values are referenced most, or `nil` if there is no pool.
  static func pool(of document: FeedDocument) -> String? {
    let resolvers = pools(in: document.root).compactMap {
      ReferenceResolver(pool: $0.path, of: document)
    }.filter { $0.referenced.count > 1 && $0.referenced.count * 2 >= $0.pool.count }
    // `max` returns the first of equal pools.
    return resolvers.max { $0.referenced.count < $1.referenced.count }?.pool.path
  }

  /// Returns lists of objects with an `id`, and objects of objects, within four levels of the root.
  private static func pools(in root: FeedValue) -> [FeedValue] {
    var pools: [FeedValue] = []
    var level = [root]
    for _ in 0..<4 {
      let values = level.flatMap(\.children).filter {
        $0.isContainer && $0.count > 0 && !$0.isShadowed
      }
      pools += values.filter(isPool)
      level = Array(values.filter { $0.kind == .object || $0.count <= 4 }.prefix(64))
    }
    return Array(pools.prefix(8))
  }

  private static func isPool(_ value: FeedValue) -> Bool {
    let isList = value.kind == .array
    return value.count > 1
      && value.children.allSatisfy {
        $0.kind == .object && $0.count > (isList ? 1 : 0)
          && (!isList || identifier(of: $0).kind == .string || identifier(of: $0).int64 != nil)
      }
  }
}

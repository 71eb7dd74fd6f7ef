internal import FeedDocument

/// Reads how the items of a source become blocks, and where these are inserted.
extension ConfigurationReader {
  mutating func shape(_ source: FeedValue) -> FeedLayout.Shape? {
    let shapes = ["element", "block", "union", "order"].filter { source[$0].exists }
    guard let shape = shapes.first, shapes.count == 1 else {
      refuse(
        source, "a source says in one way how its items become blocks",
        label: "expected one of `element`, `block`, `union`, `order`, found \(shapes.count)")
      return nil
    }
    let value = source[shape]
    switch shape {
    case "block": return blockShape(value).map { .block($0) }
    case "element":
      guard object(value, required: ["code"], optional: ["showType", "closable"]) else {
        return nil
      }
      let fields = blockFields(value)
      return .elements(code: path(value["code"], from: .value) ?? "", fields: fields)
    case "order":
      guard object(value, required: ["code", "rank"]) else { return nil }
      let code = path(value["code"], from: .value) ?? ""
      return .order(code: code, rank: path(value["rank"], from: .value) ?? "")
    default:
      guard object(value, optional: ["showType", "closable"]) else { return nil }
      return .union(fields: blockFields(value))
    }
  }

  private mutating func blockShape(_ value: FeedValue) -> FeedLayout.BlockShape? {
    guard object(value, optional: ["code", "codePath", "showType", "combine", "item"]) else {
      return nil
    }
    if !value["code"].exists, !value["codePath"].exists {
      refuse(
        value, "`code` is missing",
        label: "expected a member `code`, or a `codePath` to where a reply says it")
    }
    var shape = FeedLayout.BlockShape(code: string(value["code"]))
    shape.codePath = path(value["codePath"], from: .root)
    shape.showType = string(value["showType"]) ?? ""
    shape.combination = combination(value["combine"])
    shape.itemIdentity = path(value["item"], from: .value)
    if case .part = shape.combination, value["item"].exists {
      refuse(
        value["item"], "`item` is for a block whose value is an array",
        label: "the block of a `part` is an object")
    }
    return shape
  }

  private mutating func combination(_ value: FeedValue) -> FeedLayout.Combination {
    guard value.kind == .object else {
      return word(value, among: ["replace", "append"]) == "append" ? .append : .replace
    }
    guard object(value, required: ["part"]), let part = string(value["part"]) else {
      return .replace
    }
    return .part(part)
  }

  private mutating func blockFields(_ value: FeedValue) -> FeedLayout.BlockFields {
    FeedLayout.BlockFields(
      showType: path(value["showType"], from: .value),
      closable: path(value["closable"], from: .value))
  }

  mutating func insertion(
    _ value: FeedValue, shape: FeedLayout.Shape?
  ) -> FeedLayout.Insertion? {
    guard object(value, optional: ["after", "otherwise", "unless"]) else { return nil }
    if let shape, !shape.isBlock {
      refuse(
        value, "`insert` is for a source that gives one block",
        label: "expected it beside `block`")
    }
    let otherwise: FeedLayout.Insertion.Edge? = word(value["otherwise"])
    return FeedLayout.Insertion(
      after: string(value["after"]), otherwise: otherwise ?? .last,
      unless: strings(value["unless"]))
  }
}

extension FeedLayout.Shape {
  /// Whether all items together are one block.
  package var isBlock: Bool { if case .block = self { true } else { false } }
}

internal import FeedDocument

extension ConfigurationReader {
  /// Returns the sources by name. Exactly one is primary; a single source is primary by default.
  mutating func sources(_ value: FeedValue) -> [FeedLayout.Source] {
    let members = Array(members(value))
    if value.kind == .object, members.isEmpty {
      refuse(value, "a feed layout needs a source", label: "expected at least one member")
    }
    let sources = members.compactMap { source($0, isOnly: members.count == 1) }
    let primary = sources.count { $0.isPrimary }
    if sources.count == members.count, !members.isEmpty, primary != 1 {
      refuse(
        value, "one source of a feed layout is the primary one",
        label: "expected `primary: true` in one source, found it in \(primary)",
        helps: ["write `\"primary\": true` in the source that the FEED argument provides"])
    }
    return sources
  }

  private mutating func source(_ value: FeedValue, isOnly: Bool) -> FeedLayout.Source? {
    guard
      object(
        value, required: ["items"],
        optional: [
          "primary", "sample", "request", "after", "envelope", "whenEmpty", "element", "block",
          "union", "members", "order", "insert", "references", "heading", "footer",
        ])
    else { return nil }
    checkKey(of: value, names: "source")
    let isPrimary = bool(value["primary"]) ?? isOnly
    let samples = oneOrMore(value["sample"], expected: "a file") { $0.string($1) }
    let request = request(value["request"])
    let dependencies = strings(value["after"])
    let envelope = envelope(value["envelope"])
    let shape = shape(value)
    let emptyPolicy = emptyPolicy(value["whenEmpty"], shape: shape)
    let insertion = insertion(value["insert"], shape: shape)
    let references = path(value["references"], from: .root)
    let (heading, footer) = (extraBlock(value["heading"]), extraBlock(value["footer"]))
    let paths = oneOrMore(value["items"], expected: "a path") { $0.itemPath($1) }
    guard let items = paths.first, let shape else { return nil }
    return FeedLayout.Source(
      name: value.key, isPrimary: isPrimary, samples: samples, request: request,
      dependencies: dependencies, envelope: envelope, items: items,
      otherItems: Array(paths.dropFirst()), references: references, shape: shape,
      heading: heading, footer: footer, insertion: insertion, emptyPolicy: emptyPolicy)
  }

  /// Reads a single string, or a non-empty array of strings.
  private mutating func oneOrMore(
    _ value: FeedValue, expected: String,
    _ read: (inout ConfigurationReader, FeedValue) -> String?
  ) -> [String] {
    guard value.kind == .array else { return read(&self, value).map { [$0] } ?? [] }
    if value.count == 0 { mismatch(value, expected: "\(expected), or an array of at least one") }
    return value.children.compactMap { read(&self, $0) }
  }

  private mutating func itemPath(_ value: FeedValue) -> String? {
    guard value.string?.contains("[*]") == true else { return path(value, from: .root) }
    return read(value, expected: "a JSON path from the root, like `$.tabs[*].cards`", \.string) {
      $0.hasPrefix("$") && FlattenedPath($0) != nil
    }
  }

  private mutating func extraBlock(_ value: FeedValue) -> FeedLayout.ExtraBlock? {
    guard object(value, required: ["code", "path"]) else { return nil }
    return .init(code: string(value["code"]) ?? "", path: path(value["path"], from: .root) ?? "")
  }

  private mutating func envelope(_ value: FeedValue) -> FeedLayout.Envelope? {
    guard object(value, required: ["success"], optional: ["message", "failures"])
    else { return nil }
    let message = path(value["message"], from: .root)
    let failureNames = members(value["failures"]).reduce(into: [:]) { $0[$1.key] = name($1) }
    let success = value["success"]
    guard object(success, required: ["path", "equals"]),
      let expected = comparand(success["equals"])
    else { return nil }
    return FeedLayout.Envelope(
      successPath: path(success["path"], from: .root) ?? "", successValue: expected,
      messagePath: message, failureNames: failureNames)
  }

  private mutating func emptyPolicy(
    _ value: FeedValue, shape: FeedLayout.Shape?
  ) -> FeedLayout.EmptyPolicy {
    let policy: FeedLayout.EmptyPolicy = word(value) ?? .report
    if policy == .show, let shape, shape.block == nil {
      refuse(
        value, "`show` is for a source that gives one block",
        label: "expected `report`, `hide` or `message`, as without items there is no block to show")
    }
    return policy
  }

  mutating func shape(_ source: FeedValue) -> FeedLayout.Shape? {
    let shapes = ["element", "block", "union", "members", "order"].filter { source[$0].exists }
    guard let shape = shapes.first, shapes.count == 1 else {
      refuse(
        source, "a source has exactly one way to turn its items into blocks",
        label:
          "expected one of `element`, `block`, `union`, `members`, `order`, found \(shapes.count)")
      return nil
    }
    let value = source[shape]
    switch shape {
    case "block": return blockShape(value).map { .block($0) }
    case "element":
      let otherwise = value["otherwise"]
      guard
        object(
          value, required: otherwise.exists ? [] : ["code"],
          optional: ["code", "otherwise", "showType", "closable"])
      else { return nil }
      var fields = blockFields(value)
      fields.standardCode = string(otherwise)
      return .elements(code: path(value["code"], from: .value) ?? "", fields: fields)
    case "order":
      guard object(value, optional: ["code", "rank"]) else { return nil }
      let code = path(value["code"], from: .value) ?? "name"
      return .order(code: code, rank: path(value["rank"], from: .value) ?? "sortIndex")
    case "members":
      guard object(value, optional: ["code", "except", "showType", "closable"]) else { return nil }
      return .members(
        code: path(value["code"], from: .value), except: Set(strings(value["except"])),
        fields: blockFields(value))
    default:
      guard object(value, optional: ["showType", "closable"]) else { return nil }
      return .union(fields: blockFields(value))
    }
  }

  private mutating func blockShape(_ value: FeedValue) -> FeedLayout.BlockShape? {
    guard object(value, optional: ["code", "codePath", "showType", "combine", "item", "single"])
    else { return nil }
    if !value["code"].exists, !value["codePath"].exists {
      refuse(
        value, "`code` is missing",
        label: "expected a member `code`, or a `codePath` to the code in a reply")
    }
    var shape = FeedLayout.BlockShape(code: string(value["code"]))
    shape.codePath = path(value["codePath"], from: .root)
    shape.showType = string(value["showType"]) ?? ""
    shape.combination = combination(value["combine"])
    shape.itemIdentity = path(value["item"], from: .value)
    shape.singleItemMembers = strings(value["single"])
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
    guard object(value, required: ["part"], optional: ["required"]),
      let part = string(value["part"])
    else { return .replace }
    return .part(part, isRequired: bool(value["required"]) ?? false)
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
    if let shape, shape.block == nil {
      refuse(
        value, "`insert` is for a source that gives one block",
        label: "expected it beside `block`")
    }
    return FeedLayout.Insertion(
      after: string(value["after"]), otherwise: word(value["otherwise"]) ?? .last,
      unless: strings(value["unless"]))
  }
}

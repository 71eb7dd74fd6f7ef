internal import FeedDocument

extension ConfigurationReader {
  /// The sources by name, with exactly one of them primary; a single one is so without saying it.
  mutating func sources(_ value: FeedValue) -> [FeedLayout.Source] {
    guard let object = openObject(value) else { return [] }
    let members = Array(object.children)
    if members.isEmpty {
      refuse(value, "a feed layout needs a source", label: "expected at least one member")
    }
    let sources = members.compactMap { source($0, isOnly: members.count == 1) }
    let primary = sources.count { $0.isPrimary }
    if sources.count == members.count, !members.isEmpty, primary != 1 {
      refuse(
        value, "one source of a feed layout is the primary one",
        label: "expected `primary: true` in one source, found it in \(primary)",
        helps: ["write `\"primary\": true` in the source that the FEED argument stands for"])
    }
    return sources
  }

  private mutating func source(_ value: FeedValue, isOnly: Bool) -> FeedLayout.Source? {
    guard
      object(
        value, required: ["items"],
        optional: ["primary", "sample", "envelope", "element", "block", "union", "insert"])
    else { return nil }
    if !Self.isName(value.key) {
      refuse(
        value, "`\(value.key)` cannot name a source",
        label: "expected a name of letters, digits, `-`, `_` and `.`")
    }
    let isPrimary = bool(value["primary"]) ?? isOnly
    let sample = string(value["sample"])
    let envelope = envelope(value["envelope"])
    let shape = shape(value)
    let insertion = insertion(value["insert"], shape: shape)
    guard let items = path(value["items"], from: .root), let shape else { return nil }
    return FeedLayout.Source(
      name: value.key, isPrimary: isPrimary, samples: sample.map { [$0] } ?? [], envelope: envelope,
      items: items,
      shape: shape, insertion: insertion)
  }

  private mutating func envelope(_ value: FeedValue) -> FeedLayout.Envelope? {
    guard object(value, required: ["success"], optional: ["message"]) else { return nil }
    let message = path(value["message"], from: .root)
    let success = value["success"]
    guard object(success, required: ["path", "equals"]) else { return nil }
    let expected = success["equals"]
    if expected.kind == .array || expected.kind == .object {
      refuse(
        expected, "`equals` is not a scalar",
        label: "expected a number, a string, true, false or null, found \(expected.inWords)")
    }
    guard let path = path(success["path"], from: .root) else { return nil }
    return FeedLayout.Envelope(successPath: path, successValue: expected, messagePath: message)
  }

  private mutating func shape(_ source: FeedValue) -> FeedLayout.Shape? {
    let shapes = ["element", "block", "union"].filter { source[$0].exists }
    guard let shape = shapes.first, shapes.count == 1 else {
      refuse(
        source, "a source says in one way how its items become blocks",
        label: "expected one of `element`, `block`, `union`, found \(shapes.count)")
      return nil
    }
    let value = source[shape]
    switch shape {
    case "block":
      guard object(value, required: ["code"], optional: ["showType"]) else { return nil }
      let showType = string(value["showType"])
      return string(value["code"]).map { .block(.init(code: $0, showType: showType ?? "")) }
    case "element":
      guard object(value, required: ["code"], optional: ["showType", "closable"]) else {
        return nil
      }
      let fields = blockFields(value)
      return path(value["code"], from: .value).map { .elements(code: $0, fields: fields) }
    default:
      guard object(value, optional: ["showType", "closable"]) else { return nil }
      return .union(fields: blockFields(value))
    }
  }

  private mutating func blockFields(_ value: FeedValue) -> FeedLayout.BlockFields {
    FeedLayout.BlockFields(
      showType: path(value["showType"], from: .value),
      closable: path(value["closable"], from: .value))
  }

  private mutating func insertion(
    _ value: FeedValue, shape: FeedLayout.Shape?
  ) -> FeedLayout.Insertion? {
    guard object(value, optional: ["after", "otherwise", "unless"]) else { return nil }
    if case .block? = shape {
    } else if shape != nil {
      refuse(
        value, "`insert` is for a source that gives one block",
        label: "expected it beside `block`")
    }
    let edges = FeedLayout.Insertion.Edge.allCases.map(\.rawValue)
    let otherwise = word(value["otherwise"], among: edges)
    return FeedLayout.Insertion(
      after: string(value["after"]),
      otherwise: otherwise.flatMap(FeedLayout.Insertion.Edge.init) ?? .last,
      unless: strings(value["unless"]))
  }

  /// Elements of an array; anything else is reported and has none.
  mutating func elements(_ value: FeedValue) -> [FeedValue] {
    guard value.exists else { return [] }
    guard value.kind == .array else {
      refuse(
        value, "`\(value.key)` is not an array",
        label: "expected an array, found \(value.inWords)")
      return []
    }
    return Array(value.children)
  }
}

extension FeedValue {
  /// An empty sequence, where a value turned out not to be a container.
  var noChildren: FeedChildren {
    FeedValue(document: document, index: FeedDocument.missing).children
  }
}

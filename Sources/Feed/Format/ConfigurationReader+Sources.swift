internal import FeedDocument

extension ConfigurationReader {
  /// Returns the sources by name. Exactly one is primary; a single source is primary by default.
  mutating func sources(_ value: FeedValue) -> [FeedLayout.Source] {
    let members = Array(members(value))
    guard value.kind == .object else { return [] }
    if members.isEmpty {
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
          "union", "order", "insert",
        ])
    else { return nil }
    checkKey(of: value, names: "source")
    let isPrimary = bool(value["primary"]) ?? isOnly
    let samples = samples(value["sample"])
    let request = request(value["request"])
    let dependencies = strings(value["after"])
    let envelope = envelope(value["envelope"])
    let shape = shape(value)
    let emptyPolicy = emptyPolicy(value["whenEmpty"], shape: shape)
    let insertion = insertion(value["insert"], shape: shape)
    guard let items = path(value["items"], from: .root), let shape else { return nil }
    return FeedLayout.Source(
      name: value.key, isPrimary: isPrimary, samples: samples, request: request,
      dependencies: dependencies, envelope: envelope, items: items, shape: shape,
      insertion: insertion, emptyPolicy: emptyPolicy)
  }

  /// Returns the path of one document, or of one for each page.
  private mutating func samples(_ value: FeedValue) -> [String] {
    guard value.kind == .array else { return string(value).map { [$0] } ?? [] }
    if value.count == 0 { mismatch(value, expected: "a file, or an array of at least one") }
    return strings(value)
  }

  private mutating func envelope(_ value: FeedValue) -> FeedLayout.Envelope? {
    guard object(value, required: ["success"], optional: ["message", "failures"]) else {
      return nil
    }
    let message = path(value["message"], from: .root)
    var failureNames: [String: String] = [:]
    for failure in members(value["failures"]) {
      failureNames[failure.key] = name(failure)
    }
    let success = value["success"]
    guard object(success, required: ["path", "equals"]) else { return nil }
    let expected = comparand(success["equals"])
    guard let path = path(success["path"], from: .root), let expected else { return nil }
    return FeedLayout.Envelope(
      successPath: path, successValue: expected, messagePath: message, failureNames: failureNames)
  }

  private mutating func emptyPolicy(
    _ value: FeedValue, shape: FeedLayout.Shape?
  ) -> FeedLayout.EmptyPolicy {
    let policy: FeedLayout.EmptyPolicy = word(value) ?? .report
    if policy == .show, let shape, !shape.isBlock {
      refuse(
        value, "`show` is for a source that gives one block",
        label: "expected `report` or `hide`, as without items there is no block to show")
    }
    return policy
  }
}

internal import FeedDocument

extension ConfigurationReader {
  mutating func paging(_ value: FeedValue) -> FeedLayout.Paging? {
    guard
      object(
        value, required: ["source", "by"],
        optional: ["first", "cursor", "end", "endsWhenEmpty"])
    else { return nil }
    let source = string(value["source"]) ?? ""
    let advance = advance(value)
    let end = elements(value["end"]).map { rule in
      if rule.kind == .array, rule.count == 0 {
        refuse(rule, "a rule without a test always holds", label: "expected at least one test")
      }
      return elements(rule).compactMap { endTest($0) }
    }
    let countsByReply = if case .cursor = advance { true } else { false }
    return FeedLayout.Paging(
      source: source, advance: advance, end: end,
      endsWhenEmpty: bool(value["endsWhenEmpty"]) ?? !countsByReply)
  }

  private mutating func advance(_ value: FeedValue) -> FeedLayout.Paging.Advance {
    let word = word(value["by"], among: FeedLayout.Paging.Advance.placeholders)
    let first = integer(value["first"], in: 0...Int(Int32.max))
    let cursor = path(value["cursor"], from: .root)
    if let word {
      for (key, owner) in [("first", "page"), ("cursor", "cursor")]
      where word != owner && value[key].exists {
        refuse(
          value[key], "`\(key)` is for paging by \(owner)", label: "this feed pages by \(word)")
      }
      if word == "cursor", !value["cursor"].exists {
        refuse(value, "`cursor` is missing", label: "expected the path of the cursor in a reply")
      }
    }
    switch word {
    case "page": return .page(first: first ?? 0)
    case "offset": return .offset
    default: return .cursor(path: cursor ?? "")
    }
  }

  private mutating func endTest(_ value: FeedValue) -> FeedLayout.Paging.EndTest? {
    guard object(value, required: ["path"], optional: ["equals", "equalsPath"]) else { return nil }
    let path = path(value["path"], from: .root) ?? ""
    let other = self.path(value["equalsPath"], from: .root)
    let count = ["equals", "equalsPath"].count { value[$0].exists }
    if count != 1 {
      refuse(
        value, "a test compares with one thing",
        label: "expected `equals` or `equalsPath`, found \(count)")
    }
    let expected = comparand(value["equals"])
    return .init(path: path, expected: expected.map { .value($0) } ?? .path(other ?? ""))
  }

  mutating func comparand(_ value: FeedValue) -> FeedValue? {
    guard value.exists else { return nil }
    guard value.kind != .array, value.kind != .object else {
      refuse(
        value, "`\(value.key)` is not a scalar",
        label: "expected a number, a string, true, false or null, found \(value.inWords)")
      return nil
    }
    return value
  }

  mutating func freshness(_ value: FeedValue) -> FeedLayout.Freshness? {
    guard object(value, optional: ["seconds", "path", "unit"]) else { return nil }
    var freshness = FeedLayout.Freshness()
    freshness.seconds = read(value["seconds"], expected: "a number above 0", \.double) { $0 > 0 }
    freshness.path = path(value["path"], from: .root)
    if word(value["unit"], among: ["milliseconds", "seconds"]) == "milliseconds" {
      freshness.unit = 0.001
    }
    if !value["seconds"].exists, !value["path"].exists {
      refuse(value, "`seconds` is missing", label: "expected `seconds`, a `path` to them, or both")
    }
    if value["unit"].exists, !value["path"].exists {
      refuse(
        value["unit"], "`unit` applies to the number at `path`", label: "expected it beside `path`")
    }
    return freshness
  }

  mutating func states(_ value: FeedValue) -> FeedLayout.States {
    var states = FeedLayout.States()
    guard object(value, optional: ["loading", "empty", "failed", "notices", "header", "footer"])
    else { return states }
    let loading = value["loading"]
    if object(loading, required: ["sections"], optional: ["designWidth"]) {
      states.skeletonDesignWidth = points(loading["designWidth"], allowsZero: false)
      states.skeleton = elements(loading["sections"]).compactMap { skeletonSection($0) }
    }
    states.empty = message(value["empty"])
    states.failed = message(value["failed"], optional: ["on"])
    if value["failed"]["on"].exists {
      states.failedOn = Set(elements(value["failed"]["on"]).compactMap { word($0) })
    }
    states.notices = texts(value["notices"])
    states.header = texts(value["header"])
    states.footer = texts(value["footer"])
    return states
  }

  private mutating func skeletonSection(_ value: FeedValue) -> FeedLayout.SkeletonSection? {
    guard object(value, required: ["code", "height"], optional: ["rows"]) else { return nil }
    return .init(
      code: string(value["code"]) ?? "", height: points(value["height"], allowsZero: false) ?? 0,
      rows: integer(value["rows"], in: 1...Self.mostSkeletonRows) ?? 1)
  }

  /// The maximum number of rows of a skeleton section; no screen shows as many at once.
  private static let mostSkeletonRows = 100

  private mutating func message(
    _ value: FeedValue, optional: [String] = []
  ) -> FeedLayout.Message? {
    guard object(value, required: ["title"], optional: ["message", "button"] + optional)
    else { return nil }
    return .init(
      title: string(value["title"]) ?? "", message: string(value["message"]),
      button: string(value["button"]))
  }

  private mutating func texts<State: RawRepresentable<String> & CaseIterable & Hashable>(
    _ value: FeedValue
  ) -> [State: String] {
    guard object(value, optional: State.allCases.map(\.rawValue)) else { return [:] }
    return State.allCases.reduce(into: [:]) { $0[$1] = string(value[$1.rawValue]) }
  }
}

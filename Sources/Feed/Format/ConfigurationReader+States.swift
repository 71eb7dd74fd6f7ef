internal import FeedDocument

extension ConfigurationReader {
  mutating func states(_ value: FeedValue) -> FeedLayout.States {
    var states = FeedLayout.States()
    guard object(value, optional: ["loading", "empty", "failed", "header", "footer"]) else {
      return states
    }
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
    states.header = texts(value["header"])
    states.footer = texts(value["footer"])
    return states
  }

  private mutating func skeletonSection(_ value: FeedValue) -> FeedLayout.SkeletonSection? {
    guard object(value, required: ["code", "height"], optional: ["rows"]) else { return nil }
    let code = string(value["code"]) ?? ""
    let rows = integer(value["rows"], in: 1...Self.mostSkeletonRows) ?? 1
    let height = points(value["height"], allowsZero: false)
    return .init(code: code, height: height ?? 0, rows: rows)
  }

  /// More rows than any screen shows at once.
  private static let mostSkeletonRows = 100

  private mutating func message(
    _ value: FeedValue, optional: [String] = []
  ) -> FeedLayout.Message? {
    guard object(value, required: ["title"], optional: ["message", "button"] + optional) else {
      return nil
    }
    let message = string(value["message"])
    let button = string(value["button"])
    return .init(title: string(value["title"]) ?? "", message: message, button: button)
  }

  private mutating func texts<State: RawRepresentable<String> & CaseIterable & Hashable>(
    _ value: FeedValue
  ) -> [State: String] {
    guard object(value, optional: State.allCases.map(\.rawValue)) else { return [:] }
    var texts: [State: String] = [:]
    for state in State.allCases { texts[state] = string(value[state.rawValue]) }
    return texts
  }
}

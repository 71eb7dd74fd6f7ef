internal import SectionEngine

/// Runs a script on a session, step by step. Replies arrive in a fixed order.
struct SessionRun {
  struct Step {
    enum Part: String {
      /// An input together with all replies to its requests.
      case whole
      /// An input whose replies are reported as separate steps.
      case input
      /// One reply to an earlier input.
      case arrival
    }

    var part: Part
    /// The number of the input in the script, from 1.
    var number: Int
    var input: String
    /// The requested sources: "blocks" for the first page of `blocks`, "list[2]" for a third page.
    var asked: [String]
    var arrived: [String]
    /// Whether the content before the input was stale.
    var wasStale: Bool
    var before: FeedPage
    var stateBefore: SessionState
    /// All changes since `before`. Notices and diagnostics are in the order of arrival.
    var update: FeedUpdate
  }

  private(set) var session: SessionPage
  private let loader: any SourceLoader
  /// The sources whose replies arrive first, in this order; the others follow in the layout's
  /// order. `nil` if all replies arrive together and are not reported separately.
  private let arrivals: [String]?
  /// The simulated time in seconds; it makes results independent of the machine.
  private var time = 0.0
  /// The inputs that wait for their time, by their ids in the session.
  private var waiting: [DelayedInput.ID: (number: Int, text: String)] = [:]

  init(_ session: SessionPage, loader: any SourceLoader, arrivals: [String]?) {
    self.session = session
    self.loader = loader
    self.arrivals = arrivals
  }

  mutating func run(_ script: SessionScript, _ report: (Step) throws -> Void) rethrows {
    for (index, step) in script.steps.enumerated() {
      let next = time + step.pause
      try runDelayed(until: next, report)
      time = next
      let name = (number: index + 1, text: step.text)
      try perform(name, report) { session, time in session.send(step.input, at: time) }
    }
    try runDelayed(until: .infinity, report)
  }

  /// Runs the inputs whose time comes until `limit`.
  private mutating func runDelayed(
    until limit: Double, _ report: (Step) throws -> Void
  ) rethrows {
    while let input = session.delayed.first, input.due <= limit,
      let name = waiting.removeValue(forKey: input.id)
    {
      time = input.due
      try perform(name, report) { session, time in session.run(input.id, at: time) }
    }
  }

  private mutating func perform(
    _ input: (number: Int, text: String), _ report: (Step) throws -> Void,
    _ act: (inout SessionPage, Double) -> FeedUpdate
  ) rethrows {
    let before = (page: session.page, state: session.state)
    let wasStale = session.state.isStale(at: time)
    let update = act(&session, time)
    if let delayed = update.step.delayed {
      waiting[delayed.id] = input
      return
    }
    for id in update.step.replaced {
      guard let replaced = waiting.removeValue(forKey: id) else { continue }
      var unchanged = update
      (unchanged.step, unchanged.state) = (.ignored(.cancelled), before.state)
      (unchanged.page, unchanged.shift) = (before.page, LayoutShift())
      try report(
        Step(
          part: .whole, number: replaced.number, input: replaced.text, asked: [], arrived: [],
          wasStale: wasStale, before: before.page, stateBefore: before.state, update: unchanged))
    }
    var step = Step(
      part: arrivals != nil && !update.step.requests.isEmpty ? .input : .whole,
      number: input.number, input: input.text,
      asked: update.step.requests.map(\.label), arrived: [],
      wasStale: wasStale, before: before.page, stateBefore: before.state, update: update)
    var pending = update.step.requests
    if step.part == .input { try report(step) }
    while !pending.isEmpty {
      let replies = ordered(Array(zip(pending, loader.replies(to: pending))))
      pending = []
      for (request, reply) in replies {
        let earlier = (page: session.page, state: session.state)
        let arrival = session.receive(reply, to: request.id, at: time)
        pending += arrival.step.requests
        if step.part == .input {
          try report(
            Step(
              part: .arrival, number: input.number, input: input.text,
              asked: arrival.step.requests.map(\.label),
              arrived: [request.label], wasStale: false, before: earlier.page,
              stateBefore: earlier.state, update: arrival))
        } else {
          step.add(arrival, of: request, visible: session.visible)
        }
      }
    }
    if step.part == .whole { try report(step) }
  }

  private func ordered(
    _ replies: [(SourceRequest, SourceReply)]
  ) -> [(SourceRequest, SourceReply)] {
    guard let names = arrivals else { return replies }
    let ranks = replies.map { request, _ in names.firstIndex(of: request.source) ?? names.count }
    return replies.indices.sorted { (ranks[$0], $0) < (ranks[$1], $1) }.map { replies[$0] }
  }
}

extension SessionRun.Step {
  /// Adds to this step the update that a later reply causes.
  fileprivate mutating func add(
    _ later: FeedUpdate, of request: SourceRequest, visible: ClosedRange<Double>
  ) {
    asked += later.step.requests.map(\.label)
    arrived.append(request.label)
    let earlier = update.step
    update = later
    update.step.outcome = earlier.outcome
    update.step.notices = earlier.notices + later.step.notices
    update.step.diagnostics = earlier.diagnostics + later.step.diagnostics
    if !earlier.changes.isEmpty { update.step.changes = later.page.changes(since: before) }
    update.shift = later.page.shift(since: before, visible: visible)
  }
}

extension SourceRequest {
  /// The source and page, such as "list" for the first page or "list[2]" for the third.
  var label: String { page == 0 ? source : "\(source)[\(page)]" }
}

/// The inputs of `session --script`, such as `refresh; wait 600; update NEWS/12 {"read": true}`.
struct SessionScript {
  struct Step {
    /// The text of the input in the script.
    var text: String
    var input: SessionInput
    /// The simulated time since the previous step, in seconds.
    var pause: Double
  }

  private(set) var steps: [Step] = []

  /// The default pause in seconds. It is longer than the time in which a second pull is ignored.
  private static let pause = 10.0

  init(_ text: String) throws {
    var pause = 0.0
    let statements = Self.statements(of: text)
    for statement in statements {
      if let input = try Self.parse(statement, pause: &pause) {
        steps.append(Step(text: statement, input: input, pause: pause))
        pause = Self.pause
      }
    }
    guard !statements.isEmpty else {
      throw Self.invalid("the script is empty", "expected at least one input")
    }
  }

  /// Splits a script at semicolons and line breaks that are not inside JSON.
  private static func statements(of text: String) -> [String] {
    var statements: [String] = []
    var current = ""
    var depth = 0
    var isInString = false
    var isEscaped = false
    for character in text {
      if isInString {
        isInString = isEscaped || character != "\""
        isEscaped = !isEscaped && character == "\\"
      } else {
        switch character {
        case "\"": isInString = true
        case "{", "[": depth += 1
        case "}", "]": depth -= 1
        case ";", "\n", "\r\n":
          guard depth <= 0 else { break }
          statements.append(current)
          current = ""
          depth = 0
          continue
        default: break
        }
      }
      current.append(character)
    }
    statements.append(current)
    return statements.map { trimmed($0[...]) }.filter { !$0.isEmpty }
  }

  /// Returns the input of a statement. For `wait`, sets the next `pause` and returns `nil`.
  private static func parse(_ statement: String, pause: inout Double) throws -> SessionInput? {
    let words = statement.split(separator: " ", maxSplits: 1)
    let name = words.first.map(String.init) ?? ""
    let rest = words.count > 1 ? trimmed(words[1]) : ""
    switch name {
    case "refresh" where rest.isEmpty: return .refresh
    case "loadMore" where rest.isEmpty: return .loadMore
    case "wait":
      guard let seconds = Double(rest), seconds >= 0, seconds.isFinite else {
        throw invalid("`wait` takes seconds from 0", "found `\(rest)`")
      }
      pause = seconds
      return nil
    case "update": return .update(try update(rest))
    case "close" where !rest.isEmpty: return .edit(.close(rest))
    case "remove" where !rest.isEmpty: return .edit(.remove(rest))
    case "move": return .edit(try move(rest))
    case "insert": return .edit(try insert(rest))
    case "parameter": return .parameters(try parameter(rest))
    case "set":
      guard let setting = SectionSetting(rest) else {
        throw invalid("`set` takes SECTION.KEY=VALUE", "found `\(rest)`")
      }
      return .set(setting)
    case "appearance", "width", "text-size", "locale", "direction":
      return .environment(try environment(name, rest))
    case "tap":
      guard let point = Point(text: rest) else {
        throw invalid("`tap` takes X,Y in points of the page", "found `\(rest)`")
      }
      return .tap(point)
    case "state":
      guard let content = ContentState(rawValue: rest), content != .completed else {
        throw invalid("`state` takes loading, empty or failed", "found `\(rest)`")
      }
      return .show(content)
    default:
      let known = [
        "refresh", "loadMore", "update", "close", "remove", "move", "insert", "parameter", "set",
        "state", "tap", "appearance", "width", "text-size", "locale", "direction", "wait",
      ]
      throw invalid(
        "`\(statement)` is not an input of a session",
        "expected one of \(known.joined(separator: ", "))",
        helps: Suggestion.helps(for: name, among: known))
    }
  }

  /// Parses a change of the environment, with the values of the option of the same name.
  private static func environment(_ name: String, _ value: String) throws -> EnvironmentChange {
    let (change, values): (EnvironmentChange?, String) =
      switch name {
      case "appearance":
        (LayoutEnvironment.Appearance(rawValue: value).map { .appearance($0) }, "light or dark")
      case "direction":
        (LayoutEnvironment.Direction(rawValue: value).map { .direction($0) }, "ltr or rtl")
      case "text-size":
        (
          LayoutEnvironment.TextSize(rawValue: value).map { .textSize($0) },
          LayoutEnvironment.TextSize.allCases.map(\.rawValue).joined(separator: ", ")
        )
      case "locale":
        (!value.isEmpty && value.isTagText ? .locale(value) : nil, "a tag such as zh-CN")
      default:
        (
          Double(value).flatMap { (1...100_000).contains($0) ? .width($0) : nil },
          "points from 1 to 100000"
        )
      }
    guard let change else { throw invalid("`\(name)` takes \(values)", "found `\(value)`") }
    return change
  }

  /// Parses a parameter, such as `keyword=swift`.
  private static func parameter(_ text: String) throws -> [String: String] {
    let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2, !parts[0].isEmpty else {
      throw invalid("`parameter` takes NAME=VALUE", "found `\(text)`")
    }
    return [String(parts[0]): String(parts[1])]
  }

  /// Parses a section and its new index, such as `MENUS 0`.
  private static func move(_ text: String) throws -> SectionEdit {
    let parts = text.split(separator: " ").map(String.init)
    guard parts.count == 2, let index = Int(parts[1]), index >= 0 else {
      throw invalid("`move` takes a section and its index afterwards, from 0", "found `\(text)`")
    }
    return .move(parts[0], to: index)
  }

  /// Parses an index, a code and a payload, such as `2 CODE {"title": "…"}`.
  private static func insert(_ text: String) throws -> SectionEdit {
    let parts = text.split(separator: " ", maxSplits: 2).map(String.init)
    guard parts.count == 3, let index = Int(parts[0]), index >= 0 else {
      throw invalid(
        "`insert` takes an index from 0, a block code and JSON", "found `\(text)`",
        helps: ["write it like `insert 2 BANNER {\"title\": \"…\"}`"])
    }
    let parsed = FeedDocument.parse(PaddedBytes(parts[2].utf8), name: "--script")
    guard let document = parsed.value else {
      throw ExitError(status: 64, diagnostics: parsed.diagnostics)
    }
    return .insert(document.root, code: parts[1], at: index)
  }

  /// Parses an update, such as `ARTICLES/12 {"collect": true}`. Without `/`, it changes the block, and
  /// can be `ARTICLES […]`.
  private static func update(_ text: String) throws -> ItemUpdate {
    let example = "write it like `update ARTICLES/12 {\"collect\": true}`"
    guard let bracket = text.firstIndex(where: { $0 == "{" || $0 == "[" }) else {
      throw invalid(
        "`update` takes a section, an item and JSON", "found `\(text)`", helps: [example])
    }
    let parts = trimmed(text[..<bracket]).split(separator: "/", maxSplits: 1).map(String.init)
    let parsed = FeedDocument.parse(PaddedBytes(text[bracket...].utf8), name: "--script")
    guard let document = parsed.value, !parts.isEmpty,
      document.root.kind == .object || parts.count == 1
    else {
      let reason = Diagnostic(
        .invalidOption, .error,
        "`update` takes a section, an item and a JSON object, or a section and its new list",
        helps: [example])
      throw ExitError(status: 64, diagnostics: parsed.diagnostics + [reason])
    }
    return ItemUpdate(
      blockIdentity: parts[0], item: parts.count > 1 ? parts[1] : nil, change: document.root)
  }

  private static func trimmed(_ text: Substring) -> String {
    var text = text.drop { $0.isWhitespace }
    while text.last?.isWhitespace == true { text.removeLast() }
    return String(text)
  }

  private static func invalid(_ message: String, _ label: String, helps: [String] = []) -> ExitError
  {
    ExitError.usage(
      .invalidOption, message, notes: ["--script: \(label)"],
      helps: helps + ["inputs are separated by `;`: `refresh; loadMore`"])
  }
}

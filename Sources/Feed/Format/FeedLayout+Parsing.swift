package import Support
package import FeedDocument

extension FeedLayout {
  /// Reads a feed layout. If it violates the format, the layout is `nil` and the diagnostics
  /// contain every violation.
  package static func parse(_ document: FeedDocument) -> Diagnosed<FeedLayout?> {
    ConfigurationReader.read("feed layout") { $0.feedLayout(document.root) }
  }
}

extension ConfigurationReader {
  fileprivate mutating func feedLayout(_ root: FeedValue) -> FeedLayout? {
    guard
      object(
        root, required: ["name", "version", "sources"],
        optional: [
          "$schema", "title", "base", "parameters", "join", "reveal", "identity", "order",
          "paging", "freshness", "notices", "states", "fallback", "environment", "appearance",
          "chrome", "spacing", "defaults", "sections",
        ])
    else { return nil }
    _ = string(root["$schema"])
    let name = name(root["name"])
    let version = integer(root["version"], in: 1...Int.max)
    let title = string(root["title"])
    let join: FeedLayout.JoinPolicy? = word(root["join"])
    let identity: FeedLayout.BlockIdentity? = word(root["identity"])
    let reveal: FeedLayout.RevealPolicy? = word(root["reveal"])
    let base = baseURL(root["base"])
    let parameters = parameters(root["parameters"])
    let sources = sources(root["sources"])
    let order = order(root["order"])
    let paging = paging(root["paging"])
    let freshness = freshness(root["freshness"])
    let notices = notices(root["notices"])
    let states = states(root["states"])
    let fallback = fallback(root["fallback"])
    let environment = environment(root["environment"])
    let appearance = appearance(root["appearance"])
    let chrome = chrome(root["chrome"])
    let spacing = spacing(root["spacing"])
    let defaults = openObject(root["defaults"]) ?? .missing(in: root.document)
    let sections = openObject(root["sections"]) ?? .missing(in: root.document)
    let layoutOverrides = layoutOverrides(sections)
    references(in: root)
    guard let name, let version else { return nil }
    return FeedLayout(
      name: name, version: version, title: title ?? name, sources: sources,
      join: join ?? .partial, identity: identity ?? .code, order: order, notices: notices,
      fallback: fallback, environment: environment, appearance: appearance,
      chrome: chrome, spacing: spacing, defaults: defaults, sections: sections,
      layoutOverrides: layoutOverrides, base: base, parameters: parameters,
      reveal: reveal ?? .each, paging: paging,
      freshness: freshness, states: states)
  }

  private mutating func order(_ value: FeedValue) -> FeedLayout.Order {
    var order = FeedLayout.Order(lists: [], sortIndex: nil)
    guard object(value, optional: ["lists", "sortIndex", "ranks"]) else { return order }
    for list in elements(value["lists"]) {
      guard object(list, required: ["path"], optional: ["parsed"]) else { continue }
      let parsed = path(list["parsed"], from: .root)
      order.lists.append(.init(path: path(list["path"], from: .root) ?? "", parsed: parsed))
    }
    order.sortIndex = path(value["sortIndex"], from: .value)
    for member in members(value["ranks"]) {
      if member.double == nil { mismatch(member, expected: "a number") }
      order.ranks[member.key] = member.double
    }
    return order
  }

  private mutating func notices(_ value: FeedValue) -> [FeedLayout.NoticePath] {
    members(value).map { .init(name: $0.key, path: path($0, from: .root) ?? "") }
  }

  private mutating func fallback(_ value: FeedValue) -> FeedLayout.Fallback {
    var fallback = FeedLayout.Fallback()
    guard object(value, optional: ["placeholderHeight", "heightHint"]) else { return fallback }
    if let height = points(value["placeholderHeight"]) { fallback.placeholderHeight = height }
    let hint = value["heightHint"]
    guard object(hint, required: ["path", "designWidth"]) else { return fallback }
    let width = points(hint["designWidth"], allowsZero: false)
    fallback.heightHint = .init(
      path: path(hint["path"], from: .value) ?? "", designWidth: width ?? 1)
    return fallback
  }

  private mutating func environment(_ value: FeedValue) -> FeedLayout.EnvironmentDefaults {
    let keys = ["width", "scale", "appearance", "locale", "direction", "textSize"]
    var environment = FeedLayout.EnvironmentDefaults()
    guard object(value, optional: keys) else { return environment }
    environment.width = points(value["width"], allowsZero: false)
    environment.scale = integer(value["scale"], in: 1...3)
    environment.appearance = word(value["appearance"], among: ["light", "dark"])
    environment.locale = string(value["locale"])
    environment.direction = word(value["direction"], among: ["ltr", "rtl"])
    environment.textSize = word(
      value["textSize"],
      among: [
        "xs", "s", "m", "large", "xl", "xxl", "xxxl", "ax1", "ax2", "ax3", "ax4", "ax5",
      ])
    return environment
  }

  private mutating func appearance(_ value: FeedValue) -> FeedLayout.Appearance {
    guard object(value, optional: ["light", "dark"]) else { return .init() }
    return .init(light: colors(value["light"]), dark: colors(value["dark"]))
  }

  private mutating func colors(_ value: FeedValue) -> [String: String] {
    var colors: [String: String] = [:]
    for member in members(value) {
      colors[member.key] = color(member)
    }
    return colors
  }
}

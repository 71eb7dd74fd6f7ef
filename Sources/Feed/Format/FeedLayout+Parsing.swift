package import FeedDocument
internal import LayoutCore

extension FeedLayout {
  /// Reads a feed layout; the value is `nil` if the document violates the format.
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
          "$schema", "title", "words", "base", "parameters", "join", "reveal", "identity", "order",
          "paging", "freshness", "notices", "states", "fallback", "environment", "font",
          "appearance", "chrome", "spacing", "defaults", "sections",
        ])
    else { return nil }
    _ = string(root["$schema"])
    var layout = FeedLayout(
      defaults: .missing(in: root.document), sections: .missing(in: root.document))
    layout.name = name(root["name"]) ?? ""
    layout.version = integer(root["version"], in: 1...Int.max) ?? 1
    layout.title = string(root["title"]) ?? layout.name
    for language in members(root["words"]) {
      for word in members(language) {
        layout.words[language.key.lowercased(), default: [:]][word.key] = string(word)
      }
    }
    layout.join = word(root["join"]) ?? .partial
    layout.identity = word(root["identity"]) ?? .code
    layout.reveal = word(root["reveal"]) ?? .each
    layout.base = baseURL(root["base"])
    layout.parameters = parameters(root["parameters"])
    layout.sources = sources(root["sources"])
    layout.order = order(root["order"])
    layout.paging = paging(root["paging"])
    layout.freshness = freshness(root["freshness"])
    layout.notices = members(root["notices"]).map {
      .init(name: $0.key, path: path($0, from: .root) ?? "")
    }
    layout.states = states(root["states"])
    layout.fallback = fallback(root["fallback"])
    layout.environment = environment(root["environment"])
    layout.font = string(root["font"])
    layout.appearance = appearance(root["appearance"])
    layout.chrome = chrome(root["chrome"])
    layout.spacing = spacing(root["spacing"])
    if let defaults = openObject(root["defaults"]) { layout.defaults = defaults }
    if let sections = openObject(root["sections"]) { layout.sections = sections }
    layout.layoutOverrides = layoutOverrides(layout.sections)
    references(in: root)
    return layout
  }

  private mutating func order(_ value: FeedValue) -> FeedLayout.Order {
    var order = FeedLayout.Order()
    guard object(value, optional: ["lists", "sortIndex", "ranks"]) else { return order }
    for list in elements(value["lists"])
    where object(list, required: ["path"], optional: ["parsed"]) {
      order.lists.append(
        .init(
          path: path(list["path"], from: .root) ?? "", parsed: path(list["parsed"], from: .root)))
    }
    order.sortIndex = path(value["sortIndex"], from: .value)
    order.ranks = members(value["ranks"]).reduce(into: [:]) {
      $0[$1.key] = read($1, expected: "a number", \.double)
    }
    return order
  }

  private mutating func fallback(_ value: FeedValue) -> FeedLayout.Fallback {
    var fallback = FeedLayout.Fallback()
    guard object(value, optional: ["placeholderHeight", "heightHint"]) else { return fallback }
    if let height = points(value["placeholderHeight"]) { fallback.placeholderHeight = height }
    let hint = value["heightHint"]
    if hint["ratioPath"].exists {
      guard object(hint, required: ["ratioPath"]) else { return fallback }
      fallback.heightHint = path(hint["ratioPath"], from: .value).map {
        .init(path: $0, designWidth: 1, isRatio: true)
      }
    } else if object(hint, required: ["path", "designWidth"], optional: ["widthPath"]) {
      let width = points(hint["designWidth"], allowsZero: false)
      fallback.heightHint = .init(
        path: path(hint["path"], from: .value) ?? "", designWidth: width ?? 1,
        widthPath: path(hint["widthPath"], from: .value))
    }
    return fallback
  }

  private mutating func environment(_ value: FeedValue) -> LayoutEnvironment {
    var environment = LayoutEnvironment()
    let keys = [
      "width", "scale", "appearance", "locale", "direction", "textSize", "wrappedWidth",
    ]
    guard object(value, optional: keys) else { return environment }
    environment.width = points(value["width"], allowsZero: false) ?? environment.width
    environment.scale = scale(value["scale"]) ?? environment.scale
    environment.appearance = word(value["appearance"]) ?? environment.appearance
    environment.locale = string(value["locale"]) ?? environment.locale
    environment.direction = word(value["direction"]) ?? environment.direction
    environment.textSize = word(value["textSize"]) ?? environment.textSize
    environment.wrappedWidth = word(value["wrappedWidth"])
    return environment
  }

  private mutating func appearance(_ value: FeedValue) -> FeedLayout.Appearance {
    guard object(value, optional: ["light", "dark"]) else { return .init() }
    return .init(light: colors(value["light"]), dark: colors(value["dark"]))
  }

  private mutating func colors(_ value: FeedValue) -> [String: String] {
    members(value).reduce(into: [:]) { $0[$1.key] = color($1) }
  }

  mutating func chrome(_ value: FeedValue) -> FeedLayout.Chrome {
    guard object(value, optional: ["navigationBar", "tabBar"]) else { return .init() }
    return .init(
      navigationBar: navigationBar(value["navigationBar"]), tabBar: tabBar(value["tabBar"]))
  }

  private mutating func navigationBar(_ value: FeedValue) -> FeedLayout.NavigationBar? {
    guard object(value, required: ["height"], optional: ["searchField"]) else { return nil }
    return .init(
      height: points(value["height"]) ?? 0, searchField: searchField(value["searchField"]))
  }

  private mutating func searchField(_ value: FeedValue) -> FeedLayout.SearchField? {
    guard object(value, required: ["placeholder", "insetX", "insetY"]) else { return nil }
    return .init(
      placeholder: string(value["placeholder"]) ?? "", insetX: points(value["insetX"]) ?? 0,
      insetY: points(value["insetY"]) ?? 0)
  }

  private mutating func tabBar(_ value: FeedValue) -> FeedLayout.TabBar? {
    guard object(value, required: ["height", "items"], optional: ["selected"]) else { return nil }
    var items: [FeedLayout.TabBar.Item] = []
    for item in elements(value["items"]) {
      guard object(item, required: ["title"], optional: ["action"]) else { continue }
      items.append(.init(title: string(item["title"]) ?? "", action: string(item["action"])))
    }
    let selected = integer(value["selected"], in: 0...max(0, value["items"].count - 1))
    return .init(height: points(value["height"]) ?? 0, items: items, selected: selected ?? 0)
  }
}

internal import FeedDocument

extension ConfigurationReader {
  mutating func chrome(_ value: FeedValue) -> FeedLayout.Chrome {
    guard object(value, optional: ["navigationBar", "tabBar"]) else { return .init() }
    return .init(
      navigationBar: navigationBar(value["navigationBar"]), tabBar: tabBar(value["tabBar"]))
  }

  private mutating func navigationBar(_ value: FeedValue) -> FeedLayout.NavigationBar? {
    guard object(value, required: ["height"], optional: ["searchField"]) else { return nil }
    let searchField = searchField(value["searchField"])
    return .init(height: points(value["height"]) ?? 0, searchField: searchField)
  }

  private mutating func searchField(_ value: FeedValue) -> FeedLayout.SearchField? {
    guard object(value, required: ["placeholder", "insetX", "insetY"]) else { return nil }
    let insetX = points(value["insetX"]) ?? 0
    let insetY = points(value["insetY"]) ?? 0
    return .init(placeholder: string(value["placeholder"]) ?? "", insetX: insetX, insetY: insetY)
  }

  private mutating func tabBar(_ value: FeedValue) -> FeedLayout.TabBar? {
    guard object(value, required: ["height", "items"], optional: ["selected"]) else { return nil }
    var items: [FeedLayout.TabBar.Item] = []
    for item in elements(value["items"]) {
      guard object(item, required: ["title"], optional: ["action"]) else { continue }
      let action = string(item["action"])
      items.append(.init(title: string(item["title"]) ?? "", action: action))
    }
    let selected = integer(value["selected"], in: 0...max(0, value["items"].count - 1))
    return .init(height: points(value["height"]) ?? 0, items: items, selected: selected ?? 0)
  }
}

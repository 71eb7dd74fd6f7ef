internal import FeedDocument

extension ConfigurationReader {
  mutating func chrome(_ value: FeedValue) -> FeedLayout.Chrome {
    var chrome = FeedLayout.Chrome()
    guard object(value, optional: ["navigationBar", "tabBar"]) else { return chrome }
    chrome.navigationBar = navigationBar(value["navigationBar"])
    chrome.tabBar = tabBar(value["tabBar"])
    return chrome
  }

  private mutating func navigationBar(_ value: FeedValue) -> FeedLayout.NavigationBar? {
    guard object(value, required: ["height"], optional: ["searchField"]) else { return nil }
    let searchField = searchField(value["searchField"])
    guard let height = points(value["height"]) else { return nil }
    return FeedLayout.NavigationBar(height: height, searchField: searchField)
  }

  private mutating func searchField(_ value: FeedValue) -> FeedLayout.SearchField? {
    guard object(value, required: ["placeholder", "insetX", "insetY"]) else { return nil }
    let insetX = points(value["insetX"])
    let insetY = points(value["insetY"])
    guard let placeholder = string(value["placeholder"]), let insetX, let insetY else {
      return nil
    }
    return FeedLayout.SearchField(placeholder: placeholder, insetX: insetX, insetY: insetY)
  }

  private mutating func tabBar(_ value: FeedValue) -> FeedLayout.TabBar? {
    guard object(value, required: ["height", "items"], optional: ["selected"]) else { return nil }
    var items: [FeedLayout.TabBar.Item] = []
    for item in elements(value["items"]) {
      guard object(item, required: ["title"], optional: ["action"]) else { continue }
      let action = string(item["action"])
      guard let title = string(item["title"]) else { continue }
      items.append(FeedLayout.TabBar.Item(title: title, action: action))
    }
    let count = value["items"].count
    let selected = integer(value["selected"], in: 0...max(0, count - 1))
    guard let height = points(value["height"]) else { return nil }
    return FeedLayout.TabBar(height: height, items: items, selected: selected ?? 0)
  }
}

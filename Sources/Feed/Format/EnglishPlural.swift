/// English plurals in keys of feeds.
package enum EnglishPlural {
  /// Returns the singular of a key such as "Items", "categories" or "boxes". A key that is no plural is
  /// returned unchanged.
  package static func singular(of key: String) -> String {
    let lowercased = key.lowercased()
    guard !["news", "series", "species"].contains(where: lowercased.hasSuffix) else { return key }
    if key.count > 4, lowercased.hasSuffix("ies") { return key.dropLast(3) + "y" }
    if key.count > 4, ["sses", "xes", "ches", "shes"].contains(where: lowercased.hasSuffix) {
      return String(key.dropLast(2))
    }
    if key.count > 3, lowercased.hasSuffix("s"),
      !["ss", "us", "is"].contains(where: lowercased.hasSuffix)
    {
      return String(key.dropLast())
    }
    return key
  }
}

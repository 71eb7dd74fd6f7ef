/// Which members of an item are addresses of pictures.
///
/// `{"image": {"url": …}}` and `{"url": "….jpg"}` are pictures as well as `{"coverUrl": …}`, while
/// `{"topic": {"url": …}}` is none, although "topic" ends in "pic".
extension FieldHints {
  private static let words = ["image", "img", "thumb", "avatar", "poster", "photo"]
  /// Those that are also ends of other words: "topic", "discover", "lexicon".
  private static let beginnings = ["cover", "pic", "icon"]
  private static let suffixes = [
    ".jpg", ".jpeg", ".png", ".webp", ".gif", ".avif", ".heic", ".svg", ".bmp",
  ]
  /// Members of a picture that lead away from it.
  private static let leads = ["link", "href", "scheme", "target", "action", "jump"]

  /// How surely an address at a path from an item is a picture; 0: it is none.
  ///
  /// 3 where its own key says so, 2 where an object around it does, 1 where only the address does.
  static func pictureCertainty(path: String, address: String) -> Int {
    let keys = path.split(separator: ".").map(String.init)
    guard let own = keys.last else { return 0 }
    if namesPicture(own) { return 3 }
    let isLead = leads.contains { own.lowercased().contains($0) }
    if !isLead, keys.dropLast().contains(where: namesPicture) { return 2 }
    let file = address.prefix { $0 != "?" && $0 != "#" }.lowercased()
    return suffixes.contains { file.hasSuffix($0) } ? 1 : 0
  }

  private static func namesPicture(_ key: String) -> Bool {
    let lowercased = key.lowercased()
    if words.contains(where: { lowercased.contains($0) }) { return true }
    return Self.parts(of: key).contains { part in beginnings.contains { part.hasPrefix($0) } }
  }

  /// "coverImgUrl" has "cover", "img" and "url", "pic_url" has "pic" and "url".
  private static func parts(of key: String) -> [String] {
    var parts = [""]
    for character in key {
      if character == "_" || character == "-" {
        parts.append("")
      } else if character.isUppercase {
        parts.append(character.lowercased())
      } else {
        parts[parts.count - 1] += character.lowercased()
      }
    }
    return parts
  }
}

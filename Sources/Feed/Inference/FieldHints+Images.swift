/// Recognises the members of an item that are addresses of pictures.
///
/// `{"image": {"url": …}}` and `{"url": "….jpg"}` are pictures as well as `{"coverUrl": …}`, while
/// `{"topic": {"url": …}}` is not, although "topic" ends in "pic".
extension FieldHints {
  private static let words = ["image", "img", "thumb", "avatar", "poster", "photo"]
  /// Words that also occur inside other words: "topic", "discover", "lexicon".
  private static let beginnings = ["cover", "pic", "icon"]
  private static let suffixes = [
    ".jpg", ".jpeg", ".png", ".webp", ".gif", ".avif", ".heic", ".svg", ".bmp",
  ]
  /// Words in the keys of links inside a picture object.
  private static let leads = ["link", "href", "scheme", "target", "action", "jump"]

  /// Returns how likely the address at a path from an item is a picture; 0 if it is not.
  ///
  /// 3 if its own key names a picture, 2 if the key of an object around it does, 1 if only the file
  /// extension does.
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

  /// Splits "coverImgUrl" into "cover", "img" and "url", "pic_url" into "pic" and "url".
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

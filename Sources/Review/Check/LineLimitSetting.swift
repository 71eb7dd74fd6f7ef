import FeedDocument
import LayoutCore

extension CheckedSection {
  /// Returns the setting of the feed layout that limits the lines of a text: the `maximumLines` of
  /// a matching object with the same limit as the node; `nil` if there is none.
  ///
  /// Settings have the names of nodes, in lowercase or camel case: "songColumn.artist.maximumLines"
  /// matches an "artist" inside a "song" inside a "column". A node without a name of its own
  /// matches "title" and "label".
  func lineLimitSetting(of index: Int) -> (path: String, file: String)? {
    guard let block, block.settings.exists else { return nil }
    let limit = Int64(node(index).content.maxLines)
    var around: Set<String> = []
    var parent = Int(parents[index])
    while parent >= 0 {
      around.insert(node(parent).name.lowercased())
      parent = Int(parents[parent])
    }
    let name = node(index).name
    let names = name == NodeKind.text.word ? ["title", "label"] : [name]
    for group in block.settings.children where group.kind == .object {
      guard Self.words(of: group.key).allSatisfy(around.contains) else { continue }
      for name in names where group[name]["maximumLines"].int64 == limit {
        return (
          "\(group.key).\(name).maximumLines", group[name]["maximumLines"].location.file
        )
      }
    }
    return nil
  }

  /// Returns the lowercase words of a key: "song" and "column" for "songColumn".
  private static func words(of key: String) -> [String] {
    var words: [String] = [""]
    for character in key {
      if character.isUppercase, words.last?.isEmpty == false { words.append("") }
      words[words.count - 1] += character.lowercased()
    }
    return words
  }
}

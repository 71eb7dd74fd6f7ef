import FeedDocument
import LayoutCore

extension CheckedSection {
  /// The setting of the feed layout that limits the lines of a text: `maximumLines` of an object that is
  /// named as the node and what it stands in are, with the limit that the node has. `nil`: none is.
  ///
  /// Settings are named as providers name their nodes, "songColumn.artist.maximumLines" of an "artist" in
  /// a "song" in a "column"; a node that has no name of its own is a "title" or a "label".
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

  /// "songColumn": song, column.
  private static func words(of key: String) -> [String] {
    var words: [String] = [""]
    for character in key {
      if character.isUppercase, words.last?.isEmpty == false { words.append("") }
      words[words.count - 1] += character.lowercased()
    }
    return words
  }
}

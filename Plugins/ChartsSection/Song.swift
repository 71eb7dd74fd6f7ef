import PluginShared
import SectionKit

/// One song of a chart: `{song_id, title, author, …}`.
struct Song {
  var title: String
  var titleSource: Source
  var author: String
  var authorSource: Source
  var picture: String?
  var id: String?
  var isLiked: Bool
  var tap: Tap?

  init(_ song: Value) {
    title = song.text("title") ?? ""
    titleSource = song["title"].source
    author = song.text("author") ?? ""
    authorSource = song["author"].source
    picture = song.text("pic_small")
    id = song.identifier("song_id")
    isLiked = song.flag("liked")
    tap = id.map {
      Tap(type: "client_customized", target: "audio://song/\($0)")
    }
  }

  /// Reads the songs of a list. A missing value, null and `""` are empty lists; any other payload
  /// that is not an array is declined.
  static func songs(of list: Value) throws -> [Song] {
    if list.kind == .array { return list.objects.map(Song.init) }
    guard !list.exists || list.isNull || list.string?.isEmpty == true else {
      throw Decline("chart has no songs: expected an array, found \(list.found)", at: list)
    }
    return []
  }
}

extension Value {
  /// Returns an identifier that some replies write as a number and some as a string; `nil` if it is
  /// absent, null or empty. Any other value is reported and read as absent.
  func identifier(_ key: String) -> String? {
    if let number = self[key].int64 { return String(number) }
    return text(key)
  }
}

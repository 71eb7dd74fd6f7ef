import NetEaseShared
import PluginShared
import SectionKit

/// The creatives of one type, each a column of songs.
struct Segment {
  /// The title of the first creative, or else of the settings; `nil` if both have none.
  var title: Heading.Line?
  /// The button of the segment's first creative, shown in the header; `nil` without one.
  var button: Value?
  var columns: [[Song]]

  /// Groups creatives by type, in the order of the first occurrence of each type.
  static func segments(of creatives: [Value], metrics: Metrics) -> [Segment] {
    var segments: [Segment] = []
    var indices: [String: Int] = [:]
    for creative in creatives {
      let type = creative.text("creativeType") ?? ""
      let songs = creative["resources"].objects.map(Song.init)
      if let index = indices[type] {
        segments[index].columns.append(songs)
        continue
      }
      let element = creative["uiElement"]
      indices[type] = segments.count
      segments.append(
        Segment(
          title: Heading.Line(element["mainTitle"]) ?? title(ofType: type, metrics: metrics),
          button: element["button"].kind == .object ? element["button"] : nil,
          columns: [songs]))
    }
    return segments
  }

  /// Returns the title in the settings for a type whose creatives have none.
  private static func title(ofType type: String, metrics: Metrics) -> Heading.Line? {
    let entry = metrics.value(["segments"]).array.first { $0["creativeType"].string == type }
    return entry?["title"].string.map { Heading.Line(text: $0, source: nil) }
  }
}

/// One song or album.
struct Song {
  var title: String
  var titleSource: Source
  /// The names of the artists, joined by "/".
  var artists: String
  var subtitle: Heading.Line?
  /// Whether the subtitle is a tag, such as "小众佳作", rather than a comment.
  var hasTag: Bool
  var tap: Tap?
  var picture: String?
  var type: String?
  var id: String?

  init(_ resource: Value) {
    let element = resource["uiElement"]
    title = element["mainTitle"].text("title") ?? ""
    titleSource = element["mainTitle"]["title"].source
    subtitle = Heading.Line(element["subTitle"])
    hasTag = element["subTitle"].text("titleType") == "songRcmdTag"
    artists = resource["resourceExtInfo"]["artists"].objects.compactMap { $0.text("name") }
      .joined(separator: "/")
    tap = Tap(resource)
    picture = element["image"]["imageUrl"].string
    (type, id) = (resource["resourceType"].string, resource.id("resourceId"))
  }
}

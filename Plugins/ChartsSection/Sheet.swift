import PluginShared
import SectionKit

/// One chart of a home page:
/// `{billboard: {billboard_type, name, comment, update_date, billboard_songnum, pic_…}, song_list:
/// [song]}`.
struct Sheet {
  /// The type of the chart, usually a number such as "2"; empty if the feed has none.
  var type: String
  var name: String
  var nameSource: Source
  var comment: String
  var commentSource: Source
  var date: String
  var dateSource: Source
  /// The number of songs of the whole chart, between the words of the settings `count.prefix` and
  /// `count.suffix`; empty if the feed has no number.
  var count: String
  var countSource: Source
  var picture: String?
  var songs: [Song]

  /// The keys of a chart's pictures, the largest first.
  private static let pictureKeys = ["pic_s640", "pic_s444", "pic_s260", "pic_s210", "pic_s192"]

  /// Reads the charts of a block: an object with charts by type, or an array. A chart of another
  /// shape is dropped with a warning.
  ///
  /// - Parameter metrics: The settings; `names` has the names of charts that have none in the feed.
  static func sheets(of block: Block, metrics: Metrics) throws -> [Sheet] {
    let root = block.root
    switch root.kind {
    case .object: return members(of: root).map { Sheet($0.value, key: $0.key, metrics: metrics) }
    case .array: return root.objects.map { Sheet($0, key: "", metrics: metrics) }
    case .missing, .null: return []
    default: throw Decline("block has no charts: expected an object, found \(root.found)")
    }
  }

  private static func members(of root: Value) -> [(key: String, value: Value)] {
    root.dictionary.filter { key, value in
      if value.kind == .object { return true }
      value.warn("chart `\(key)` is left out: expected an object, found \(value.found)")
      return false
    }
  }

  private init(_ sheet: Value, key: String, metrics: Metrics) {
    self.init(billboard: sheet["billboard"], key: key, metrics: metrics)
    songs = Self.songs(of: sheet["song_list"])
  }

  /// Reads the description of a chart, without songs.
  init(billboard: Value, key: String = "", metrics: Metrics) {
    type = billboard.identifier("billboard_type") ?? key
    name = billboard.text("name") ?? metrics.text("names", type, standard: "")
    nameSource = billboard["name"].source
    comment = billboard.text("comment") ?? ""
    commentSource = billboard["comment"].source
    date = billboard.text("update_date") ?? ""
    dateSource = billboard["update_date"].source
    let number = billboard.identifier("billboard_songnum") ?? ""
    count =
      number.isEmpty
      ? ""
      : metrics.text("count", "prefix", standard: "") + number
        + metrics.text("count", "suffix", standard: "")
    countSource = billboard["billboard_songnum"].source
    picture =
      Self.pictureKeys.lazy.compactMap { billboard[$0].string }.first { !$0.isEmpty }
      ?? billboard.dictionary.lazy.filter { $0.key.hasPrefix("pic_") }
      .compactMap(\.value.string).first { !$0.isEmpty }
    songs = []
  }

  /// Returns a row of the cover and, beside it, the name, comment, date and number of songs.
  /// - Parameter side: The side of the cover in points.
  func head(side: Double) -> Node {
    Row {
      if let picture {
        Image(url: picture, aspectRatio: 1).frame(width: side, height: side).cornerRadius(6)
          .role(.image)
      }
      Stack {
        Text(name).font(17, .bold).lines(1).shrink().color("text").source(nameSource)
        if !comment.isEmpty {
          Text(comment).font(12).lines(2).shrink().color("secondary").source(commentSource)
        }
        if !date.isEmpty {
          Text(date).font(11).lines(1).shrink().color("secondary").source(dateSource)
        }
        if !count.isEmpty {
          Text(count).font(11).lines(1).shrink().color("secondary").name("count")
            .source(countSource)
        }
      }
      .grow().shrink().basis(0).gap(4).name("texts")
    }
    .gap(12).align(.center).name("billboard")
  }

  /// Reads the songs. An unreadable list is dropped with a warning; the chart remains.
  private static func songs(of list: Value) -> [Song] {
    do { return try Song.songs(of: list) } catch {
      list.warn("`song_list` is left out: expected an array, found \(list.found)")
      return []
    }
  }

  /// The tap action, which opens the song list of the chart; `nil` for a chart without type.
  var tap: Tap? {
    type.isEmpty ? nil : Tap(type: "client_customized", target: "audio://chart/\(type)")
  }
}

import PluginShared
import SectionKit

/// The songs of one chart in rows of 58 points, under a header of 50 points unless the list is
/// empty. Rows and header grow with their texts.
///
/// Settings with their defaults, in points that do not scale: `title`, `header.height` 50,
/// `row.height` 58, `row.inset` 10, `row.picture` 42, `row.fontSize` 15, `row.author.fontSize` 12.
struct SongList: SectionProvider {
  static let blockCodes: [StaticString] = ["chartSongs"]

  private let songs: [Song]
  private let title: String
  private let headerHeight, height, rankWidth: Figure
  private let inset, side, titleSize, authorSize: Double

  init(_ block: Block) throws {
    let metrics = Metrics(block)
    songs = try Song.songs(of: block.kind == .object ? block["song_list"] : block.root)
    title = metrics.text("title", standard: "")
    headerHeight = metrics.figure("header", "height", standard: 50)
    rankWidth = metrics.figure(34)
    height = metrics.figure("row", "height", standard: 58)
    inset = metrics.number("row", "inset", standard: 10)
    side = metrics.number("row", "picture", standard: 42)
    titleSize = metrics.number("row", "fontSize", standard: 15)
    authorSize = metrics.number("row", "author", "fontSize", standard: 12)
  }

  var rowCount: Int { songs.count }

  var section: SectionDescription {
    SectionDescription(
      title: title, header: songs.isEmpty ? nil : Supplement(height: headerHeight.row))
  }

  @BodyBuilder var header: Body {
    Row {
      Icon("▶").font(16).color("tint")
      Text(title).font(16, .bold).lines(1).shrink().color("text")
      Text("\(songs.count)").font(12).lines(1).color("secondary").name("count")
    }
    .grow().frame(minHeight: headerHeight.points).gap(8).padding(horizontal: inset).align(.center)
    .role(.header).name("header")
  }

  func rowHeight(_ row: Int) -> RowHeight { height.row }

  @BodyBuilder func body(row: Int) -> Body {
    let song = songs[row]
    Row {
      Text("\(row + 1)").font(titleSize, .bold).frame(width: rankWidth).lines(1).textAlign(.center)
        .color("tint").name("rank")
      if let picture = song.picture {
        Image(url: picture, aspectRatio: 1).frame(width: side, height: side).cornerRadius(4).role(
          .image)
      }
      Stack {
        Text(song.title).font(titleSize).lines(1).shrink().color("text").source(song.titleSource)
        if !song.author.isEmpty {
          Text(song.author).font(authorSize).lines(1).shrink().color("secondary")
            .source(song.authorSource)
        }
      }
      .grow().shrink().basis(0).gap(2).name("texts")
      if song.isLiked { Icon("♥").font(titleSize).color("tint").name("liked") }
    }
    .frame(height: height).gap(10).padding(horizontal: inset).align(.center)
    .label(song.title).role(.button).action(song.tap)
    .identifier(type: "song", id: song.id).name("song")
  }
}

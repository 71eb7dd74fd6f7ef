import PluginShared
import SectionKit

/// Charts one below the other under a header of 45 points: each is 20 points narrower than the page
/// and 250 high, with gaps of 10 between them and 20 below the last. They grow with their texts.
///
/// Settings with their defaults, in points that do not scale: `title`, `header.height` 45,
/// `item.height` 250, `item.inset` 10, `item.spacing` 10, `item.picture` 100, `item.songs` 3
/// (per chart), `insets.bottom` 20; `count.prefix` and `count.suffix`: the words
/// around the number of songs; `names`: the names, by type, of charts without a name of their own.
struct GridSheets: SectionProvider {
  static let blockCodes: [StaticString] = ["chartSheets"]

  private let sheets: [Sheet]
  private let title: String
  private let headerHeight, height, rankWidth: Figure
  private let inset, spacing, bottom, picture: Double
  private let songCount: Int

  init(_ block: Block) throws {
    let metrics = Metrics(block)
    sheets = try Sheet.sheets(of: block, metrics: metrics)
    title = metrics.text("title", standard: "")
    headerHeight = metrics.figure("header", "height", standard: 45)
    rankWidth = metrics.figure(20)
    height = metrics.figure("item", "height", standard: 250)
    inset = metrics.number("item", "inset", standard: 10)
    spacing = metrics.number("item", "spacing", standard: 10)
    picture = metrics.number("item", "picture", standard: 100)
    songCount = metrics.count("item", "songs", standard: 3)
    bottom = metrics.number("insets", "bottom", standard: 20)
  }

  var rowCount: Int { sheets.count }

  var section: SectionDescription {
    SectionDescription(
      title: title, insets: EdgeInsets(end: inset, bottom: bottom, start: inset),
      rowSpacing: spacing, header: sheets.isEmpty ? nil : Supplement(height: headerHeight.row))
  }

  @BodyBuilder var header: Body {
    Row { Text(title).font(17, .bold).lines(1).shrink().color("text") }
      .grow().frame(minHeight: headerHeight.points).padding(horizontal: inset).align(.center)
      .role(.header).name("header")
  }

  func rowHeight(_ row: Int) -> RowHeight { height.row }

  func body(row: Int) -> Body {
    let sheet = sheets[row]
    Stack {
      sheet.head(side: picture)
      for (index, song) in sheet.songs.prefix(songCount).enumerated() {
        line(song, rank: index + 1)
      }
    }
    .frame(height: height).padding(12).gap(12).cornerRadius(8).background("cell").clipped()
    .label(sheet.name).role(.button).action(sheet.tap)
    .identifier(type: "chart", id: sheet.type).name("sheet")
  }

  private func line(_ song: Song, rank: Int) -> Node {
    Row {
      Text("\(rank)").font(14, .bold).frame(width: rankWidth).lines(1).color("tint")
      Text(song.title).font(14).lines(1).shrink().color("text").source(song.titleSource)
      Spacer()
      Text(song.author).font(12).lines(1).shrink().color("secondary").source(song.authorSource)
    }
    // The target extends over the gaps.
    .padding(vertical: 4).margin(vertical: -4).gap(6).align(.center)
    .label(song.title).role(.button).action(song.tap)
    .identifier(type: "song", id: song.id).name("song")
  }
}

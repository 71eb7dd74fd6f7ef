import NetEaseShared
import PluginShared
import SectionKit

/// Songs in columns, one column per page: personalised songs, new songs and albums.
///
/// A creative is a column, and its resources are the songs of the column, equally high. If
/// creatives have several types, each type is a segment with its own columns; the titles of the
/// segments are in the header. The setting `segment` is the index of the visible one; 0 by default.
/// The section grows with its texts.
struct SongColumns: SectionProvider {
  static let blockCodes: [StaticString] = [
    "HOMEPAGE_BLOCK_STYLE_RCMD", "HOMEPAGE_BLOCK_NEW_ALBUM_NEW_SONG",
  ]
  static let showTypes: [StaticString] = [
    "HOMEPAGE_SLIDE_SONGLIST_ALIGN", "HOMEPAGE_NEW_SONG_NEW_ALBUM",
  ]

  private let heading: Heading
  private let segments: [Segment]
  /// The index of the visible segment.
  private let selected: Int
  private let style: SongColumnStyle
  private let cell: Cell

  init(_ block: Block) throws {
    let metrics = Metrics(block)
    segments = Segment.segments(of: try Card.creatives(of: block), metrics: metrics)
    selected = min(metrics.count("segment", standard: 0), max(0, segments.count - 1))
    var heading = Heading(block, metrics: metrics)
    if let shown = segments.dropFirst(selected).first, shown.title != nil {
      // The segments replace the title; a title of the block then becomes the tag line.
      if block["uiElement"]["mainTitle"].text("title") != nil { heading.tagline = heading.title }
      if let button = shown.button { heading.readButton(button) }
    }
    self.heading = heading
    cell = Cell(metrics)
    style = SongColumnStyle(
      metrics, headerHeight: heading.height,
      standardHeight: segments.count > 1 ? 240 : 290,
      songs: segments.flatMap(\.columns).map(\.count).max() ?? 0)
  }

  private var titles: [Heading.Line] { segments.compactMap(\.title) }

  var section: SectionDescription {
    SectionDescription(title: titles.first?.text ?? heading.title.text)
  }

  func rowHeight(_ row: Int) -> RowHeight { style.rowHeight.row }

  func body(row: Int) -> Body {
    for node in cell.nodes { node }
    if titles.isEmpty {
      heading.node
    } else {
      heading.node(
        segments: titles, selected: min(selected, titles.count - 1), gap: style.segmentGap)
    }
    if segments.count > 1 {
      Pager(current: selected) {
        for segment in segments {
          columns(of: segment).label(segment.title?.text ?? "").name("segment")
        }
      }
      .frame(height: style.contentHeight).margin(bottom: style.bottomInset)
    } else if let segment = segments.first {
      columns(of: segment).margin(bottom: style.bottomInset)
    }
  }

  private func columns(of segment: Segment) -> Node {
    Pager {
      for column in segment.columns {
        Stack {
          for song in column { node(of: song) }
        }.name("column")
      }
    }
    .frame(height: style.contentHeight)
    .padding(
      top: style.top, end: style.columnInset, bottom: style.bottom, start: style.columnInset
    )
    .gap(style.spacing)
  }

  private func node(of song: Song) -> Node {
    Row {
      Image(url: song.picture).aspectRatio(1).alignSelf(.stretch)
        .margin(vertical: style.coverInset / 2).cornerRadius(style.coverRadius).role(.image)
      Stack {
        Text(song.title).font(style.titleSize).lines(style.titleLines).color("text")
          .source(song.titleSource)
        if !song.artists.isEmpty {
          Text(song.artists).font(style.artistSize).lines(style.artistLines).color("secondary")
            .name("artist")
        }
        if let subtitle = song.subtitle {
          let line = Text(subtitle.text).font(style.subtitleSize).lines(style.subtitleLines)
            .color("secondary").name("subtitle").source(subtitle.source)
          song.hasTag
            ? line.alignSelf(.start).border("secondary").cornerRadius(style.tagRadius) : line
        }
      }
      .grow().shrink().basis(0).justify(.center).name("texts")
      Icon("▶").frame(width: 20, height: 20).color("tint").role(.button).action(song.tap)
    }
    .grow().basis(0).align(.center).gap(style.coverGap)
    .label(song.title).role(.button).action(song.tap)
    .identifier(type: song.type ?? "", id: song.id).name("song")
  }
}

/// The dimensions of song columns on a page, in points.
private struct SongColumnStyle {
  let rowHeight: Figure
  let contentHeight, bottomInset, top, bottom, columnInset, spacing: Double
  let coverInset, coverGap, coverRadius, tagRadius, titleSize, artistSize, subtitleSize,
    segmentGap: Double
  let titleLines, artistLines, subtitleLines: Int

  /// - Parameter songs: The number of songs in the longest column.
  init(_ metrics: Metrics, headerHeight: Double, standardHeight: Double, songs: Int) {
    rowHeight = metrics.rowHeight(standard: standardHeight)
    bottomInset = metrics.number("content", "bottomInset", standard: 0)
    top = metrics.number("songColumn", "top", standard: 5)
    bottom = max(0, metrics.number("songColumn", "heightInset", standard: 20) - top)
    columnInset = metrics.number("songColumn", "widthInset", standard: 40) * metrics.scale / 2
    spacing = metrics.number("songColumn", "spacing", standard: 10)
    coverInset = metrics.number("songColumn", "cover", "heightInset", standard: 10)
    coverGap = metrics.number("songColumn", "cover", "gap", standard: 10)
    coverRadius = metrics.number("songColumn", "cover", "cornerRadius", standard: 5)
    tagRadius = metrics.number("songColumn", "tag", "cornerRadius", standard: 2)
    titleSize = metrics.number("songColumn", "title", "fontSize", standard: 14)
    titleLines = metrics.count("songColumn", "title", "maximumLines", standard: 1)
    artistSize = metrics.number("songColumn", "artist", "fontSize", standard: 12)
    artistLines = metrics.count("songColumn", "artist", "maximumLines", standard: 1)
    subtitleSize = metrics.number("songColumn", "subtitle", "fontSize", standard: 12)
    subtitleLines = metrics.count("songColumn", "subtitle", "maximumLines", standard: 1)
    let texts = [(titleSize, titleLines), (artistSize, artistLines), (subtitleSize, subtitleLines)]
    // The border of a tag is 1 point wide.
    let song = texts.reduce(2) { $0 + metrics.height(ofLines: $1.1, fontSize: $1.0) }
    contentHeight = max(
      0, rowHeight.points - headerHeight - bottomInset,
      metrics.isLargeText ? Double(songs) * song + top + bottom : 0)
    segmentGap = metrics.number("header", "segment", "gap", standard: 8)
  }
}

extension SectionPlugin {
  /// The plugin of the sections in this folder.
  package static var songColumns: SectionPlugin {
    SectionPlugin(id: "song-columns", version: "1.0.0", [SongColumns.self])
  }
}

import SectionKit

/// The list of songs. A liked song has a filled heart.
struct Songs: SectionProvider {
  static let blockCodes: [StaticString] = ["SONGS"]
  struct Song: Decodable {
    var id: Int
    var name: String
    var liked: Bool?
  }
  let songs: [Song]

  init(_ block: Block) throws { songs = try block.decode() }
  var rowCount: Int { songs.count }

  func body(row: Int) -> Body {
    let song = songs[row]
    Row {
      Text(song.name).font(17).lines(1).grow().shrink().color("label")
      Icon(song.liked == true ? "heart.fill" : "heart").frame(width: 24, height: 24)
        .action("like", "\(song.id)").label("Like \(song.name)").role(.button)
    }
    .frame(height: 56).align(.center).gap(12).padding(horizontal: 16).background("background")
    .identifier(type: "song", id: "\(song.id)")
  }
}

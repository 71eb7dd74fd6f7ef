import Foundation

/// One article in a dump with `--all`, parsed independently of the product's parser.
struct ArticleRow {
  var y, height: Double
  var hasPicture = false
  var title: Part?
  var meta: Part?
  var likes: String?

  struct Part {
    var text: String
    var x, y, width, height: Double
    var lines: Int
  }

  static func rows(of dump: [String]) -> [ArticleRow] {
    var rows: [ArticleRow] = []
    for line in dump {
      let indent = line.prefix { $0 == " " }.count
      // The banner's nodes come before the first row.
      guard let part = part(line), !rows.isEmpty || indent == 4 else { continue }
      let words = line.split(separator: " ")
      switch (indent, words[0].prefix { $0 != "[" }) {
      case (4, "row"): rows.append(ArticleRow(y: part.y, height: part.height))
      case (8, "image"): rows[rows.count - 1].hasPicture = part.width == 44 && part.height == 44
      case (8, "title"): rows[rows.count - 1].title = part
      case (8, "meta"): rows[rows.count - 1].meta = part
      case (10, "likes"): rows[rows.count - 1].likes = part.text
      default: break
      }
    }
    return rows
  }

  private static func part(_ line: String) -> Part? {
    guard let place = line.range(of: " @", options: .backwards) else { return nil }
    let words = line[place.upperBound...].split(separator: " ")
    guard words.count >= 2 else { return nil }
    let numbers = (words[0].split(separator: ",") + words[1].split(separator: "x"))
      .compactMap { Double($0) }
    guard numbers.count == 4 else { return nil }
    let quoted = line[..<place.lowerBound].drop { $0 != "\"" }
    let text = try? JSONDecoder().decode([String].self, from: Data("[\(quoted)]".utf8)).first
    let lines = words.first { $0.hasPrefix("lines=") }
      .flatMap { $0.dropFirst(6).split(separator: "/").first }.flatMap { Int($0) }
    return Part(
      text: text ?? "", x: numbers[0], y: numbers[1], width: numbers[2], height: numbers[3],
      lines: lines ?? 0)
  }
}

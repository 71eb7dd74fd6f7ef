import TestTools
import Testing

/// A series of six days of a feed, in which items and blocks come, go and change as they do in news,
/// shop and music apps.
struct DailySeries: Sendable, CustomTestStringConvertible {
  var name: String
  /// The rules of the warnings that a day has for values of its feed, by day.
  var warnings: [Int: [String]]
  var days: [String]

  var testDescription: String { name }

  static let all = [news, shop, music]

  private static func object(_ members: (String, String?)...) -> String {
    "{"
      + members.compactMap { key, value in value.map { "\"\(key)\": \($0)" } }
      .joined(separator: ", ") + "}"
  }

  private static func text(_ text: String) -> String { "\"\(text)\"" }
  private static func list(_ values: [String]) -> String {
    "[" + values.joined(separator: ",\n") + "]"
  }

  /// Articles move down as new ones arrive, and headlines change. A block with breaking news, which
  /// the client of the first day does not know, comes and goes. On the fourth day, the lead has no
  /// summary.
  private static let news: DailySeries = {
    var random = SplitMix64(seed: 101)
    let heads = [
      "Ferry opens", "Storm warning for the coast", "雨天出行提示", "שביתה בנמל הסתיימה",
      "Council votes on the harbour tax: what it costs a family of four in a year", "Letters",
      "Local team wins 3:2 🏆", "لماذا تتأخر القطارات",
    ]
    var number = 0
    func article() -> (head: String, number: Int, hasSummary: Bool) {
      number += 1
      return ("\(heads[number * 3 % heads.count]) (\(number))", number, number % 3 > 0)
    }
    func json(_ article: (head: String, number: Int, hasSummary: Bool)) -> String {
      object(
        ("id", text("a\(article.number)")), ("headline", text(article.head)),
        ("section", text("World")),
        ("image", object(("url", text("https://example.com/\(article.number).jpg")))),
        ("url", text("https://example.com/\(article.number)")),
        ("summary", article.hasSummary ? text("The boat leaves at six. It is late.") : nil))
    }
    var articles = (0..<12).map { _ in article() }
    let days = (0..<6).map { day in
      if day > 0 {
        let new = (0..<Int.random(in: 2...4, using: &random)).map { _ in article() }
        articles = new + articles.dropLast(new.count)
        articles[5].head = "Update: " + articles[5].head
      }
      articles[0].hasSummary = day != 3
      let ticker = articles[1...Int.random(in: 2...4, using: &random)].map {
        object(("text", text($0.head)), ("url", text("https://example.com/\($0.number)")))
      }
      let read = articles.shuffled(using: &random).prefix(4).map(json)
      let breaking =
        #"{"type": "breaking", "title": "Breaking", "text": "The bridge is closed until noon", "url": "https://example.com/live"}"#
      let blocks =
        [object(("type", text("lead")), ("article", json(articles[0])))]
        + ([1, 2].contains(day) ? [breaking] : [])
        + [
          object(("type", text("ticker")), ("items", list(ticker))),
          object(
            ("type", text("list")), ("title", text("Latest")),
            ("articles", list(articles[4...(8 + day % 3)].map(json)))),
          #"{"type": "divider"}"#,
          object(("type", text("list")), ("title", text("Most read")), ("articles", list(read))),
          object(
            ("type", text("weather")), ("title", text("Bergen")),
            ("text", text("\(day - 2)°, rain"))
          ),
        ]
      return object(("status", text("ok")), ("blocks", list(blocks)))
    }
    return DailySeries(
      name: "news", warnings: [1: ["client"], 2: ["client"], 3: ["client"]], days: days)
  }()

  /// Prices, badges and the selection change. Sold-out items have no price. A block with a sale,
  /// which the client of the first day does not know, comes and goes. On the last day, two shelves
  /// are empty or null.
  private static let shop: DailySeries = {
    var random = SplitMix64(seed: 102)
    let words = ["Kettle", "Teapot of heat-resistant glass with a strainer", "手冲壶 600 毫升", "Lamp"]
    func item(_ number: Int, isSoldOut: Bool) -> String {
      let price = "€\(Int.random(in: 5...90, using: &random)).50"
      let hasBadge = Int.random(in: 0...2, using: &random) == 0
      return object(
        ("sku", text("S\(number)")), ("name", text("\(words[number % words.count]) \(number)")),
        ("image", text("https://example.com/s\(number).jpg")),
        ("link", text("shop://sku/\(number)")), ("price", isSoldOut ? nil : text(price)),
        ("soldOut", isSoldOut ? "true" : nil), ("badge", hasBadge ? text("-20 %") : nil))
    }
    let days = (0..<6).map { day in
      func grid(_ title: String) -> String {
        let numbers = (0..<30).shuffled(using: &random).prefix(
          Int.random(in: 4...6, using: &random))
        let items = numbers.enumerated().map { item($1, isSoldOut: $0 == 1) }
        return object(
          ("type", text("grid")),
          ("data", object(("title", text(title)), ("items", list(items)))))
      }
      let sale =
        #"{"type": "sale", "data": {"title": "Weekend sale", "subtitle": "\#(6 - day) days left", "image": "https://example.com/sale.jpg", "link": "shop://sale"}}"#
      let benefits = ["Free returns", "30 days"].map { object(("text", text($0))) }
      let sections =
        [grid("For you")] + ([1, 4].contains(day) ? [sale] : [])
        + [
          grid("Kitchen"),
          object(("type", text("benefits")), ("data", object(("items", list(benefits))))),
          object(
            ("type", text("recent")),
            ("items", day == 5 ? "[]" : list([item(40, isSoldOut: false)]))),
        ]
      return object(("code", "0"), ("data", object(("sections", list(sections)))))
    }
    return DailySeries(
      name: "shop", warnings: [1: ["client"], 4: ["client"], 5: ["empty-section"]], days: days)
  }()

  /// Playlists are inserted, removed, reordered and moved between four blocks of one code, which
  /// change places, too. On the third day, a playlist occurs twice.
  private static let music: DailySeries = {
    var random = SplitMix64(seed: 103)
    let words = ["Morning", "At sea", "山海回声", "Quiet hours", "شاي الصباح", "On air 🌧️"]
    func playlist(_ number: Int) -> String {
      object(
        ("id", "\(number)"), ("name", text("\(words[number % words.count]) \(number)")),
        ("cover", text("https://example.com/p\(number).jpg")), ("plays", "\(1000 * number)"),
        ("creator", object(("nickname", text("user \(number % 4)")))),
        ("open", text("music://playlist/\(number)")))
    }
    var shelves = (0..<4).map { shelf in (0..<5).map { 10 * shelf + $0 } }
    let days = (0..<6).map { day in
      if day > 0 {
        shelves.shuffle(using: &random)
        for step in 0..<4 {
          let (from, to) = (step % 4, (step + day) % 4)
          switch Int.random(in: 0...3, using: &random) {
          case 0: shelves[to].insert(100 + 10 * day + step, at: 1)
          case 1: shelves[from].removeLast(shelves[from].count > 3 ? 1 : 0)
          case 2: shelves[from].shuffle(using: &random)
          default:
            if from != to, shelves[from].count > 3 {
              shelves[to].insert(shelves[from].removeLast(), at: 0)
            }
          }
        }
      }
      let blocks = zip(["For you", "More", "Radio", "New"], shelves).map { title, shelf in
        let twice = day == 3 && title == "Radio" ? [shelf[0]] : []
        return object(
          ("type", text("playlists")), ("title", text(title)),
          ("items", list((shelf + twice).map(playlist))))
      }
      let dates = (0..<2).map { index in
        object(
          ("id", text("c\(day)\(index)")), ("name", text("Concert \(day)\(index)")),
          ("time", text("1\(index):00")), ("open", text("music://concert/\(day)\(index)")))
      }
      let calendar = object(
        ("type", text("calendar")), ("title", text("Today")), ("items", list(dates)))
      return object(
        ("code", "200"), ("data", object(("page", object(("rows", list(blocks + [calendar])))))))
    }
    return DailySeries(name: "music", warnings: [3: ["duplicate-id"]], days: days)
  }()
}

import Support
import Testing

@Suite struct SuggestionTests {
  static let codes = ["HOMEPAGE_BANNER", "HOMEPAGE_BLOCK_PLAYLIST_RCMD", "MENUS"]

  @Test(
    "a mistyped word finds the closest candidate",
    arguments: [
      ("HOMEPAGE_BLOCK_PLAYLIST_RCDM", "HOMEPAGE_BLOCK_PLAYLIST_RCMD"),
      ("homepage_banner", "HOMEPAGE_BANNER"), ("MENU", "MENUS"), ("MNEUS", "MENUS"),
      ("HOMEPAGE_BANER", "HOMEPAGE_BANNER"),
    ])
  func finds(word: String, meant: String) {
    #expect(Suggestion.closest(to: word, among: Self.codes) == meant)
  }

  @Test("a word unlike all candidates finds none", arguments: ["", "X", "FOOTER", "MENUS"])
  func findsNothing(word: String) {
    #expect(Suggestion.closest(to: word, among: Self.codes) == nil)
  }

  @Test("the first of equally close candidates wins")
  func firstWins() {
    #expect(Suggestion.closest(to: "cat", among: ["car", "cab"]) == "car")
    #expect(Suggestion.closest(to: "cat", among: ["cab", "car"]) == "cab")
  }

  @Test("exchanged neighbours count as one step, not two")
  func swap() {
    #expect(Suggestion.closest(to: "ba", among: ["ab"]) == "ab")
    #expect(Suggestion.closest(to: "xy", among: ["ab"]) == nil)
  }

  @Test("the bounded distance agrees with the definition for all short words")
  func exhaustive() {
    let words = shortWords(of: ["a", "b", "c"], upTo: 4)
    for a in words {
      for b in words where a != b && !a.isEmpty && !b.isEmpty {
        let isClose = distance(Array(a), Array(b)) <= max(1, max(a.count, b.count) / 3)
        #expect((Suggestion.closest(to: a, among: [b]) == b) == isClose, "\(a) \(b)")
      }
    }
  }

  @Test("very long words are not compared")
  func longWords() {
    let long = String(repeating: "a", count: 100_000)
    #expect(Suggestion.closest(to: long, among: [long + "b", "a"]) == nil)
  }

  private func shortWords(of letters: [String], upTo length: Int) -> [String] {
    var words = [""]
    var last = words
    for _ in 0..<length {
      last = last.flatMap { word in letters.map { word + $0 } }
      words += last
    }
    return words
  }

  /// Computes the optimal string alignment distance by its recursive definition.
  private func distance(_ a: [Character], _ b: [Character]) -> Int {
    var known: [[Int]] = []
    for i in 0...a.count {
      known.append(Array(repeating: 0, count: b.count + 1))
      for j in 0...b.count {
        if i == 0 || j == 0 {
          known[i][j] = i + j
          continue
        }
        var best = min(known[i - 1][j] + 1, known[i][j - 1] + 1)
        best = min(best, known[i - 1][j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1))
        if i > 1, j > 1, a[i - 1] == b[j - 2], a[i - 2] == b[j - 1] {
          best = min(best, known[i - 2][j - 2] + 1)
        }
        known[i][j] = best
      }
    }
    return known[a.count][b.count]
  }
}

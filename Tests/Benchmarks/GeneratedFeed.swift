/// Feeds of any length in the format of `netease-home`. The same number of blocks always gives the
/// same feed.
enum GeneratedFeed {
  private static let codes = [
    "HOMEPAGE_BLOCK_PLAYLIST_RCMD", "HOMEPAGE_BLOCK_STYLE_RCMD", "HOMEPAGE_MUSIC_CALENDAR",
    "HOMEPAGE_PODCAST24", "HOMEPAGE_VOICELIST_RCMD", "HOMEPAGE_BLOCK_NOBODY_KNOWS",
  ]
  private static let words = ["雨天", "城市", "Harbour", "深夜电台", "Slow Ferry", "晴", "🎧", "海岸线"]

  /// Returns a feed with blocks of about 1 KB and three cards each.
  static func text(blocks: Int) -> String {
    var state: UInt32 = 20_261_121
    func next(_ bound: Int) -> Int {
      state = state &* 1_664_525 &+ 1_013_904_223
      return Int(state >> 8) % bound
    }
    func title() -> String { (0..<(1 + next(4))).map { _ in words[next(words.count)] }.joined() }
    var text = #"{"code":200,"data":{"cursor":null,"hasMore":false,"blocks":["#
    for index in 0..<blocks {
      if index > 0 { text += "," }
      text += #"{"blockCode":"\#(codes[index % codes.count])","showType":"S\#(index % 7)","#
      text += #""canClose":false,"uiElement":{"subTitle":{"title":"\#(title())"},"#
      text +=
        #""button":{"action":"orpheus://more/\#(index)","actionType":"orpheus","text":"更多"}},"#
      text += #""creatives":["#
      for creative in 0..<3 {
        let id = 109_951_166_052_270_907 + index * 3 + creative
        if creative > 0 { text += "," }
        text += #"{"creativeType":"list","creativeId":"\#(id)","resources":[{"uiElement":"#
        text += #"{"mainTitle":{"title":"\#(title())"},"image":{"imageUrl":"https://example.com/"#
        text += #"\#(id).jpg"},"labelTexts":["a"]},"resourceId":"\#(id)","resourceExtInfo":"#
        text += #"{"playCount":\#(next(200_000_000)),"tags":["x","y"]},"#
        text += #""action":"orpheus://playlist/\#(id)?autoplay=0","actionType":"orpheus"}]}"#
      }
      text += "]}"
    }
    return text + "]}}"
  }
}

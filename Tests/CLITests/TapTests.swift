import Foundation
import TestConditions
import Testing

/// `dump --actions`, `explain --at` and the input `tap` of sessions name the same nodes and items.
@Suite("Taps") struct TapTests {
  /// One line of `dump --actions`.
  private struct Target {
    var path = ""
    var x = 0.0, y = 0.0, width = 0.0, height = 0.0
    var attributes: [String: String] = [:]
    var flags: Set<String> = []

    /// - Parameter line: A line whose values have no spaces.
    init?(_ line: String) {
      let words = line.split(separator: " ").map(String.init)
      guard words.count > 3, words[0] == "target" else { return nil }
      path = words[1]
      let place = words[2].dropFirst().split(separator: ",").compactMap { Double($0) }
      let size = words[3].split(separator: "x").compactMap { Double($0) }
      guard place.count == 2, size.count == 2 else { return nil }
      (x, y, width, height) = (place[0], place[1], size[0], size[1])
      for word in words.dropFirst(4) {
        if word.hasPrefix("!") { flags.insert(word) }
        let parts = word.split(separator: "=", maxSplits: 1).map(String.init)
        if parts.count == 2 {
          attributes[parts[0]] = parts[1].trimmingCharacters(in: ["\""])
        }
      }
    }

    var center: String { "\(x + width / 2),\(y + height / 2)" }
  }

  private static let layouts = [
    "netease-home", "mall-home", "wanandroid-home", "wanandroid-search", "audio-charts",
    "audio-chart",
  ]

  @Test("the lines have frames on the page, and are the same every time", arguments: layouts)
  func lines(_ layout: String) throws {
    let result = try Program.run(["dump", "--actions", "--layout", layout])
    #expect(result.status == 0)
    #expect(result.lines[0].hasPrefix("# tap-targets v1 · unit pt · scale "))
    let targets = result.lines.compactMap(Target.init)
    #expect(!targets.isEmpty && targets.count == result.lines.count - 2, "\(layout)")
    #expect(try Program.run(["dump", "--actions", "--layout", layout]).output == result.output)
    let dump = try Program.run(["dump", "--all", "--layout", layout])
    let nodes = dump.lines.count { $0.contains(" action=") }
    #expect(targets.count { $0.attributes["run"] == nil } == nodes, "\(layout)")
  }

  @Test("a tap in the middle of a target has its action and its item", arguments: layouts)
  func middles(_ layout: String) throws {
    let result = try Program.run(["dump", "--actions", "--layout", layout])
    let targets = result.lines.compactMap(Target.init).filter {
      $0.flags.isEmpty && $0.attributes["run"] == nil && $0.width > 0 && $0.height > 0
        && $0.attributes["section"] != nil
    }
    let script = "refresh;" + targets.map { "tap \($0.center)" }.joined(separator: ";")
    let session = try Program.run(
      [
        "session", "--layout", layout, "--format", "json", "--script", script,
      ] + (layout == "wanandroid-search" ? ["--parameter", "keyword=kotlin"] : []))
    let document = try JSONSerialization.jsonObject(with: session.output) as? [String: Any]
    let steps = (document?["steps"] as? [[String: Any]] ?? []).filter {
      ($0["input"] as? String)?.hasPrefix("tap") == true
    }
    #expect(steps.count == targets.count)
    for (target, step) in zip(targets, steps) {
      let tap = step["tap"] as? [String: Any] ?? [:]
      let node = tap["node"] as? String ?? ""
      // Another target can lie on top, such as a button on a card.
      let isInside = node == target.path || node.hasPrefix(target.path + "/")
      let above = targets.contains {
        $0.path != target.path && (node + "/").hasPrefix($0.path + "/")
      }
      #expect(isInside || above, "\(layout) \(target.path), found \(node)")
      guard isInside, !targets.contains(where: { $0.path.hasPrefix(target.path + "/") }) else {
        continue
      }
      let action = tap["action"] as? [String: String]
      #expect(action?["target"] == target.attributes["action"], "\(layout) \(target.path)")
      let item = tap["item"] as? [String: Any]
      let name = [item?["type"] as? String ?? "", item?["id"] as? String ?? ""]
        .filter { !$0.isEmpty }.joined(separator: ":")
      #expect(name == target.attributes["item"] ?? "", "\(layout) \(target.path)")
    }
  }

  @Test("each of 18 songs with one action has an item of its own")
  func songs() throws {
    let result = try Program.run(["dump", "--actions", "--layout", "netease-home"])
    let songs = result.lines.compactMap(Target.init).filter {
      $0.attributes["action"] == "play_all_song_from_current_index"
        && $0.path.range(of: #"song\[\d+\]$"#, options: .regularExpression) != nil
    }
    let items = songs.compactMap { $0.attributes["item"] }
    #expect(items.count > 10 && items.count == songs.count && Set(items).count == items.count)
    let places = songs.map { "\($0.attributes["section"] ?? "") \($0.attributes["index"] ?? "")" }
    #expect(Set(places).count == songs.count)
  }

  @Test("explain --at says node, item and action before the frame, also as JSON")
  func explain() throws {
    let text = try Program.run(["explain", "--at", "60,430", "--layout", "netease-home"])
    #expect(
      text.text.hasPrefix(
        """
        node    HOMEPAGE_BLOCK_PLAYLIST_RCMD/carousel/card[0]/image
        item    list:6700000001 index 0,0 of HOMEPAGE_BLOCK_PLAYLIST_RCMD
        action  orpheus://playlist/6700000001 (orpheus)

        HOMEPAGE_BLOCK_PLAYLIST_RCMD/carousel/card[0]/image  @0,0 120x120
        """), "\(text.text)")
    let json = try Program.run(["explain", "--at", "60,430", "--format", "json"])
    let document = try JSONSerialization.jsonObject(with: json.output) as? [String: Any]
    let tap = document?["tap"] as? [String: Any]
    #expect((tap?["item"] as? [String: Any])?["indexPath"] as? [Int] == [0, 0])
    #expect(tap?["section"] as? String == "HOMEPAGE_BLOCK_PLAYLIST_RCMD")
  }

  @Test("the feed may follow --at; wrong points and points beside the page say what to do")
  func points() throws {
    let scratch = try Scratch()
    try scratch.write(
      #"{"cards": [{"type": "card", "title": "雨 🌧️", "id": 7, "url": "app://7"}]}"#, to: "f.json")
    let found = try Program.run(["explain", "--at", "50,20", "f.json"], folder: scratch.url)
    #expect(found.status == 0 && found.text.hasPrefix("node    card"), "\(found.errors)")
    let other = try Program.run(
      ["explain", "--at", "50,20", "f.json", "--items", "$.none"], folder: scratch.url)
    #expect(other.status == 2 && other.errors.contains("$.none"), "\(other.errors)")
    let none = try Program.run(["explain", "--at", "50,20", "--code", "kind"], folder: scratch.url)
    #expect(none.status == 64 && none.errors.contains("--items and --code go with a feed"))
    let beside = try Program.run(["explain", "--at", "5,99999", "f.json"], folder: scratch.url)
    #expect(beside.status == 2 && beside.errors.contains("no section is at 5,99999"))
    for point in ["5", "x,y", "1,2,3", "nan,1", ",", ""] {
      let wrong = try Program.run(["explain", "--at", point], folder: scratch.url)
      #expect(wrong.status == 64, "\(point)")
      let tap = try Program.run(
        ["session", "--sample", "--script", "tap \(point)"], folder: scratch.url)
      #expect(tap.status == 64, "\(point)")
    }
    let both = try Program.run(["explain", "--at", "1,2", "card", "f.json"], folder: scratch.url)
    #expect(both.status == 64 && both.errors.contains("--at names the node"))
    #expect(try Program.run(["explain"], folder: scratch.url).status == 64)
    #expect(
      try Program.run(["dump", "--actions", "--depth", "2", "f.json"], folder: scratch.url).status
        == 64)
  }

  @Test("pages of revision 3 and before name no items, and those of revision 4 match the schema")
  func revisions() throws {
    func page(_ options: String...) throws -> String {
      try Program.run(["render", "--format", "json", "--layout", "netease-home"] + options).text
    }
    let latest = try page()
    #expect(latest.contains("\"feedItem\": {") && latest.contains("\"identity\": \"MENUS\""))
    #expect(latest.contains("\"schemaRevision\": 4"))
    for revision in ["1", "2", "3"] {
      let earlier = try page("--revision", revision)
      #expect(!earlier.contains("\"feedItem\"") && !earlier.contains("\"identity\""))
    }
  }
}

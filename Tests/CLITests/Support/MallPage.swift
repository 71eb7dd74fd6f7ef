import Foundation

/// The mall feed from its samples, some of which can be replaced.
enum MallPage {
  static let groups = [
    "marquee", "beltAndRoad", "shoppingCarnival", "walletCard", "wallet", "otc", "hxPrefecture",
    "middleNav", "bottomNav", "otherMall", "otherService", "topSale", "hot", "choiceness",
    "middleAd", "localService", "bottomFloat",
  ]

  /// - Parameter replies: Replies as JSON, by the name of the source whose sample each reply
  ///   replaces.
  static func dump(
    replies: [String: String] = [:], _ options: [String] = []
  ) throws -> Program.Result {
    let scratch = try Scratch()
    let samples = Program.repository.appendingPathComponent("Layouts/samples/mall-home")
    var arguments = ["dump", "--layout", "mall-home", "--unrounded", "--all"] + options
    for name in ["sort"] + groups {
      let file =
        try replies[name].map { try scratch.write($0, to: "\(name).json") }
        ?? samples.appendingPathComponent("\(name).json").path
      arguments += ["--source", "\(name)=\(file)"]
    }
    return try Program.run(arguments)
  }

  /// Returns the reply of a group with items of these titles.
  static func reply(_ type: String, _ titles: [String]) -> String {
    let items = titles.enumerated().map { #"{"id": \#($0), "title": "\#($1)"}"# }
      .joined(separator: ",")
    return #"{"code": 0, "data": {"type": "\#(type)", "items": [\#(items)]}}"#
  }

  static func order(_ ranks: [(String, Double)]) -> String {
    let entries = ranks.map { #"{"name": "\#($0.0)", "sortIndex": \#($0.1)}"# }
    return #"{"data": [\#(entries.joined(separator: ","))]}"#
  }
}

internal import FeedDocument

/// Finds the members in which blocks say how they are shown, and whether the reader can close them: the
/// second key by which a plugin is chosen, and the mark of closable sections.
struct BlockFieldHints {
  private(set) var showType: String?
  private(set) var closable: String?

  private static let showTypeKeys = [
    "showtype", "displaytype", "rendertype", "presentationtype", "layouttype", "templatetype",
    "viewtype", "displaystyle", "showstyle",
  ]
  private static let closableKeys = [
    "canclose", "closable", "closeable", "isclosable", "iscloseable", "closeenabled", "candismiss",
    "dismissible", "dismissable", "isdismissible", "isdismissable",
  ]

  /// - Parameters:
  ///   - blocks: The values of the blocks.
  ///   - code: The path of the code in a block; `nil` if a key is the code. The members are searched in
  ///     the object that has the code.
  init(of blocks: [FeedValue], code: String?) {
    let outer = code.flatMap { code in code.lastIndex(of: ".").map { String(code[..<$0]) } } ?? ""
    let objects = blocks.map { outer.isEmpty ? $0 : $0.value(atPath: outer) }
      .filter { $0.kind == .object }
    // A word for the kind is usual in blocks; a mark can be in one block of many.
    showType = path(among: Self.showTypeKeys, in: objects, outer, except: code) { values in
      values.allSatisfy(\.looksLikeCode) && values.count * 2 > objects.count
    }
    closable = path(among: Self.closableKeys, in: objects, outer, except: code) { values in
      values.allSatisfy { $0.kind == .bool }
    }
  }

  /// Returns the path of the first key, among words, whose values fit. Null is no value.
  private func path(
    among words: [String], in objects: [FeedValue], _ outer: String, except code: String?,
    where isFit: ([FeedValue]) -> Bool
  ) -> String? {
    var values: [String: [FeedValue]] = [:]
    for member in objects.lazy.flatMap({ $0.children }) where !member.isShadowed {
      let word = member.key.lowercased().filter { $0 != "_" && $0 != "-" }
      if words.contains(word), !member.isNothing { values[member.key, default: []].append(member) }
    }
    let fitting = values.filter { isFit($0.value) }.keys.map { key in
      (
        rank: words.firstIndex(of: key.lowercased().filter { $0 != "_" && $0 != "-" }) ?? 0,
        key: key
      )
    }.sorted { $0 < $1 }
    return fitting.lazy.map { outer.isEmpty ? $0.key : "\(outer).\($0.key)" }.first { $0 != code }
  }

  /// The members of `element`, `union` and `members` in a feed layout.
  var members: [(key: String, value: JSONText?)] {
    [("showType", showType.map(JSONText.text)), ("closable", closable.map(JSONText.text))]
  }
}

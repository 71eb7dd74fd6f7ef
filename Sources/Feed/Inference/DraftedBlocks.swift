internal import FeedDocument

enum DraftedBlocks {
  /// Finds the list of blocks. The user's wishes take precedence over what the document suggests.
  static func find(
    in document: FeedDocument, _ wishes: LayoutDraft.Wishes
  ) -> BlockListCandidate? {
    if let path = wishes.items {
      guard let array = document.value(atPath: path), array.kind == .array else { return nil }
      if let code = wishes.code { return candidate(array, code: code) }
      return BlockListCandidate(array: array, depth: 0, isInsideArray: false)
        ?? BlockListCandidate(
          array: array, depth: 0, isInsideArray: false, keys: kindKeys(of: [array]))
    }
    if let code = wishes.code {
      let survey = DocumentSurvey(of: document, keys: [code])
      return survey.blocks
        ?? survey.arrays.compactMap { candidate($0, code: code) }.max { $1.isBetter(than: $0) }
    }
    let survey = DocumentSurvey(of: document)
    if let blocks = survey.blocks { return blocks }
    let arrays = survey.arrays
    return DocumentSurvey(of: document, keys: kindKeys(of: arrays)).blocks
      ?? arrays.lazy.filter(holdsLists).compactMap(identified).first
  }

  /// Whether more than half of the elements hold lists of objects, so that each is a section.
  private static func holdsLists(_ array: FeedValue) -> Bool {
    let holders = array.children.count { element in
      element.children.contains { $0.kind == .array && $0.children.first?.kind == .object }
    }
    return holders * 2 > array.count
  }

  private static func identified(_ array: FeedValue) -> BlockListCandidate? {
    let keys = scalarKeys(of: array).map(\.key)
    let names = ["id", "key", "slug", "name"]
    let key =
      names.first { keys.contains($0) } ?? keys.first { $0.lowercased().hasSuffix("id") }
      ?? keys.first
    return key.flatMap { candidate(array, code: $0) }
  }

  /// Returns an array as a candidate if most of its elements have a code at a path.
  private static func candidate(_ array: FeedValue, code: String) -> BlockListCandidate? {
    var candidate = BlockListCandidate(
      array: array, discriminator: .key(code), matches: 0, depth: 0)
    candidate.matches = candidate.blocksByCode.reduce(0) { $0 + $1.blocks.count }
    return candidate.matches * 2 > array.count ? candidate : nil
  }

  /// Words in the names of members that distinguish kinds, the most reliable first.
  private static let kindWords = [
    "type", "template", "component", "widget", "module", "kind", "style", "layout", "code",
  ]

  /// Returns keys of elements whose names contain a word for kinds, the most reliable first.
  private static func kindKeys(of arrays: [FeedValue]) -> [String] {
    var keys: [String] = []
    for array in arrays {
      for key in scalarKeys(of: array).map(\.key) where !keys.contains(key) { keys.append(key) }
    }
    return kindWords.flatMap { word in keys.filter { $0.lowercased().hasSuffix(word) } }
      + kindWords.flatMap { word in keys.filter { $0.lowercased().hasPrefix(word) } }
  }

  /// Returns the keys that more than half of the elements have with a value that could be a code;
  /// those with the fewest different values first. O(members).
  static func scalarKeys(of array: FeedValue) -> [(key: String, values: Int)] {
    var counts: [String: Int] = [:]
    var values: [String: Set<String>] = [:]
    var order: [String] = []
    for element in array.children where element.kind == .object {
      for member in element.children where member.looksLikeCode && isPlain(member.key) {
        guard let code = member.blockCode else { continue }
        if counts[member.key] == nil { order.append(member.key) }
        counts[member.key, default: 0] += 1
        values[member.key, default: []].insert(code)
      }
    }
    // `sort` is stable.
    return order.filter { (counts[$0] ?? 0) * 2 > array.count }
      .map { (key: $0, values: values[$0]?.count ?? 0) }.sorted { $0.values < $1.values }
  }

  private static func isPlain(_ key: String) -> Bool {
    ConfigurationReader.isName(key) && !key.contains(".")
  }
}

import Support

/// The common beginning and end of two texts, and the differing part between them. O(characters).
struct TextDifference {
  let old: [Character]
  let new: [Character]
  private let prefix: Int
  private let suffix: Int

  /// The maximum number of compared characters per text.
  private static let most = 4_000
  /// The number of common characters that are shown on either side of the differing part.
  private static let context = 8
  /// The maximum number of shown characters of the differing part.
  private static let limit = 32

  init(_ old: String, _ new: String) {
    self.old = Array(shown(old, limit: Self.most))
    self.new = Array(shown(new, limit: Self.most))
    let shortest = min(self.old.count, self.new.count)
    var prefix = 0
    while prefix < shortest, self.old[prefix] == self.new[prefix] { prefix += 1 }
    var suffix = 0
    while suffix < shortest - prefix,
      self.old[self.old.count - 1 - suffix] == self.new[self.new.count - 1 - suffix]
    {
      suffix += 1
    }
    self.prefix = prefix
    self.suffix = suffix
  }

  /// Returns a text in parts. Long common parts are shortened.
  func parts(of text: [Character]) -> [ChangeWords.Part] {
    let changed = text[prefix..<text.count - suffix]
    let before = text.prefix(prefix)
    let after = text.suffix(suffix)
    let isShort = max(old.count, new.count) <= Self.limit
    let isLong = changed.count > Self.limit
    let start =
      isShort || prefix <= Self.context
      ? String(before) : "…" + String(before.suffix(Self.context))
    let end =
      isShort || suffix <= Self.context
      ? String(after) : String(after.prefix(Self.context)) + "…"
    return [
      ChangeWords.Part(text: start),
      ChangeWords.Part(
        text: isLong ? String(changed.prefix(Self.limit)) + "…" : String(changed), isChanged: true),
      // If the differing part is cut, nothing follows it.
      ChangeWords.Part(text: isLong ? "" : end),
    ].filter { !$0.text.isEmpty }
  }
}

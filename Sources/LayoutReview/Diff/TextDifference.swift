import Diagnostics

/// What two texts share at their beginning and end, and what is another between. O(characters).
struct TextDifference {
  let old: [Character]
  let new: [Character]
  private let prefix: Int
  private let suffix: Int

  /// Characters of either text that are looked at; feeds have longer ones only by mistake.
  private static let most = 4_000
  /// Shared characters that are shown on either side of what is another.
  private static let context = 8
  /// Characters of a changed part that are shown.
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

  /// The text in parts, shared ones cut where they are long.
  func parts(of text: [Character]) -> [ChangeWords.Part] {
    let changed = text[prefix..<text.count - suffix]
    let before = text[..<prefix]
    let after = text[(text.count - suffix)...]
    let isShort = max(old.count, new.count) <= Self.limit
    var parts: [ChangeWords.Part] = []
    let isCutBefore = !isShort && before.count > Self.context
    parts.append(
      ChangeWords.Part(
        text: isCutBefore ? "…" + String(before.suffix(Self.context)) : String(before)))
    let isLong = changed.count > Self.limit
    parts.append(
      ChangeWords.Part(
        text: isLong ? String(changed.prefix(Self.limit)) + "…" : String(changed), isChanged: true))
    let isCutAfter = !isShort && after.count > Self.context
    // Nothing follows a part that is cut itself.
    parts.append(
      ChangeWords.Part(
        text: isLong ? "" : isCutAfter ? String(after.prefix(Self.context)) + "…" : String(after)))
    return parts.filter { !$0.text.isEmpty }
  }
}

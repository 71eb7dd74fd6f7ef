package import FeedDocument
internal import Support

extension FeedValue {
  /// The path in a setting of the generic section: `"name"`, or `{"path": "name", …}`; `nil` for
  /// anything else.
  package var settingPath: String? {
    (kind == .object ? self["path"] : self).string.flatMap { $0.isEmpty ? nil : $0 }
  }

  /// Whether the value has content: it is not null, and no empty string or container.
  package var hasContent: Bool {
    switch kind {
    case .missing, .null: false
    case .bool, .number: true
    case .string, .array, .object: count > 0
    }
  }

  private static let visibleKeys: Set<String> = [
    "visible", "isvisible", "show", "isshow", "isshown", "enabled", "isenabled",
  ]
  private static let hiddenKeys: Set<String> = [
    "hidden", "ishidden", "disabled", "isdisabled", "deleted", "isdeleted",
  ]

  /// Whether a member states that this item is hidden.
  package var isHiddenItem: Bool {
    kind == .object
      && children.contains { member in
        guard let isOn = member.bool ?? member.int64.map({ $0 != 0 }) else { return false }
        return (isOn ? Self.hiddenKeys : Self.visibleKeys).contains(member.key.lowercased())
      }
  }

  private static let kindWords = ["type", "kind", "template", "component", "widget", "style"]

  /// Whether a key or a path ends with a word for a kind, such as `type`.
  static func isKindWord(_ key: String) -> Bool {
    kindWords.contains(where: key.lowercased().hasSuffix)
  }

  /// Whether a member such as `type`, or the only key, states that this item is of another kind
  /// than all of the models, which are items of the same list.
  package func isOtherKind(than models: [FeedValue]) -> Bool {
    if let own = onlyMember, let other = models.first?.onlyMember, own.kind == .object {
      return own.key != other.key && Suggestion.closest(to: own.key, among: [other.key]) == nil
    }
    guard kind == .object else { return false }
    return children.contains { member in
      guard let kind = member.identityText,
        Self.isKindWord(member.key)
      else { return false }
      let others = models.map { $0[member.key].identityText }
      // If each item has a value of its own, the values are no kinds.
      return !others.contains(kind) && (models.count == 1 || Set(others).count < models.count)
    }
  }
}

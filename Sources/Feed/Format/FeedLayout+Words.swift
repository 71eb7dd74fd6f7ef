package import FeedDocument

/// Translates the layout's own texts into the language of a locale.
extension FeedLayout {
  /// Returns the translations for a locale. For "vi-VN", words of `vi-VN` override words of `vi`.
  package func words(for locale: String) -> [String: String] {
    guard !words.isEmpty else { return [:] }
    let parts = locale.lowercased().split { $0 == "-" || $0 == "_" }
    return parts.indices.reduce(into: [:]) { found, last in
      found.merge(words[parts[...last].joined(separator: "-")] ?? [:]) { $1 }
    }
  }

  /// Returns the layout with translated texts, except those in the settings of sections.
  package func translated(for locale: String) -> FeedLayout {
    let words = words(for: locale)
    guard !words.isEmpty else { return self }
    var layout = self
    layout.replaceTexts { words[$0] ?? $0 }
    return layout
  }

  /// Replaces the title and the texts of states, notices and bars.
  mutating func replaceTexts(_ replace: (String) -> String) {
    title = replace(title)
    states.empty?.replaceTexts(replace)
    states.failed?.replaceTexts(replace)
    states.notices = states.notices.mapValues(replace)
    states.header = states.header.mapValues(replace)
    states.footer = states.footer.mapValues(replace)
    if let placeholder = chrome.navigationBar?.searchField?.placeholder {
      chrome.navigationBar?.searchField?.placeholder = replace(placeholder)
    }
    let items = chrome.tabBar?.items ?? []
    chrome.tabBar?.items = items.map { .init(title: replace($0.title), action: $0.action) }
  }
}

extension FeedLayout.Message {
  fileprivate mutating func replaceTexts(_ replace: (String) -> String) {
    title = replace(title)
    message = message.map(replace)
    button = button.map(replace)
  }
}

extension FeedValue {
  /// Returns a copy of the value with translated strings, in a new document. O(values).
  package func translated(_ words: [String: String]) -> FeedValue {
    guard !words.isEmpty, exists else { return self }
    var builder = DocumentBuilder(name: document.name)
    builder.copy(self, translating: words)
    return builder.finish().root
  }

  func collectStrings(into strings: inout Set<String>) {
    if let string { strings.insert(string) }
    for child in children { child.collectStrings(into: &strings) }
  }
}

extension DocumentBuilder {
  fileprivate mutating func copy(_ value: FeedValue, translating words: [String: String]) {
    switch value.kind {
    case .object, .array:
      if value.kind == .object { beginObject() } else { beginArray() }
      for child in value.children {
        key(child.key)
        copy(child, translating: words)
      }
      if value.kind == .object { endObject() } else { endArray() }
    default:
      if let word = value.string.flatMap({ words[$0] }) { string(word) } else { copy(value) }
    }
  }
}

package import Support
internal import FeedDocument

/// A setting of a section for one page or session, such as `HOMEPAGE_BANNER.page=2`.
package struct SectionSetting: Sendable, Hashable {
  package let section: String
  /// A key of the section's settings, or "page" or "scroll", which set keys of its `layout`.
  package let key: String
  /// The value as JSON; any other text is read as a string.
  package let value: String

  /// Parses `SECTION.KEY=VALUE`. Returns `nil` if the section, the key or "=" is absent.
  package init?(_ text: String) {
    let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2, let dot = parts[0].lastIndex(of: ".") else { return nil }
    section = String(parts[0][..<dot])
    key = String(parts[0][dot...].dropFirst())
    value = String(parts[1])
    guard !section.isEmpty, !key.isEmpty else { return nil }
  }

  /// Returns an object with the same structure as `sections` that has only the changed setting.
  fileprivate func change(of layout: String) -> FeedValue {
    let properties = ["page": ["layout", "currentGroup"], "scroll": ["layout", "scroll"]]
    var builder = DocumentBuilder(name: layout)
    for key in [section] + (properties[key] ?? [key]) {
      builder.beginObject()
      builder.key(key)
    }
    if let document = FeedDocument.parse(PaddedBytes(value.utf8), name: "--set").value {
      builder.copy(document.root)
    } else {
      builder.string(value)
    }
    return builder.finish().root
  }
}

extension FeedLayout {
  /// Returns the layout with changed settings of sections; later settings override earlier ones.
  package func setting(_ settings: [SectionSetting]) -> Diagnosed<FeedLayout?> {
    guard !settings.isEmpty else { return Diagnosed(self, []) }
    var layout = self
    for setting in settings {
      layout.sections = layout.sections.merged(with: setting.change(of: name), name: name)
    }
    return ConfigurationReader.read("settings of sections", code: .invalidOption) { reader in
      layout.layoutOverrides = reader.layoutOverrides(layout.sections)
      return layout
    }
  }
}

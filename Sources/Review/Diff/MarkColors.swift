import SectionEngine

/// The colours and dashes of marks in an appearance, from the style sheet of comparisons.
struct MarkColors {
  private let sheet: [Substring]
  private let isDark: Bool

  init(_ appearance: LayoutEnvironment.Appearance) {
    sheet = String(decoding: PackageResources.diff_colors_css, as: UTF8.self)
      .split(whereSeparator: \.isNewline)
    isDark = appearance == .dark
  }

  /// Returns the colour of a kind of change, such as "added".
  func color(of name: String) -> String {
    let start = isDark ? ":root:has(#dark:checked)" : ":root {"
    let rule = sheet.first { $0.hasPrefix(start) } ?? ""
    return value(of: "--\(name)", in: rule) ?? "#888888"
  }

  /// Returns the lengths of the dashes and gaps of a kind's outline; empty for a solid one.
  func dashes(of name: String) -> [Double] {
    let rule = sheet.flatMap { $0.split(separator: "}") }.first { $0.contains(".\(name) {") } ?? ""
    return (value(of: "--dash", in: rule) ?? "").split(separator: " ").compactMap { Double($0) }
  }

  private func value(of property: String, in rule: Substring) -> String? {
    rule.split { "{;}".contains($0) }.lazy.compactMap { declaration in
      let parts = declaration.split(separator: ":", maxSplits: 1)
      guard parts.count == 2, parts[0].filter({ $0 != " " }) == property else { return nil }
      return String(parts[1].drop { $0 == " " })
    }.first
  }
}

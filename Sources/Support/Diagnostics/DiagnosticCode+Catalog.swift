extension DiagnosticCode {
  /// The pages of the catalogue by code. Each page begins with a heading: "# SE1001: …".
  private static let pages: [String: String] = {
    let text = String(decoding: PackageResources.Catalog_md, as: UTF8.self)
    let pages = text.dropFirst(2).split(separator: "\n# ").map { "# \($0)" }
    return Dictionary(pages.map { (String($0.dropFirst(2).prefix { $0 != ":" }), $0) }) { $1 }
  }()

  /// The page of the catalogue that explains the code, in Markdown.
  package var page: String { Self.pages[rawValue] ?? "" }

  /// The first line of the page without its code, such as "the document is empty".
  package var title: String {
    String(page.prefix { $0 != "\n" }.drop { $0 != ":" }.dropFirst(2))
  }
}

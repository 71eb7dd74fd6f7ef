internal import SectionEngine

extension SectionProviders {
  /// Returns the page in a format that a plugin writes; `nil` for an unknown format. The plugin
  /// receives the page as JSON.
  func write(_ page: Page, format: String, options: RenderOptions) -> PageOutcome? {
    guard registry.formats.contains(format), let catalog else { return nil }
    guard let request = Self.request(for: page, options: options) else {
      return .failed(
        Diagnostic(
          .rendererFailed, .error, "the page is too large for format `\(format)`",
          label: "plugins read at most \(DocumentLimits().bytes >> 20) MB of layout",
          helps: ["choose a bundled format, or show less: --section CODE, --depth N"]))
    }
    return catalog.write(request, format: format)
  }

  /// Returns the input of a plugin's renderer; `nil` if the page is too large for a plugin.
  static func request(for page: Page, options: RenderOptions) -> PageRequest? {
    var limits = DocumentLimits()
    // Each level of nodes is two containers in JSON; this limit fits the deepest possible tree.
    limits.depth = 1024
    var options = options
    // A renderer of contract 1.0 may check its input against the closed schema of its time.
    options.revision = min(options.revision, 3)
    let layout = FeedDocument.parse(
      PaddedBytes(JSONRenderer(options: options).bytes(of: page)), name: "layout", limits: limits)
    let json = JSONWriter.document(.compact) { json in
      json.write("charset", options.charset.rawValue)
      json.write("color", options.color)
      json.write("columns", options.columns)
    }
    let words = FeedDocument.parse(PaddedBytes(json), name: "options")
    guard let layout = layout.value, let words = words.value else { return nil }
    return PageRequest(layout: layout, options: words)
  }
}

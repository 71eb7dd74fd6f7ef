internal import SectionEngine

/// The feed to render, its layout, and the settings, plugins and servers that it needs.
struct FeedSettings: Sendable {
  struct Source: Sendable {
    var name: String
    /// A file, an http(s) URL, or "-" for standard input.
    var place: String
    /// The name of the project's feed that lists the source; `nil` if an option gives the source.
    var feed: String?
    /// The position of the source in the project file; `nil` if an option gives the source.
    var location: SourceLocation?

    /// Returns the error for a source that is given twice: by this value and by the FEED argument.
    func repeated(by file: String) -> ExitError {
      let message = "source `\(shown(name))` is given twice"
      let notes = ["once as `\(shown(file, limit: 200))`"]
      guard let feed else {
        return ExitError.usage(
          .invalidOption, message, notes: notes,
          helps: ["leave out `--source \(name)=`, or the file"])
      }
      return ExitError.couldNotRun(
        .invalidProject, message, notes: notes,
        helps: [
          "remove `sources.\(shown(name))` of feed `\(shown(feed))` in \(Project.fileName)"
        ])
    }
  }

  /// The primary source: a file, a folder, a URL, "-" for standard input, or a project feed's name.
  var feed: String?
  /// A bundled name or a file; `nil` selects the bundled layout that fits.
  var layout: String?
  /// The path of the blocks, and the key of their code, for a feed without a layout.
  var items, code: String?
  var sources: [Source] = []
  /// Changes to the page's content that test the layout.
  var stresses: [Stress] = []
  /// Settings of sections that override those of the layout.
  var sectionSettings: [SectionSetting] = []
  /// The path from the working folder to the project's folder; messages omit it from paths.
  var root: String?
  /// The position of the feed's path in the project file.
  var location: SourceLocation?
  /// Whether settings of the working folder's project are added.
  var usesProject = true
  /// Whether the user requests the layout's sample, so that no feed is expected.
  var isSample = false
  var unknown = UnknownPolicy.generic
  /// The client whose page is rendered, with its policy for unknown blocks; `nil` for this program.
  var client: ClientFile?
  /// Whether samples outside a layout file's folder can be read.
  var allowsOutside = false
  /// Whether the program exits with 1 if a section is lost.
  var isStrict = false
  var plugins = PluginSelection()
  var fetch = FetchSettings()

  var asksServers: Bool { fetch.url != nil || places.contains(where: isWebAddress) }

  var places: [String] { [feed].compactMap { $0 } + sources.map(\.place) }

  /// Returns the name of a file in messages: the path relative to the project's folder.
  func shownName(of path: String) -> String {
    path.without(prefix: root)
  }

  var shownFile: String? { feed.map(shownName) }
}

extension String {
  /// Returns the text without the prefix, or unchanged if it does not begin with the prefix.
  func without(prefix: String?) -> String {
    guard let prefix, hasPrefix(prefix) else { return self }
    return String(dropFirst(prefix.count))
  }
}

internal import SectionEngine

/// The feed to draw, its feed layout, and the plugins and servers that it needs.
struct FeedSelection: Sendable {
  struct Source: Sendable {
    var name: String
    /// A file, an http(s) URL, or "-" for standard input.
    var place: String
    /// The feed of the project that names it; `nil` for an option.
    var feed: String?
    /// The place of the project file that names it.
    var location: SourceLocation?

    /// Returns the error for a source that a file gives, too.
    func repeated(by file: String) -> Ending {
      let message = "source `\(shown(name))` is given twice"
      let notes = ["once as `\(shown(file, limit: 200))`"]
      guard let feed else {
        return Ending.usage(
          .invalidOption, message, notes: notes,
          helps: ["leave out `--source \(name)=`, or the file"])
      }
      return Ending.couldNotRun(
        .invalidProject, message, notes: notes,
        helps: [
          "remove `sources.\(shown(name))` of feed `\(shown(feed))` in \(Project.fileName)"
        ])
    }
  }

  /// The primary source: a file, a folder, a URL, "-" for standard input, or a project's feed.
  var feed: String?
  /// A bundled name or a file; `nil` for the bundled layout whose shape fits.
  var layout: String?
  /// The path of the blocks, and the key of their code, in a feed that no layout describes.
  var items, code: String?
  var sources: [Source] = []
  /// The changes of what the page shows.
  var stresses: [Stress] = []
  /// Settings of sections that replace those of the layout.
  var sectionSettings: [SectionSetting] = []
  /// The prefix of paths that messages omit, if it is a feed of the project: the way to its folder.
  var root: String?
  /// The place of the project file that names FEED.
  var location: SourceLocation?
  /// Whether the project of the working folder completes it.
  var usesProject = true
  /// Whether the sample of the layout is requested, instead of drawn for lack of a feed.
  var isSample = false
  var unknown = UnknownPolicy.generic
  /// The client whose page is drawn, with its rule for unknown blocks; `nil` for this program.
  var client: ClientFile?
  /// Whether samples outside the folder of a layout file are read.
  var allowsOutside = false
  /// Whether a lost section makes the program exit with 1.
  var isStrict = false
  var plugins = PluginSelection()
  var fetch = FetchSettings()

  var asksServers: Bool { fetch.url != nil || places.contains(where: isWebAddress) }

  var places: [String] { [feed].compactMap { $0 } + sources.map(\.place) }

  /// Returns the name of a file in messages: relative to the folder of the project.
  func shownName(of path: String) -> String {
    path.without(prefix: root)
  }

  var shownFile: String? { feed.map(shownName) }
}

struct FetchSettings: Sendable {
  var url: String?
  /// Values of the parameters of the layout's requests, by name.
  var parameters: [String: String] = [:]
  /// Headers of every request, as "name: value"; `${NAME}` is a variable of the environment.
  var headers: [String] = []
  /// Whether only stored replies are used.
  var isOffline = false
  /// The age in seconds up to which a stored reply is used without a request.
  var maximumAge: Int?
  /// The time for each reply in seconds, including retries.
  var timeout = 30.0

  /// An option that only applies to servers, if one is given.
  var meantForServers: String? {
    if isOffline { return "--offline" }
    if maximumAge != nil { return "--max-age" }
    return headers.isEmpty ? nil : "--header"
  }
}

extension String {
  /// Returns the text without a prefix, if it has it.
  func without(prefix: String?) -> String {
    guard let prefix, hasPrefix(prefix) else { return self }
    return String(dropFirst(prefix.count))
  }
}

/// Whether a source is given by a URL instead of a file.
func isWebAddress(_ text: String) -> Bool {
  let text = text.prefix(8).lowercased()
  return text.hasPrefix("http://") || text.hasPrefix("https://")
}

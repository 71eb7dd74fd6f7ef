internal import SectionEngine

/// A revision whose feeds are compared with the current ones, by `check`, `diff` and `report`.
struct BaseRevision {
  /// A feed and its data at the revision.
  typealias Feed = (chosen: ChosenFeed, opened: LoadedFeed)

  let name: String
  private let drawing: FeedSettings
  private let environment: EnvironmentSettings
  /// The project at the revision; `nil` outside of a project.
  private(set) var project: Project?
  /// Diagnostics about the project file of the revision.
  private(set) var notes: [Diagnostic] = []

  /// - Throws: `ExitError` if git does not know the revision.
  init(_ name: String, _ drawing: FeedSettings, _ environment: EnvironmentSettings) throws {
    (self.name, self.drawing, self.environment) = (name, drawing, environment)
    try GitObject.require(revision: name)
    let current = drawing.usesProject ? try Project.find() : nil
    project = try current.map { try earlier(than: $0) }
    let hasFile = current.map { GitObject(prefix($0) + Project.fileName)?.isFile == true }
    let files = project?.usePresentFiles(isNew: hasFile == false) ?? []
    guard !files.isEmpty else { return }
    let names = listed(files.map { "`\(shown($0, limit: 200))`" }, atMost: 4)
    notes.append(
      Diagnostic(
        .presentFile, .note, "`\(shown(name))` lacks \(names)",
        notes: ["the earlier pages are drawn with the present \(files.count == 1 ? "one" : "ones")"]
      ))
  }

  /// Returns the prefix of paths in the folder of a project at the revision.
  private func prefix(_ project: Project) -> String {
    "\(GitObject.prefix)\(name):./\(project.folder)"
  }

  /// Returns the project at the revision. If the revision has no valid project file, the current
  /// settings are used with the files of the revision.
  private mutating func earlier(than project: Project) throws -> Project {
    let folder = prefix(project)
    if GitObject(folder + Project.fileName)?.isFile == true {
      let read = try Project.read(in: folder)
      if let earlier = read.value { return earlier }
      notes += read.diagnostics.map { diagnostic in
        var warning = diagnostic
        warning.severity = .warning
        warning.notes = ["the earlier pages are drawn with the present settings"]
        return warning
      }
    }
    var earlier = Project(folder: folder)
    (earlier.shared, earlier.feeds) = (project.shared, project.feeds)
    return earlier
  }

  /// Opens a feed as it was at the revision; `nil` if the revision has no such feed.
  /// - Parameter typed: The feed as the user typed it.
  func opened(_ chosen: ChosenFeed, named typed: String?) throws -> Feed? {
    guard let earlier = try earlier(chosen, named: typed) else { return nil }
    let opened = try earlier.opened()
    try opened.requireComplete()
    return (earlier, opened)
  }

  private func earlier(_ chosen: ChosenFeed, named typed: String?) throws -> ChosenFeed? {
    guard let project, !chosen.settings.name.isEmpty else {
      let file = "\(GitObject.prefix)\(name):./\(try Self.checked(typed))"
      var earlier = chosen
      earlier.feed.feed = file
      return GitObject(file).map { $0.isFile || $0.isFolder } == true ? earlier : nil
    }
    guard let feed = project.feeds.first(where: { $0.name == chosen.settings.name }),
      !project.lacks(feed)
    else { return nil }
    return try project.chosen(drawing.naming(feed.name), in: environment)
  }

  /// Returns the file name. Throws `ExitError` if the file cannot have earlier revisions.
  static func checked(_ name: String?) throws -> String {
    guard let name else {
      throw ExitError.usage(
        .invalidOption, "no page is named, and no folder above has a \(Project.fileName)",
        helps: [
          "name two pages: `sectionengine diff OLD NEW`",
          "write a project file: `sectionengine init`",
        ])
    }
    guard name != "-", !isWebAddress(name), !name.hasPrefix("/"), GitObject(name) == nil else {
      throw ExitError.usage(
        .invalidOption, "`\(shown(name))` has no earlier revision",
        helps: ["name a file below this folder, or both pages: `sectionengine diff OLD NEW`"])
    }
    return name
  }
}

extension Project {
  /// Whether a revision has none of the feed's files. Files of the working folder count as present.
  func lacks(_ feed: Feed) -> Bool {
    !feed.places.isEmpty
      && !feed.places.contains { place in
        GitObject(path(place)).map { $0.isFile || $0.isFolder } ?? true
      }
  }
}

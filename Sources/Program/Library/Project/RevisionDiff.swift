internal import SectionEngine

/// Compares feeds with their state at an earlier revision.
struct RevisionDiff {
  let base: String
  let drawing: FeedSettings
  let environment: EnvironmentSettings
  /// The maximum difference of lengths that count as equal, in points.
  let tolerance: Double
  /// Whether pages keep their layout, from which pictures are drawn.
  var keepsPages = false

  /// Compares the feed with this name or, for `nil`, each feed of the project.
  ///
  /// The earlier page is rendered with the project file, layouts and replies of its revision, but
  /// with the current plugins.
  /// - Returns: The comparison, and diagnostics about rendering the pages.
  /// - Throws: `ExitError` if there is nothing to compare, or if git does not know the revision.
  func comparison(
    of name: String?, in project: Project?
  ) throws -> (comparison: PageDiffs, notes: [Diagnostic]) {
    var pages = ComparedPages(
      drawing: drawing, environment: environment, root: nil, keepsPages: keepsPages)
    var comparison = PageDiffs(of: "page", tolerance: tolerance)
    let chosen = try name.flatMap { try project?.settings(for: drawing.naming($0)) }
    // A file that is not a feed of the project has settings without a name.
    let isOutside = chosen?.name.isEmpty == true
    guard let project, !isOutside else {
      let name = try BaseRevision.checked(name)
      try GitObject.require(revision: base)
      let (old, new) = (try DiffInput("git:\(base):./\(name)"), try DiffInput(name))
      comparison.add(
        name, from: try pages.page(of: old, beside: new), to: try pages.page(of: new, beside: old))
      return (comparison, pages.notes)
    }
    let revision = try BaseRevision(base, drawing, environment)
    var notes = revision.notes
    let earlier = revision.project ?? project
    var feeds = chosen.map { [$0] } ?? project.feeds
    if name == nil {
      feeds += earlier.feeds.filter { feed in !feeds.contains { $0.name == feed.name } }
    }
    for feed in feeds {
      guard feed.isReproducible, !feed.places.isEmpty else {
        notes.append(
          Diagnostic(
            .unknownInput, .note, "feed `\(shown(feed.name))` is not compared",
            notes: ["a server, or the sample of a layout, has no revision"]))
        continue
      }
      let devices: [String?] =
        environment.namesNoScreen && !feed.devices.isEmpty
        ? feed.devices : [environment.device]
      for device in devices {
        let title = devices.count > 1 ? "\(feed.name) (\(device ?? ""))" : feed.name
        do {
          let old = try page(of: feed.name, on: device, in: earlier, &pages)
          let new = try page(of: feed.name, on: device, in: project, &pages)
          if old != nil || new != nil {
            comparison.add(
              title, path: feed.place, places: pages.places, from: old, to: new)
          }
        } catch let error as ExitError {
          // A broken feed does not prevent the comparison of the other feeds.
          comparison.fail(title, path: feed.place, error.diagnostics.first)
          notes += error.diagnostics
        }
      }
    }
    return (comparison, notes + pages.notes)
  }

  /// Returns the page of a feed; `nil` if the project does not have the feed or its files.
  func page(
    of name: String, on device: String?, in project: Project, _ pages: inout ComparedPages
  ) throws -> Page? {
    guard let feed = project.feeds.first(where: { $0.name == name }), !feed.places.isEmpty else {
      return nil
    }
    if project.lacks(feed) { return nil }
    let chosen = try project.chosen(drawing.naming(name), in: environment)
    var environment = chosen.environment
    if let device { environment.device = device }
    var options = RenderOptions()
    options.all = true
    return try pages.page(of: chosen.feed, named: name, in: environment, options)
  }
}

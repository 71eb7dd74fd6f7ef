internal import SectionEngine
internal import Glibc
internal import LayoutReview

/// Writes static pages about feeds: redlines, comparisons and findings; used by `report`.
struct ReportJob {
  /// Names of project feeds, or files; if empty, all feeds of the project.
  let feeds: [String]
  let folder: String
  let pictures: PictureFolder?
  /// The address where the folder is published, without a slash at its end; `nil` for no links.
  let site: String?
  /// Whether to write a picture of each page or change.
  var hasPNG = false
  let settings: CheckSettings
  /// Whether findings do not change the exit status.
  let exitsZero: Bool

  func run() throws {
    let project = settings.drawing.usesProject ? try Project.find() : nil
    let names = feeds.isEmpty ? (project?.feeds ?? []).map(\.name) : feeds
    guard !names.isEmpty else {
      throw ExitError.usage(
        .unknownFeed, "no feed is named, and no folder above has a \(Project.fileName)",
        helps: [
          "name feeds: `sectionengine report FEED -o DIR`, or write one: `sectionengine init`"
        ])
    }
    try checkReplaceable()
    if hasPNG { try PictureOutput.load() }
    let base = try settings.base.map {
      try BaseRevision($0, settings.drawing, settings.environment)
    }
    var files: [(name: String, bytes: [UInt8])] = []
    var reported: [ReportedFeed] = []
    var absences: [Diagnostic] = []
    // Feeds of the project keep their names unless the report has a file of its own with that name.
    var taken = Self.ownFiles
    let own = names.filter { name in project?.feeds.contains { $0.name == name } == true }
    taken.formUnion(own.map { $0.lowercased() })
    for name in names.uniqued {
      let isOwn = own.contains(name) && !Self.ownFiles.contains(name.lowercased())
      let title = isOwn ? name : Project.name(for: name, taken: &taken)
      var feed = ReportedFeed(name: title)
      do {
        try draw(name, into: &feed, base, &files)
      } catch let error as ExitError {
        // A broken feed does not prevent the pages of the other feeds.
        feed.diagnostics += error.diagnostics
        if !error.isAboutContent { absences += error.diagnostics }
      }
      reported.append(feed)
    }
    // Without something that is named, the old report is better than a new one.
    guard absences.isEmpty else { throw ExitError.couldNotRun(absences.uniqued) }
    for feed in base?.project?.feeds ?? [] where feeds.isEmpty && !names.contains(feed.name) {
      var removed = ReportedFeed(name: Project.name(for: feed.name, taken: &taken))
      removed.removedPages = settings.environment.namesNoScreen ? max(1, feed.devices.count) : 1
      removed.diagnostics = [
        Diagnostic(.unknownFeed, .note, "feed `\(shown(feed.name))` was removed since then")
      ]
      reported.append(removed)
    }
    let index = ReportIndex(feeds: reported, base: settings.base)
    files.append(("index.html", index.html))
    files.append(("report.json", index.json))
    let comment = Array(index.comment(site: site).utf8)
    files.append(("comment.md", comment))
    try write(files)
    addToSummary(comment)
    Output.report(base?.notes ?? [], color: .auto)
    try Output.write("wrote \(shown(path + "/index.html", limit: 200)): \(index.summary)\n")
    // The pages are written whatever the status is. Differences alone do not change it.
    let failed = reported.filter(\.hasFailed)
    if !failed.isEmpty { throw ExitError(status: 2, diagnostics: failed.flatMap(\.diagnostics)) }
    if reported.checks.hasFindings, !exitsZero { throw ExitError(status: 1, diagnostics: []) }
  }

  /// The files of a report beside the folders of its feeds.
  private static let ownFiles: Set<String> = ["comment.md", "index.html", "report.json"]
  private static let index = "../index.html"
  private var path: String { NewFolder.path(folder) }

  private func draw(
    _ name: String, into feed: inout ReportedFeed, _ base: BaseRevision?,
    _ files: inout [(name: String, bytes: [UInt8])]
  ) throws {
    let check = try FeedCheck(name, settings)
    let chosen = check.chosen
    feed.folder = chosen.feed.root
    let isCompared = chosen.settings.isReproducible && !chosen.feed.places.isEmpty
    var earlier: BaseRevision.Feed?
    var hasFailed = false
    do {
      earlier = try base?.opened(chosen, named: name)
    } catch let error as ExitError {
      feed.diagnostics = error.diagnostics
      hasFailed = true
    }
    var redlines: [(name: String, page: Page)] = []
    var pages: [ReportedFeed.Page] = []
    let checked = try check.run(against: earlier) { device, page, before in
      let laidOut = page.laidOut
      var entry = ReportedFeed.Page(
        device: device ?? "\(points(laidOut.environment.width)) pt",
        sections: laidOut.sections.count,
        width: laidOut.environment.width, height: laidOut.height)
      redlines.append((device ?? "", page.laidOut))
      var rows: [[PictureSheet.Cell]]?
      if let before, isCompared {
        let options = RenderOptions(all: true)
        let diff = PageDiff(
          from: before.laidOut.projected(options),
          to: page.laidOut.projected(options), tolerance: 0)
        entry.change = diff.isEmpty ? .same : .different
        if !diff.isEmpty {
          let file = "\(feed.name)/\(device ?? "page").diff.html"
          entry.diff = file
          if feed.change.map({ $0.diff.sections.count < diff.sections.count }) ?? true {
            feed.change = (diff, file)
          }
          files.append(
            (file, DiffHTML.bytes(of: diff, index: Self.index, pictures: pictures?.pictures)))
          rows = [DiffPicture.cells(of: diff, pictures: pictures?.pictures, isCropped: true)]
        }
      } else if base != nil, isCompared {
        entry.change = hasFailed ? .failed : .added
      }
      if hasPNG {
        let file = "\(feed.name)/\(device ?? "page").png"
        var writer = PictureOutput(.png)
        files.append(
          (file, try writer.bytes(of: PictureSheet(rows: rows ?? [[cell(of: laidOut)]]))))
        entry.picture = file
        feed.diagnostics = (feed.diagnostics + writer.remarks).uniqued
        if let diff = entry.diff, feed.change?.file == diff { feed.picture = file }
      }
      pages.append(entry)
    }
    feed.diagnostics += checked.opened.feed.diagnostics
    (feed.pages, feed.report) = (pages, checked.report)
    feed.drawn = redlines.first?.page
    feed.acceptances = try acceptances(of: feed, chosen)
    let redline = "\(feed.name)/page.html"
    // A finding that is not on all devices has no mark on the others, where its node differs.
    let marked = checked.report.own.findings.map(\.marked)
    files.append((redline, html(of: redlines, findings: redlines.map { _ in marked })))
    feed.redline = redline
    for state in chosen.settings.states {
      let opened = try chosen.opened(state: state)
      let file = "\(feed.name)/\(state.rawValue).html"
      files.append((file, html(of: [("", try opened.page(in: chosen.environment).laidOut)])))
      feed.states.append((state.rawValue, file))
    }
  }

  /// Returns the commands that accept the changes and the findings of a feed.
  private func acceptances(
    of feed: ReportedFeed, _ chosen: ChosenFeed
  ) throws -> [(effect: String, command: String)] {
    guard let project = chosen.project, !chosen.settings.name.isEmpty else { return [] }
    let name = shellWord(feed.name)
    var commands: [(String, String)] = []
    let snapshots = try project.snapshotFolder(allowsOutside: true)
    if feed.changes > 0, isFolder("\(snapshots)/\(feed.name)") {
      commands.append(("accept the pages", "sectionengine snapshot accept --feed \(name)"))
    }
    if feed.report?.hasFindings == true, let file = chosen.settings.baseline {
      let command = "sectionengine check \(name) --write-baseline \(shellWord(file))"
      commands.append(("accept the findings as known", command))
    }
    return commands
  }

  /// Appends the comment to the summary of a step in GitHub Actions, if there is one.
  private func addToSummary(_ comment: [UInt8]) {
    guard let path = environmentVariable("GITHUB_STEP_SUMMARY"), !path.isEmpty else { return }
    let file = open(path, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0o666)
    defer { if file >= 0 { close(file) } }
    guard file < 0 || Glibc.write(file, comment, comment.count) != comment.count else { return }
    Output.report(
      [
        Diagnostic(
          .cannotWrite, .warning, "cannot add the comment to the summary of the step",
          label: systemReason(), helps: ["check the file that `GITHUB_STEP_SUMMARY` names"])
      ], color: .auto)
  }

  private func options(for pages: [Page]) -> RenderOptions {
    RenderOptions(pictures: pictures?.pictures(of: pages) ?? Pictures())
  }

  private func cell(of page: Page) -> PictureSheet.Cell {
    PictureSheet.Cell(page, options: options(for: [page]))
  }

  private func html(
    of pages: [(name: String, page: Page)], findings: [[RedlineFinding]] = []
  ) -> [UInt8] {
    let options = options(for: pages.map(\.page))
    return HTMLRenderer(options: options).bytes(of: pages, index: Self.index, findings: findings)
  }

  // MARK: Files

  /// Refuses a folder that has files but no report.
  private func checkReplaceable() throws {
    let names = isFolder(path) ? entries(of: path) ?? [] : []
    guard names.isEmpty || oldReport != nil else {
      throw ExitError.couldNotRun(
        .cannotWrite, "`\(shown(path, limit: 200))` has other files than a report",
        notes: ["it is left as it is"], helps: ["name another folder with `-o DIR`"])
    }
  }

  /// Returns the report in the folder; `nil` if there is none.
  private var oldReport: FeedDocument? { Self.report(in: path) }

  /// Returns the report in a folder; `nil` if `report.json` is absent or has another format.
  private static func report(in folder: String) -> FeedDocument? {
    let file = "\(folder)/report.json"
    guard isFile(file), target(ofLink: file) == nil,
      let document = readDocument(file, unreadable: .unreadableSource).value,
      document.root["feeds"].kind == .array, document.root["schemaVersion"].exists
    else { return nil }
    return document
  }

  /// Returns the files of the report in a folder; `nil` if there is no report.
  private static func files(in folder: String) -> Set<String>? {
    guard let report = report(in: folder) else { return nil }
    var files = ownFiles
    for feed in report.root["feeds"].children {
      let names =
        [feed["redline"].string] + feed["states"].children.map { $0["file"].string }
        + feed["pages"].children.flatMap { [$0["diff"].string, $0["picture"].string] }
      for file in names.compactMap(\.self) {
        let parts = file.split(separator: "/", omittingEmptySubsequences: false)
        guard parts.count == 2, file.hasSuffix(".html") || file.hasSuffix(".png"),
          !parts.contains("..")
        else { continue }
        files.insert(file)
      }
    }
    return files
  }

  /// Writes the files beside the folder, and then replaces an old report in one step.
  private func write(_ files: [(name: String, bytes: [UInt8])]) throws {
    let old = Self.files(in: path) ?? []
    for file in old.sorted() + files.map(\.name) {
      try Output.refuseLinks(to: file, below: path)
    }
    do throws(AtomicFile.Failure) {
      let folder = try StagedFolder(for: path, replacing: Self.files)
      for file in files { try folder.write(file.bytes, to: file.name) }
      try folder.replace()
    } catch  where error.isOfTemporary {
      try writeInPlace(files, instead: old)
      Output.report([Output.overwritten(path, error.reason)], color: .auto)
    } catch {
      throw ExitError.cannotWrite(
        "the folder `\(shown(path, limit: 200))`", error.reason, at: path,
        notes: old.isEmpty ? [] : ["the old report is as it was"])
    }
  }

  /// Writes into a folder that cannot be replaced, such as a mount point.
  private func writeInPlace(
    _ files: [(name: String, bytes: [UInt8])], instead old: Set<String>
  ) throws {
    for name in [""] + files.map(\.name.parentFolder).uniqued where name != "/" {
      let folder = name.isEmpty ? path : "\(path)/\(name)"
      guard let reason = makeFolder(folder) else { continue }
      throw ExitError.cannotWrite("the folder `\(shown(folder, limit: 200))`", reason, at: folder)
    }
    for file in files { try Output.write(file.bytes, to: file.name, below: path) }
    for file in old.subtracting(files.map(\.name)) {
      unlink("\(path)/\(file)")
      rmdir("\(path)/\(file.parentFolder)")
    }
  }
}

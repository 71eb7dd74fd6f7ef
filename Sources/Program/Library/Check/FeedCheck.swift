internal import LayoutReview
internal import SectionEngine

/// The settings of a check that are the same for all feeds; used by `check` and `report`.
struct CheckSettings {
  var drawing: FeedSettings
  var environment: EnvironmentSettings
  /// The names of the devices; if empty, those of the project.
  var devices: [String] = []
  /// Files that replace those of the project.
  var configuration, baseline: String?
  /// Whether the findings of a baseline are known.
  var usesBaseline = true
  /// The revision whose findings are known; `nil` for no comparison.
  var base: String?
  /// Whether the pages are recorded, so that a page that lacks something named is refused.
  var isRecorded = false
  /// The names and files of clients; if empty, the clients of the project.
  var clients: [String] = []
  var expectations: [String] = []
  /// The views of the app or the layers of a design; `nil` for no comparison.
  var apps: [ViewHierarchy]?
  /// The owners whose findings are reported; if empty, all. An owner that is named is reported in
  /// full, also for plugins that the project does not own.
  var owners: [Finding.Owner] = []
  /// The content changes that are tested on the unchanged page.
  var stresses: [Stress] = []
}

/// The examination of one feed on its devices, and of its earlier pages at a base revision.
struct FeedCheck {
  let chosen: ChosenFeed
  private let settings: CheckSettings

  init(_ name: String?, _ settings: CheckSettings) throws {
    self.init(try settings.drawing.naming(name).chosen(in: settings.environment), settings)
  }

  init(_ chosen: ChosenFeed, _ settings: CheckSettings) {
    (self.chosen, self.settings) = (chosen, settings)
  }

  /// The devices on which the page is checked; `nil` for the screen of the options.
  var devices: [String?] {
    let own = settings.environment.namesNoScreen ? chosen.settings.devices : []
    let names = settings.devices.isEmpty ? own : settings.devices
    return names.isEmpty ? [nil] : names
  }

  /// The file with the known findings; `nil` if there is none.
  var baselineFile: String? { chosen.file(settings.baseline, else: chosen.settings.baseline) }

  /// Checks the page on every device. Findings of the baseline and of the earlier page are known.
  /// - Parameters:
  ///   - earlier: The feed at the base revision; `nil` if there is none.
  ///   - visit: Receives each device with its page and its earlier page, one after the other.
  func run(
    against earlier: BaseRevision.Feed?,
    _ visit: (String?, FeedPage, FeedPage?) throws -> Void = { _, _, _ in }
  ) throws -> CheckedFeed {
    let rules = try Rules(of: chosen, settings)
    let known = settings.usesBaseline ? try baselineFile.map(Baseline.init(at:)) : nil
    let opened = try chosen.opened()
    let isStrict = settings.base != nil || settings.isRecorded
    if isStrict { try opened.requireComplete() }
    var keeping: [Diagnostic] = []
    var drawn: [Diagnostic] = []
    var reports: [(device: String, report: CheckReport)] = []
    var earlierReports: [(device: String, report: CheckReport)] = []
    for device in devices {
      var (page, views) = try page(of: opened, chosen, on: device)
      if isStrict { try opened.requireComplete(drawing: page.diagnostics) }
      // Diagnostics about the cache are not about the page, so they are no findings.
      keeping = page.diagnostics.filter(\.isAboutCache)
      page.laidOut.diagnostics.removeAll(where: \.isAboutCache)
      let before = try earlier.map { try self.page(of: $0.opened, $0.chosen, on: device) }
      let pages = rules.pages(page, views, settings, since: before?.page)
      reports.append((device ?? "", rules.configuration.report(of: pages)))
      drawn += pages.diagnostics
      if let before {
        let pages = rules.pages(before.page, before.views, settings)
        earlierReports.append((device ?? "", rules.configuration.report(of: pages)))
      }
      try visit(device, page, before?.page)
    }
    guard var report = CheckReport(merging: reports) else {
      throw ExitError.couldNotRun(.internalError, "a check has no device")
    }
    let before = CheckReport(merging: earlierReports)
    known?.apply(to: &report, isCompared: before != nil)
    if let before { Baseline(before.findings).apply(to: &report, isCompared: true) }
    let remarks = rules.configuration.remarks(
      opened.providers.found.filter { $0.severity > .note } + keeping + report.remarks,
      of: &report)
    if chosen.project != nil, !settings.owners.contains(.section) {
      let own = ownPlugins(among: opened.providers.catalog?.plugins ?? [])
      rules.configuration.separateForeign(in: &report) { own.contains($0) }
    }
    if !settings.owners.isEmpty {
      report.findings.removeAll { !settings.owners.contains($0.owner) }
    }
    return CheckedFeed(opened: opened, report: report, remarks: remarks, drawn: drawn)
  }

  /// Judges the page on every device by the criteria of a standard.
  func conformance(with standard: AccessibilityStandard) throws -> Conformance? {
    let opened = try chosen.opened()
    return Conformance(
      merging: try devices.map { device in
        let (page, _) = try page(of: opened, chosen, on: device)
        let pages = CheckPages(
          page, bothAppearances: settings.environment.appearance == nil, clients: [],
          expectations: Expectations())
        return (device ?? "", Conformance(of: pages, by: standard))
      })
  }

  /// Returns the ids of the plugins in the project's repository, without those of an installation.
  private func ownPlugins(among plugins: [Plugin]) -> Set<String> {
    let repository = RepositoryPath(folder: chosen.project?.folder ?? "")
    return Set(
      plugins.filter { $0.origin != .bundled && repository.contains($0.filePath) }
        .compactMap(\.descriptor?.id))
  }

  /// Returns the page on the first device as expectations.
  func draftedExpectations() throws -> String {
    let rules = try Rules(of: chosen, settings)
    let opened = try chosen.opened()
    let (page, views) = try page(of: opened, chosen, on: devices[0])
    try opened.requireComplete(drawing: page.diagnostics)
    return rules.pages(page, views, settings).draftedExpectations
  }

  private func page(
    of opened: LoadedFeed, _ chosen: ChosenFeed, on device: String?
  ) throws -> (page: FeedPage, views: [ViewHierarchy]) {
    var environment = chosen.environment
    environment.device = device ?? environment.device
    let views = try settings.apps?.map {
      try ComparedPages(drawing: chosen.feed, environment: environment, root: nil).inPoints($0)
    }
    if environment.width == nil, environment.device == nil {
      environment.width = views?.first.flatMap { AppComparison.width(of: $0) }
    }
    return (try opened.page(in: environment), views ?? [])
  }

  /// The files that decide what a finding is.
  private struct Rules {
    let configuration: CheckConfiguration
    let clients: [Client]
    let expectations: Expectations

    init(of chosen: ChosenFeed, _ settings: CheckSettings) throws {
      configuration = try chosen.checkConfiguration(settings.configuration)
      let files =
        settings.clients.isEmpty
        ? (chosen.project == nil ? [] : chosen.clients)
        : try ClientFile.selected(by: settings.clients, among: chosen.clients)
      clients = try files.map { try $0.read() }
      expectations = try Expectations(
        at: settings.expectations.isEmpty
          ? chosen.settings.expectations : settings.expectations)
    }

    func pages(
      _ page: FeedPage, _ views: [ViewHierarchy], _ settings: CheckSettings,
      since earlier: FeedPage? = nil
    ) -> CheckPages {
      var pages = CheckPages(
        page, bothAppearances: settings.environment.appearance == nil, clients: clients,
        expectations: expectations, stresses: settings.stresses, since: earlier)
      pages.apps = views
      return pages
    }
  }
}

/// The result of a check of one feed.
struct CheckedFeed {
  let opened: LoadedFeed
  /// The findings of all devices that are not known.
  var report: CheckReport
  /// The diagnostics that are not findings.
  let remarks: [Diagnostic]
  /// The diagnostics about drawing the pages.
  let drawn: [Diagnostic]

  /// Throws `ExitError` if the page is not complete, so that its findings are no baseline.
  func requireComplete(for baseline: String) throws {
    let losses = opened.losses(among: drawn)
    guard !losses.isEmpty else { return }
    let unfit = Diagnostic(
      .invalidBaseline, .error, "the baseline was not written: the page is not complete",
      notes: ["`\(shown(baseline, limit: 200))` is left as it was"],
      helps: ["mend what the other diagnostics name, then write the baseline again"])
    throw ExitError.couldNotRun(losses + [unfit])
  }
}

extension CheckConfiguration {
  init(at path: String) throws {
    self = try readDocument(
      path, unreadable: .invalidCheckConfiguration, as: "the configuration "
    ).withUniqueKeys.flatMap(Self.read).required()
  }
}

extension Baseline {
  init(at path: String) throws {
    self = try readDocument(path, unreadable: .invalidBaseline, as: "the baseline ")
      .withUniqueKeys.flatMap(Self.read).required()
  }
}

extension Expectations {
  fileprivate init(at paths: [String]) throws {
    self = try paths.reduce(into: Expectations()) { all, path in
      let text = try readText(path, unreadable: .invalidExpectation, as: "the expectations ")
      let parsed = Expectations.parse(text, file: path)
      guard parsed.diagnostics.isEmpty else {
        throw ExitError(status: 2, diagnostics: parsed.diagnostics)
      }
      guard !parsed.value.all.isEmpty else {
        throw ExitError.couldNotRun(
          .invalidExpectation, "`\(shown(path, limit: 200))` has no expectation",
          helps: ["write those of the page: `sectionengine check FEED --write-expect FILE`"])
      }
      all.add(parsed.value)
    }
  }
}

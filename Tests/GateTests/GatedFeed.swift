import Foundation
import FeedDocument
import LayoutReview
import SectionEngine

@testable import Program

/// A command that can tell a break.
enum Gate: String, CaseIterable { case render, check, diff, verify = "snapshot verify", report }

/// A feed in a project as `init` writes it: with a layout, a client, a baseline and snapshots. The
/// jobs of the commands are called in this process.
final class GatedFeed {
  let name: String
  let broken: BrokenFeed
  private let folder: URL
  /// The file that breaks: the feed, or one of the replies in its folder.
  private let file: URL
  private let project: Project
  private let drawn: Set<Diagnostic>
  private let page: Page

  /// - Parameters:
  ///   - samples: The folder with the replies of the bundled layout `name`; `nil` to draft a layout.
  ///   - reply: The file of that folder whose text is `source`.
  init(_ name: String, _ source: String, of samples: URL? = nil, reply: String = "") throws {
    self.name = name
    let document = FeedDocument.parse(PaddedBytes(Array(source.utf8)), name: "feed.json")
    guard let value = document.value,
      let broken = BrokenFeed(JSONTree(value.root), isPoolOfCodes: samples != nil)
    else { throw GateFailure(reason: "`\(name)` has no list of blocks") }
    self.broken = broken
    folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("gates-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    for name in ["feed", "base"] {
      let place = folder.appendingPathComponent(name)
      if let samples { try FileManager.default.copyItem(at: samples, to: place) }
      let file = samples == nil ? place : place.appendingPathComponent(reply)
      try Data(broken.tree.source().utf8).write(to: file)
    }
    let place = folder.appendingPathComponent("feed")
    file = samples == nil ? place : place.appendingPathComponent(reply)
    var project = Project(folder: folder.path + "/")
    project.shared.devices = ["iphone-14"]
    project.snapshots = .init(folder: "Snapshots", matrix: SnapshotMatrix())
    var entry = ProjectEntry(name: "feed", place: "feed", layout: samples == nil ? nil : name)
    var setup = ProjectSetup(of: project, try Installation.required())
    try setup.complete(&entry)
    var feed = project.shared
    (feed.name, feed.place, feed.layout) = (entry.name, entry.place, entry.layout)
    (feed.clients, feed.baseline) = ([entry.client].compactMap(\.self), entry.baseline)
    project.feeds = [feed]
    self.project = project
    let chosen = try Self.chosen(in: project)
    let found = try Self.drawn(chosen)
    (drawn, page) = (Set(found.found), found.page.projected(RenderOptions(all: true)))
    var run = try SnapshotRun(selection)
    run.draw()
    for feed in run.feeds {
      guard let (_, state) = feed.opened else { continue }
      try run.folder.carryOut(
        state.plan(resolving: [.missing], of: feed.drawings), for: feed.settings.name)
    }
  }

  deinit { try? FileManager.default.removeItem(at: folder) }

  /// Returns the gates that report the changed feed.
  func gates(telling source: String) throws -> Set<Gate> {
    try Data(source.utf8).write(to: file)
    var gates: Set<Gate> = []
    let chosen = try Self.chosen(in: project)
    do {
      let new = try Self.drawn(chosen)
      // The first line is that of a diagnostic which the unbroken feed does not have.
      if new.isFailure || new.found.contains(where: { $0.severity > .note && !drawn.contains($0) })
      {
        gates.insert(.render)
      }
      let diff = PageDiff(
        from: page, to: new.page.projected(RenderOptions(all: true)), tolerance: 0)
      if !diff.isEmpty { gates.formUnion([.diff, .report]) }
    } catch is ExitError {
      gates.formUnion([.render, .diff])
    }
    if try hasFindings(chosen, isCompared: false) { gates.insert(.check) }
    if try hasFindings(chosen, isCompared: true) { gates.insert(.report) }
    var run = try SnapshotRun(selection)
    run.draw()
    if !run.report().isClean { gates.insert(.verify) }
    return gates
  }

  /// Returns the diagnostics about the feed that `render` prints and `check` does not report, neither
  /// as a finding nor, if items lack a member, by another finding about the same block code.
  func blindSpots(for source: String) throws -> [String] {
    try Data(source.utf8).write(to: file)
    let chosen = try Self.chosen(in: project)
    guard let drawn = try? Self.drawn(chosen) else { return [] }
    var settings = CheckSettings(drawing: FeedSettings(), environment: EnvironmentSettings())
    settings.usesBaseline = false
    let findings = try FeedCheck(chosen, settings).run(against: nil).report.findings
      .map(\.diagnostic)
    return drawn.found.filter { told in
      told.code.rawValue.hasPrefix("SE1") && told.code != .inferredStructure
        && !told.isAboutCache
        && !findings.contains { finding in
          finding.code == told.code && finding.message == told.message
            || told.code == .absentMember && finding.severity > .note
              && finding.blockCode == told.blockCode
            // That an item is not drawn tells that it is no object, which has an identity.
            || told.code == .missingItemIdentity && finding.severity >= told.severity
              && finding.location?.path == told.location?.path
            // The fault of the reply tells that its source is lost.
            || told.code == .lostSource && finding.severity == .error
              && finding.location?.file != nil
        }
    }.map { "\($0.code.rawValue) \($0.message)" }
  }

  /// Returns whether `check` turns red by a feed.
  func isRed(_ source: String) throws -> Bool {
    try Data(source.utf8).write(to: file)
    return try hasFindings(Self.chosen(in: project), isCompared: false)
  }

  /// - Parameter isCompared: Whether the findings of the unbroken feed are known, as with `--base`.
  private func hasFindings(_ chosen: ChosenFeed, isCompared: Bool) throws -> Bool {
    let settings = CheckSettings(drawing: FeedSettings(), environment: EnvironmentSettings())
    do {
      var earlier: BaseRevision.Feed?
      if isCompared {
        var base = chosen
        base.feed.feed = folder.appendingPathComponent("base").path
        earlier = (base, try base.opened())
      }
      return try FeedCheck(chosen, settings).run(against: earlier).report.hasFindings
    } catch is ExitError {
      return true
    }
  }

  private var selection: SnapshotSelection {
    SnapshotSelection(
      folder: project.folder + "Snapshots", project: project, feeds: [], devices: [], threads: 1,
      allowsOutside: true, plugins: PluginSelection())
  }

  private static func chosen(in project: Project) throws -> ChosenFeed {
    try project.chosen(
      FeedSettings(feed: "feed", allowsOutside: true), in: EnvironmentSettings())
  }

  private static func drawn(_ chosen: ChosenFeed) throws -> PageResult {
    var inputs = KeptInputs()
    return try PageJob(
      feed: chosen.feed, environment: chosen.environment, output: OutputSettings(), format: "dump"
    ).drawn(with: &inputs)
  }
}

struct GateFailure: Error { let reason: String }

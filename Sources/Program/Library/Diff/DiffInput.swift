internal import SectionEngine
internal import LayoutReview
internal import Glibc

/// One side of a comparison. The content determines its kind; the file name does not.
enum DiffInput {
  /// A parsed dump or parsed layout JSON.
  case page(Page)
  /// A feed. `document` is its reply, or `nil` if it must still be read.
  case feed(name: String, document: SourceReply.Outcome?)
  /// The views of an app, or one hierarchy of layers per chosen frame of a design.
  case app([ViewHierarchy])
  /// A design with several frames, of which none is chosen.
  case design(FigmaFile)

  /// - Parameters:
  ///   - feeds: The names of the project's feeds.
  ///   - frames: The names or ids of the frames of a design.
  /// - Throws: `ExitError` if the input cannot be read, or if its kind is unknown.
  init(_ name: String, feeds: [String] = [], frames: [String] = []) throws {
    guard !isWebAddress(name), !feeds.contains(name), FeedFolder(name) == nil else {
      self = .feed(name: name, document: nil)
      return
    }
    let source = try Self.bytes(of: name)
    switch InputKind(source.text) {
    case .dump:
      self = try Self.read(DumpParser.parse(Array(source.text), file: name))
    case .jsonLines:
      self = try Self.read(LayoutJSON.parse(lines: Array(source.text), file: name))
    case .json:
      let parsed = FeedDocument.parse(source, name: name)
      if let document = parsed.value, LayoutJSON.isLayout(document) {
        self = try Self.read(LayoutJSON.parse(document))
      } else if let file = parsed.value.flatMap({ ViewFile($0) }) {
        self = try Self.read(file, frames)
      } else {
        self = .feed(name: name, document: SourceReply.Outcome(parsed))
      }
    case let kind:
      if let file = ViewFile(source.text, kind: kind, name: name) {
        self = try Self.read(file, frames)
        return
      }
      let resemblance = InputKind.resemblance(source.text)
      throw ExitError.couldNotRun(
        Diagnostic(
          .unknownInput, .error, "`\(shown(name))` has no format that can be compared",
          at: SourceLocation(file: name, line: 1, column: 1),
          notes: [
            resemblance ?? "it is neither a feed, a layout dump, a dump of an app nor a design",
            Self.formats,
          ],
          helps: [
            resemblance == nil
              ? "give a feed, or what `sectionengine dump FEED -o FILE` writes"
              : "save a dump again: `sectionengine explain SE5004` has the commands",
            "`sectionengine explain SE5005` lists what can be compared",
          ]))
    }
  }

  private static func read(_ file: ViewFile, _ frames: [String]) throws -> DiffInput {
    switch file {
    case .app(let parsed):
      let views: ViewHierarchy = try parsed.required()
      Output.report(parsed.diagnostics, color: .auto)
      return .app([views])
    case .design(let design):
      if frames.isEmpty, design.count > 1 { return .design(design) }
      return .app(try layers(of: design, frames))
    }
  }

  /// Returns one hierarchy for each named frame of a design. Throws `ExitError` if no frame is named and
  /// the design has several.
  private static func layers(of design: FigmaFile, _ frames: [String]) throws -> [ViewHierarchy] {
    let parsed = design.hierarchies(of: frames)
    let views: [ViewHierarchy] = try parsed.required()
    Output.report(parsed.diagnostics, color: .auto)
    return views
  }

  /// The views of an app or the layers of a design with their names; `nil` for a page. `name` is the
  /// name of the file.
  func views(named name: String) throws -> [(name: String, views: ViewHierarchy)]? {
    switch self {
    case .page, .feed: return nil
    case .app(let hierarchies):
      return hierarchies.map { ($0.source == .figma ? $0.views.first?.name ?? name : name, $0) }
    case .design(let design):
      let parsed = design.all
      let frames: [(name: String, views: ViewHierarchy)] = try parsed.required()
      Output.report(parsed.diagnostics, color: .auto)
      return frames
    }
  }

  /// The input to compare with a page. Throws `ExitError` for a design with several frames.
  func besidePage() throws -> DiffInput {
    guard case .design(let design) = self else { return self }
    return .app(try Self.layers(of: design, []))
  }

  private static func bytes(of name: String) throws -> PaddedBytes {
    if let object = GitObject(name) { return PaddedBytes(try object.contents()) }
    do throws(ReadFailure) { return try readSource(name) } catch {
      throw ExitError.couldNotRun(error.diagnostic(.unreadableSource, reading: name))
    }
  }

  private static func read(
    _ parsed: (page: Page?, diagnostics: [Diagnostic])
  ) throws -> DiffInput {
    guard let page = parsed.page else {
      throw ExitError(status: 2, diagnostics: parsed.diagnostics)
    }
    return .page(page)
  }
}

extension DiffInput {
  /// A sentence about the dumps of apps and the designs that can be read.
  fileprivate static let formats =
    "dumps of apps are UIKit's recursiveDescription, the XML of Appium, WebDriverAgent and uiautomator, "
    + "the JSON of idb, AXe and sim-use, and the semantics of Compose and Roborazzi; designs are the JSON "
    + "of Figma's REST API"

  /// Returns the error for a file of `--app` that is neither an app nor a design.
  static func notViews(_ name: String) -> ExitError {
    ExitError.couldNotRun(
      Diagnostic(
        .unknownInput, .error, "`\(shown(name))` is no dump of an app",
        at: SourceLocation(file: name, line: 1, column: 1),
        notes: [formats],
        helps: ["`sectionengine explain SE5004` has the commands that write a dump"]))
  }

  /// Reads the files of `--app`: screens of one page, joined at their overlaps, or design frames.
  static func screens(
    _ files: [String], frames: [String], feeds: [String]
  ) throws -> [ViewHierarchy] {
    let screens = try files.flatMap { name in
      let input = try DiffInput(name, feeds: feeds, frames: frames).besidePage()
      guard case .app(let hierarchies) = input else { throw notViews(name) }
      return hierarchies
    }
    guard files.count > 1 else { return screens }
    guard screens.count == files.count else { throw ExitError.couldNotRun(ComparedPages.unlike) }
    switch ViewHierarchy.joined(screens) {
    case .success(let joined): return [joined]
    case .failure(let gap):
      throw ExitError.couldNotRun(
        .unreadableView, "the screens \(gap.index) and \(gap.index + 1) do not overlap",
        notes: [
          "`\(shown(files[gap.index], limit: 200))` shows no text that the screen before shows lower"
        ],
        helps: ["give the screens from the top down, each scrolled by less than its height"])
    }
  }
}

extension ComparedPages {
  /// Returns views in points. The pixel scale comes from the options, else from the feed or dump.
  func inPoints(
    _ hierarchy: ViewHierarchy, beside page: DiffInput? = nil
  ) throws -> ViewHierarchy {
    guard hierarchy.source.isInPixels else { return hierarchy }
    var settings = environment
    switch page {
    case .feed(let name, _):
      settings = try drawing.naming(name).chosen(in: environment).environment
    case .page(let page) where settings.device == nil:
      settings.scale = settings.scale ?? page.environment.scale
    default: break
    }
    let library = LayoutLibrary(folder: try Installation.required().layouts)
    guard let scale = try settings.scale ?? settings.device(in: library)?.scale, scale > 0 else {
      throw ExitError.couldNotRun(
        .unreadableView, "the frames of the app are in pixels",
        label: "the density of its screen is not known",
        helps: [
          "name the device: `--device NAME`",
          "or give its pixels per point: `--scale N`, `adb shell wm density` divided by 160",
        ])
    }
    var result = hierarchy
    result.divide(by: scale)
    return result
  }
}

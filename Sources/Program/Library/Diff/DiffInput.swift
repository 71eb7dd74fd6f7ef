internal import Support
internal import FeedDocument
internal import Feeds
internal import LayoutReview
internal import Renderers

/// One side of a comparison. Its kind is determined by its content, not by its name.
enum DiffInput {
  /// A dump or layout JSON, parsed.
  case page(FlatPage)
  /// A feed, read or still to be fetched.
  case feed(name: String, document: SourceReply.Outcome?)
  /// The views of a real app.
  case app(ViewHierarchy)

  /// - Throws: `Ending` if it cannot be read, or is of no known kind.
  init(_ name: String) throws {
    guard !isWebAddress(name) else {
      self = .feed(name: name, document: nil)
      return
    }
    let source: PaddedBytes
    if let object = GitObject(name) {
      source = PaddedBytes(try object.bytes())
    } else {
      do throws(ReadFailure) {
        source = try readSource(name)
      } catch {
        throw Ending.couldNotRun(
          Diagnostic(
            .unreadableSource, .error, "cannot read `\(shown(name))`", label: error.reason,
            helps: ["check the name: `ls -l \(name)`"]))
      }
    }
    self = try Self.read(source, name)
  }

  private static func read(_ source: PaddedBytes, _ name: String) throws -> DiffInput {
    switch InputKind(source.text) {
    case .dump:
      return try read(DumpParser.parse(Array(source.text), file: name))
    case .jsonLines:
      return try read(LayoutJSON.parse(lines: Array(source.text), file: name))
    case .json:
      let parsed = FeedDocument.parse(source, name: name)
      if let document = parsed.value, LayoutJSON.isLayout(document) {
        return try read(LayoutJSON.parse(document))
      }
      return .feed(name: name, document: SourceReply.Outcome(parsed))
    case .views:
      let parsed = ViewHierarchy.parse(Array(source.text), file: name)
      let hierarchy = try parsed.required()
      Output.report(parsed.diagnostics, color: .auto)
      return .app(hierarchy)
    case .unknown:
      throw Ending.couldNotRun(
        Diagnostic(
          .unknownInput, .error, "`\(shown(name))` has no format that can be compared",
          notes: [
            "it is neither JSON nor a layout dump nor a view hierarchy"
          ],
          helps: [
            "give a feed, or what `sectionengine dump FEED -o FILE` writes",
            "`sectionengine explain SE5005` lists what can be compared",
          ]))
    }
  }

  private static func read(
    _ parsed: (page: FlatPage?, diagnostics: [Diagnostic])
  ) throws -> DiffInput {
    guard let page = parsed.page else { throw Ending(status: 2, diagnostics: parsed.diagnostics) }
    return .page(page)
  }
}

import Diagnostics
import FeedDocument
import FeedSession

/// The blocks of one code in a feed, as on a page of it.
struct FeedBlocks {
  let code: String
  let payloads: [FeedValue]
  /// Diagnostics about the feed and the choice of its layout.
  let diagnostics: [Diagnostic]

  /// - Parameter code: `nil` for the code of all blocks, if there is only one.
  init(
    of code: String?, in feed: String, layout: String?, sources: [String],
    installation: Installation
  ) throws {
    var arguments = [feed]
    if let layout { arguments.append("--layout=\(layout)") }
    for source in sources { arguments.append("--source=\(source)") }
    let options = try FeedOptions.parse(arguments)
    let library = LayoutLibrary(folder: installation.layouts)
    var kept = KeptReplies()
    let read = try FeedSources(
      options, library: library, installation: installation, kept: &kept)
    let assembled = Feed.assemble(layout: read.layout, replies: read.replies)
    guard case .feed(let joined) = assembled else {
      throw Ending(status: 2, diagnostics: read.diagnostics + assembled.diagnostics)
    }
    // Includes a note if the layout was inferred.
    diagnostics = read.diagnostics + joined.diagnostics
    var codes: [String] = []
    for block in joined.blocks where !codes.contains(block.blockCode) {
      codes.append(block.blockCode)
    }
    guard let code = code ?? (codes.count == 1 ? codes.first : nil) else {
      throw Self.refusal("the feed has blocks of \(codes.count) codes", nil, codes, diagnostics)
    }
    self.code = code
    payloads = joined.blocks.filter { $0.blockCode == code }.map(\.value)
    if payloads.isEmpty {
      throw Self.refusal("the feed has no block `\(code)`", code, codes, diagnostics)
    }
  }

  private static func refusal(
    _ message: String, _ code: String?, _ codes: [String], _ found: [Diagnostic]
  ) -> Ending {
    let more = codes.count > 12 ? " and \(codes.count - 12) more" : ""
    return Ending(
      status: 2,
      diagnostics: found + [
        Diagnostic(
          .unknownSection, .error, message,
          notes: ["its codes: \(codes.prefix(12).joined(separator: ", "))\(more)"],
          helps: Suggestion.helps(
            for: code, among: codes,
            else: "name one of them: `sectionengine plugin new --from FEED CODE`"))
      ])
  }
}

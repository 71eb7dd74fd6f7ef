internal import SectionEngine

/// The blocks of one code in a feed, as on a page of it.
struct FeedBlocks {
  let code: String
  let payloads: [FeedValue]
  /// Diagnostics about the feed and the choice of its layout.
  let diagnostics: [Diagnostic]

  /// - Parameter code: `nil` for the code of all blocks, if there is only one.
  init(of code: String?, in feed: FeedSelection, installation: Installation) throws {
    let joined = try FeedSources.joined(try feed.chosen().feed, installation)
    // Includes a note if the layout was inferred.
    diagnostics = joined.diagnostics
    let codes = joined.blocks.map(\.blockCode).uniqued
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
    Ending(
      status: 2,
      diagnostics: found + [
        Diagnostic(
          .unknownSection, .error, message,
          notes: ["its codes: \(listed(codes, atMost: 12))"],
          helps: Suggestion.helps(
            for: code, among: codes,
            else: "name one of them: `sectionengine plugin new --from FEED CODE`")
            + [
              "if it is in another list of the feed, name a layout that reads it: `--layout FILE`,"
                + " drafted by `layouts new --items`"
            ])
      ])
  }
}

internal import SectionEngine

struct LayoutCheck {
  let diagnostics: [Diagnostic]
  /// 0 for no findings, 1 for findings, 2 for an unreadable file.
  let status: Int32

  init(_ file: String, allowsOutside: Bool) {
    do throws(ReadFailure) {
      let parsed = FeedDocument.parse(try readSource(file), name: file).withUniqueKeys
      let found = parsed.value.map { Self.findings(in: $0, file, allowsOutside: allowsOutside) }
      diagnostics = parsed.diagnostics + (found ?? [])
      status = diagnostics.contains { $0.severity > .note } ? 1 : 0
    } catch {
      diagnostics = [error.diagnostic(.unknownLayout, reading: file)]
      status = 2
    }
  }

  private static func findings(
    in document: FeedDocument, _ file: String, allowsOutside: Bool
  ) -> [Diagnostic] {
    let parsed = FeedLayout.parse(document)
    guard let layout = parsed.value else { return parsed.diagnostics }
    let replies = layout.sources.flatMap { source in
      source.samples.enumerated().map { page, sample in
        let sample = NamedFile(sample, besideFile: file, allowsOutside: allowsOutside)
        return SourceReply(source: source.name, page: page, outcome: sample.read())
      }
    }
    let samples = LayoutReview.Samples(of: layout, replies: replies)
    return parsed.diagnostics + samples.diagnostics
      + LayoutReview.findings(in: document, of: layout, samples: samples)
  }
}

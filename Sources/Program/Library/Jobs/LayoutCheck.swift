internal import Support
internal import FeedDocument
internal import Feeds

/// The check of one feed layout.
struct LayoutCheck {
  let file: String
  let allowsOutside: Bool
  private(set) var diagnostics: [Diagnostic] = []
  private var isReadable = true

  init(_ file: String, allowsOutside: Bool) {
    self.file = file
    self.allowsOutside = allowsOutside
  }

  /// 0 for no findings, 1 for findings, 2 for an unreadable file.
  var status: Int32 {
    if !isReadable { return 2 }
    return diagnostics.contains { $0.severity > .note } ? 1 : 0
  }

  mutating func run() {
    do throws(ReadFailure) {
      let parsed = FeedDocument.parse(try readSource(file), name: file)
      diagnostics = parsed.diagnostics
      if let document = parsed.value { check(document) }
    } catch {
      isReadable = false
      diagnostics = [error.diagnostic(.unknownLayout, reading: file)]
    }
  }

  private mutating func check(_ document: FeedDocument) {
    let parsed = FeedLayout.parse(document)
    diagnostics += parsed.diagnostics
    guard let layout = parsed.value else { return }
    let samples = LayoutReview.Samples(of: layout, replies: replies(of: layout))
    diagnostics += samples.diagnostics
    diagnostics += LayoutReview.findings(in: document, of: layout, samples: samples)
  }

  private func replies(of layout: FeedLayout) -> [SourceReply] {
    layout.sources.flatMap { source in
      source.samples.enumerated().map { page, sample in
        let sample = NamedFile(sample, besideFile: file, allowsOutside: allowsOutside)
        return SourceReply(source: source.name, page: page, outcome: sample.read())
      }
    }
  }
}

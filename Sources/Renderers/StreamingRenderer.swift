import LayoutCore
import Page
import Support

/// A renderer that can write the sections of a page one after the other, so that a page of any length
/// need not be in memory.
package protocol StreamingRenderer: Renderer {
  /// Returns the writer of one page. The reading order of `--accessibility` needs `page` to have all
  /// its sections.
  func writer(of page: Page) -> any SectionWriter
}

/// Writes one page. What precedes the sections depends on the whole page, so it is a separate part.
package protocol SectionWriter: Sendable {
  var options: RenderOptions { get }

  /// Writes what precedes the sections. The page has all its sections, or has released all.
  func writeHead(of page: Page, to out: inout ByteWriter)

  /// Begins a group, which follows the groups before. The page has released the earlier sections, and
  /// has the diagnostics about the group.
  /// - Parameter parts: The sections of the group that are written.
  /// - Returns: Whether the output is that of the whole page; false if a diagnostic about the group
  ///   also belongs to an earlier section.
  mutating func begin(_ group: Page, _ parts: [PagePart]) -> Bool

  /// Writes consecutive sections of the group. Several threads can write sections at the same time.
  /// - Parameter isFirst: Whether the first of them is the first of the page.
  func write(_ parts: ArraySlice<PagePart>, of group: Page, isFirst: Bool, to out: inout ByteWriter)

  /// Writes what follows the sections.
  /// - Parameter isEmpty: Whether no section was written.
  func writeEnd(of page: Page, isEmpty: Bool, to out: inout ByteWriter)
}

/// The output of one page, whose sections arrive in groups.
package struct StreamedOutput {
  /// The number of sections below which a second thread costs more than it saves.
  private static let sectionsPerThread = 16

  private var writer: any SectionWriter
  /// The maximum number of threads.
  private let threads: Int
  private var isEmpty = true

  package init(_ writer: any SectionWriter, threads: Int = 1) {
    self.writer = writer
    self.threads = threads
  }

  /// Returns the text of the sections of a group; `nil` if the whole page must be written, because a
  /// diagnostic about the group also belongs to an earlier section.
  package mutating func sections(of group: Page) -> [UInt8]? {
    let parts = group.sections(shownBy: writer.options)
    guard writer.begin(group, parts) else { return nil }
    let threads = min(threads, max(1, parts.count / Self.sectionsPerThread))
    // More runs than threads, so that one slow run does not delay the others.
    let runs = threads > 1 ? 4 * threads : 1
    let bounds = (0...runs).map { $0 * parts.count / runs }
    let texts = Monitor([[UInt8]](repeating: [], count: runs))
    WorkerThreads.forEach(below: runs, threads: threads) { [writer, isEmpty] run in
      var out = ByteWriter()
      writer.write(
        parts[bounds[run]..<bounds[run + 1]], of: group, isFirst: isEmpty && run == 0, to: &out)
      texts.withState { $0[run] = out.bytes }
    }
    isEmpty = isEmpty && parts.isEmpty
    return texts.withState { texts in
      guard runs > 1 else { return texts[0] }
      var text: [UInt8] = []
      text.reserveCapacity(texts.reduce(0) { $0 + $1.count })
      for part in texts { text += part }
      return text
    }
  }

  /// Returns what precedes and what follows the sections, for a page that has released them.
  package func ends(of page: Page) -> (head: [UInt8], end: [UInt8]) {
    var (head, end) = (ByteWriter(), ByteWriter())
    writer.writeHead(of: page, to: &head)
    writer.writeEnd(of: page, isEmpty: isEmpty, to: &end)
    return (head.bytes, end.bytes)
  }
}

extension StreamingRenderer {
  /// Writes a page that has all its sections.
  func write(_ page: Page, to out: inout ByteWriter) {
    var writer = writer(of: page)
    let parts = page.sections(shownBy: writer.options)
    writer.writeHead(of: page, to: &out)
    _ = writer.begin(page, parts)
    writer.write(parts[...], of: page, isFirst: true, to: &out)
    writer.writeEnd(of: page, isEmpty: parts.isEmpty, to: &out)
  }
}

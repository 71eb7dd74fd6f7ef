package import CSectionABI
package import FeedTape
package import LayoutCore

/// An `se_host` table and its context, for a sequence of calls of plugin functions.
package final class HostCalls {
  package let context: HostTable.Context
  package let host: UnsafeMutablePointer<se_host>

  /// - Parameters:
  ///   - recorder: Writes a transcript of the calls for another process; `nil` writes none.
  ///   - notesReads: Whether the context collects the values that a plugin reads.
  ///   - offersContent: Whether the host offers `section.content/1`, which contract 1.0 lacks.
  package init(
    measurer: any TextMeasurer, recorder: CallRecorder? = nil, notesReads: Bool = false,
    offersContent: Bool = true
  ) {
    context = .allocate(capacity: 1)
    context.initialize(
      to: HostContext(
        measurer: measurer, recorder: recorder, notesReads: notesReads,
        offersContent: offersContent))
    host = .allocate(capacity: 1)
    host.initialize(to: HostTable.make(context))
  }

  deinit {
    host.deallocate()
    context.deinitialize(count: 1)
    context.deallocate()
  }

  /// Calls a renderer and returns its output. Throws if the call fails or the output is not UTF-8.
  package func output(
    of renderer: se_renderer, layout: FeedTape, options: FeedTape
  ) throws(ProviderCall.Stop) -> [UInt8] {
    guard let render = renderer.render else {
      throw .violation(ResultViolation("render", "is NULL"))
    }
    context.pointee.begin(feed: layout, settings: options, in: nil)
    context.pointee.begin(.render)
    var page = se_page(
      layout: se_value(index: FeedTape.rootIndex),
      options: se_value(index: FeedTape.rootIndex | HostContext.settingsBit))
    try finish(render(renderer.`self`, host, &page))
    let output = context.pointee.output
    do {
      try BorderChecks.validate(output.span, "the output")
    } catch {
      throw .violation(error)
    }
    return output
  }
}

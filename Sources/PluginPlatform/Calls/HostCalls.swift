package import CSectionABI
package import FeedTape
package import LayoutCore

/// The host table and context that a sequence of calls into plugins uses.
package final class HostCalls {
  package let context: HostTable.Context
  package let host: UnsafeMutablePointer<se_host>

  /// - Parameters:
  ///   - recorder: Records the calls for another process.
  ///   - notesReads: Whether the context collects the values that are read.
  ///   - offersContent: Whether plugins find `section.content/1`; hosts of contract 1.0 lack it.
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

  /// Returns the page that a renderer writes.
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

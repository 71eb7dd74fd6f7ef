package import CSectionABI
package import FeedTape

/// One call of a renderer, which writes one page.
package struct RendererCall {
  let renderer: se_renderer
  let host: UnsafePointer<se_host>
  /// The context behind `host`, as in `ProviderCall`.
  let context: UnsafeMutablePointer<HostContext>

  package init(
    renderer: se_renderer, host: UnsafePointer<se_host>,
    context: UnsafeMutablePointer<HostContext>
  ) {
    self.renderer = renderer
    self.host = host
    self.context = context
  }

  /// Returns the page that the renderer writes.
  /// - Parameters:
  ///   - layout: The page as JSON.
  ///   - options: The renderer's options.
  package func output(
    layout: FeedTape, options: FeedTape
  ) throws(ProviderCall.Stop) -> [UInt8] {
    guard let render = renderer.render else {
      throw .violation(ResultViolation("render", "is NULL"))
    }
    context.pointee.begin(feed: layout, settings: options, textFactor: 1)
    context.pointee.begin(.render)
    var page = se_page(
      layout: se_value(index: FeedTape.rootIndex),
      options: se_value(index: FeedTape.rootIndex | HostContext.settingsBit))
    let status = render(renderer.`self`, host, &page)
    context.pointee.recorder?.returned(.render, status)
    try ProviderCall.check(status, context)
    let output = context.pointee.output
    do {
      _ = try UTF8Span(validating: output.span)
    } catch {
      throw .violation(
        ResultViolation(
          "the output", "is not valid UTF-8 at byte \(error.byteOffsets.lowerBound)"))
    }
    return output
  }
}

extension se_renderer {
  /// A renderer that replays the transcript of the reader given by `reading`.
  static var transcripts: se_renderer {
    se_renderer(
      self: nil, name: se_str(), render: { own, host, _ in reader(own).answer(.render, host) })
  }

  /// Returns a copy that replays a transcript. The reader must outlive the call.
  package func reading(_ reader: TranscriptReader) -> se_renderer {
    var copy = self
    copy.`self` = Unmanaged.passUnretained(reader).toOpaque()
    return copy
  }
}

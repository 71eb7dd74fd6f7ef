package import Support
package import FeedDocument

/// A page to be written by a renderer of a plugin.
package struct PageRequest: Sendable {
  /// The laid-out page, as the JSON renderer writes it.
  package var layout: FeedDocument
  /// The renderer's options.
  package var options: FeedDocument
  package init(layout: FeedDocument, options: FeedDocument) {
    self.layout = layout
    self.options = options
  }
}

/// The result of writing a page with a renderer.
package enum PageOutcome: Sendable {
  /// The page in valid UTF-8. Remarks do not prevent it.
  case written([UInt8], remarks: [Diagnostic])
  /// No page was written.
  case failed(Diagnostic)
}

package import Diagnostics
package import FeedDocument

/// A page to be written by a renderer of a plugin.
package struct PageRequest: Sendable {
  /// The laid out page, as the JSON renderer writes it.
  package var layout: FeedDocument
  /// How to write it.
  package var options: FeedDocument
  package init(layout: FeedDocument, options: FeedDocument) {
    self.layout = layout
    self.options = options
  }
}

/// What came of asking a renderer for a page.
package enum PageOutcome: Sendable {
  /// Valid UTF-8. Remarks cost nothing.
  case written([UInt8], remarks: [Diagnostic])
  /// There is no product.
  case failed(Diagnostic)
}

/// Runs renderers of plugins; in this process or in another one.
package protocol PageRunner: Sendable {
  /// - Parameter format: of the registry's.
  func write(_ page: PageRequest, format: String) -> PageOutcome
}

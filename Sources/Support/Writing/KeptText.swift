internal import Synchronization

/// Text that a writer stores when it first writes a part of a page, to reuse it on later pages. Valid
/// for pages in one environment, and for writers with the same format and options.
package final class KeptText: Sendable {
  /// The text before and behind what differs from page to page, such as the part's position.
  package struct Parts: Sendable {
    package var before, behind: [UInt8]
    package init(before: [UInt8], behind: [UInt8]) { (self.before, self.behind) = (before, behind) }
  }

  private let stored = Mutex<Parts?>(nil)

  package init() {}

  package var parts: Parts? { stored.withLock { $0 } }

  package func store(_ parts: Parts) { stored.withLock { $0 = parts } }
}

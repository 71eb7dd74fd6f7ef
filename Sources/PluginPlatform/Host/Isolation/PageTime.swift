internal import Synchronization

/// The processor time that the workers of one page have used. Thread-safe.
final class PageTime: Sendable {
  private struct State {
    var spent = 0.0
    var sections = 0
    /// The processor time at the last report of progress, in seconds.
    var told = 0.0
  }

  private let isolation: PluginIsolation
  private let state = Mutex(State())

  /// The time that each section adds to the limit of a page, in seconds.
  private static let perSection = 0.02

  init(_ isolation: PluginIsolation) { self.isolation = isolation }

  func add(sections: Int) { state.withLock { $0.sections += sections } }

  /// The limit in seconds if it is exceeded; `nil` otherwise, and for a page without a limit.
  var exceeded: Double? { spend(0) }

  /// Adds processor time in seconds, and returns the limit if it is exceeded now.
  @discardableResult
  func spend(_ seconds: Double) -> Double? {
    let limit = isolation.drawingTime
    let (progress, isNews) = state.withLock { state in
      state.spent += max(0, seconds)
      let isNews = state.spent - state.told >= 1
      if isNews { state.told = state.spent }
      let whole = limit > 0 ? limit + Double(state.sections) * Self.perSection : nil
      return (PageProgress(spent: state.spent, limit: whole), isNews)
    }
    if isNews { isolation.showProgress?(progress) }
    return progress.limit.flatMap { progress.spent > $0 ? $0 : nil }
  }

  /// Reports the end of the work, if any progress was reported.
  func finish() {
    let wasTold = state.withLock { state in
      state.told > 0
    }
    if wasTold { isolation.showProgress?(nil) }
  }
}

/// The processor time of the workers of a page, in seconds.
package struct PageProgress: Sendable {
  package let spent: Double
  /// The limit of the page; `nil` if it has none.
  package let limit: Double?
}

internal import PluginHost
internal import Synchronization

/// Requests a few sections at a time from providers, and no more once its task is cancelled.
struct CancellableRunner: ProviderRunner {
  /// The time during which a page is made. Cancelling the task later does not affect the page.
  final class Making: Sendable {
    private let isOver = Atomic(false)

    func end() { isOver.store(true, ordering: .relaxed) }

    /// Whether the current task was cancelled while the page is made.
    var isCancelled: Bool { Task.isCancelled && !isOver.load(ordering: .relaxed) }
  }

  /// The number of sections between two checks. Most pages have fewer, and are requested at once.
  static let sectionsAtOnce = 32

  let runner: any ProviderRunner
  let making: Making

  /// Returns fewer outcomes than requests if the task was cancelled.
  func run(_ batch: [(provider: ProviderReference, request: SectionRequest)]) -> [SectionOutcome] {
    var outcomes: [SectionOutcome] = []
    var rest = batch[...]
    while !rest.isEmpty, !making.isCancelled {
      outcomes += runner.run(Array(rest.prefix(Self.sectionsAtOnce)))
      rest = rest.dropFirst(Self.sectionsAtOnce)
    }
    return outcomes
  }

  func ready(
    for requests: [SectionRequest]
  ) -> (registry: ProviderRegistry, runner: any ProviderRunner)? {
    runner.ready(for: requests).map { registry, runner in
      (registry, CancellableRunner(runner: runner, making: making))
    }
  }
}

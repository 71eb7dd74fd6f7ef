internal import Diagnostics
internal import Providers
internal import Synchronization

/// Asks providers for a few sections at a time, and for none any more once its task is cancelled.
struct CancellableRunner: ProviderRunner {
  /// While a page is made. What is done with the page later is not the business of that task.
  final class Making: Sendable {
    private let isOver = Atomic(false)

    func end() { isOver.store(true, ordering: .relaxed) }

    /// Whether the current task does not want the page any more.
    var isCancelled: Bool { Task.isCancelled && !isOver.load(ordering: .relaxed) }
  }

  /// Sections between two looks: most pages have fewer, and those of one page are asked for at once.
  static let sectionsAtOnce = 32

  let runner: any ProviderRunner
  let making: Making

  /// Fewer outcomes than requests where the task was cancelled.
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

  var diagnostics: [Diagnostic]? { runner.diagnostics }
}

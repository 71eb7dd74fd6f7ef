internal import PluginHost

/// Runs providers on one group of sections after another, and stops when the task is cancelled.
struct CancellableRunner: ProviderRunner {
  /// The number of sections per group. Cancellation is checked between groups.
  private static let sectionsAtOnce = 32

  let runner: any ProviderRunner
  /// Only the thread of the task knows whether the task is cancelled.
  let drawsTogether = true

  /// Returns the outcomes in the order of the requests; fewer if the task was cancelled.
  func run(_ batch: [(provider: ProviderReference, request: SectionRequest)]) -> [SectionOutcome] {
    var outcomes: [SectionOutcome] = []
    var rest = batch[...]
    while !rest.isEmpty, !Task.isCancelled {
      outcomes += runner.run(Array(rest.prefix(Self.sectionsAtOnce)))
      rest = rest.dropFirst(Self.sectionsAtOnce)
    }
    return outcomes
  }
}

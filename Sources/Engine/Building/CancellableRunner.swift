internal import PluginHost

/// Requests a few sections at a time from providers, and no more once the current task is cancelled.
struct CancellableRunner: ProviderRunner {
  /// The number of sections between two checks. Most pages have fewer, and are requested at once.
  private static let sectionsAtOnce = 32

  let runner: any ProviderRunner

  /// Returns fewer outcomes than requests if the task was cancelled.
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

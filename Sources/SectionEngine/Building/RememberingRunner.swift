internal import FeedDocument
internal import LayoutCore
internal import Synchronization
package import Providers

/// Reuses the outcomes of earlier requests, because most blocks are the same values of the same
/// documents in consecutive steps of a session.
///
/// Only the outcomes of the last round are kept, so that it holds at most about one page. A round
/// is the time between two calls of `beginRound`.
package final class RememberingRunner: ProviderRunner {
  private struct Question: Hashable {
    var provider: ProviderReference
    /// The answer keeps the document alive, so its identity is not reused.
    var document: ObjectIdentifier
    var value: UInt32
    var blockCode: String
    var environment: LayoutEnvironment
  }

  private struct Answer {
    var outcome: SectionOutcome
    var document: FeedDocument
  }

  private struct Memory {
    var last: [Question: Answer] = [:]
    var current: [Question: Answer] = [:]
    /// The plugins that the provider numbers of the questions refer to.
    var plugins: [PluginDescriptor]?
  }

  private let runner: any ProviderRunner
  private let memory = Mutex(Memory())

  /// - Parameter runner: A runner whose providers are functions of block, settings and environment.
  ///   The settings of a block are assumed to be those of its code.
  package init(_ runner: any ProviderRunner) { self.runner = runner }

  /// Begins a round: outcomes of the previous round are kept, older ones are discarded.
  package func beginRound() {
    memory.withLock { memory in
      memory.last = memory.current
      memory.current = [:]
    }
  }

  package func run(
    _ batch: [(provider: ProviderReference, request: SectionRequest)]
  ) -> [SectionOutcome] {
    answers(to: batch, by: runner)
  }

  package func ready(
    for requests: [SectionRequest]
  ) -> (registry: ProviderRegistry, runner: any ProviderRunner)? {
    guard let ready = runner.ready(for: requests) else { return nil }
    memory.withLock { memory in
      if memory.plugins != ready.registry.plugins {
        memory = Memory(plugins: ready.registry.plugins)
      }
    }
    return (ready.registry, Asking(memory: self, runner: ready.runner))
  }

  /// A runner that is ready, with the memory of the outer one.
  private struct Asking: ProviderRunner {
    let memory: RememberingRunner
    let runner: any ProviderRunner

    func run(
      _ batch: [(provider: ProviderReference, request: SectionRequest)]
    ) -> [SectionOutcome] {
      memory.answers(to: batch, by: runner)
    }
  }

  private func answers(
    to batch: [(provider: ProviderReference, request: SectionRequest)],
    by runner: any ProviderRunner
  ) -> [SectionOutcome] {
    let known = memory.withLock { memory in
      batch.map { question, request in
        let question = Self.question(question, request)
        return memory.current[question] ?? memory.last[question]
      }
    }
    let missing = batch.indices.filter { known[$0] == nil }
    let answers = missing.isEmpty ? [] : runner.run(missing.map { batch[$0] })
    var outcomes = known.map { $0?.outcome }
    for (index, outcome) in zip(missing, answers) { outcomes[index] = outcome }

    memory.withLock { memory in
      for (index, outcome) in outcomes.enumerated() {
        guard let outcome else { continue }
        let (provider, request) = batch[index]
        memory.current[Self.question(provider, request)] = Answer(
          outcome: outcome, document: request.block.document)
      }
    }
    // The fallback ladder reports a runner that returns fewer outcomes than requests.
    return Array(outcomes.prefix { $0 != nil }.compactMap { $0 })
  }

  private static func question(
    _ provider: ProviderReference, _ request: SectionRequest
  ) -> Question {
    Question(
      provider: provider, document: ObjectIdentifier(request.block.document),
      value: request.block.index, blockCode: request.blockCode, environment: request.environment)
  }
}

package import Diagnostics
internal import FeedDocument
internal import LayoutCore
internal import Synchronization
package import Providers

/// Answers what it was asked before without asking the provider again: between two steps of a session
/// most blocks are the same values of the same documents.
///
/// It remembers the outcomes of the last round only, so that it holds on to no more than one page. A
/// round is what is asked between two calls of `beginRound`.
package final class RememberingRunner: ProviderRunner {
  private struct Question: Hashable {
    var provider: ProviderReference
    /// The document is alive as long as the answer is, so its identity is not another's.
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
    /// Whose numbers stand in the questions.
    var plugins: [PluginDescriptor]?
  }

  private let runner: any ProviderRunner
  private let memory = Mutex(Memory())

  /// - Parameter runner: whose providers are functions of block, settings and environment; the
  ///   settings of a block are taken to be those of its code.
  package init(_ runner: any ProviderRunner) { self.runner = runner }

  /// What was asked since the last call may be asked again; what was asked before it is forgotten.
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

  package var diagnostics: [Diagnostic]? { runner.diagnostics }

  /// The same memory, before a runner that is ready.
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
    // A runner that answers less than it was asked is the ladder's to report.
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

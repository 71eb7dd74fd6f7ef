package import Support
package import LayoutCore

/// Selects a provider for each block.
///
/// 1. the provider of the block code,
/// 2. the provider that claims the showType,
/// 3. the provider that claims every block, "*",
/// 4. a placeholder.
///
/// A provider that declines or fails passes the block to the next step; if it crashes, or returns a
/// result that the contract forbids, the section becomes a placeholder. Every step below the first
/// is named in the section's `fallback` and in a diagnostic.
package struct FallbackLadder: Sendable {
  package let registry: ProviderRegistry
  package var runner: any ProviderRunner
  package let unknown: UnknownPolicy
  /// Height of a placeholder, in points, if the block has no height hint.
  package let placeholderHeight: Double

  package init(
    registry: ProviderRegistry, runner: any ProviderRunner, unknown: UnknownPolicy = .generic,
    placeholderHeight: Double
  ) {
    self.registry = registry
    self.runner = runner
    self.unknown = unknown
    self.placeholderHeight = placeholderHeight
  }

  /// The result of one block.
  package struct Drawing: Sendable, Equatable {
    /// The section; `nil` if the policy skips the block.
    package var section: Section?
    /// The diagnostics about this block alone.
    package let findings: [Diagnostic]
    /// The diagnostic about all blocks of unknown codes, which the first of them carries.
    var unknownCode: Diagnostic?
    let source: Source

    package var diagnostics: [Diagnostic] { (unknownCode.map { [$0] } ?? []) + findings }

    /// Whether the block's own provider drew it, so that it does not depend on other blocks.
    package var isIndependent: Bool { section.map { $0.fallback == nil } ?? false }
  }

  /// Draws the blocks, in the order of the requests. The runner is called once per step, with all
  /// blocks on that step. Complexity: O(requests), plus the work of the providers.
  /// - Parameter known: For each request, the drawing of an equal one, which is not drawn again;
  ///   empty if there are none.
  package func draw(_ requests: [SectionRequest], known: [Drawing?] = []) -> [Drawing] {
    var plans = Plans(registry: registry, policy: unknown)
    var attempts = requests.indices.map { index in
      Attempt(plan: plans.plan(for: requests[index], at: index))
    }
    var drawings = known.isEmpty ? Array(repeating: nil, count: requests.count) : known

    var pending = requests.indices.filter { drawings[$0] == nil }
    while !pending.isEmpty {
      pending.removeAll { attempts[$0].candidate(in: plans) == nil }
      let batch = pending.compactMap { index in
        attempts[index].candidate(in: plans).map { ($0.reference, requests[index]) }
      }
      let outcomes = batch.isEmpty ? [] : runner.run(batch)
      var refused: [Int] = []
      for (position, index) in pending.enumerated() {
        let outcome =
          position < outcomes.count ? outcomes[position] : Self.noOutcome(requests[index])
        switch outcome {
        case .section(let section, let warnings):
          drawings[index] = drawing(
            section, warnings: warnings, of: attempts[index], in: plans, request: requests[index])
        case .declined(let diagnostic), .failed(let diagnostic):
          attempts[index].refusals.append(diagnostic)
          attempts[index].step += 1
          refused.append(index)
        case .lost(let diagnostic):
          attempts[index].refusals.append(diagnostic)
          attempts[index].isLost = true
          refused.append(index)
        }
      }
      pending = refused
    }

    var result = requests.indices.map { index in
      drawings[index] ?? undrawn(of: attempts[index], in: plans, request: requests[index])
    }
    for index in result.indices { result[index].unknownCode = nil }
    for (index, diagnostic) in unknownCodes(requests, plans.all, source: { result[$0].source }) {
      result[index].unknownCode = diagnostic
    }
    return result
  }

  /// Reports a runner that returns too few outcomes, so that the block still becomes a section.
  private static func noOutcome(_ request: SectionRequest) -> SectionOutcome {
    .failed(
      Diagnostic(
        .internalError, .error, "the runner gave no outcome for a block",
        blockCode: request.blockCode))
  }
}

package import LayoutCore
package import Support

/// Draws each block with the first of these that succeeds:
///
/// 1. the provider that claims the block code,
/// 2. the provider that claims the showType,
/// 3. the provider that claims every block, "*",
/// 4. a placeholder.
///
/// If a provider declines or fails, the next step draws the block. If it crashes or returns an
/// invalid result, the section becomes a placeholder. Every step after the first is reported.
package struct FallbackLadder: Sendable {
  package let registry: ProviderRegistry
  package var runner: any ProviderRunner
  package let unknown: UnknownPolicy
  /// The height of a placeholder, in points, for a block without a height hint.
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

  package struct Drawing: Sendable, Equatable {
    /// The section; `nil` if the policy skips the block.
    package var section: Section?
    /// The diagnostics about this block. `UnknownCodes` gives the diagnostics about unknown codes.
    package private(set) var findings: [Diagnostic]
    let source: Source

    /// Whether a section was drawn and is not a fallback.
    package var isIndependent: Bool { section.map { $0.fallback == nil } ?? false }

    /// Adds a diagnostic about the block, and its code to the section.
    package mutating func add(_ finding: Diagnostic) {
      findings.append(finding)
      let codes = (section?.diagnosticCodes ?? []) + [finding.code.rawValue]
      section?.diagnosticCodes = Set(codes).sorted()
    }
  }

  /// Returns the drawings of the blocks, in the order of the requests. Calls the runner once per
  /// step, with all blocks that need the step. O(requests), plus the work of the providers.
  package func draw(_ requests: [SectionRequest]) -> [Drawing] {
    var plans: [BlockKind: Plan] = [:]
    var attempts = requests.map { request in
      let plan = plans[request.kind] ?? plan(for: request.kind)
      plans[request.kind] = plan
      return Attempt(request: request, plan: plan)
    }
    var drawings = [Drawing?](repeating: nil, count: requests.count)

    while true {
      let pending = requests.indices.filter {
        drawings[$0] == nil && attempts[$0].candidate != nil
      }
      guard !pending.isEmpty else { break }
      let outcomes = runner.run(
        pending.compactMap { index in
          attempts[index].candidate.map { candidate in
            var request = requests[index]
            if candidate.step != .blockCode { request.earlier = nil }
            return (candidate.reference, request)
          }
        })
      for (position, index) in pending.enumerated() {
        // If a runner returns too few outcomes, the remaining blocks get the next step.
        let outcome =
          position < outcomes.count
          ? outcomes[position]
          : .internalError("the runner gave no outcome for a block", requests[index])
        switch outcome {
        case .section(let section, let warnings):
          drawings[index] = drawing(section, warnings: warnings, of: attempts[index])
        case .declined(let diagnostic), .failed(let diagnostic):
          attempts[index].refusals.append(diagnostic)
          attempts[index].step += 1
        case .lost(let diagnostic):
          attempts[index].refusals.append(diagnostic)
          attempts[index].isLost = true
        }
      }
    }
    return requests.indices.map { drawings[$0] ?? drawing(nil, of: attempts[$0]) }
  }

  /// The providers for all blocks that have one code and showType.
  struct Plan {
    /// The providers to try, in the order of the steps; empty if the policy forbids them.
    var candidates: [ProviderRegistry.Candidate]
    var claimsCode: Bool
    var claimsShowType: Bool
    /// Whether the wildcard provider is the only candidate and the feed layout intends this.
    var isSettled: Bool

    /// Whether to report that the code has no provider.
    var isUnknown: Bool { !claimsCode && !isSettled }
    var isUnclaimed: Bool { !claimsCode && !claimsShowType }
  }

  func plan(for kind: BlockKind) -> Plan {
    var plan = Plan(
      candidates: registry.candidates(blockCode: kind.blockCode, showType: kind.showType),
      claimsCode: registry.owner(of: .blockCode(kind.blockCode)) != nil,
      claimsShowType: !kind.showType.isEmpty && registry.owner(of: .showType(kind.showType)) != nil,
      isSettled: false)
    if plan.isUnclaimed, unknown != .generic { plan.candidates = [] }
    plan.isSettled = kind.isGenericByLayout && plan.isUnclaimed && !plan.candidates.isEmpty
    return plan
  }

  struct Attempt {
    let request: SectionRequest
    let plan: Plan
    var step = 0
    /// The diagnostics of the providers that did not draw the block, in order.
    var refusals: [Diagnostic] = []
    /// Whether the block becomes a placeholder without trying further providers.
    var isLost = false

    var candidate: ProviderRegistry.Candidate? {
      isLost || step >= plan.candidates.count ? nil : plan.candidates[step]
    }
  }
}

/// The policy for a block whose code and showType no provider claims.
package enum UnknownPolicy: String, Sendable, CaseIterable {
  /// The provider that claims "*" draws the block; without one, it becomes a placeholder.
  case generic
  case placeholder
  /// The page omits the block, with a note.
  case skip
  /// The block becomes a placeholder, with an error.
  case fail
}

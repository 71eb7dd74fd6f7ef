internal import Support
internal import LayoutCore

extension FallbackLadder {
  /// The source of a block's section, for its diagnostics.
  enum Source: Hashable {
    case provider(String)
    case placeholder
    case skipped

    var note: String {
      switch self {
      case .provider(let identity): "the section is drawn by `\(identity)`"
      case .placeholder: "the section is drawn as a placeholder"
      case .skipped: "the block is skipped"
      }
    }

    /// Like `note`, for more than one block.
    var noteOfSeveral: String {
      switch self {
      case .provider(let identity): "the sections are drawn by `\(identity)`"
      case .placeholder: "the sections are drawn as placeholders"
      case .skipped: "the blocks are skipped"
      }
    }
  }

  /// Returns the drawing of a section, with the diagnostics of the steps before it.
  func drawing(
    _ section: Section, warnings: [Diagnostic], of attempt: Attempt, in plans: Plans,
    request: SectionRequest
  ) -> Drawing {
    var section = section
    var source = Source.placeholder
    if let candidate = attempt.candidate(in: plans) {
      source = .provider(registry.plugins[candidate.reference.plugin].identity)
      let reason = reason(of: attempt, in: plans, request: request)
      switch candidate.step {
      case .blockCode: section.fallback = nil
      case .showType: section.fallback = .init(step: .showType, reason: reason)
      case .wildcard:
        section.fallback =
          plans[attempt.plan].isSettled ? nil : .init(step: .generic, reason: reason)
      }
    }
    let found = refusals(of: attempt, source: source) + warnings
    section.diagnosticCodes = names(of: found, in: plans[attempt.plan])
    return Drawing(section: section, findings: found, source: source)
  }

  /// Returns the drawing of a block that no provider drew.
  func undrawn(
    of attempt: Attempt, in plans: Plans, request: SectionRequest
  ) -> Drawing {
    let isSkipped = plans[attempt.plan].isUnclaimed && unknown == .skip
    let source: Source = isSkipped ? .skipped : .placeholder
    let found = refusals(of: attempt, source: source)
    guard !isSkipped else { return Drawing(section: nil, findings: found, source: source) }
    var section = placeholder(
      for: request, reason: reason(of: attempt, in: plans, request: request),
      isLost: attempt.isLost)
    section.diagnosticCodes = names(of: found, in: plans[attempt.plan])
    return Drawing(section: section, findings: found, source: source)
  }

  /// Returns the codes of all diagnostics about a block. An unknown code is reported once, but
  /// applies to all of its blocks.
  private func names(of found: [Diagnostic], in plan: Plan) -> [String] {
    Set((found.map(\.code) + (plan.isUnknown ? [codeOfUnknown(plan)] : [])).map(\.rawValue))
      .sorted()
  }

  private func refusals(of attempt: Attempt, source: Source) -> [Diagnostic] {
    attempt.refusals.map { refusal in
      var diagnostic = refusal
      diagnostic.notes.append(source.note)
      return diagnostic
    }
  }

  /// Returns why the block reached its step of the ladder.
  private func reason(of attempt: Attempt, in plans: Plans, request: SectionRequest) -> String {
    let plan = plans[attempt.plan]
    var reasons: [String] = []
    if plan.isUnknown {
      reasons.append(
        plan.claimsShowType || request.showType.isEmpty
          ? "no provider for the code" : "no provider for the code or its showType")
    }
    for refusal in attempt.refusals {
      // The messages of `declined` and `failed` name the provider; those about invalid results do
      // not.
      let isAboutResult = refusal.code == .invalidResult || refusal.code == .limitExceeded
      reasons.append(
        isAboutResult
          ? "\(refusal.plugin ?? "a provider"): \(refusal.message)" : refusal.message)
    }
    return reasons.joined(separator: "; ")
  }
}

internal import Diagnostics
internal import LayoutCore

extension FallbackLadder {
  /// Who drew a block, as its diagnostics say it.
  enum Artist {
    case provider(String)
    case placeholder
    case nobody

    var note: String {
      switch self {
      case .provider(let identity): "the section is drawn by `\(identity)`"
      case .placeholder: "the section is drawn as a placeholder"
      case .nobody: "the block is skipped"
      }
    }
  }

  /// A section that a provider drew, with what it took to get there.
  func drawing(
    _ section: LayoutSection, warnings: [Diagnostic], of attempt: Attempt, in plans: Plans,
    request: SectionRequest, at index: Int
  ) -> Drawing {
    var section = section
    var artist = Artist.placeholder
    if let candidate = attempt.candidate(in: plans) {
      artist = .provider(registry.plugins[candidate.reference.plugin].identity)
      let reason = reason(of: attempt, in: plans, request: request)
      switch candidate.step {
      case .blockCode: section.fallback = nil
      case .showType: section.fallback = .init(step: .showType, reason: reason)
      case .wildcard: section.fallback = .init(step: .generic, reason: reason)
      }
    }
    let found = diagnostics(
      of: attempt, in: plans, request: request, at: index, artist: artist)
    section.diagnosticCodes = names(of: found.codes + warnings.map(\.code))
    return Drawing(section: section, diagnostics: found.reported + warnings)
  }

  /// A block that no provider drew.
  func undrawn(
    of attempt: Attempt, in plans: Plans, request: SectionRequest, at index: Int
  ) -> Drawing {
    let isSkipped = plans[attempt.plan].isUnclaimed && unknown == .skip
    let found = diagnostics(
      of: attempt, in: plans, request: request, at: index,
      artist: isSkipped ? .nobody : .placeholder)
    guard !isSkipped else { return Drawing(section: nil, diagnostics: found.reported) }
    var section = placeholder(
      for: request, reason: reason(of: attempt, in: plans, request: request))
    section.diagnosticCodes = names(of: found.codes)
    return Drawing(section: section, diagnostics: found.reported)
  }

  private func names(of codes: [DiagnosticCode]) -> [String] {
    Set(codes.map(\.rawValue)).sorted()
  }

  /// Why the block came to the step on which it stands.
  private func reason(of attempt: Attempt, in plans: Plans, request: SectionRequest) -> String {
    let plan = plans[attempt.plan]
    var reasons: [String] = []
    if !plan.claimsCode {
      reasons.append(
        plan.claimsShowType || request.showType.isEmpty
          ? "no provider for the code" : "no provider for the code or its showType")
    }
    for refusal in attempt.refusals {
      // The messages of declining and of failing name the provider; those about results do not.
      let isAboutResult = refusal.code == .invalidResult || refusal.code == .limitExceeded
      reasons.append(
        isAboutResult
          ? "\(refusal.plugin ?? "a provider"): \(refusal.message)" : refusal.message)
    }
    return reasons.joined(separator: "; ")
  }

  /// The diagnostics to report at this block, and the codes of all that are about it: an unknown
  /// code is reported once, at its first block.
  private func diagnostics(
    of attempt: Attempt, in plans: Plans, request: SectionRequest, at index: Int, artist: Artist
  ) -> (reported: [Diagnostic], codes: [DiagnosticCode]) {
    let plan = plans[attempt.plan]
    var reported = attempt.refusals.map { refusal in
      var diagnostic = refusal
      diagnostic.notes.append(artist.note)
      return diagnostic
    }
    var codes = reported.map(\.code)
    if !plan.claimsCode {
      let isForbidden = plan.isUnclaimed && unknown == .fail
      let code: DiagnosticCode = isForbidden ? .unknownBlockForbidden : .unknownBlock
      codes.append(code)
      if plan.firstRequest == index {
        reported.insert(unknownBlock(code, request, plan: plan, artist: artist), at: 0)
      }
    }
    return (reported, codes)
  }

  private func unknownBlock(
    _ code: DiagnosticCode, _ request: SectionRequest, plan: Plan, artist: Artist
  ) -> Diagnostic {
    var diagnostic = Diagnostic(
      code, .warning,
      "no provider is registered for `\(shown(request.blockCode))`",
      at: request.blockCodeValue.location, label: "unknown block code",
      blockCode: request.blockCode)
    if plan.isUnclaimed {
      switch unknown {
      case .generic, .placeholder: break
      case .skip: diagnostic.severity = .note
      case .fail: diagnostic.severity = .error
      }
    }
    diagnostic.notes.append(artist.note)
    if plan.claimsShowType {
      diagnostic.notes.append("its showType `\(shown(request.showType))` has a provider")
    }
    if plan.requestCount > 1 {
      let others = plan.requestCount - 1
      diagnostic.notes.append("the same holds for \(others) more block\(others == 1 ? "" : "s")")
    }
    if let meant = registry.suggestion(for: request.blockCode),
      let owner = registry.owner(of: .blockCode(meant))
    {
      let plugin = registry.plugins[owner.plugin]
      diagnostic.helps.append(
        "did you mean `\(shown(meant))`? (provider `\(plugin.id)` \(plugin.version))")
    }
    diagnostic.helps.append("list providers with `sectionengine plugin list`")
    return diagnostic
  }
}

internal import Support

extension FallbackLadder {
  /// The properties that blocks of different codes must share to be reported together.
  private struct GroupKey: Hashable {
    var source: Source
    var claimsShowType: Bool
  }

  /// The blocks of unknown codes that are reported together.
  private struct Group {
    var plans: [Plan]
    let source: Source
    let suggestion: String?
  }

  /// Returns the diagnostics about codes without a provider, each with the index of the request
  /// that carries it: the first of its blocks. A code that looks mistyped, or that the policy
  /// forbids, has its own diagnostic; the others are grouped by `GroupKey`.
  func unknownCodes(
    _ requests: [SectionRequest], _ plans: [Plan], source: (Int) -> Source
  ) -> [(index: Int, diagnostic: Diagnostic)] {
    var groups: [Group] = []
    var places: [GroupKey: Int] = [:]
    for plan in plans where plan.isUnknown {
      let suggestion = registry.suggestion(for: requests[plan.firstRequest].blockCode)
      let key = GroupKey(source: source(plan.firstRequest), claimsShowType: plan.claimsShowType)
      let isAlone = suggestion != nil || codeOfUnknown(plan) == .unknownBlockForbidden
      if !isAlone, let place = places[key] {
        groups[place].plans.append(plan)
      } else {
        if !isAlone { places[key] = groups.count }
        groups.append(Group(plans: [plan], source: key.source, suggestion: suggestion))
      }
    }
    return groups.map { ($0.plans[0].firstRequest, diagnostic(of: $0, requests)) }
  }

  func codeOfUnknown(_ plan: Plan) -> DiagnosticCode {
    plan.isUnclaimed && unknown == .fail ? .unknownBlockForbidden : .unknownBlock
  }

  private func diagnostic(of group: Group, _ requests: [SectionRequest]) -> Diagnostic {
    let plan = group.plans[0]
    let request = requests[plan.firstRequest]
    var seen: Set<String> = []
    let codes = group.plans.map { requests[$0.firstRequest].blockCode }
      .filter { seen.insert($0).inserted }.map { "`\(shown($0))`" }
    let blocks = group.plans.reduce(0) { $0 + $1.requestCount }
    var diagnostic = Diagnostic(
      codeOfUnknown(plan), severity(of: plan),
      (registry.isLimited ? "the client has no provider for " : "no provider is registered for ")
        + (codes.count == 1 ? codes[0] : "\(codes.count) block codes: \(listed(codes, atMost: 8))"),
      at: request.blockCodeValue.location,
      label: codes.count == 1 ? "unknown block code" : "the first of them",
      blockCode: request.blockCode)
    diagnostic.notes.append(group.source.note(isSeveral: codes.count > 1))
    if plan.claimsShowType {
      diagnostic.notes.append(
        codes.count == 1
          ? "its showType `\(shown(request.showType))` has a provider"
          : "their showTypes have providers")
    }
    if codes.count > 1, blocks > codes.count {
      diagnostic.notes.append("\(blocks) blocks have them")
    } else if codes.count == 1, blocks > 1 {
      let others = blocks - 1
      diagnostic.notes.append("the same holds for \(counted(others, "more block"))")
    }
    if let meant = group.suggestion, let owner = registry.owner(of: .blockCode(meant)) {
      let plugin = registry.plugins[owner.plugin]
      diagnostic.helps.append(
        "did you mean `\(shown(meant))`? (provider `\(plugin.id)` \(plugin.version))")
    }
    if !registry.isLimited {
      // Settings without an author's choice of the generic section are inferred ones, or defaults.
      let isHinted = request.settings["generic"].exists
      diagnostic.helps.append(
        isHinted
          ? "set how the generic section draws it: `sectionengine layouts new --from FEED -o FILE`"
          : "list providers with `sectionengine plugin list`")
    }
    return diagnostic
  }

  private func severity(of plan: Plan) -> Diagnostic.Severity {
    guard plan.isUnclaimed else { return .warning }
    return switch unknown {
    case .generic, .placeholder: .warning
    case .skip: .note
    case .fail: .error
    }
  }
}

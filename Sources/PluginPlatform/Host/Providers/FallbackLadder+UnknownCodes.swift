package import Support

/// The blocks of a page whose block code has no provider, in the order of the page.
package struct UnknownCodes: Sendable {
  /// The blocks of a page that have one code and showType.
  fileprivate struct Kind: Sendable {
    /// The request of the first block, where the diagnostic is reported.
    let request: SectionRequest
    let block: Int
    let plan: FallbackLadder.Plan
    let source: FallbackLadder.Source
    let suggestion: String?
    var count = 1
  }

  fileprivate var kinds: [Kind] = []
  /// The index in `kinds` for each kind seen so far; `nil` for a kind whose code has a provider.
  fileprivate var numbers: [BlockKind: Int?] = [:]

  package init() {}
}

extension FallbackLadder {
  /// Adds a drawn block to `codes` if its code has no provider. O(codes) for a new kind, else O(1).
  package func count(
    _ request: SectionRequest, drawnAs drawing: Drawing, at block: Int, in codes: inout UnknownCodes
  ) {
    let kind = request.kind
    if let number = codes.numbers[kind] {
      if let number { codes.kinds[number].count += 1 }
      return
    }
    let plan = plan(for: kind)
    codes.numbers[kind] = .some(plan.isUnknown ? codes.kinds.count : nil)
    guard plan.isUnknown else { return }
    codes.kinds.append(
      UnknownCodes.Kind(
        request: request, block: block, plan: plan, source: drawing.source,
        suggestion: registry.suggestion(for: request.blockCode)))
  }

  /// The properties that must be equal for different codes to share one diagnostic.
  private struct GroupKey: Hashable {
    var source: Source
    var claimsShowType: Bool
  }

  /// Returns the diagnostics about codes without a provider, each with the index of its first
  /// block, in the order of the page. A code that resembles a known code, or that the policy
  /// forbids, has its own diagnostic; the others are grouped by `GroupKey`.
  package func diagnostics(of codes: UnknownCodes) -> [(block: Int, diagnostic: Diagnostic)] {
    var groups: [[UnknownCodes.Kind]] = []
    var places: [GroupKey: Int] = [:]
    for kind in codes.kinds {
      let key = GroupKey(source: kind.source, claimsShowType: kind.plan.claimsShowType)
      let isAlone = kind.suggestion != nil || codeOfUnknown(kind.plan) == .unknownBlockForbidden
      if !isAlone, let place = places[key] {
        groups[place].append(kind)
      } else {
        if !isAlone { places[key] = groups.count }
        groups.append([kind])
      }
    }
    return groups.map { ($0[0].block, diagnostic(of: $0)) }
  }

  func codeOfUnknown(_ plan: Plan) -> DiagnosticCode {
    plan.isUnclaimed && unknown == .fail ? .unknownBlockForbidden : .unknownBlock
  }

  private func diagnostic(of group: [UnknownCodes.Kind]) -> Diagnostic {
    let first = group[0]
    let codes = group.map(\.request.blockCode).uniqued.map { "`\(shown($0))`" }
    let blocks = group.reduce(0) { $0 + $1.count }
    var diagnostic = Diagnostic(
      codeOfUnknown(first.plan), severity(of: first.plan),
      (registry.isLimited ? "the client has no provider for " : "no provider is registered for ")
        + (codes.count == 1 ? codes[0] : "\(codes.count) block codes: \(listed(codes, atMost: 8))"),
      at: first.request.blockCodeValue.location,
      label: codes.count == 1 ? "unknown block code" : "the first of them",
      blockCode: first.request.blockCode)
    diagnostic.notes.append(first.source.note(isSeveral: codes.count > 1))
    if first.plan.claimsShowType {
      diagnostic.notes.append(
        codes.count == 1
          ? "its showType `\(shown(first.request.showType))` has a provider"
          : "their showTypes have providers")
    }
    if codes.count > 1, blocks > codes.count {
      diagnostic.notes.append("\(blocks) blocks have them")
    } else if codes.count == 1, blocks > 1 {
      let others = blocks - 1
      diagnostic.notes.append("the same holds for \(counted(others, "more block"))")
    }
    if let meant = first.suggestion, let owner = registry.owner(of: .blockCode(meant)) {
      let plugin = registry.plugins[owner.plugin]
      diagnostic.helps.append(
        "did you mean `\(shown(meant))`? (provider `\(plugin.id)` \(plugin.version))")
    }
    if !registry.isLimited {
      diagnostic.helps.append(
        // Settings with `generic` are inferred or defaults, so the advice is a new feed layout.
        first.request.settings["generic"].exists
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

internal import Support

extension FallbackLadder {
  /// Number of codes that a warning names; the rest are counted.
  private static let mostNamedCodes = 8

  /// The properties that blocks of different codes must share to be reported together.
  private struct GroupKey: Hashable {
    var source: Source
    var claimsShowType: Bool
  }

  /// The blocks of one unknown code and showType.
  private struct UnknownCode {
    var plan: Plan
    var request: SectionRequest
    var source: Source
    var suggestion: String?
  }

  /// Returns the diagnostics about codes without a provider, each with the index of the request
  /// that carries it: the first of its blocks. A code that looks mistyped, or that the policy
  /// forbids, has its own diagnostic; the others are grouped by `GroupKey`.
  /// - Parameters:
  ///   - plans: The plans in the order of their first requests.
  ///   - source: Returns the source of a request's section, by its index.
  func unknownCodes(
    _ requests: [SectionRequest], _ plans: [Plan], source: (Int) -> Source
  ) -> [(index: Int, diagnostic: Diagnostic)] {
    var groups: [[UnknownCode]] = []
    var places: [GroupKey: Int] = [:]
    for plan in plans where plan.isUnknown {
      let request = requests[plan.firstRequest]
      let code = UnknownCode(
        plan: plan, request: request, source: source(plan.firstRequest),
        suggestion: registry.suggestion(for: request.blockCode))
      let key = GroupKey(source: code.source, claimsShowType: plan.claimsShowType)
      let isAlone = code.suggestion != nil || codeOfUnknown(plan) == .unknownBlockForbidden
      if !isAlone, let place = places[key] {
        groups[place].append(code)
      } else {
        if !isAlone { places[key] = groups.count }
        groups.append([code])
      }
    }
    return groups.compactMap { group in
      group.first.map { ($0.plan.firstRequest, diagnostic(of: $0, with: group)) }
    }
  }

  func codeOfUnknown(_ plan: Plan) -> DiagnosticCode {
    plan.isUnclaimed && unknown == .fail ? .unknownBlockForbidden : .unknownBlock
  }

  private func diagnostic(of first: UnknownCode, with group: [UnknownCode]) -> Diagnostic {
    let codes = distinctCodes(of: group)
    let blocks = group.reduce(0) { $0 + $1.plan.requestCount }
    var diagnostic = Diagnostic(
      codeOfUnknown(first.plan), severity(of: first.plan),
      "no provider is registered for "
        + (codes.count == 1 ? codes[0] : "\(codes.count) block codes: \(list(codes))"),
      at: first.request.blockCodeValue.location,
      label: codes.count == 1 ? "unknown block code" : "the first of them",
      blockCode: first.request.blockCode)
    diagnostic.notes.append(codes.count == 1 ? first.source.note : first.source.noteOfSeveral)
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
    diagnostic.helps.append("list providers with `sectionengine plugin list`")
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

  /// Returns the codes in the order of their first blocks, quoted for a message.
  private func distinctCodes(of group: [UnknownCode]) -> [String] {
    var seen: Set<String> = []
    return group.map(\.request.blockCode).filter { seen.insert($0).inserted }
      .map { "`\(shown($0))`" }
  }

  private func list(_ codes: [String]) -> String {
    let more = codes.count - Self.mostNamedCodes
    return codes.prefix(Self.mostNamedCodes).joined(separator: ", ")
      + (more > 0 ? " and \(more) more" : "")
  }
}

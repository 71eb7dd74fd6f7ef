internal import Support

extension FallbackLadder {
  /// The providers for all blocks of one code and showType, selected once.
  struct Plan {
    /// The candidates that the policy allows, in the order of the ladder.
    var candidates: [ProviderRegistry.Candidate]
    var claimsCode: Bool
    var claimsShowType: Bool
    /// Whether only the wildcard provider claims the block, and the feed layout intends it to draw
    /// the block.
    var isSettled: Bool
    /// Index of the first request of this kind: it carries the diagnostic for all of them.
    var firstRequest: Int
    var requestCount = 0

    /// Whether the code has no provider, which is reported.
    var isUnknown: Bool { !claimsCode && !isSettled }
    /// Whether neither the code nor the showType has a provider.
    var isUnclaimed: Bool { !claimsCode && !claimsShowType }
  }

  struct Plans {
    private struct Key: Hashable {
      var blockCode: String
      var showType: String
      var isGenericByLayout: Bool
    }

    let registry: ProviderRegistry
    let policy: UnknownPolicy
    private var indices: [Key: Int] = [:]
    /// The plans in the order of their first requests.
    private(set) var all: [Plan] = []

    init(registry: ProviderRegistry, policy: UnknownPolicy) {
      self.registry = registry
      self.policy = policy
    }

    subscript(_ index: Int) -> Plan { all[index] }

    mutating func plan(for request: SectionRequest, at position: Int) -> Int {
      let key = Key(
        blockCode: request.blockCode, showType: request.showType,
        isGenericByLayout: request.isGenericByLayout)
      if let index = indices[key] {
        all[index].requestCount += 1
        return index
      }
      let candidates = registry.candidates(blockCode: key.blockCode, showType: key.showType)
      var plan = Plan(
        candidates: candidates, claimsCode: registry.owner(of: .blockCode(key.blockCode)) != nil,
        claimsShowType: !key.showType.isEmpty && registry.owner(of: .showType(key.showType)) != nil,
        isSettled: false, firstRequest: position, requestCount: 1)
      if plan.isUnclaimed, policy != .generic { plan.candidates = [] }
      plan.isSettled =
        request.isGenericByLayout && plan.isUnclaimed && !plan.candidates.isEmpty
      indices[key] = all.count
      all.append(plan)
      return all.count - 1
    }
  }

  /// The progress of one block on the ladder.
  struct Attempt {
    var plan: Int
    /// Index into the plan's candidates.
    var step = 0
    /// The diagnostics of the providers that did not draw it, in order.
    var refusals: [Diagnostic] = []

    /// Whether no further provider is tried.
    var isLost = false

    init(plan: Int) { self.plan = plan }

    func candidate(in plans: Plans) -> ProviderRegistry.Candidate? {
      guard !isLost else { return nil }
      let candidates = plans[plan].candidates
      return step < candidates.count ? candidates[step] : nil
    }
  }
}

internal import Diagnostics

extension FallbackLadder {
  /// Whom to ask for all blocks of one code and showType, found once.
  struct Plan {
    /// In the order of the ladder, after the policy.
    var candidates: [ProviderRegistry.Candidate]
    var claimsCode: Bool
    var claimsShowType: Bool
    /// Index of the first request of this kind: it carries the diagnostic for all.
    var firstRequest: Int
    var requestCount = 0

    /// Neither the code nor the showType has a provider.
    var isUnclaimed: Bool { !claimsCode && !claimsShowType }
  }

  struct Plans {
    private struct Key: Hashable {
      var blockCode: String
      var showType: String
    }

    let registry: ProviderRegistry
    let policy: UnknownPolicy
    private var indices: [Key: Int] = [:]
    private var plans: [Plan] = []

    init(registry: ProviderRegistry, policy: UnknownPolicy) {
      self.registry = registry
      self.policy = policy
    }

    subscript(_ index: Int) -> Plan { plans[index] }

    mutating func plan(for request: SectionRequest, at position: Int) -> Int {
      let key = Key(blockCode: request.blockCode, showType: request.showType)
      if let index = indices[key] {
        plans[index].requestCount += 1
        return index
      }
      let all = registry.candidates(blockCode: key.blockCode, showType: key.showType)
      var plan = Plan(
        candidates: all, claimsCode: registry.owner(of: .blockCode(key.blockCode)) != nil,
        claimsShowType: !key.showType.isEmpty && registry.owner(of: .showType(key.showType)) != nil,
        firstRequest: position, requestCount: 1)
      if plan.isUnclaimed, policy != .generic { plan.candidates = [] }
      indices[key] = plans.count
      plans.append(plan)
      return plans.count - 1
    }
  }

  /// Where one block stands on the ladder.
  struct Attempt {
    var plan: Int
    /// Index into the plan's candidates.
    var step = 0
    /// Of the providers that were asked and did not draw, in order.
    var refusals: [Diagnostic] = []

    init(plan: Int) { self.plan = plan }

    func candidate(in plans: Plans) -> ProviderRegistry.Candidate? {
      let candidates = plans[plan].candidates
      return step < candidates.count ? candidates[step] : nil
    }
  }
}

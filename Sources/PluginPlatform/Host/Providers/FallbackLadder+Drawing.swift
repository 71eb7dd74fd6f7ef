package import LayoutCore
internal import Support

extension FallbackLadder {
  /// The way in which a block was drawn, for diagnostics.
  enum Source: Hashable {
    case provider(String)
    case placeholder
    case skipped

    /// - Parameter isSeveral: Whether the note is about several blocks.
    func note(isSeveral: Bool = false) -> String {
      let sections = isSeveral ? "the sections are" : "the section is"
      return switch self {
      case .provider(let identity): "\(sections) drawn by `\(identity)`"
      case .placeholder: "\(sections) drawn as \(isSeveral ? "placeholders" : "a placeholder")"
      case .skipped: isSeveral ? "the blocks are skipped" : "the block is skipped"
      }
    }
  }

  /// Returns a block's section or placeholder, with the diagnostics of all providers tried.
  /// - Parameter drawn: The section of the current candidate; `nil` if no provider drew the block.
  func drawing(
    _ drawn: Section?, warnings: [Diagnostic] = [], of attempt: Attempt
  ) -> Drawing {
    var section = drawn
    var source = Source.placeholder
    if let candidate = attempt.candidate {
      source = .provider(registry.plugins[candidate.reference.plugin].identity)
      switch candidate.step {
      case .showType: section?.fallback = .init(step: .showType, reason: attempt.reason)
      case .wildcard where !attempt.plan.isSettled:
        section?.fallback = .init(step: .generic, reason: attempt.reason)
      case .blockCode, .wildcard: section?.fallback = nil
      }
    } else if attempt.plan.isUnclaimed, unknown == .skip {
      source = .skipped
    } else {
      section = placeholder(
        for: attempt.request, reason: attempt.reason, isLost: attempt.isLost)
    }
    var found = attempt.refusals
    for index in found.indices { found[index].notes.append(source.note()) }
    found += warnings
    // The page reports an unknown block code once, but every section with that block code lists the
    // code of the diagnostic.
    let unknownCode = attempt.plan.isUnknown ? [codeOfUnknown(attempt.plan)] : []
    section?.diagnosticCodes = Set((found.map(\.code) + unknownCode).map(\.rawValue)).sorted()
    return Drawing(section: section, findings: found, source: source)
  }

  /// Returns a section of one grey row with code and reason, at the feed layout's `placement`.
  package func placeholder(
    for request: SectionRequest, reason: String, isLost: Bool
  ) -> Section {
    // The feed gives the hint, which can be any number.
    let hint = (isLost ? request.lastHeight : nil) ?? request.heightHint ?? .nan
    let height = (0...Self.tallestPlaceholder).contains(hint) ? hint : placeholderHeight
    var section = Section(
      blockCode: request.blockCode, provider: .init(id: "placeholder", version: "1.0.0"))
    section.fallback = .init(step: .placeholder, reason: reason)
    if let placement = request.layoutOverride.placement { section.placement = placement }

    var content = NodeContent()
    content.label = section.arena.addText(
      "\(shown(request.blockCode)): \(shown(reason, limit: 240))".utf8)
    content.source = request.block.index
    var style = Style()
    style.height = .points(Float(height))
    section.rows = [
      .init(node: section.arena.begin(.placeholder, style: style, content: content), height: height)
    ]
    section.arena.end()
    return section
  }

  /// The maximum height of a placeholder, in points. Real sections are not as high.
  private static var tallestPlaceholder: Double { 100_000 }
}

extension FallbackLadder.Attempt {
  fileprivate var reason: String {
    var reasons: [String] = []
    if plan.isUnknown {
      reasons.append(
        plan.claimsShowType || request.showType.isEmpty
          ? "no provider for the code" : "no provider for the code or its showType")
    }
    reasons += refusals.map { refusal in
      // A message about an invalid result does not name the provider, so the name is added here.
      let isAboutResult = refusal.code == .invalidResult || refusal.code == .limitExceeded
      return isAboutResult
        ? "\(refusal.plugin ?? "a provider"): \(refusal.message)" : refusal.message
    }
    return reasons.joined(separator: "; ")
  }
}

internal import CSectionABI
internal import Support
internal import FeedDocument
internal import PluginCalls

/// Turns the result of one provider call into an outcome with diagnostics, both for a replayed
/// transcript and for a call in this process.
struct CallOutcome {
  let plugin: PluginDescriptor
  let request: SectionRequest
  /// The state that the call left.
  let context: UnsafeMutablePointer<HostContext>

  func outcome(of stop: ProviderCall.Stop) -> SectionOutcome {
    switch stop {
    case .declined(let report):
      return .declined(
        diagnostic(
          .providerDeclined, .warning, "declined", report ?? fallbackReport("it gave no reason")))
    case .failed(let call, let report):
      return .failed(
        diagnostic(
          .providerFailed, .error, "failed",
          report ?? fallbackReport("\(call.name) returned SE_FAILED and gave no reason")))
    case .violation(let violation):
      return .lost(
        Diagnostic(
          violation.isLimit ? .limitExceeded : .invalidResult, .error, violation.message,
          at: request.blockCodeValue.location, label: "drawn by `\(plugin.identity)`",
          notes: ["what `\(plugin.identity)` made of the block is discarded"],
          helps: ["tell its author; `sectionengine plugin list` names the file"],
          blockCode: request.blockCode, plugin: plugin.identity))
    }
  }

  /// Returns the provider's warnings. Diagnostics are made last, so that a callback is cheap.
  func warnings() -> [Diagnostic] {
    var result = context.pointee.warnings.map { report in
      diagnostic(.providerWarning, .warning, "warns", report)
    }
    if context.pointee.droppedWarnings > 0, let last = result.indices.last {
      result[last].notes.append(
        "\(context.pointee.droppedWarnings) more warnings of this section are not shown")
    }
    return result
  }

  private func fallbackReport(_ message: String) -> HostContext.Report {
    HostContext.Report(place: request.block.index, path: "", message: message)
  }

  private func diagnostic(
    _ code: DiagnosticCode, _ severity: Diagnostic.Severity, _ verb: String,
    _ report: HostContext.Report
  ) -> Diagnostic {
    let message = report.message.isEmpty ? "it gave no reason" : report.message
    let whole = "provider `\(plugin.id)` \(verb): \(shown(message, limit: 200))"
    // "warning[SE3003]: " takes 17 of 80 columns.
    let isShort = whole.unicodeScalars.count <= 62
    return Diagnostic(
      code, severity, isShort ? whole : "provider `\(plugin.id)` \(verb)", at: location(report),
      label: isShort ? nil : shown(message, limit: 200), blockCode: request.blockCode,
      plugin: plugin.identity)
  }

  /// Returns the location of the value that a report is about. If it does not exist, the location
  /// is that of the nearest existing parent, with the path of the missing value.
  private func location(_ report: HostContext.Report) -> SourceLocation {
    let isSetting = report.place & HostContext.settingsBit != 0
    let place = report.place & ~HostContext.settingsBit
    let source = isSetting ? request.settings.document : request.block.document
    let index = source.tape.kind(place) == .missing ? nil : place
    let document = index == nil ? request.block.document : source
    let base = FeedValue(document: document, index: index ?? request.block.index)
    guard !report.path.isEmpty else { return base.location }

    var path = report.path[...]
    while !path.isEmpty {
      if let value = document.value(atPath: String(path), from: base.index), value.exists {
        guard path.count < report.path.count else { return value.location }
        var location = value.location
        location.path += shown(String(report.path[path.endIndex...]), limit: 200)
        return location
      }
      guard let cut = path.lastIndex(where: { $0 == "." || $0 == "[" }) else { break }
      path = path[..<cut]
    }
    var location = base.location
    let separator = report.path.hasPrefix("[") || report.path.hasPrefix(".") ? "" : "."
    location.path += separator + shown(report.path, limit: 200)
    return location
  }
}

extension HostCalls {
  func outcome(
    of plugin: PluginDescriptor, _ provider: se_provider, for request: SectionRequest
  ) -> SectionOutcome {
    explainedOutcome(of: plugin, provider, for: request).outcome
  }

  /// Also returns whether the plugin gave a reason, if there is no section.
  func explainedOutcome(
    of plugin: PluginDescriptor, _ provider: se_provider, for request: SectionRequest
  ) -> (outcome: SectionOutcome, hasReason: Bool) {
    // The documents live as long as the request, which outlives the call.
    let call = ProviderCall(
      plugin: .init(id: plugin.id, version: plugin.version), provider: provider, host: host,
      context: context, request: BlockRequest(request))
    var result: CallOutcome { CallOutcome(plugin: plugin, request: request, context: context) }
    do {
      let section = try call.section()
      let hasWarnings = !context.pointee.warnings.isEmpty
      return (.section(section, warnings: hasWarnings ? result.warnings() : []), true)
    } catch {
      return (result.outcome(of: error), error.hasReason)
    }
  }
}

extension BlockRequest {
  init(_ request: SectionRequest) {
    self.init(
      feed: request.block.document.tape, block: request.block.index,
      settings: request.settings.document.tape, settingsValue: request.settings.index,
      blockCode: request.blockCode, showType: request.showType, environment: request.environment,
      layoutOverride: request.layoutOverride)
  }
}

extension ProviderCall.Stop {
  /// Whether the plugin gave a reason. A violation needs none.
  var hasReason: Bool {
    switch self {
    case .declined(let report), .failed(_, let report): report?.message.isEmpty == false
    case .violation: true
    }
  }
}

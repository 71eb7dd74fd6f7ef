internal import CSectionABI
internal import FeedDocument
internal import PluginCalls

/// Makes the outcome and the diagnostics of a section that a plugin draws in any process.
struct SectionFindings {
  let plugin: PluginDescriptor
  let request: SectionRequest

  func outcome(of stop: ProviderCall.Stop) -> SectionOutcome {
    switch stop {
    case .declined(let report):
      return .declined(diagnostic(.providerDeclined, .warning, "declined", report))
    case .failed(let call, let report):
      return .failed(
        diagnostic(
          .providerFailed, .error, "failed", report,
          otherwise: "\(call.name) returned SE_FAILED and gave no reason"))
    case .violation(let violation):
      return .lost(
        diagnostic(
          violation.isLimit ? .limitExceeded : .invalidResult, violation.message,
          notes: ["what `\(plugin.identity)` made of the block is discarded"],
          helps: [
            plugin.origin == .linked
              ? "correct its type in the program"
              : "tell its author; `sectionengine plugin list` names the file"
          ]))
    }
  }

  /// Returns the warnings of a call as diagnostics. Making them after the call keeps `warn` fast.
  func warnings(_ context: HostTable.Context) -> [Diagnostic] {
    var result = context.pointee.warnings.map { report in
      guard report.isContent else { return diagnostic(.providerWarning, .warning, "warns", report) }
      var ignored = diagnostic(
        .contentIgnored, .warning, "describes its content wrongly", report)
      if report.isLimit { ignored.notes.append("it exceeds a limit of the contract") }
      return ignored
    }
    if context.pointee.droppedWarnings > 0, let last = result.indices.last {
      result[last].notes.append(
        "\(context.pointee.droppedWarnings) more warnings of this section are not shown")
    }
    return result
  }

  /// - Parameter otherwise: The message if `report` is `nil`.
  private func diagnostic(
    _ code: DiagnosticCode, _ severity: Diagnostic.Severity, _ verb: String,
    _ report: HostContext.Report?, otherwise: String = "it gave no reason"
  ) -> Diagnostic {
    let message = report.map { $0.message.isEmpty ? "it gave no reason" : $0.message } ?? otherwise
    let whole = "provider `\(plugin.id)` \(verb): \(shown(message, limit: 200))"
    // A line has 80 columns, and "warning[SE3003]: " takes 17 of them.
    let isShort = whole.unicodeScalars.count <= 62
    return Diagnostic(
      code, severity, isShort ? whole : "provider `\(plugin.id)` \(verb)",
      at: report.map(location) ?? request.block.location,
      label: isShort ? nil : shown(message, limit: 200), blockCode: request.blockCode,
      plugin: plugin.identity)
  }

  /// Returns the location of the value that a report is about, or of its closest existing ancestor.
  private func location(_ report: HostContext.Report) -> SourceLocation {
    let isSetting = report.place & HostContext.settingsBit != 0
    let place = report.place & ~HostContext.settingsBit
    let source = isSetting ? request.settings.document : request.block.document
    let index = source.tape.kind(place) == .missing ? nil : place
    let document = index == nil ? request.block.document : source
    let base = FeedValue(document: document, index: index ?? request.block.index)
    // Returns the value at a path from `base`; an empty path is `base` itself.
    func value(_ path: Substring) -> FeedValue? {
      document.value(atPath: String(path), from: base.index).flatMap { $0.exists ? $0 : nil }
    }
    var path = report.path[...]
    while !path.isEmpty, value(path) == nil {
      path = path[..<(path.lastIndex { $0 == "." || $0 == "[" } ?? path.startIndex)]
    }
    var location = (value(path) ?? base).location
    let rest = report.path[path.endIndex...]
    guard let first = rest.first else { return location }
    location.path += (first == "[" || first == "." ? "" : ".") + shown(String(rest), limit: 200)
    return location
  }

  /// Returns the warnings about settings without effect, of the plugin and of the feed layout.
  func ignoredSettings(of section: Section) -> [Diagnostic] {
    func warning(_ settings: [Section.Setting], _ message: String, _ label: String) -> Diagnostic? {
      guard !settings.isEmpty else { return nil }
      return Diagnostic(
        .unusedSetting, .warning, message, at: request.blockCodeValue.location, label: label,
        helps: settings.map(\.advice), blockCode: request.blockCode, plugin: plugin.identity)
    }
    let (own, other) = (section.ignoredSettings, section.ignoredOverrides)
    func named(_ settings: [Section.Setting], _ start: String) -> String {
      listed(settings.map { "`\(start)\($0.rawValue)`" }, atMost: 1)
    }
    return [
      warning(
        own, "the provider sets \(named(own, "")), without effect",
        "drawn by `\(plugin.identity)`"),
      warning(
        other, "\(named(other, "layout.")): no effect on this section",
        "its kind is `\(section.layout.word)`"),
    ].compactMap(\.self)
  }

  func diagnostic(
    _ code: DiagnosticCode, _ message: String, notes: [String] = [], helps: [String] = []
  ) -> Diagnostic {
    Diagnostic(
      code, .error, message, at: request.blockCodeValue.location,
      label: "drawn by `\(plugin.identity)`", notes: notes, helps: helps,
      blockCode: request.blockCode, plugin: plugin.identity)
  }

  /// Returns the diagnostic for a section that is lost because its plugin failed in this section or
  /// earlier, no worker could run, or the page's memory limit was reached.
  func diagnostic(of loss: DrawingFailure) -> Diagnostic {
    let message = "plugin `\(plugin.id)` \(loss.cause)"
    if let limit = loss.limit {
      return diagnostic(
        limit, message, notes: ["sections before this one are drawn"],
        helps: [
          limit == .pageTimeExceeded
            ? "`--page-time SECONDS` changes the limit, 0 removes it"
            : "draw less in one section, or fewer blocks in one feed"
        ])
    }
    if loss.isWorkers {
      return diagnostic(
        .workerFailed, message,
        notes: ["no plugin from outside the installation can draw without a worker"],
        helps: ["`sectionengine doctor` lists what is missing"])
    }
    var lost = diagnostic(.pluginBroke, message, notes: loss.notes)
    lost.trace = loss.trace
    if loss.isForgiven {
      lost.notes.append("it is called again for the next feed")
      lost.helps.append("mend \(plugin.path)")
    } else {
      lost.notes.append("it is quarantined: it is not run again until its file changes")
      lost.helps.append(
        "mend \(plugin.path), or try it again after "
          + "`sectionengine plugin untrust \(shellWord(plugin.path))`")
    }
    return lost
  }

  func sideEffects(of result: WorkerProcess.Result) -> [Diagnostic] {
    result.log.diagnostics(
      of: "plugin `\(plugin.id)`", plugin: plugin.identity,
      note: "the section is drawn; what was denied had no effect"
    ).map { diagnostic in
      var diagnostic = diagnostic
      diagnostic.blockCode = request.blockCode
      guard diagnostic.code == .deniedCall else { return diagnostic }
      diagnostic.location = request.blockCodeValue.location
      diagnostic.label = "drawn by `\(plugin.identity)`"
      return diagnostic
    }
  }
}

extension Section.Setting {
  /// The help for a setting without effect, such as "`columns` belongs to grid, waterfall".
  fileprivate var advice: String {
    "`\(rawValue)` belongs to \(listed(layouts.map(\.word), atMost: 8)): choose one, or leave it out"
  }
}

extension HostCalls {
  /// Draws a section, or replays it if `provider` reads a transcript. `hasReason` is false if the
  /// outcome is no section and the plugin gave no reason.
  func outcome(
    of plugin: PluginDescriptor, _ provider: se_provider, rows: se_rows?,
    for request: SectionRequest
  ) -> (outcome: SectionOutcome, hasReason: Bool) {
    // The tapes, which are parts of the documents, stay valid: the request keeps the documents.
    let call = ProviderCall(
      plugin: .init(id: plugin.id, version: plugin.version), provider: provider, rows: rows,
      calls: self,
      request: request.accessible(
        feed: request.block.document.tape, settings: request.settings.document.tape),
      layoutOverride: request.layoutOverride, earlier: request.earlier)
    var findings: SectionFindings { SectionFindings(plugin: plugin, request: request) }
    do {
      let section = try call.section()
      var warnings = context.pointee.warnings.isEmpty ? [] : findings.warnings(context)
      if !section.ignoredSettings.isEmpty || !section.ignoredOverrides.isEmpty {
        warnings += findings.ignoredSettings(of: section)
      }
      return (.section(section, warnings: warnings), true)
    } catch {
      return (findings.outcome(of: error), !error.reason.isEmpty)
    }
  }

  /// Makes a section from a worker's transcript, with all checks; `nil` for a broken transcript.
  func outcome(
    of plugin: LoadedPlugin, _ provider: Int, for request: SectionRequest,
    from result: WorkerProcess.Result
  ) -> (outcome: SectionOutcome, hasReason: Bool)? {
    guard !result.isTooLarge else {
      let message = "the plugin's output for the section takes more than 120 MB"
      let findings = SectionFindings(plugin: plugin.descriptor, request: request)
      return (.lost(findings.diagnostic(.limitExceeded, message)), true)
    }
    return result.replayed { reader in
      outcome(
        of: plugin.descriptor, plugin.table.providers[provider].reading(reader),
        rows: plugin.table.rows, for: request)
    }
  }
}

extension WorkerProcess.Result {
  func replayed<T>(_ body: (TranscriptReader) -> T) -> T? {
    bytes.withUnsafeBytes { bytes in
      let reader = TranscriptReader(bytes)
      let result = withExtendedLifetime(reader) { body(reader) }
      return reader.isBroken ? nil : result
    }
  }
}

extension SectionRequest {
  func accessible<Document>(feed: Document, settings: Document) -> BlockRequest<Document> {
    BlockRequest(
      feed: feed, block: block.index, settings: settings, settingsValue: self.settings.index,
      blockCode: blockCode, showType: showType, environment: environment,
      kept: earlier.map(KeptRows.init))
  }
}

internal import PluginCalls

extension ExaminedWorker {
  /// The result of one call of a renderer.
  package enum Page: Sendable {
    /// The output, valid UTF-8.
    case written([UInt8])
    /// The renderer's reason; empty if it gave none.
    case failed(reason: String)
    /// The output violates the contract or exceeds a limit.
    case lost(reason: String, isLimit: Bool)
    /// The worker ended.
    case ended(End)
  }

  /// Writes a page with a renderer. Layout and options are two documents.
  package func write(
    _ page: PageRequest, renderer: Int
  ) -> (page: Page, effects: SideEffects) {
    guard worker.isAlive,
      let round = worker.write(
        page, renderer: renderer, within: .init(pool.isolation.pageTime))
    else {
      return (.failed(reason: "there is no memory to share the page with"), SideEffects())
    }
    guard let result = round.results.first else {
      let end = ended(round.end ?? .silence(.clock(pool.isolation.pageTime)), of: round)
      return (.ended(end), end.effects)
    }
    return (self.page(page, renderer, result), result.effects)
  }

  private func page(
    _ page: PageRequest, _ renderer: Int, _ result: WorkerProcess.Result
  ) -> Page {
    guard let loaded, loaded.table.renderers.indices.contains(renderer) else {
      return .failed(reason: "it was not loaded")
    }
    guard !result.isTooLarge else { return .lost(reason: "the output is too large", isLimit: true) }
    return result.bytes.withUnsafeBytes { bytes in
      let reader = TranscriptReader(bytes)
      let outcome = withExtendedLifetime(reader) { () -> Page in
        let call = RendererCall(
          renderer: loaded.table.renderers[renderer].reading(reader), host: calls.host,
          context: calls.context)
        do throws(ProviderCall.Stop) {
          return .written(
            try call.output(layout: page.layout.tape, options: page.options.tape))
        } catch {
          switch error {
          case .violation(let violation):
            return .lost(reason: violation.message, isLimit: violation.isLimit)
          case .failed(_, let report), .declined(let report):
            return .failed(reason: report?.message ?? "")
          }
        }
      }
      return reader.isBroken ? .lost(reason: WorkerEnd.meddling.cause, isLimit: false) : outcome
    }
  }
}

internal import PluginCalls
package import Providers

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
  ) -> (page: Page, remarks: Remarks) {
    var remarks = Remarks()
    guard worker.isAlive,
      let round = worker.write(
        page, renderer: renderer, within: .init(pool.isolation.pageTime))
    else {
      return (.failed(reason: "there is no memory to share the page with"), remarks)
    }
    guard let result = round.results.first else {
      remarks.printed = round.lastWords
      remarks.denials = round.lastDenials.map(\.words)
      remarks.trace = pool.trace(of: plugin, round)
      let end = round.end ?? .silence(.clock(pool.isolation.pageTime))
      return (
        .ended(
          End(
            cause: end.cause, isSilence: end.isSilence, hasBegun: round.hasBegun, remarks: remarks)
        ), remarks
      )
    }
    remarks.add(result)
    return (self.page(page, renderer, result), remarks)
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
          renderer: loaded.table.renderers[renderer].reading(reader), host: desk.host,
          context: desk.context)
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

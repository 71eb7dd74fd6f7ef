internal import CPreviewABI
internal import Support
internal import Glibc
internal import PluginCalls
internal import PluginHost
internal import Synchronization

/// The opened library of the HTTP server, with a server that listens on loopback.
final class PreviewServer: Sendable {
  typealias Handler = @Sendable (PreviewRequest) -> PreviewReply

  // Invariant: the table lives as long as the process, the server until it is stopped, and both can
  // be called on any thread.
  private nonisolated(unsafe) let table: UnsafePointer<se_preview_server>
  private nonisolated(unsafe) let server: UnsafeMutableRawPointer
  /// The port that it listens on.
  let port: Int

  private final class Context: Sendable {
    /// Wraps the function, because a function that is stored in a generic type directly is wrapped
    /// once more with each access.
    struct Answering: Sendable { let handler: Handler }
    /// `nil` until the port is known.
    let answering = Mutex<Answering?>(nil)
  }
  private let context: Context

  /// - Parameters:
  ///   - port: The port to listen on; 0 for any free one.
  ///   - handler: Creates the handler for the actual port. The handler is called on many threads at once.
  init(library: String, port: UInt16, handler: (Int) -> Handler) throws {
    table = try Self.table(of: library)
    var limits = se_preview_limits(
      connections: 64, idle_seconds: 10, reply_seconds: 30, header_bytes: 32 << 10,
      body_bytes: 64 << 10)
    context = Context()
    var actual: UInt16 = 0
    var reason: Int32 = 0
    guard
      let server = table.pointee.start(
        "127.0.0.1", port, &limits, Self.answer, Unmanaged.passUnretained(context).toOpaque(),
        &actual,
        &reason)
    else { throw Self.cannotListen(at: port, reason) }
    self.server = server
    self.port = Int(actual)
    let answering = Context.Answering(handler: handler(Int(actual)))
    context.answering.withLock { $0 = answering }
  }

  /// Stops the server. No handler may wait any more.
  func stop() { table.pointee.stop(server) }

  private static func table(of library: String) throws -> UnsafePointer<se_preview_server> {
    let entry: UnsafeMutableRawPointer
    do throws(PluginRefusal) {
      entry = try PluginHost.function(SE_PREVIEW_ENTRY_SYMBOL, ofLibraryAt: library)
    } catch {
      throw unavailable(error)
    }
    // The type of section_preview_entry in preview_server.h.
    typealias Entry = @convention(c) (UInt32) -> UnsafePointer<se_preview_server>?
    guard let table = unsafeBitCast(entry, to: Entry.self)(SE_PREVIEW_ABI) else {
      throw unavailable(nil)
    }
    return table
  }

  private static func unavailable(_ refusal: PluginRefusal?) -> Ending {
    var label = "the program's library for it is of another version"
    var help = "install the program again, and move its folder as a whole"
    if case .missingLibrary(let name) = refusal, name.hasPrefix("libmicrohttpd") {
      label = "\(name) is not installed"
      help =
        "install libmicrohttpd: `apt-get install libmicrohttpd12`, or your system's package of it"
    } else if let refusal {
      label = "the program's library for it \(refusal.reason)"
    }
    return Ending.couldNotRun(
      Diagnostic(
        .previewUnavailable, .error, "the preview server is not available", label: label,
        notes: ["every other command works all the same"], helps: [help]))
  }

  private static func cannotListen(at port: UInt16, _ reason: Int32) -> Ending {
    Ending.couldNotRun(
      Diagnostic(
        .cannotListen, .error, "cannot listen at port \(port)", label: systemReason(reason),
        helps: [
          reason == EADDRINUSE
            ? "take another port: `--port \(port == .max ? port - 1 : port + 1)`, or any free one: `--port 0`"
            : "take any free port: `--port 0`"
        ]))
  }

  /// Answers a request. Called by the server on the connection's thread.
  private static let answer: se_preview_handler = { context, request, respond, reply in
    guard let context, let request = request?.pointee, let respond else { return }
    let handler = Unmanaged<Context>.fromOpaque(context).takeUnretainedValue().answering
      .withLock { $0 }?.handler
    let answer = handler?(PreviewRequest(request)) ?? PreviewSite.starting
    let headers = answer.headers.map { "\($0.name): \($0.value)\n" }.joined()
    answer.body.withUnsafeBufferPointer { body in
      headers.withCString { headers in
        var response = se_preview_response(
          status: UInt32(answer.status), headers: headers, body: body.baseAddress,
          body_length: body.count)
        respond(reply, &response)
      }
    }
  }
}

extension PreviewRequest {
  fileprivate init(_ request: se_preview_request) {
    func text(_ pointer: UnsafePointer<CChar>?) -> String? { pointer.map { String(cString: $0) } }
    self.init(
      method: text(request.method) ?? "", path: text(request.path) ?? "",
      query: text(request.query) ?? "", host: text(request.host),
      hostCount: Int(request.host_count), origin: text(request.origin),
      fetchSite: text(request.fetch_site),
      body: Array(UnsafeBufferPointer(start: request.body, count: request.body_length)),
      isBodyTooLong: request.is_body_too_long != 0)
  }
}

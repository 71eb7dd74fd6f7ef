internal import CPreviewServer
internal import PluginCalls
internal import Support
internal import Glibc
internal import Synchronization

/// A running HTTP server, based on libmicrohttpd.
final class PreviewServer: Sendable {
  typealias Handler = @Sendable (PreviewRequest) -> PreviewReply

  // Any thread can use the server; it is valid until `stop`.
  private nonisolated(unsafe) let server: UnsafeMutableRawPointer
  let port: Int

  private final class Context: Sendable {
    /// A struct, because a function stored in a generic type would be wrapped again at each access.
    struct Answering: Sendable { let handler: Handler }
    /// The handler; `nil` until the port is known.
    let answering = Mutex<Answering?>(nil)
  }
  private let context: Context

  /// - Parameter handler: Returns the request handler for a port; many threads call the handler.
  init(address: String, port: UInt16, handler: (Int) -> Handler) throws {
    do throws(PluginRefusal) { try Self.load() } catch {
      let (label, help) = SystemLibrary.Failure.library(error).words(
        for: "it", needing: "libmicrohttpd", package: "libmicrohttpd12")
      throw ExitError.couldNotRun(
        .previewUnavailable, "the preview server is not available", label: label,
        notes: ["every other command works all the same"], helps: [help])
    }
    var limits = se_preview_limits(
      connections: 64, idle_seconds: 10, reply_seconds: 30, header_bytes: 32 << 10,
      body_bytes: 64 << 10)
    context = Context()
    var actual: UInt16 = 0
    var reason: Int32 = 0
    guard
      let server = se_preview_start(
        address, port, &limits, Self.answer, Unmanaged.passUnretained(context).toOpaque(),
        &actual, &reason)
    else { throw Self.cannotListen(at: address, port, reason) }
    self.server = server
    self.port = Int(actual)
    let answering = Context.Answering(handler: handler(Int(actual)))
    context.answering.withLock { $0 = answering }
  }

  /// Stops the server. All waiting handlers must have been woken before.
  func stop() { se_preview_stop(server) }

  /// Opens libmicrohttpd. Throws if it is missing or unsuitable.
  static func load() throws(PluginRefusal) {
    try SystemLibrary.load("libmicrohttpd.so.12") { se_preview_load($0) }
  }

  private static func cannotListen(
    at address: String, _ port: UInt16, _ reason: Int32
  ) -> ExitError {
    let help =
      switch reason {
      case EADDRINUSE:
        "take another port: `--port \(port == .max ? port - 1 : port + 1)`, or any free one: `--port 0`"
      case EADDRNOTAVAIL, EAFNOSUPPORT:
        "take an address of this machine, or all of them: `--listen 0.0.0.0`"
      default: "take any free port: `--port 0`"
      }
    let place = address == ServedAddress.loopback ? "" : " of \(address)"
    return ExitError.couldNotRun(
      .cannotListen, "cannot listen at port \(port)\(place)", label: systemReason(reason),
      helps: [help])
  }

  /// Answers a request. The server calls it on the connection's thread.
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
      fetchSite: text(request.fetch_site), cookie: text(request.cookie),
      body: Array(UnsafeBufferPointer(start: request.body, count: request.body_length)),
      isBodyTooLong: request.is_body_too_long != 0)
  }
}

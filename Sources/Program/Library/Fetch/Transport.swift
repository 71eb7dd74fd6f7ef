internal import CFetchABI
internal import FeedDocument
internal import Feeds
internal import PluginCalls
internal import PluginHost

/// The opened library of the fetcher, with a client.
final class Transport: Sendable {
  // Invariant: the table lives as long as the process, and the client as long as this object; every
  // function of the table can be called on any thread.
  private nonisolated(unsafe) let table: UnsafePointer<se_fetcher>
  private nonisolated(unsafe) let client: UnsafeMutableRawPointer

  enum Unavailable: Error, Sendable, Hashable {
    case library(PluginRefusal)
    /// The library is of another version than this program.
    case otherContract
    case noMemory
  }

  /// Why no reply arrived: the outcomes of the contract, which are finer than a source's failures.
  enum Cause: Sendable, Hashable {
    case timeout, hostNotFound, cannotConnect, offline, insecure, bodyTooLarge, headerTooLarge
    case badRedirect, tooManyRedirects, badEncoding, interrupted

    var failure: SourceFailure.NetworkFailure {
      switch self {
      case .timeout: .timeout
      case .hostNotFound: .hostNotFound
      case .cannotConnect: .cannotConnect
      case .offline: .offline
      case .insecure: .insecure
      case .bodyTooLarge, .headerTooLarge: .tooLarge
      case .badRedirect, .tooManyRedirects: .badRedirect
      case .badEncoding: .badEncoding
      case .interrupted: .interrupted
      }
    }
  }

  /// The result of a transfer.
  struct Response: Sendable {
    enum Outcome: Sendable, Hashable {
      /// A complete response with any HTTP status.
      case status(Int)
      /// No usable response arrived; `detail` is libcurl's message, if there is one.
      case network(Cause, detail: String?)
      case cancelled
    }

    var outcome: Outcome
    var body: PaddedBytes
    var etag: String?
    var lastModified: String?
    var mayBeStored: Bool
  }

  /// Opens the library at a path. Takes 8 ms, mostly in libcurl.
  init(library path: String) throws(Unavailable) {
    let entry: UnsafeMutableRawPointer
    do throws(PluginRefusal) {
      entry = try PluginHost.function(SE_FETCH_ENTRY_SYMBOL, ofLibraryAt: path)
    } catch {
      throw .library(error)
    }
    // The type of section_fetcher_entry in fetcher.h.
    typealias Entry = @convention(c) (UInt32) -> UnsafePointer<se_fetcher>?
    guard let table = unsafeBitCast(entry, to: Entry.self)(SE_FETCH_ABI),
      table.pointee.abi == SE_FETCH_ABI
    else { throw .otherContract }
    guard let client = table.pointee.open() else { throw .noMemory }
    self.table = table
    self.client = client
  }

  deinit { table.pointee.close(client) }

  private final class Box: Sendable {
    let completion: @Sendable (Response) -> Void
    init(_ completion: @escaping @Sendable (Response) -> Void) { self.completion = completion }
  }

  /// Begins a transfer. The completion is called once, on the fetcher's thread.
  func start(
    _ request: HTTPRequest, limits: FetchLimits,
    completion: @escaping @Sendable (Response) -> Void
  ) -> SourceLoad {
    let box = Unmanaged.passRetained(Box(completion))
    let number = withContract(request, limits: limits) { request in
      table.pointee.start(
        client, request,
        { context, result in
          guard let context, let result else { return }
          Unmanaged<Box>.fromOpaque(context).takeRetainedValue().completion(
            Response(result.pointee))
        }, box.toOpaque())
    }
    return SourceLoad { [self] in table.pointee.cancel(client, number) }
  }

  /// Calls `body` with the request as a C value, valid during the call.
  private func withContract(
    _ request: HTTPRequest, limits: FetchLimits,
    _ body: (UnsafePointer<se_fetch_request>) -> UInt64
  ) -> UInt64 {
    var strings = CStrings()
    defer { strings.free() }
    let headers = request.headers.map { header in
      se_fetch_header(
        name: strings.copy(header.name), value: strings.copy(header.value),
        is_secret: header.isSecret ? 1 : 0)
    }
    let form = Array(request.form.utf8)
    return headers.withUnsafeBufferPointer { headers in
      form.withUnsafeBufferPointer { form in
        var contract = se_fetch_request(
          url: strings.copy(request.url.text), method: strings.copy(request.method.rawValue),
          headers: headers.baseAddress, header_count: headers.count, body: form.baseAddress,
          body_length: form.count, limits: limits.contract)
        return body(&contract)
      }
    }
  }
}

extension Transport.Response {
  init(_ result: se_fetch_result) {
    func text(_ pointer: UnsafePointer<CChar>?) -> String? { pointer.map { String(cString: $0) } }
    let detail = text(result.detail)
    outcome =
      switch result.outcome {
      case SE_FETCH_RESPONSE: .status(Int(result.status))
      case SE_FETCH_CANCELLED: .cancelled
      default: .network(Self.cause(result.outcome), detail: detail)
      }
    body = PaddedBytes(UnsafeBufferPointer(start: result.body, count: result.body_length))
    etag = text(result.etag)
    lastModified = text(result.last_modified)
    mayBeStored = result.is_not_to_be_stored == 0
  }

  private static func cause(_ outcome: se_fetch_outcome) -> Transport.Cause {
    switch outcome {
    case SE_FETCH_TIMEOUT: .timeout
    case SE_FETCH_HOST_NOT_FOUND: .hostNotFound
    case SE_FETCH_CANNOT_CONNECT: .cannotConnect
    case SE_FETCH_OFFLINE: .offline
    case SE_FETCH_INSECURE: .insecure
    case SE_FETCH_BODY_TOO_LARGE: .bodyTooLarge
    case SE_FETCH_HEADER_TOO_LARGE: .headerTooLarge
    case SE_FETCH_BAD_REDIRECT: .badRedirect
    case SE_FETCH_TOO_MANY_REDIRECTS: .tooManyRedirects
    case SE_FETCH_BAD_ENCODING: .badEncoding
    default: .interrupted
    }
  }
}

/// C strings that are freed together.
private struct CStrings {
  private var all: [UnsafeMutablePointer<CChar>] = []

  mutating func copy(_ text: String) -> UnsafePointer<CChar> {
    let bytes = text.utf8CString
    let copy = UnsafeMutablePointer<CChar>.allocate(capacity: bytes.count)
    for (index, byte) in bytes.enumerated() { (copy + index).initialize(to: byte) }
    all.append(copy)
    return UnsafePointer(copy)
  }

  func free() {
    for pointer in all { pointer.deallocate() }
  }
}

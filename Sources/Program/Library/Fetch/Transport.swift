internal import CFetchABI
internal import SectionEngine
internal import Glibc

/// The opened library of the fetcher, with a client.
final class Transport: Sendable {
  // Invariant: the table lives as long as the process, and the client as long as this object; every
  // function of the table can be called on any thread.
  private nonisolated(unsafe) let table: UnsafePointer<se_fetcher>
  private nonisolated(unsafe) let client: UnsafeMutableRawPointer

  /// Why no reply arrived, by the contract's numbers; finer than the failures of a source.
  enum Cause: se_fetch_outcome {
    case timeout = 1
    case hostNotFound, cannotConnect, offline, insecure, bodyTooLarge, headerTooLarge
    case badRedirect, tooManyRedirects, badEncoding, interrupted
    case refused = 13

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
      case .interrupted, .refused: .interrupted
      }
    }
  }

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
  init(library path: String) throws(ProgramLibrary.Failure) {
    table = try ProgramLibrary.table(
      SE_FETCH_ENTRY_SYMBOL, ofLibraryAt: path, version: SE_FETCH_ABI)
    guard table.pointee.abi == SE_FETCH_ABI else { throw .otherContract }
    guard let client = table.pointee.open() else { throw .noMemory }
    self.client = client
  }

  deinit { table.pointee.close(client) }

  private final class Box: Sendable {
    let completion: @Sendable (Response) -> Void
    init(_ completion: @escaping @Sendable (Response) -> Void) { self.completion = completion }
  }

  /// Begins a transfer. The completion is called once, on the fetcher's thread.
  /// - Parameter hosts: If set, only these hosts are asked, with https, and only if their addresses
  ///   are public.
  func start(
    _ request: HTTPRequest, limits: FetchLimits, onlyHosts hosts: [String]? = nil,
    completion: @escaping @Sendable (Response) -> Void
  ) -> SourceLoad {
    let box = Unmanaged.passRetained(Box(completion))
    // Valid during the call.
    var strings: [UnsafeMutablePointer<CChar>?] = []
    defer { for string in strings { free(string) } }
    func copy(_ text: String) -> UnsafePointer<CChar>? {
      strings.append(strdup(text))
      return UnsafePointer(strings[strings.count - 1])
    }
    let headers = request.headers.map { header in
      se_fetch_header(
        name: copy(header.name), value: copy(header.value), is_secret: header.isSecret ? 1 : 0)
    }
    // An empty list would be no guard.
    let names = hosts.map { $0.isEmpty ? [""] : $0 }?.map { copy($0) }
    let form = Array(request.form.utf8)
    let number = headers.withUnsafeBufferPointer { headers in
      form.withUnsafeBufferPointer { form in
        var contract = se_fetch_request(
          url: copy(request.url.text), method: copy(request.method.rawValue),
          headers: headers.baseAddress, header_count: headers.count, body: form.baseAddress,
          body_length: form.count, limits: limits.contract, hosts: nil, host_count: 0)
        return (names ?? []).withUnsafeBufferPointer { names in
          if !names.isEmpty {
            (contract.hosts, contract.host_count) = (names.baseAddress, names.count)
          }
          return start(&contract, box)
        }
      }
    }
    return SourceLoad { [self] in table.pointee.cancel(client, number) }
  }

  private func start(_ request: inout se_fetch_request, _ box: Unmanaged<Box>) -> UInt64 {
    table.pointee.start(
      client, &request,
      { context, result in
        guard let context, let result else { return }
        Unmanaged<Box>.fromOpaque(context).takeRetainedValue().completion(
          Response(result.pointee))
      }, box.toOpaque())
  }
}

extension Transport.Response {
  init(_ result: se_fetch_result) {
    func text(_ pointer: UnsafePointer<CChar>?) -> String? { pointer.map { String(cString: $0) } }
    outcome =
      switch result.outcome {
      case SE_FETCH_RESPONSE: .status(Int(result.status))
      case SE_FETCH_CANCELLED: .cancelled
      case let cause: .network(.init(rawValue: cause) ?? .interrupted, detail: text(result.detail))
      }
    body = PaddedBytes(UnsafeBufferPointer(start: result.body, count: result.body_length))
    etag = text(result.etag)
    lastModified = text(result.last_modified)
    mayBeStored = result.is_not_to_be_stored == 0
  }
}

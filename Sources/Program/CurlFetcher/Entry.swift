internal import CCurl
public import CFetchABI
internal import Glibc

/// Returns the table of the fetcher, or `nil` to a program of another version.
@c @implementation
public func section_fetcher_entry(_ host_abi: UInt32) -> UnsafePointer<se_fetcher>? {
  guard host_abi == SE_FETCH_ABI else { return nil }
  return FetcherTable.pointer
}

private enum FetcherTable {
  /// Lives as long as the process, as the contract requires.
  nonisolated(unsafe) static let pointer: UnsafePointer<se_fetcher>? = {
    // Must be called once per process, before any other call.
    guard curl_global_init(Int(CURL_GLOBAL_DEFAULT)) == CURLE_OK else { return nil }
    let table = UnsafeMutablePointer<se_fetcher>.allocate(capacity: 1)
    table.initialize(
      to: se_fetcher(
        abi: SE_FETCH_ABI, version: curl_version(), open: openClient, start: startTransfer,
        cancel: cancelTransfer, close: closeClient))
    return UnsafePointer(table)
  }()
}

private func openClient() -> UnsafeMutableRawPointer? {
  guard let client = Client(), client.begin() else { return nil }
  return Unmanaged.passRetained(client).toOpaque()
}

private func startTransfer(
  _ client: UnsafeMutableRawPointer?, _ request: UnsafePointer<se_fetch_request>?,
  _ done: se_fetch_done?, _ context: UnsafeMutableRawPointer?
) -> UInt64 {
  guard let client, let request, let done else { return 0 }
  return Unmanaged<Client>.fromOpaque(client).takeUnretainedValue()
    .start(Request(request.pointee), completion: Completion(function: done, context: context))
}

private func cancelTransfer(_ client: UnsafeMutableRawPointer?, _ transfer: UInt64) {
  guard let client else { return }
  Unmanaged<Client>.fromOpaque(client).takeUnretainedValue().cancel(transfer)
}

private func closeClient(_ client: UnsafeMutableRawPointer?) {
  guard let client else { return }
  Unmanaged<Client>.fromOpaque(client).takeRetainedValue().close()
}

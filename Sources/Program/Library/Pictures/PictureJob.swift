internal import SectionEngine

/// Fetches the pictures of a page into a folder; used by `images fetch`.
struct PictureJob {
  let addresses: [String]
  /// The hosts that pictures are fetched from, in lower case.
  let hosts: [String]
  let folder: String

  /// The maximum number of pictures of a page, and of simultaneous requests.
  private static let most = 2_000, atOnce = 8

  func run() throws {
    if let reason = makeFolder(folder) {
      throw ExitError.couldNotRun(
        .pictureProblem, "cannot make the folder `\(shown(folder, limit: 200))`",
        label: reason, helps: ["name a folder that you may write to"])
    }
    let kept = try PictureFolder(folder, isToFill: true)
    var (requests, others) = ([(address: String, request: HTTPRequest)](), 0)
    var faults: [Diagnostic] = []
    for address in addresses where !kept.contains(address) {
      guard let url = Self.url(of: address) else {
        faults.append(Self.fault(address, "it is not an address of the web"))
        continue
      }
      if hosts.contains(url.host.lowercased()), requests.count < Self.most {
        requests.append((address, HTTPRequest(url: url)))
      } else {
        others += 1
      }
    }
    let present = addresses.count { kept.contains($0) }
    let failures = try fetch(requests)
    faults += failures
    var words = [
      "wrote \(counted(requests.count - failures.count, "picture")) to `\(shown(folder, limit: 200))`"
    ]
    if present > 0 { words.append("\(present) were there") }
    if others > 0 { words.append("\(others) of other hosts were not requested") }
    Output.report(faults, color: .auto)
    Output.remark([words.joined(separator: "; ")])
    if !faults.isEmpty { throw ExitError(status: 1, diagnostics: []) }
  }

  /// Returns an address that begins with https, http or "//" as an https URL; otherwise `nil`.
  static func url(of address: String) -> URLReference? {
    guard var url = URLReference(address), [nil, "http", "https"].contains(url.scheme) else {
      return nil
    }
    url.scheme = "https"
    url.fragment = nil
    return url.isHTTP && url.hasReadableHost ? url : nil
  }

  private func fetch(
    _ requests: [(address: String, request: HTTPRequest)]
  ) throws -> [Diagnostic] {
    guard !requests.isEmpty else { return [] }
    let transport: Transport
    do throws(SystemLibrary.Failure) { transport = try Transport() } catch {
      throw ExitError(status: 2, diagnostics: [FetchDiagnostics.unavailable(error)])
    }
    var limits = FetchLimits(timeout: 30)
    (limits.bodyBytes, limits.redirects) = (PictureFolder.longest, 3)
    let arrived = Monitor([(Int, Transport.Response)]())
    var faults: [Diagnostic] = []
    var (next, running) = (0, 0)
    while next < requests.count || running > 0 {
      while running < Self.atOnce, next < requests.count {
        let number = next
        _ = transport.start(requests[number].request, limits: limits, onlyHosts: hosts) { reply in
          arrived.change { $0.append((number, reply)) }
        }
        (next, running) = (next + 1, running + 1)
      }
      let replies = arrived.wait(milliseconds: 60_000) {
        !$0.isEmpty
      } then: { replies in
        defer { replies = [] }
        return replies
      }
      running -= replies.count
      for (number, reply) in replies {
        if let reason = save(reply, of: requests[number].address, limits) {
          faults.append(Self.fault(requests[number].address, reason))
        }
      }
    }
    return faults.sorted { $0.notes.lexicographicallyPrecedes($1.notes) }
  }

  /// Writes a picture to the folder. Returns the reason if it is not written.
  private func save(
    _ reply: Transport.Response, of address: String, _ limits: FetchLimits
  ) -> String? {
    let bytes: [UInt8]
    switch reply {
    case .cancelled: return "the transfer was cancelled"
    case .network(let cause, _): return FetchDiagnostics.reason(cause, limits)
    case .reply(200, let reply): bytes = reply.body
    case .reply(let status, _): return "the server replied with \(status)"
    }
    guard let type = Pictures.type(of: bytes) else {
      return "it is neither PNG, JPEG, GIF nor WebP of at most 100 megapixels"
    }
    let file = "\(PictureFolder.digest(of: address)).\(type.dropFirst("image/".count))"
    do throws(AtomicFile.Failure) {
      _ = try AtomicFile.replace(bytes, at: "\(folder)/\(file)")
      return nil
    } catch {
      return "it cannot be written: \(error.reason)"
    }
  }

  private static func fault(_ address: String, _ reason: String) -> Diagnostic {
    Diagnostic(
      .pictureProblem, .warning, "a picture was not fetched", label: reason,
      notes: [shown(address, limit: 200)],
      helps: ["put the file into the folder by hand: `sectionengine images list` names it"])
  }
}

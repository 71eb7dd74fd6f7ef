import Foundation
import Testing

/// A running `sectionengine serve`, which ends together with the value.
final class ServedProgram {
  let port: UInt16
  /// The query of the printed address, if it has one.
  let query: String?
  private let process = Process()
  private let output = Pipe()
  private let scratch: Scratch

  init(
    _ arguments: [String], in scratch: Scratch, environment: [String: String] = [:],
    opening: String = "http://127.0.0.1:"
  ) throws {
    self.scratch = scratch
    process.executableURL = Program.url
    process.arguments = ["serve", "--port", "0"] + arguments
    process.environment = [
      "PATH": ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin",
      "HOME": scratch.url.path,
    ].merging(environment) { $1 }
    process.currentDirectoryURL = scratch.url
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = output
    try Data().write(to: scratch.file("err"))
    process.standardError = try FileHandle(forWritingTo: scratch.file("err"))
    try process.run()
    var line = Data()
    while !line.contains(UInt8(ascii: "\n")) {
      let next = output.fileHandleForReading.availableData
      if next.isEmpty { break }
      line += next
    }
    // One address per line; the first one is the server's own address.
    let text = String(decoding: line.prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self)
    let parts = text.split(separator: "/?", maxSplits: 1)
    query = parts.count > 1 ? String(parts[1]) : nil
    let address = parts.first.map { $0.hasSuffix("/") ? $0.dropLast() : $0 } ?? ""
    #expect(text.hasPrefix(opening) && (query != nil || text.hasSuffix("/")), "\(text)")
    port = try #require(address.split(separator: ":").last.flatMap { UInt16($0) }, "\(text)")
  }

  deinit {
    if process.isRunning { process.terminate() }
    process.waitUntilExit()
  }

  var errors: String {
    (try? String(contentsOf: scratch.file("err"), encoding: .utf8)) ?? ""
  }

  /// Ends the program with a signal and returns its exit status.
  func end(_ signal: Int32 = SIGTERM) -> Int32 {
    kill(process.processIdentifier, signal)
    process.waitUntilExit()
    return process.terminationReason == .exit ? process.terminationStatus : -1
  }

  // MARK: Requests

  struct Reply {
    var status: Int
    /// The headers, with names in lower case.
    var headers: [String: String]
    var body: String
  }

  /// Sends a request in its own connection and reads the whole reply.
  func ask(
    _ path: String, method: String = "GET", host: String? = nil, headers: [String] = [],
    body: String = ""
  ) throws -> Reply {
    let connection = try Connection(port)
    let host = host ?? "127.0.0.1:\(port)"
    var lines = ["\(method) \(path) HTTP/1.1", "Host: \(host)", "Connection: close"] + headers
    if !body.isEmpty { lines.append("Content-Length: \(body.utf8.count)") }
    try connection.send(lines.joined(separator: "\r\n") + "\r\n\r\n" + body)
    return try Self.reply(try connection.readToEnd())
  }

  static func reply(_ bytes: [UInt8]) throws -> Reply {
    let text = String(decoding: bytes, as: UTF8.self)
    let parts = text.components(separatedBy: "\r\n\r\n")
    let lines = parts[0].components(separatedBy: "\r\n")
    let status = try #require(lines[0].split(separator: " ").dropFirst().first.flatMap { Int($0) })
    var headers: [String: String] = [:]
    for line in lines.dropFirst() {
      guard let colon = line.firstIndex(of: ":") else { continue }
      headers[line[..<colon].lowercased()] =
        line[line.index(after: colon)...].trimmingCharacters(in: .whitespaces)
    }
    return Reply(
      status: status, headers: headers,
      body: parts.dropFirst().joined(separator: "\r\n\r\n"))
  }

  /// A loopback connection, on which the test can send as slowly as it wants.
  final class Connection {
    private let descriptor: Int32

    init(_ port: UInt16) throws {
      descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
      try #require(descriptor >= 0)
      var place = sockaddr_in()
      place.sin_family = sa_family_t(AF_INET)
      place.sin_port = port.bigEndian
      place.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
      let connected = withUnsafePointer(to: place) {
        $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
          connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
        }
      }
      try #require(connected == 0)
    }

    deinit { close(descriptor) }

    func send(_ text: String) throws {
      var bytes = Array(text.utf8)[...]
      while !bytes.isEmpty {
        let count = bytes.withUnsafeBytes {
          Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
        }
        try #require(count > 0)
        bytes = bytes.dropFirst(count)
      }
    }

    func readToEnd() throws -> [UInt8] {
      var result: [UInt8] = []
      var buffer = [UInt8](repeating: 0, count: 1 << 16)
      while true {
        let count = read(descriptor, &buffer, buffer.count)
        if count < 0, errno == EINTR { continue }
        // If the server closes the connection before it has read all bytes, the connection may be
        // reset after the reply.
        guard count > 0 else { return result }
        result += buffer.prefix(count)
      }
    }
  }
}

import Foundation
import Glibc
import TestTools

/// A running `mock-server.py`, which ends with this value, or at the latest with this process.
package final class MockServer: @unchecked Sendable {
  // Invariant: after `init` only `stop` changes the process, and tests call `stop` from one thread.
  private let process = Process()
  private let input = Pipe()
  /// The base URL, such as "http://127.0.0.1:43121".
  package let url: String

  package struct Request: Decodable, Sendable {
    package var method: String
    package var path: String
    package var query: [String: String]
    package var form: [String: String]
    /// The headers by name in lower case.
    package var headers: [String: String]
  }

  private struct Report: Decodable { var requests: [Request] }

  package struct Failure: Error, CustomStringConvertible {
    package var description: String
  }

  private static let script = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .appendingPathComponent("mock-server.py")

  /// Whether a Python interpreter, which runs the server, is installed.
  package static var isAvailable: Bool { Tool.isPresent(Python.program) }

  /// - Parameter arguments: The arguments of `mock-server.py`, such as `["--tls"]`.
  package init(_ arguments: [String] = []) throws {
    let output = Pipe()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = [Python.program, Self.script.path, "--with-parent"] + arguments
    process.standardInput = input
    process.standardOutput = output
    try process.run()
    var line = Data()
    while line.last != 10, let byte = try output.fileHandleForReading.read(upToCount: 1),
      !byte.isEmpty
    {
      line += byte
    }
    url = String(decoding: line.dropLast(), as: UTF8.self)
    guard url.hasPrefix("http") else { throw Failure(description: "the server did not start") }
  }

  deinit { stop() }

  /// Kills the server, so that later connections are refused.
  package func stop() {
    guard process.isRunning else { return }
    // Threads of tests block most signals and their children inherit that, so only SIGKILL ends the
    // server.
    kill(process.processIdentifier, SIGKILL)
    process.waitUntilExit()
  }

  package var port: Int { Int(url.split(separator: ":").last ?? "") ?? 0 }

  /// Sends settings to the server as JSON, such as `{"rules": [{"match": "menus", "status":
  /// 503}]}`.
  package func control(_ json: String) throws {
    let answer = try exchange("POST", json)
    guard answer.hasPrefix("HTTP/1.1 200") else { throw Failure(description: answer) }
  }

  /// Returns all requests since the last reset, in the order of arrival.
  package func requests() throws -> [Request] {
    let answer = try exchange("GET", "")
    guard let start = answer.range(of: "\r\n\r\n") else { throw Failure(description: answer) }
    return try JSONDecoder().decode(Report.self, from: Data(answer[start.upperBound...].utf8))
      .requests
  }

  /// Sends one request over its own connection and returns the reply.
  private func exchange(_ method: String, _ body: String) throws -> String {
    let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    guard descriptor >= 0 else { throw Failure(description: "no socket") }
    defer { close(descriptor) }
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = in_port_t(port).bigEndian
    address.sin_addr.s_addr = in_addr_t(0x7f00_0001).bigEndian
    let status = withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
    guard status == 0 else { throw Failure(description: "the server is gone") }
    let text =
      "\(method) /_control HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n"
      + "Content-Length: \(body.utf8.count)\r\n\r\n\(body)"
    let handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: false)
    try handle.write(contentsOf: Data(text.utf8))
    return String(decoding: try handle.readToEnd() ?? Data(), as: UTF8.self)
  }
}

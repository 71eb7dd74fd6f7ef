import CCurl
import Feeds
import Foundation
import Glibc
import MockServer
import TestConditions
import Testing

@testable import Program

/// Requests for pictures, which are sent only to allowed hosts at public addresses.
@Suite("Guarded requests") struct GuardedFetchTests {
  private static func isPublic(_ text: String) -> Bool {
    var v4 = sockaddr_in()
    var v6 = sockaddr_in6()
    if inet_pton(AF_INET, text, &v4.sin_addr) == 1 {
      v4.sin_family = sa_family_t(AF_INET)
      return withUnsafePointer(to: v4) {
        $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { se_is_public_address($0) }
      }
    }
    guard inet_pton(AF_INET6, text, &v6.sin6_addr) == 1 else { return false }
    v6.sin6_family = sa_family_t(AF_INET6)
    return withUnsafePointer(to: v6) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { se_is_public_address($0) }
    }
  }

  @Test(
    "addresses that are not of the public internet are refused",
    arguments: [
      "0.0.0.0", "10.1.2.3", "100.64.0.1", "100.127.255.255", "127.0.0.1", "127.255.0.9",
      "169.254.169.254", "172.16.0.1", "172.31.255.255", "192.0.0.1", "192.0.2.7", "192.88.99.1",
      "192.168.1.1", "198.18.0.1", "198.19.255.255", "198.51.100.2", "203.0.113.9", "224.0.0.1",
      "240.0.0.1", "255.255.255.255", "::", "::1", "::ffff:127.0.0.1", "::ffff:10.0.0.1",
      "::127.0.0.1", "64:ff9b::a00:1", "64:ff9b:1::1", "fe80::1", "fc00::1", "fd12::1", "ff02::1",
      "2001::1", "2001:db8::1", "2002:a00:1::1", "3fff::1", "4000::1",
    ])
  func special(_ address: String) {
    #expect(!Self.isPublic(address))
  }

  @Test(
    "addresses of the public internet are accepted",
    arguments: [
      "1.1.1.1", "9.255.255.255", "11.0.0.0", "100.63.255.255", "100.128.0.0", "126.1.1.1",
      "128.0.0.1", "172.15.0.1", "172.32.0.1", "192.0.1.1", "192.167.1.1", "198.17.0.1",
      "198.20.0.1", "223.255.255.255", "2600::1", "2001:4860::8888", "2a00::1",
      "::ffff:8.8.8.8", "64:ff9b::808:808",
    ])
  func general(_ address: String) {
    #expect(Self.isPublic(address))
  }

  @Test(
    "a guarded request to another scheme, host or a private address is not sent",
    .needsServer, .timeLimit(.minutes(1)),
    arguments: ["http", "https", "https-localhost", "https-other"])
  func refusal(_ kind: String) async throws {
    let server = try MockServer()
    let base = server.url.replacingOccurrences(of: "http://", with: "")
    let port = base.split(separator: ":").last.map(String.init) ?? ""
    let url =
      switch kind {
      case "http": server.url + "/a.png"
      case "https": "https://\(base)/a.png"
      case "https-localhost": "https://localhost:\(port)/a.png"
      default: "https://other.example/a.png"
      }
    let transport = try Transport()
    let request = HTTPRequest(url: try #require(URLReference(url)))
    let response = await withCheckedContinuation { continuation in
      _ = transport.start(
        request, limits: FetchLimits(timeout: 10), onlyHosts: ["127.0.0.1", "localhost"]
      ) { continuation.resume(returning: $0) }
    }
    guard case .network(.refused, _) = response else {
      Issue.record("\(response)")
      return
    }
    #expect(try server.requests().isEmpty)
  }

  @Test(
    "addresses without a scheme and of http are asked for with https; others are not",
    arguments: [
      ("//img.example.com/a.png", "https://img.example.com/a.png"),
      ("http://img.example.com/a.png#x", "https://img.example.com/a.png"),
      ("https://img.example.com:8443/a", "https://img.example.com:8443/a"), ("a.png", nil),
      ("data:image/png;base64,AA", nil), ("file:///etc/passwd", nil), ("ftp://a/b", nil), ("", nil),
      ("https://", nil), ("图片", nil),
    ])
  func addresses(_ address: String, _ expected: String?) {
    #expect(PictureJob.url(of: address)?.text == expected)
  }
}

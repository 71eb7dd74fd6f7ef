import CSimdJSON
import Foundation
import TestConditions
import Testing

@testable import FeedDocument

/// The files of captured server replies, which are not part of the repository.
private let captures: [URL] = {
  let folder = URL(filePath: #filePath).appending(path: "../../../../shared/data/feeds")
    .standardized
  let files = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)
  return (files?.compactMap { $0 as? URL } ?? []).filter { $0.pathExtension == "json" }
    .sorted { $0.path < $1.path }
}()

@Suite("Captured replies", .needs(captures: "netease"))
struct CaptureTests {
  @Test("captures are read as Foundation reads them", arguments: captures)
  func comparison(file: URL) throws {
    let data = try Data(contentsOf: file)
    let read = FeedDocument.parse(PaddedBytes(data), name: file.lastPathComponent)
    let (parsed, diagnostics) = (read.value, read.diagnostics)
    let document = try #require(parsed, "\(diagnostics.map(\.message))")
    expectSame(
      document.root, try JSONSerialization.jsonObject(with: data, options: .fragmentsAllowed))
    for index in valueIndices(document) where index % 7 == 1 {
      #expect(document.value(atPath: document.path(of: index))?.index == index)
    }
  }

  private func expectSame(_ value: FeedValue, _ expected: Any) {
    switch expected {
    case let object as [String: Any]:
      #expect(value.kind == .object)
      #expect(Set(value.children.map(\.key)) == Set(object.keys))
      for (key, member) in object { expectSame(value[key], member) }
    case let array as [Any]:
      #expect(value.kind == .array)
      #expect(value.count == array.count)
      for (element, expected) in zip(value.children, array) { expectSame(element, expected) }
    case let string as String: #expect(value.string == string)
    case is NSNull: #expect(value.kind == .null)
    case let number as NSNumber:
      if value.kind == .bool {
        #expect(value.bool == number.boolValue)
      } else {
        #expect(value.double == number.doubleValue)
        if let integer = value.int64 { #expect(integer == number.int64Value) }
      }
    default: Issue.record("\(value.path): \(type(of: expected))")
    }
  }
}

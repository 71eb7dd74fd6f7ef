import TestConditions
import Testing

@testable import LayoutCore

@Suite struct TextUTF8Tests {
  private func scalars(_ bytes: [UInt8]) -> [UInt32] {
    bytes.withUnsafeBufferPointer { buffer in
      var result: [UInt32] = []
      var offset = 0
      while offset < buffer.count {
        let scalar = buffer.scalar(at: offset)
        result.append(scalar.value)
        offset += scalar.count
      }
      return result
    }
  }

  private func repaired(_ bytes: [UInt8]) -> [UInt32] {
    String(decoding: bytes, as: UTF8.self).unicodeScalars.map(\.value)
  }

  @Test("every sequence of two bytes decodes as the standard library repairs it")
  func pairs() {
    for first in UInt8.min...UInt8.max {
      for second in UInt8.min...UInt8.max {
        let bytes = [first, second]
        #expect(scalars(bytes) == repaired(bytes), "\(bytes)")
      }
    }
  }

  @Test(
    "every sequence of up to four boundary bytes decodes as the standard library repairs it",
    .exhaustive)
  func boundaries() {
    let bytes: [UInt8] = [
      0x41, 0x7F, 0x80, 0x8F, 0x90, 0x9F, 0xA0, 0xBF, 0xC1, 0xC2, 0xE0, 0xE1, 0xED, 0xEF, 0xF0,
      0xF1, 0xF4, 0xF5, 0xFF,
    ]
    for a in bytes {
      for b in bytes {
        for c in bytes {
          for d in bytes where scalars([a, b, c, d]) != repaired([a, b, c, d]) {
            Issue.record("\([a, b, c, d])")
          }
        }
      }
    }
  }

  @Test("every scalar decodes to itself")
  func allScalars() {
    for value in UInt32(0)...0x10FFFF {
      guard let scalar = Unicode.Scalar(value) else { continue }
      if scalars(Array(String(scalar).utf8)) != [value] { Issue.record("U+\(value)") }
    }
  }

  @Test("an invalid sequence is as wide as U+FFFD")
  func invalidWidth() {
    let bytes: [UInt8] = [0x61, 0xFF, 0xE4, 0xB8, 0x62]
    let metrics = bytes.withUnsafeBufferPointer {
      RecordedTextMeasurer().measure($0, font: Font(size: 10), maxWidth: .infinity, maxLines: 0)
    }
    #expect(metrics == RecordedTextMeasurer().measure("a\u{FFFD}\u{FFFD}b"))
  }
}

internal import CIsolation
internal import FeedDocument
internal import Glibc
internal import PluginCalls

/// The documents of a batch in sealed memory that a worker can read.
final class SharedDocuments: Sendable {
  let file: Int32
  let descriptions: [SharedDocument]
  /// Kept alive, so that no other document gets the same identity.
  private let documents: [FeedDocument]
  private let numbers: [ObjectIdentifier: Int]

  /// - Parameter all: The documents; duplicates are allowed.
  init?(_ all: [FeedDocument]) {
    var documents: [FeedDocument] = []
    var numbers: [ObjectIdentifier: Int] = [:]
    for document in all where numbers[ObjectIdentifier(document)] == nil {
      numbers[ObjectIdentifier(document)] = documents.count
      documents.append(document)
    }
    let file = se_memory_file("sectionengine documents", false)
    guard file >= 0 else { return nil }
    self.documents = documents
    self.numbers = numbers
    self.file = file
    descriptions = documents.map {
      SharedDocument(valueCount: $0.values.count, byteCount: $0.bytes.count)
    }
    for (document, description) in zip(documents, descriptions) {
      guard Self.write(document, padded: description.size, to: file) else { return nil }
    }
    guard se_seal(file, true) == 0 else { return nil }
  }

  deinit { close(file) }

  private static func write(_ document: FeedDocument, padded size: Int, to file: Int32) -> Bool {
    let values = UnsafeRawBufferPointer(document.values)
    let bytes = UnsafeRawBufferPointer(document.bytes)
    let zeros = [UInt8](repeating: 0, count: size - values.count - bytes.count)
    return se_write_all(file, values.baseAddress, values.count) == 0
      && se_write_all(file, bytes.baseAddress, bytes.count) == 0
      && se_write_all(file, zeros, zeros.count) == 0
  }

  func number(of document: FeedDocument) -> Int? { numbers[ObjectIdentifier(document)] }

  /// Returns whether this contains all of the documents.
  func holds(_ wanted: [FeedDocument]) -> Bool {
    wanted.allSatisfy { numbers[ObjectIdentifier($0)] != nil }
  }
}

internal import CFiles
internal import CIsolation
internal import FeedDocument
internal import Glibc
internal import PluginCalls

/// The documents of a batch of sections in a sealed memory file, which workers can read.
final class SharedDocuments: Sendable {
  let file: Int32
  let descriptions: [SharedDocument]
  /// Keeps the documents alive, so that their identifiers in `numbers` stay unique.
  private let documents: [FeedDocument]
  private let numbers: [ObjectIdentifier: Int]

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
      SharedDocument(valueCount: $0.tape.values.count, byteCount: $0.tape.bytes.count)
    }
    for (document, description) in zip(documents, descriptions) {
      guard Self.write(document, padded: description.size, to: file) else { return nil }
    }
    guard se_seal(file, true) == 0 else { return nil }
  }

  deinit { close(file) }

  private static func write(_ document: FeedDocument, padded size: Int, to file: Int32) -> Bool {
    let values = UnsafeRawBufferPointer(document.tape.values)
    let bytes = UnsafeRawBufferPointer(document.tape.bytes)
    let zeros = [UInt8](repeating: 0, count: size - values.count - bytes.count)
    return se_write_all(file, values.baseAddress, values.count) == 0
      && se_write_all(file, bytes.baseAddress, bytes.count) == 0
      && se_write_all(file, zeros, zeros.count) == 0
  }

  func number(of document: FeedDocument) -> Int? { numbers[ObjectIdentifier(document)] }

  func holds(_ wanted: [FeedDocument]) -> Bool {
    wanted.allSatisfy { numbers[ObjectIdentifier($0)] != nil }
  }
}

extension WorkerProcess {
  /// Draws sections with the worker's plugin, at most as many as fit into one message.
  func draw(
    _ jobs: ArraySlice<IsolatedPlugin.Job>, _ documents: SharedDocuments,
    kind: WorkerMessage = .draw, within limit: Limit
  ) -> Round {
    let chunk = Array(jobs.prefix(Int(SE_ARENA_JOBS)))
    let isKnown = self.documents === documents
    self.documents = documents
    let requests = chunk.map { job in
      job.request.accessible(
        feed: documents.number(of: job.request.block.document) ?? .max,
        settings: documents.number(of: job.request.settings.document) ?? .max)
    }
    return send(
      kind, jobs: chunk.count,
      FlatWriter.bytes(of: documents.descriptions, chunk.map(\.provider), requests),
      files: isKnown ? [] : [documents.file], within: limit)
  }

  /// Calls a renderer to write a page. `documents` are the page's layout and the options.
  func write(_ documents: SharedDocuments, renderer: Int, within limit: Limit) -> Round {
    // The worker keeps only the last file of documents, so this file replaces the one before.
    self.documents = documents
    let payload = FlatWriter.bytes(of: documents.descriptions, renderer)
    return send(.render, jobs: 1, payload, files: [documents.file], within: limit)
  }
}

internal import CSimdJSON

extension FeedDocument {
  /// A document of records and text that were put together elsewhere.
  convenience init(
    name: String, copying values: [se_tape_value], bytes: [UInt8], origins: [FeedDocument]
  ) {
    let storage = PaddedBytes(bytes)
    // Without memory for the records the document is empty, as after a document that cannot be read.
    let memory = se_allocate(values.count * MemoryLayout<se_tape_value>.stride)?
      .bindMemory(to: se_tape_value.self, capacity: values.count)
    memory?.initialize(from: values, count: values.count)
    self.init(
      name: name,
      values: UnsafeBufferPointer(start: memory, count: memory == nil ? 0 : values.count),
      storage: storage, byteCount: storage.count, origins: origins, isBuilt: true)
  }
}

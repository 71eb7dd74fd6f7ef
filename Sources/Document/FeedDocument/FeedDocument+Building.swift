internal import CSimdJSON

extension FeedDocument {
  convenience init(
    name: String, copying values: [se_tape_value], bytes: [UInt8], origins: [FeedDocument]
  ) {
    let storage = PaddedBytes(bytes)
    // If memory for the records runs out, the document is empty, like one that cannot be read.
    let memory = se_allocate(values.count * MemoryLayout<se_tape_value>.stride)?
      .bindMemory(to: se_tape_value.self, capacity: values.count)
    memory?.initialize(from: values, count: values.count)
    self.init(
      name: name,
      values: UnsafeBufferPointer(start: memory, count: memory == nil ? 0 : values.count),
      storage: storage, byteCount: storage.count, origins: origins, isBuilt: true)
  }
}

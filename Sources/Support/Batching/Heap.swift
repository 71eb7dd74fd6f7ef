internal import CMalloc

/// The C library's heap, which the whole process shares.
package enum Heap {
  /// Keeps freed memory for later allocations, `size` bytes in each thread, and creates no separate
  /// mapping for allocations up to that size.
  ///
  /// Otherwise the system maps and unmaps memory for each line of about 100 KB, which locks the whole
  /// process: two threads were slower than one.
  /// - Parameter size: In bytes; at most 32 MB.
  package static func keepFreed(_ size: Int) {
    let bytes = Int32(clamping: size)
    // The heap of a sanitizer rejects this, and has its own settings.
    _ = mallopt(M_MMAP_THRESHOLD, bytes)
    _ = mallopt(M_TRIM_THRESHOLD, bytes)
  }
}

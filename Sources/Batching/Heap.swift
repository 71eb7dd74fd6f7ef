internal import CMalloc

/// The C library's heap, which all of the process shares.
package enum Heap {
  /// Keeps what is freed for what is allocated next, `size` bytes of it in each thread, and maps no allocation up
  /// to that size on its own.
  ///
  /// Otherwise a line of some 100 KB has its memory mapped and given back again and again, under a lock of the
  /// process: two threads were slower than one.
  /// - Parameter size: In bytes; at most 32 MB.
  package static func keepFreed(_ size: Int) {
    let bytes = Int32(clamping: size)
    // Refused by the heap of a sanitizer, which has ways of its own.
    _ = mallopt(M_MMAP_THRESHOLD, bytes)
    _ = mallopt(M_TRIM_THRESHOLD, bytes)
  }
}

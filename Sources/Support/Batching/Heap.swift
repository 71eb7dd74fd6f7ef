internal import CMalloc

/// The C library's heap, which the whole process shares.
package enum Heap {
  /// Lets each thread's heap keep `size` freed bytes, at most 32 MB, and use `mmap` only for larger
  /// allocations. By default, each input line of about 100 KB is mapped anew, which locks the whole
  /// process.
  package static func keepFreed(_ size: Int) {
    let bytes = Int32(clamping: size)
    // The heap of a sanitizer rejects these calls, and has its own settings.
    _ = mallopt(M_MMAP_THRESHOLD, bytes)
    _ = mallopt(M_TRIM_THRESHOLD, bytes)
  }
}

internal import CSimdJSON

/// The limits beyond which a document is refused with `SE1008`.
package struct DocumentLimits: Sendable, Hashable {
  /// The size of the text in bytes. Offsets have 32 bits, so values above 4 GiB minus 128 have no
  /// effect.
  package var bytes = 256 << 20
  /// Nested containers; at most 1024.
  package var depth = 512
  /// The number of values without keys. The tape uses 24 bytes for each value and each key.
  package var values = 50_000_000

  package init() {}

  var effectiveBytes: Int { min(max(bytes, 0), Int(UInt32.max) - 128) }
  var effectiveDepth: Int { min(max(depth, 0), Int(SE_DEPTH_MAXIMUM)) }
  // Keys are records too, and a record's index has 32 bits.
  var effectiveValues: Int { min(max(values, 0), Int(UInt32.max / 2) - 2) }
}

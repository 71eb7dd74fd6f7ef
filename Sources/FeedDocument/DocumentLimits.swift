internal import CSimdJSON

/// What a document may cost before it is refused with `SE1008`.
package struct DocumentLimits: Sendable, Hashable {
  /// Size of the text in bytes. Offsets have 32 bits, so above 4 GiB minus 128 it has no effect.
  package var bytes = 256 << 20
  /// Containers within containers; at most 1024.
  package var depth = 512
  /// Values, keys not counted. The tape takes 24 bytes for each, and for each key.
  package var values = 50_000_000

  package init() {}

  var effectiveBytes: Int { min(max(bytes, 0), Int(UInt32.max) - 128) }
  var effectiveDepth: Int { min(max(depth, 0), Int(SE_DEPTH_MAXIMUM)) }
  // Keys are records as well, and a record's index has 32 bits.
  var effectiveValues: Int { min(max(values, 0), Int(UInt32.max / 2) - 2) }
}

/// Step 6: reads the note "sectionengine", type 1, in which SectionKit names a plugin's compiler,
/// as in "swift-6.3". Swift has no stable ABI on Linux, so a plugin needs the host's compiler too.
enum ELFNote {
  static let owner = "sectionengine"
  static let compilerType: UInt32 = 1

  /// Returns the version, such as "6.3", or `nil` without such a note, as in plugins in other
  /// languages.
  static func swiftVersion(_ source: ByteSource, segments: ELFSegments) -> String? {
    for segment in segments.notes {
      guard segment.fileSize <= ELFLimits.noteBytes,
        let bytes = source.read(at: segment.offset, count: segment.fileSize)
      else { continue }
      let record = ELFRecord(bytes)
      // Notes are padded to 4 bytes, or to 8 in segments with that alignment.
      let padding = segment.alignment == 8 ? 8 : 4
      var start = 0
      while start + 12 <= bytes.count {
        let nameSize = Int(record.u32(start))
        let textSize = Int(record.u32(start + 4))
        let name = start + 12
        let text = aligned(name + nameSize, to: padding)
        guard text <= bytes.count, textSize <= bytes.count - text else { break }
        if record.u32(start + 8) == compilerType, nameSize == owner.utf8.count + 1,
          record.string(name) == owner
        {
          return version(in: String(record.string(text).utf8.prefix(textSize)) ?? "")
        }
        start = aligned(text + textSize, to: padding)
      }
    }
    return nil
  }

  /// Returns "6.3" for "swift-6.3.1". A stamp of another form is returned unchanged, to be shown.
  private static func version(in stamp: String) -> String {
    guard stamp.hasPrefix("swift-") else { return stamp }
    return majorAndMinor(String(stamp.dropFirst("swift-".count)))
  }

  static func majorAndMinor(_ version: String) -> String {
    version.split(separator: ".").prefix(2).joined(separator: ".")
  }

  private static func aligned(_ value: Int, to alignment: Int) -> Int {
    (value + alignment - 1) / alignment * alignment
  }
}

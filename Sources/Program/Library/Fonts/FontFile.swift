internal import Glibc
package import SectionEngine

/// An open font file. Only the tables that shaping needs are read.
package struct FontFile {
  private let reader: Reader
  /// The offset of each face in the file, in bytes.
  private let faces: [Int]

  /// The maximum total size of the tables that are read for one face, in bytes.
  private static let mostBytes = 64 << 20
  private static let mostFaces = 512

  package init(_ path: String) throws(FontFault) {
    let reader = try Reader(path)
    faces = try Self.faces(reader)
    self.reader = reader
  }

  private final class Reader {
    let path: String
    private let descriptor: Int32
    private let size: Int
    /// The inode, size and modification time, which change when the file is written.
    let stamp: [Int]

    init(_ path: String) throws(FontFault) {
      // Without O_NONBLOCK, opening a named pipe at this path would wait for a writer.
      descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
      guard descriptor >= 0 else { throw FontFault(systemReason()) }
      var status = stat()
      guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
        close(descriptor)
        throw FontFault("it is not a regular file")
      }
      self.path = path
      size = Int(status.st_size)
      stamp = [Int(status.st_ino), size, status.st_mtim.tv_sec, status.st_mtim.tv_nsec]
    }

    deinit { close(descriptor) }

    func bytes(at offset: Int, count: Int) throws(FontFault) -> [UInt8] {
      guard offset >= 0, count >= 0, offset <= size, count <= size - offset else {
        throw FontFault("the file is cut off, or its table directory is wrong")
      }
      let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
        filled = fill(buffer, from: descriptor, at: offset)
      }
      guard bytes.count == count else { throw FontFault("the file is cut off") }
      return bytes
    }

    func integer(at offset: Int, bytes count: Int) throws(FontFault) -> Int {
      try bytes(at: offset, count: count).reduce(0) { $0 << 8 | Int($1) }
    }
  }

  private static func faces(_ reader: Reader) throws(FontFault) -> [Int] {
    switch try String(decoding: reader.bytes(at: 0, count: 4), as: UTF8.self) {
    case "ttcf":
      let count = try reader.integer(at: 8, bytes: 4)
      guard (1...mostFaces).contains(count) else {
        throw FontFault("the collection has \(count) faces, expected 1 to \(mostFaces)")
      }
      var faces: [Int] = []
      for index in 0..<count { faces.append(try reader.integer(at: 12 + index * 4, bytes: 4)) }
      return faces
    case "\u{0}\u{1}\u{0}\u{0}", "OTTO", "true": return [0]
    case "wOFF", "wOF2":
      throw FontFault(
        "it is a web font; convert it to a .ttf or .otf file, which has the same tables")
    default: throw FontFault("it is not an OpenType font")
    }
  }

  /// Reads a face. Throws `FontFault` if the face is absent or its tables are invalid.
  /// - Parameters:
  ///   - index: The number of the face in a collection, from 0.
  ///   - weights: The weights that the face is used for; by default those in the file.
  ///   - values: Fixed values of variation axes, by tag.
  package func face(
    _ index: Int, weights: ClosedRange<UInt16>? = nil, values: [UInt32: Float] = [:]
  ) throws(FontFault) -> FontFace {
    guard faces.indices.contains(index) else {
      throw FontFault("it has no face \(index); the last one is \(faces.count - 1)")
    }
    let records = try records(of: index)
    let tags = Set(records.map(\.tag))
    let colors = ["CBDT", "COLR", "SVG ", "sbix"].map(FontFace.tag)
    let wanted = wantedTables(tags)
    var face = try FontFace(
      tables(records, wanted), isColor: !tags.isDisjoint(with: colors), weights: weights,
      values: values)
    face.drawingTables = { [path = reader.path, stamp = reader.stamp] in
      guard let file = try? FontFile(path), file.reader.stamp == stamp else { return nil }
      return try? file.tables(records, Set(FontFace.drawnTables).subtracting(wanted))
    }
    return face
  }

  private typealias Record = (tag: UInt32, offset: Int, length: Int)

  /// Returns the entries of a face's table directory.
  private func records(of index: Int) throws(FontFault) -> [Record] {
    let count = try reader.integer(at: faces[index] + 4, bytes: 2)
    let bytes = try reader.bytes(at: faces[index] + 12, count: count * 16)
    return stride(from: 0, to: bytes.count, by: 16).map { record in
      func number(_ at: Int) -> Int { bytes[at..<at + 4].reduce(0) { $0 << 8 | Int($1) } }
      return (UInt32(number(record)), number(record + 8), number(record + 12))
    }
  }

  private func tables(
    _ records: [Record], _ wanted: Set<UInt32>
  ) throws(FontFault) -> [FontFace.Table] {
    var tables: [FontFace.Table] = []
    var total = 0
    for (tag, offset, length) in records
    where wanted.contains(tag) && !tables.contains(where: { $0.tag == tag }) {
      total += length
      guard total <= Self.mostBytes else {
        throw FontFault("its tables have more than \(Self.mostBytes >> 20) MB")
      }
      tables.append(.init(tag: tag, bytes: try reader.bytes(at: offset, count: length)))
    }
    return tables
  }

  /// Returns the tags of the tables to read. Variable fonts without HVAR also need outlines.
  private func wantedTables(_ tags: Set<UInt32>) -> Set<UInt32> {
    var wanted = Set(FontFace.readTables)
    if tags.contains(FontFace.tag("fvar")), !tags.contains(FontFace.tag("HVAR")) {
      wanted.formUnion(["glyf", "loca", "gvar"].map(FontFace.tag))
    }
    // Bitmaps are ignored if the font has outlines.
    let outlines = ["glyf", "CFF ", "CFF2"].map(FontFace.tag)
    if !tags.isDisjoint(with: outlines) { wanted.remove(FontFace.tag("CBLC")) }
    return wanted
  }
}

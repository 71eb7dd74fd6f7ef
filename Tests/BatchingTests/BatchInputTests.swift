import Support
import Foundation
import Testing

@Suite struct BatchInputTests {
  /// Returns the lines that `LineReader` finds in a file with this text. A line of more than
  /// `longest` bytes is returned as its length in angle brackets.
  private func lines(
    _ text: [UInt8], longest: Int = 1000, pieceSize: Int
  ) throws -> [String] {
    let file = FileManager.default.temporaryDirectory
      .appendingPathComponent("batching-\(UUID().uuidString)")
    try Data(text).write(to: file)
    defer { try? FileManager.default.removeItem(at: file) }
    let handle = try FileHandle(forReadingFrom: file)
    let reader = LineReader(
      descriptor: handle.fileDescriptor, longest: longest, pieceSize: pieceSize)
    var lines: [String] = []
    while let piece = try reader.next() {
      #expect(!piece.items.isEmpty)
      for line in piece.items {
        switch line {
        case .text(let range): lines.append(String(decoding: piece.bytes[range], as: UTF8.self))
        case .tooLong(let count): lines.append("<\(count)>")
        case .file, .unreadable: Issue.record("\(line)")
        }
      }
    }
    return lines
  }

  @Test("the lines do not depend on the size of the pieces", arguments: 1...9)
  func pieces(_ size: Int) throws {
    #expect(try lines([], pieceSize: size) == [])
    #expect(try lines(Array("a".utf8), pieceSize: size) == ["a"])
    #expect(try lines(Array("a\n".utf8), pieceSize: size) == ["a"])
    #expect(
      try lines(Array("\n\na\r\n\r\n\rb\nc".utf8), pieceSize: size) == [
        "", "", "a", "", "\rb", "c",
      ])
    #expect(try lines([0, 10, 0xFF, 0, 10, 0], pieceSize: size) == ["\0", "\u{FFFD}\0", "\0"])
    #expect(try lines(Array("雨天\n🎧".utf8), pieceSize: size) == ["雨天", "🎧"])
  }

  @Test(
    "a line that is too long is reported by its length, and its neighbours are kept",
    arguments: 1...9)
  func longLines(_ size: Int) throws {
    let long = String(repeating: "x", count: 40)
    for text in ["a\n\(long)\nb", "\(long)\n", long, "\(long)\n\(long)\nc\n"] {
      let expected = text.split(separator: "\n").map { $0 == long ? "<40>" : String($0) }
      #expect(try lines(Array(text.utf8), longest: 20, pieceSize: size) == expected)
    }
    // A line is rejected by its length alone, whether it is at the start, in the middle or at the
    // end of a piece.
    let (most, more) = (String(repeating: "y", count: 20), String(repeating: "z", count: 21))
    for size in [size, 16, 24, 64, 1 << 10] {
      let text = "\(most)\n\(more)\na\n\(most)\r\n\(more)\n\(most)\n\(more)"
      #expect(
        try lines(Array(text.utf8), longest: 20, pieceSize: size)
          == [most, "<21>", "a", "<21>", "<21>", most, "<21>"])
    }
  }

  @Test("a piece has at most 1 024 lines, however short they are")
  func shortLines() throws {
    let file = FileManager.default.temporaryDirectory
      .appendingPathComponent("batching-\(UUID().uuidString)")
    try Data(repeating: UInt8(ascii: "\n"), count: 100_000).write(to: file)
    defer { try? FileManager.default.removeItem(at: file) }
    let handle = try FileHandle(forReadingFrom: file)
    let reader = LineReader(descriptor: handle.fileDescriptor, longest: 10)
    var count = 0
    while let piece = try reader.next() {
      #expect((1...1_024).contains(piece.items.count) && piece.bytes.count == piece.items.count)
      count += piece.items.count
    }
    #expect(count == 100_000)
  }

  @Test("a reader stopped while it waits for a named pipe without a writer returns")
  func pipe() throws {
    let path = FileManager.default.temporaryDirectory
      .appendingPathComponent("batching-\(UUID().uuidString)").path
    try #require(mkfifo(path, 0o600) == 0)
    defer { unlink(path) }
    let end = DispatchTime.now() + 0.3
    let input = BatchInput([.file(path), .file("none")], longest: 100) { DispatchTime.now() > end }
    #expect(input.next() == nil)
    // A stopped reader does not open the second file, which does not exist.
    #expect(input.failure == nil && input.count == 0)

    let other = BatchInput([.file(path)], longest: 100)
    let writer = Thread {
      let descriptor = open(path, O_WRONLY)
      _ = write(descriptor, "a\n", 2)
      usleep(300_000)
      _ = write(descriptor, "b\n", 2)
      close(descriptor)
    }
    writer.start()
    #expect(other.next()?.items.count == 1)
    #expect(other.next()?.items.count == 1)
    #expect(other.next() == nil && other.failure == nil)
  }

  @Test("feeds are numbered across all inputs, and those before the start are skipped")
  func numbers() throws {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("batching-\(UUID().uuidString)")
    try FileManager.default.createDirectory(
      at: folder.appendingPathComponent("d/e"), withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    try Data("one\ntwo\n".utf8).write(to: folder.appendingPathComponent("lines"))
    for name in ["d/b.json", "d/e/z.json", "d/e.json", "d/e-1.json", "d/note.txt"] {
      try Data().write(to: folder.appendingPathComponent(name))
    }
    try FileManager.default.createSymbolicLink(
      atPath: folder.appendingPathComponent("d/loop").path,
      withDestinationPath: folder.appendingPathComponent("d").path)
    try FileManager.default.createSymbolicLink(
      atPath: folder.appendingPathComponent("d/a.json").path,
      withDestinationPath: folder.appendingPathComponent("d/b.json").path)
    // Names are in byte order: "-" comes before ".", which comes before "/".
    let all = ["one", "two", "a.json", "b.json", "e-1.json", "e.json", "e/z.json"]
    for start in 1...8 {
      let file = try FileHandle(forReadingFrom: folder.appendingPathComponent("lines"))
      let input = BatchInput(
        [
          .lines(descriptor: file.fileDescriptor, name: "lines"),
          .folder(folder.appendingPathComponent("d").path + "/"),
        ], from: start, longest: 100)
      var found: [Int: String] = [:]
      var chunks = 0
      while let chunk = input.next() {
        #expect(chunk.number == chunks && !chunk.items.isEmpty)
        chunks += 1
        for (index, item) in chunk.items.enumerated() {
          switch item {
          case .text(let range):
            found[chunk.first + index] = String(decoding: chunk.bytes[range], as: UTF8.self)
          case .file(let path, let name):
            #expect(FileManager.default.fileExists(atPath: path))
            found[chunk.first + index] = name
          default: Issue.record("\(item)")
          }
        }
      }
      let expected = Dictionary(
        uniqueKeysWithValues: all.enumerated().map { ($0 + 1, $1) }.filter { $0.0 >= start })
      #expect(found == expected)
      #expect(input.count == all.count && input.failure == nil)
    }
  }

  @Test("an unreadable entry of a folder keeps its position among the files")
  func unreadable() throws {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("batching-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    func place(_ name: String) -> String { folder.appendingPathComponent(name).path }
    for name in ["a.json", "d.json", "e\u{301}.json"] {
      try Data().write(to: URL(fileURLWithPath: place(name)))
    }
    for name in ["b.json", "b.txt"] {
      try FileManager.default.createSymbolicLink(
        atPath: place(name), withDestinationPath: "nothing")
    }
    #expect(mkfifo(place("c.json"), 0o600) == 0 && mkfifo(place("c.txt"), 0o600) == 0)
    let latin = Array(place("f").utf8CString.dropLast()) + [CChar(bitPattern: 0xE9)]
    let odd = open(latin + ".json".utf8CString, O_CREAT | O_WRONLY, 0o600)
    #expect(odd >= 0 && close(odd) == 0)
    let walk = FolderWalk(folder.path, suffix: ".json")
    #expect(
      Array(walk) == [
        .file(path: place("a.json"), name: "a.json"),
        .unreadable(name: "b.json", reason: "No such file or directory"),
        .unreadable(name: "c.json", reason: "it is not a regular file"),
        .file(path: place("d.json"), name: "d.json"),
        .file(path: place("e\u{301}.json"), name: "e\u{301}.json"),
        .unreadable(name: "f\u{FFFD}.json", reason: "its name is not UTF-8"),
      ])
    #expect(
      Array(FolderWalk(place("none"), suffix: ".json"))
        == [.unreadable(name: "", reason: "No such file or directory")])
  }

  @Test("files are opened one at a time and closed again")
  func files() throws {
    let file = FileManager.default.temporaryDirectory
      .appendingPathComponent("batching-\(UUID().uuidString)")
    try Data("a\nb".utf8).write(to: file)
    defer { try? FileManager.default.removeItem(at: file) }
    let count = 300
    let input = BatchInput(Array(repeating: .file(file.path), count: count), longest: 100)
    // Other tests of this process open files at the same time, but fewer than `count / 2`.
    func opened() throws -> Int {
      try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count
    }
    let before = try opened()
    var most = before
    while input.next() != nil { most = max(most, try opened()) }
    #expect(input.count == 2 * count && input.failure == nil)
    #expect(most < before + count / 2, "\(most) files are open")
    let missing = BatchInput([.file(file.path), .file("none")], longest: 100)
    while missing.next() != nil {}
    #expect(missing.count == 2 && missing.failure?.name == "none")
    #expect(missing.failure?.failure.reason == "No such file or directory")
  }

  @Test("an unreadable input ends the reading with the system's error message")
  func failure() {
    let input = BatchInput([.lines(descriptor: 9_999, name: "none")], longest: 100)
    #expect(input.next() == nil)
    #expect(input.failure?.name == "none")
    #expect(input.failure?.failure.reason == "Bad file descriptor")
  }
}

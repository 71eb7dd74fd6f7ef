import Foundation
import Testing

@testable import PluginHost

@Suite("AtomicFile")
struct AtomicFileTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private var names: [String] {
    (try? FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()) ?? []
  }

  private func mode(of name: String) -> mode_t {
    var status = stat()
    return stat(folder.path(name), &status) == 0 ? status.st_mode & 0o7777 : 0
  }

  private func inode(of name: String) -> ino_t {
    var status = stat()
    return stat(folder.path(name), &status) == 0 ? status.st_ino : 0
  }

  @Test("replacing creates a new file with the permissions of the old one")
  func replace() throws {
    let path = try folder.write("a", [1, 2, 3])
    chmod(path, 0o640)
    let before = inode(of: "a")
    #expect(try AtomicFile.replace([4], at: path) == .written)
    #expect(try folder.read("a") == [4] && mode(of: "a") == 0o640 && inode(of: "a") != before)
    #expect(try AtomicFile.replace([], at: path) == .written)
    #expect(try folder.read("a").isEmpty && names == ["a"])
  }

  @Test("replacing keeps links, including dangling ones, and replaces their targets")
  func links() throws {
    let manager = FileManager.default
    try manager.createDirectory(atPath: folder.path("sub"), withIntermediateDirectories: true)
    try manager.createSymbolicLink(atPath: folder.path("one"), withDestinationPath: "two")
    try manager.createSymbolicLink(atPath: folder.path("two"), withDestinationPath: "sub/new")
    for contents in [[1], [2]] as [[UInt8]] {
      #expect(try AtomicFile.replace(contents, at: folder.path("one")) == .written)
      #expect(try folder.read("sub/new") == contents)
    }
    #expect(try manager.destinationOfSymbolicLink(atPath: folder.path("one")) == "two")
    try manager.createSymbolicLink(atPath: folder.path("loop"), withDestinationPath: "loop")
    #expect(throws: AtomicFile.Failure.self) {
      try AtomicFile.replace([1], at: folder.path("loop"))
    }
  }

  @Test("an open file of this process and a pipe are written to, without truncation")
  func special() throws {
    let path = try folder.write("a", [1, 2, 3])
    let before = inode(of: "a")
    let file = open(path, O_RDWR)
    let link = folder.path("link")
    try FileManager.default.createSymbolicLink(
      atPath: link, withDestinationPath: "/proc/self/fd/\(file)")
    for (byte, path) in [(7, "/proc/self/fd/\(file)"), (8, link)] as [(UInt8, String)] {
      #expect(AtomicFile.descriptor(at: path) == file)
      #expect(try AtomicFile.replace([byte], at: path) == .written)
    }
    #expect(try folder.read("a") == [7, 8, 3] && inode(of: "a") == before)
    let end = open(path, O_WRONLY | O_APPEND)
    #expect(try AtomicFile.replace([9], at: "/dev/fd/\(end)") == .written)
    close(end)
    #expect(throws: AtomicFile.Failure.self) {
      try AtomicFile.replace([9], at: "/dev/fd/1000000")
    }
    close(file)
    #expect(try folder.read("a") == [7, 8, 3, 9] && inode(of: "a") == before)
    #expect(AtomicFile.descriptor(at: "/dev/stdout") == STDOUT_FILENO)
    for other in [path, "/dev/null", "/proc/self/fd", "/proc/self/fd/+1", "missing/1", ""] {
      #expect(AtomicFile.descriptor(at: other) == nil)
    }
    #expect(mkfifo(folder.path("pipe"), 0o600) == 0)
    let reader = open(folder.path("pipe"), O_RDONLY | O_NONBLOCK)
    defer { close(reader) }
    #expect(try AtomicFile.replace([7], at: folder.path("pipe")) == .written)
    var byte: UInt8 = 0
    #expect(read(reader, &byte, 1) == 1 && byte == 7)
    #expect(names == ["a", "link", "pipe"])
  }

  @Test(
    "replacing fails without a folder, and if the path is a folder",
    arguments: ["missing/a", "", ".", "a/", "sub"])
  func refused(name: String) throws {
    try FileManager.default.createDirectory(
      atPath: folder.path("sub"), withIntermediateDirectories: true)
    #expect(throws: AtomicFile.Failure.self) {
      try AtomicFile.replace([1], at: name.isEmpty ? "" : folder.path(name))
    }
    #expect(names == ["sub"])
  }

  @Test("replacing removes the temporary file of a killed writer, and avoids that of a running one")
  func leftOver() throws {
    let path = try folder.write("a.svg", [1])
    let leftOver = try folder.write(".a.svg.sectionengine-part", [0, 0])
    #expect(AtomicFile.isTemporary(".a.svg.sectionengine-part"))
    #expect(!AtomicFile.isTemporary("a.svg") && !AtomicFile.isTemporary(".a.svg"))
    #expect(try AtomicFile.replace([2], at: path) == .written)
    #expect(names == ["a.svg"])
    let writer = open(leftOver, O_RDWR | O_CREAT, 0o600)
    #expect(flock(writer, LOCK_EX) == 0)
    #expect(try AtomicFile.replace([3], at: path) == .written)
    #expect(try folder.read("a.svg") == [3])
    #expect(names == [".a.svg.sectionengine-part", "a.svg"])
    close(writer)
  }

  @Test("after many concurrent writers the file is that of one writer, and no other files remain")
  func writers() throws {
    let path = folder.path(String(repeating: "n", count: 250))
    let whole = (0..<8).map { [UInt8](repeating: $0, count: 50_000) }
    DispatchQueue.concurrentPerform(iterations: 64) { round in
      #expect((try? AtomicFile.replace(whole[round % 8], at: path)) == .written)
      #expect(
        (FileManager.default.contents(atPath: path)).map { whole.contains(Array($0)) } == true)
    }
    #expect(names.count == 1)
  }
}

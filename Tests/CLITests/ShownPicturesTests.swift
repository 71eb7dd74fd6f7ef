import Foundation
import TestTools
import Testing

/// Picture files of a folder, shown in all kinds of drawn output.
@Suite struct ShownPicturesTests {
  private static let sample =
    Program.repository.appendingPathComponent("Layouts/Examples/harbour.json").path

  /// Returns a folder with a picture for each address in the bundled page and in one more page.
  private func folder(in scratch: Scratch) throws -> String {
    let png = try #require(
      Data(
        base64Encoded: """
          iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==
          """))
    let folder = scratch.file("pictures")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let lists = try [[], [Self.sample]].map { try Program.run(["images", "list"] + $0).lines }
    for line in lists.joined() where !line.isEmpty {
      let name = try #require(line.split(separator: " ").first)
      try png.write(to: folder.appendingPathComponent("\(name).png"))
    }
    return folder.path
  }

  private func run(_ arguments: [String], in scratch: Scratch) throws {
    let result = try Program.run(arguments, folder: scratch.url)
    #expect(result.status < 2, "\(result.errors)")
  }

  private func count(in file: URL) throws -> Int {
    try String(contentsOf: file, encoding: .utf8).split(separator: "<image ").count - 1
  }

  @Test("a comparison, a report and a page of snapshots show the pictures of a folder")
  func pages() throws {
    let scratch = try Scratch()
    let pictures = ["--images", try folder(in: scratch)]
    for width in ["390", "400"] {
      try run(["dump", "--width", width, "-o", "\(width).dump"], in: scratch)
    }
    let diff = ["diff", "390.dump", "400.dump", "--format", "html", "-o", "diff.html"]
    try run(diff + ["--images", "off"], in: scratch)
    #expect(try count(in: scratch.file("diff.html")) == 0)
    try run(diff + pictures, in: scratch)
    // Both sides of the comparison show pictures, so it has more pictures than one page.
    try run(["render", "--format", "svg", "-o", "a.svg"] + pictures, in: scratch)
    let drawn = try count(in: scratch.file("a.svg"))
    #expect(drawn > 20)
    #expect(try count(in: scratch.file("diff.html")) > drawn)

    try run(["report", Self.sample, "-o", "report"] + pictures, in: scratch)
    #expect(try count(in: scratch.file("report/harbour/page.html")) > 5)

    let snapshots = Program.repository.appendingPathComponent("Tests/Snapshots").path
    try run(
      ["snapshot", "verify", snapshots, "--feed", "netease-home", "--format", "html"]
        + ["-o", "snapshots.html"] + pictures, in: scratch)
    #expect(try count(in: scratch.file("snapshots.html")) > drawn)
  }

  @Test("a missing folder is an error, and a file of another type a warning that names it")
  func faults() throws {
    let scratch = try Scratch()
    try run(["dump", "-o", "a.dump"], in: scratch)
    let diff = ["diff", "a.dump", "a.dump", "--format", "html", "-o", "a.html", "--images"]
    let missing = try Program.run(diff + ["none"], folder: scratch.url)
    #expect(missing.status == 2 && missing.errors.contains("SE4019"), "\(missing.errors)")
    let folder = try folder(in: scratch)
    for name in try FileManager.default.contentsOfDirectory(atPath: folder) {
      try Data("no picture".utf8).write(to: URL(fileURLWithPath: "\(folder)/\(name)"))
    }
    let wrong = try Program.run(diff + [folder], folder: scratch.url)
    #expect(wrong.status == 0 && wrong.errors.contains("SE4019"), "\(wrong.errors)")
  }
}

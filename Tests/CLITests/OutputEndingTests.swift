import Foundation
import Testing

/// `-o page.docx`: an ending that is no format of the command is refused, and nothing is written.
@Suite struct OutputEndingTests {
  private static let commands = [
    "render", "dump", "check", "diff a.json b.json", "snapshot verify", "session --script refresh",
    "plugin claims",
  ]

  @Test(
    "an ending that is no format is refused with the list of formats", arguments: commands,
    ["page.docx", "out/page.PNG2", "page.jsn"])
  func refused(_ command: String, _ file: String) throws {
    let scratch = try Scratch()
    let result = try Program.run(
      command.split(separator: " ").map(String.init) + ["-o", file], folder: scratch.url)
    #expect(result.status == 64, "\(result.errors)")
    let ending = file.split(separator: ".")[1].lowercased()
    #expect(result.errors.contains(ending) && result.errors.contains("Formats: "))
    #expect(!FileManager.default.fileExists(atPath: scratch.file(file).path))
  }

  @Test(
    "endings of texts, logs and temporary files fit every format",
    arguments: ["page", "page.txt", "page.log", ".hidden", "a.b/page", "tmp.Xk3fQ9aLpz", "page.1"])
  func accepted(_ file: String) throws {
    let scratch = try Scratch()
    try FileManager.default.createDirectory(
      at: scratch.file("a.b"), withIntermediateDirectories: true)
    let result = try Program.run(["render", "--sample", "-o", file], folder: scratch.url)
    #expect(result.status == 0, "\(result.errors)")
    let text = try String(contentsOf: scratch.file(file), encoding: .utf8)
    #expect(text.contains(" pt @"))
  }

  @Test("the ending chooses the format of a page, and a format that is given overrides it")
  func chosen() throws {
    let scratch = try Scratch()
    let starts = [
      "a.json": "{", "a.jsonl": "{", "a.SVG": "<svg", "a.html": "<!doctype", "a.htm": "<!doctype",
      "a.dump": "# layout-dump",
    ]
    for (file, start) in starts {
      let result = try Program.run(["render", "--sample", "-o", file], folder: scratch.url)
      #expect(result.status == 0, "\(result.errors)")
      let text = try String(contentsOf: scratch.file(file), encoding: .utf8)
      #expect(text.hasPrefix(start), "\(file): \(text.prefix(40))")
    }
    let forced = try Program.run(
      ["render", "--sample", "-o", "a.docx", "--format", "svg"], folder: scratch.url)
    #expect(forced.status == 0, "\(forced.errors)")
  }
}

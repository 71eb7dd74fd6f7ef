import Foundation
import TestTools
import Testing

/// Pages, comparisons, snapshots and reports as PNG and PDF.
@Suite struct PictureCommandTests {
  /// Returns the width and the height of a PNG file; `nil` for another file.
  private func size(of file: URL) throws -> [Int]? {
    let bytes = Array(try Data(contentsOf: file))
    guard bytes.starts(with: [0x89, 0x50, 0x4e, 0x47]), bytes.count > 24 else { return nil }
    return [16, 20].map { start in bytes[start..<start + 4].reduce(0) { $0 << 8 | Int($1) } }
  }

  private func files(in folder: URL) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
  }

  @Test("the ending chooses png and pdf, and --format overrides it")
  func endings() throws {
    let scratch = try Scratch()
    func render(_ options: String...) throws -> Data {
      let result = try Program.run(["render", "--sample"] + options, folder: scratch.url)
      #expect(result.status == 0, "\(result.errors)")
      return result.output
    }
    _ = try render("-o", "page.png", "--width", "400", "--scale", "3")
    #expect(try size(of: scratch.file("page.png"))?[0] == 1_200)
    _ = try render("-o", "page.pdf")
    let pdf = try Data(contentsOf: scratch.file("page.pdf"))
    #expect(pdf.starts(with: Data("%PDF-1".utf8)))
    _ = try render("-o", "page.svg", "--format", "png", "--style", "wireframe", "--scale", "1")
    #expect(try size(of: scratch.file("page.svg"))?[0] ?? 0 > 414)
    let output = try render("--format", "png", "--width", "400", "--scale", "3")
    #expect(output == (try Data(contentsOf: scratch.file("page.png"))))
  }

  @Test("a picture with other scripts than the program's font has one note, and none with fonts")
  func note() throws {
    let result = try Program.run(["render", "--layout", "netease-home", "--format", "png"])
    #expect(result.status == 0 && result.errors.contains("--font FILE"), "\(result.errors)")
    #expect(result.errors.components(separatedBy: "SE4019").count == 2)
  }

  @Test("several devices, appearances and text sizes make a sheet, or a file each")
  func sheets() throws {
    let scratch = try Scratch()
    let matrix = [
      "render", "--layout", "wanandroid-home", "--devices", "iphone-se,iphone-14", "--appearances",
      "light,dark", "--text-sizes", "large,ax1", "-o",
    ]
    let sheet = try Program.run(matrix + ["sheet.png"], folder: scratch.url)
    #expect(sheet.status == 0, "\(sheet.errors)")
    // Four cells in a row, as wide as the wider device.
    #expect(try size(of: scratch.file("sheet.png"))?[0] == 4 * 390 + 5 * 24)
    let files = try Program.run(
      matrix + ["{device}-{appearance}-{text-size}.png", "--scale", "1"], folder: scratch.url)
    #expect(files.status == 0, "\(files.errors)")
    #expect(try self.files(in: scratch.url).count == 9)
    #expect(try size(of: scratch.file("iphone-se-dark-ax1.png"))?[0] == 375)
    // Pages with the same name share a picture.
    let shared = try Program.run(matrix + ["only {device}.png"], folder: scratch.url)
    #expect(shared.status == 0, "\(shared.errors)")
    #expect(try size(of: scratch.file("only iphone-se.png"))?[0] == 4 * 375 + 5 * 24)
  }

  @Test("options for pictures are refused for other formats, and unknown placeholders named")
  func usage() throws {
    let lines = [
      "render --sample --legend": "png and pdf",
      "render --sample --appearances light -o a.svg": "png and pdf",
      "render --sample --appearances light,pink -o a.png": "light, dark",
      "render --sample --text-sizes large,large -o a.png": "different names",
      "render --sample --appearances light --appearance dark -o a.png": "leave one of them out",
      "render --sample --devices iphone-14 --width 300 -o a.png": "leave out --device",
      "render --sample -o {devise}.png": "{devise}",
      "render --sample --watch -o {device}.png": "--watch",
    ]
    for (line, words) in lines {
      let scratch = try Scratch()
      let result = try Program.run(
        line.split(separator: " ").map(String.init), folder: scratch.url)
      #expect(result.status == 64 && result.errors.contains(words), "\(line): \(result.errors)")
      #expect(try files(in: scratch.url).isEmpty)
    }
  }

  @Test("a page that is too high is refused with the scale that fits, or has numbered files")
  func parts() throws {
    let scratch = try Scratch()
    let items = (0..<450).map {
      #"{"type": "A", "title": "Row \#($0)", "image": "\#($0).jpg"}"#
    }.joined(separator: ",")
    try scratch.write(#"{"items": [\#(items)]}"#, to: "feed.json")
    let refused = try Program.run(
      ["render", "feed.json", "--scale", "2", "-o", "page.png"], folder: scratch.url)
    #expect(refused.status == 2 && refused.errors.contains("[SE4019]"), "\(refused.errors)")
    #expect(!FileManager.default.fileExists(atPath: scratch.file("page.png").path))
    let scale = try #require(refused.errors.firstMatch(of: /--scale ([0-9.]+)/)).output.1
    let smaller = try Program.run(
      ["render", "feed.json", "--scale", String(scale), "-o", "page.png"], folder: scratch.url)
    #expect(smaller.status == 0, "\(smaller.errors)")
    let parts = try Program.run(
      ["render", "feed.json", "--scale", "2", "-o", "part-{part}.png"], folder: scratch.url)
    #expect(parts.status == 0, "\(parts.errors)")
    #expect(try size(of: scratch.file("part-1.png"))?[1] == 32_767)
    #expect(try files(in: scratch.url).contains("part-2.png"))
  }

  @Test("diff shows both pages, and snapshot verify the pages that changed")
  func comparisons() throws {
    let scratch = try Scratch()
    for (name, title) in [("a", "One"), ("b", "Other")] {
      try scratch.write(#"{"items": [{"type": "A", "title": "\#(title)"}]}"#, to: "\(name).json")
    }
    let diff = try Program.run(
      ["diff", "a.json", "b.json", "--width", "300", "-o", "diff.png"], folder: scratch.url)
    #expect(diff.status == 1, "\(diff.errors)")
    #expect(try size(of: scratch.file("diff.png"))?[0] == 2 * 300 + 3 * 24)
    try scratch.write(
      """
      {"matrix": {"devices": ["iphone-se"], "appearances": ["light"]},
       "feeds": [{"name": "home", "feed": "../a.json"}]}
      """, to: "shots/snapshots.json")
    let recorded = try Program.run(
      ["snapshot", "record", "shots", "--allow-outside"], folder: scratch.url)
    #expect(recorded.status == 0, "\(recorded.errors)")
    func verify(_ file: String) throws -> Int32 {
      try Program.run(
        ["snapshot", "verify", "shots", "--allow-outside", "-o", file], folder: scratch.url
      ).status
    }
    #expect(try verify("clean.png") == 0)
    #expect(try size(of: scratch.file("clean.png"))?[0] == 375 + 2 * 24)
    try scratch.write(#"{"items": [{"type": "B", "title": "New"}]}"#, to: "a.json")
    #expect(try verify("changed.png") == 1)
    #expect(try size(of: scratch.file("changed.png"))?[0] == 2 * 375 + 3 * 24)
  }

  @Test("a report has a picture of each page, and its comment that of a change")
  func report() throws {
    let folder = try ProjectTests.Folder(project: nil)
    try folder.scratch.write(#"{"items": [{"type": "A", "title": "One"}]}"#, to: "feed.json")
    try folder.commit()
    try folder.scratch.write(#"{"items": [{"type": "A", "title": "Two"}]}"#, to: "feed.json")
    for _ in 0..<2 {
      let result = try folder.run([
        "report", "feed.json", "--base", "HEAD", "--png", "--site", "https://example.com/r",
        "--exit-zero", "-o", "out",
      ])
      #expect(result.status == 0, "\(result.errors)")
      #expect(try size(of: folder.scratch.file("out/feed/page.png")) != nil)
      let comment = try String(contentsOf: folder.scratch.file("out/comment.md"), encoding: .utf8)
      #expect(comment.contains("](https://example.com/r/feed/page.png)"), "\(comment)")
      let report = try String(contentsOf: folder.scratch.file("out/report.json"), encoding: .utf8)
      #expect(report.contains(#""feed/page.png""#), "\(report)")
    }
    // Without the option, the next report removes the picture.
    let plain = try folder.run(["report", "feed.json", "-o", "out", "--exit-zero"])
    #expect(plain.status == 0, "\(plain.errors)")
    #expect(!FileManager.default.fileExists(atPath: folder.scratch.file("out/feed/page.png").path))
  }
}

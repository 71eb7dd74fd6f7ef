import Foundation
import Testing

/// Formats that plugins provide, used through the program.
@Suite struct RendererPluginTests {
  private static let example = Program.repository.appendingPathComponent(
    "Plugins/Examples/renderer/frames.c")

  private func folder() throws -> (scratch: Scratch, plugins: String) {
    let scratch = try Scratch()
    try scratch.plugin(
      String(contentsOf: Self.example, encoding: .utf8), named: "plugins/frames")
    return (scratch, scratch.file("plugins").path)
  }

  @Test("the example writes every frame of the JSON output, in page coordinates")
  func csv() throws {
    let (scratch, plugins) = try folder()
    let environment = ["HOME": scratch.file("home").path]
    let csv = try Program.run(
      ["render", "--plugins", plugins, "--format", "csv"], environment: environment)
    #expect(csv.status == 0)
    let json = try Program.run(
      ["render", "--plugins", plugins, "--format", "json", "--frames", "absolute"],
      environment: environment)
    let page = try #require(
      try JSONSerialization.jsonObject(with: Data(json.output)) as? [String: Any])
    var expected: [String] = []
    func add(_ node: [String: Any], _ path: String, _ x: Double, _ y: Double, _ kind: String) {
      let frame = node["frame"] as? [String: Double] ?? [:]
      let words = (node["text"] ?? (kind == "section" ? node["title"] : nil)) as? String ?? ""
      let numbers = [
        x + (frame["x"] ?? 0), y + (frame["y"] ?? 0), frame["width"] ?? 0, frame["height"] ?? 0,
      ].map { String(format: "%.10g", ($0 * 100).rounded() / 100) }
      expected.append(
        #""\#(path)",\#(kind),"# + numbers.joined(separator: ",")
          + #","\#(words.replacingOccurrences(of: "\"", with: "\"\""))""#)
    }
    func walk(_ node: [String: Any], _ path: String, _ x: Double, _ y: Double) {
      let path = path + "/" + (node["id"] as? String ?? "")
      add(node, path, x, y, node["kind"] as? String ?? "")
      for child in node["children"] as? [[String: Any]] ?? [] { walk(child, path, x, y) }
    }
    for section in page["sections"] as? [[String: Any]] ?? [] {
      let code = section["blockCode"] as? String ?? ""
      add(section, code, 0, 0, "section")
      let frame = section["frame"] as? [String: Double] ?? [:]
      guard let root = section["root"] as? [String: Any] else { continue }
      walk(root, code, frame["x"] ?? 0, frame["y"] ?? 0)
    }
    let lines = csv.text.split(separator: "\n").map(String.init)
    #expect(lines.first == "path,kind,x,y,width,height,text")
    #expect(lines.dropFirst().count == expected.count && expected.count > 200)
    for (line, expected) in zip(lines.dropFirst(), expected) { #expect(line == expected) }
  }

  @Test("the error for an unknown format also lists the formats of plugins")
  func unknown() throws {
    let (scratch, plugins) = try folder()
    defer { withExtendedLifetime(scratch) {} }
    let result = try Program.run(["render", "--plugins", plugins, "--format", "csw"])
    #expect(result.status == 64 && result.output.isEmpty)
    #expect(result.errors.contains("Unknown format 'csw'. Did you mean 'csv'?"))
    let without = try Program.run(["render", "--format", "csv"])
    #expect(without.status == 64 && without.errors.contains("Unknown format 'csv'"))
  }

  @Test("a renderer that fails writes no output")
  func failing() throws {
    let scratch = try Scratch()
    let source = try String(contentsOf: Self.example, encoding: .utf8)
      .replacingOccurrences(of: "writer w = {", with: "abort(); writer w = {")
      .replacingOccurrences(of: "#include <math.h>", with: "#include <math.h>\n#include <stdlib.h>")
    try scratch.plugin(source, named: "plugins/frames")
    let arguments = ["render", "--plugins", scratch.file("plugins").path, "--format", "csv"]
    for _ in 0..<2 {
      let result = try Program.run(arguments, environment: ["HOME": scratch.file("home").path])
      #expect(result.status == 2 && result.output.isEmpty)
      #expect(result.errors.contains("format `csv` of plugin `frames-csv` gave no page"))
      #expect(result.errors.contains("died of SIGABRT"))
    }
  }

  @Test("the list of plugins shows the formats that they write")
  func list() throws {
    let (scratch, plugins) = try folder()
    let list = try Program.run(
      ["plugin", "list", "--plugins", plugins], environment: ["HOME": scratch.file("home").path])
    #expect(list.text.contains("frames-csv@1.0.0") && list.text.contains("    writes format csv\n"))
  }
}

import Foundation
import Testing

@Suite struct LayoutCasesProgramTests {
  /// A row of 100 points with two items, of which the first grows. Both runs expect the same
  /// frames.
  static let row = #"""
    {"format": "flex-layout-cases/1", "cases": [
      {"name": "row \"grow\"", "config": {"useWebDefaults": true}, "tree": {
        "style": {"width": 100, "height": 20},
        "children": [{"style": {"flexGrow": 1}}, {"style": {"width": 30.5}}]},
       "runs": [
        {"direction": "ltr", "availableWidth": null, "availableHeight": null,
         "expected": {"left": 0, "top": 0, "width": 100, "height": 20, "children": [
          {"left": 0, "top": 0, "width": 70, "height": 20},
          {"left": 70, "top": 0, "width": 30, "height": 20}]}},
        {"direction": "rtl", "availableWidth": null, "availableHeight": null,
         "expected": {"left": 0, "top": 0, "width": 100, "height": 20, "children": [
          {"left": 31, "top": 0, "width": 69, "height": 20},
          {"left": 0, "top": 0, "width": 31, "height": 20}]}}]},
      {"name": "block", "config": {"profile": "css"}, "tree": {"style": {"display": "block"}},
       "runs": [{"direction": "ltr", "availableWidth": 9, "availableHeight": null,
        "expected": {"left": 0, "top": 0, "width": 9, "height": 0}}]}]}
    """#

  // Free space is 100 - 30.5 = 69.5. From the left, the edge at 69.5 rounds to 70, so the second
  // item is 30 wide. From the right, the item ends at 30.5, which rounds to 31.
  @Test("every run is one line of frames, and skipped runs are reported on standard error")
  func frames() throws {
    let result = try Program.run(Program.layoutCases, ["layout"], input: Data(Self.row.utf8))
    #expect(
      result.text == #"""
        {"case":"row \"grow\"","run":0,"layout":{"left":0,"top":0,"width":100,"height":20,"children":[{"left":0,"top":0,"width":70,"height":20,"children":[]},{"left":70,"top":0,"width":30,"height":20,"children":[]}]}}
        {"case":"row \"grow\"","run":1,"layout":{"left":0,"top":0,"width":100,"height":20,"children":[{"left":31,"top":0,"width":69,"height":20,"children":[]},{"left":0,"top":0,"width":31,"height":20,"children":[]}]}}

        """#)
    #expect(result.errors == "skipped block: needs display block\n")
    #expect(result.status == 0)
  }

  @Test("numbers are written as the shortest text with the same single-precision value")
  func numbers() throws {
    let text = Self.row.replacingOccurrences(
      of: #""useWebDefaults": true"#, with: #""useWebDefaults": true, "pointScaleFactor": 3"#)
    let result = try Program.run(Program.layoutCases, ["layout", "-"], input: Data(text.utf8))
    #expect(result.lines[0].contains(#""left":69.666664,"top":0,"width":30.333334,"#))
  }

  @Test("--check counts the runs, lists those skipped, and ends with 0 if all agree")
  func check() throws {
    let scratch = try Scratch()
    let file = try scratch.write(Self.row, to: "row.json")
    let result = try Program.run(Program.layoutCases, ["layout", "--check", file, file])
    #expect(
      result.text == "skipped display block: 2 cases\n2 passed, 0 failed, 2 skipped\n")
    #expect(result.errors.isEmpty && result.status == 0)
  }

  @Test("--check names the case, run and node, with the expected and the actual value")
  func failure() throws {
    let wrong = Self.row.replacingOccurrences(of: #""left": 31"#, with: #""left": 30"#)
    let result = try Program.run(
      Program.layoutCases, ["layout", "--check"], input: Data(wrong.utf8))
    #expect(
      result.text == """
        failed row "grow" run 1 root/0: expected 30 0 69 20, found 31 0 69 20
        skipped display block: 1 case
        0 passed, 1 failed, 1 skipped

        """)
    #expect(result.status == 1)
  }

  @Test("a malformed case fails alone and is reported with its location")
  func malformedCase() throws {
    let wrong = Self.row.replacingOccurrences(
      of: #"{"style": {"display": "block"}}"#, with: #"{"style": {"flexGrow": "much"}}"#)
    for arguments in [["layout"], ["layout", "--check"]] {
      let result = try Program.run(Program.layoutCases, arguments, input: Data(wrong.utf8))
      #expect(result.status == 2)
      #expect(result.errors.contains("error[SE1004]: `flexGrow` is not a number"))
      #expect(result.errors.contains("--> -:14:82"))
      #expect(result.errors.contains("$.cases[1].tree.style.flexGrow"))
      #expect(result.errors.contains("= help: "))
      #expect(
        arguments.count == 1
          ? result.lines.count == 3 : result.text == "1 passed, 1 failed, 0 skipped\n")
    }
  }

  @Test(
    "a file that is not a set of layout cases is refused with a suggestion",
    arguments: [
      ("{", "error[SE1003]", "help"), ("[]", "error[SE1004]: the document is not a file", "help"),
      (#"{"format": "flex-layout-case/1"}"#, "error[SE1004]: the format", "flex-layout-cases/1"),
      (#"{"format": "flex-layout-cases/1"}"#, "error[SE1004]: `cases` is missing", "SE1004"),
    ])
  func wrongFile(_ text: String, _ message: String, _ help: String) throws {
    for arguments in [["layout"], ["layout", "--check"]] {
      let result = try Program.run(Program.layoutCases, arguments, input: Data(text.utf8))
      #expect(result.status == 2 && result.output.isEmpty)
      #expect(result.errors.contains(message) && result.errors.contains(help))
    }
    let absent = try Program.run(Program.layoutCases, ["layout", "nothing.json"])
    #expect(absent.status == 2 && absent.errors.contains("cannot read `nothing.json`"))
  }

  @Test("the repository's flexbox cases pass, and each of their runs prints one line")
  func rules() throws {
    let file = Program.repository.appendingPathComponent("Tests/LayoutRules/flexbox.json").path
    let checked = try Program.run(Program.layoutCases, ["layout", "--check", file])
    #expect(checked.status == 0 && checked.errors.isEmpty)
    #expect(checked.lines.dropLast().last?.hasSuffix(" passed, 0 failed, 0 skipped") == true)
    let printed = try Program.run(Program.layoutCases, ["layout", file])
    #expect(printed.status == 0)
    let root = try JSONSerialization.jsonObject(with: Data(contentsOf: URL(fileURLWithPath: file)))
    let cases = (root as? [String: Any])?["cases"] as? [[String: Any]] ?? []
    let runs = cases.map { ($0["runs"] as? [Any])?.count ?? 0 }
    #expect(printed.lines.count == runs.reduce(0, +) + 1)
    for line in printed.lines.dropLast() {
      #expect(try JSONSerialization.jsonObject(with: Data(line.utf8)) is [String: Any])
    }
  }

  @Test("a full disk ends the program with 2 and the reason", arguments: ["", "--check"])
  func fullDisk(_ option: String) throws {
    let scratch = try Scratch()
    let file = try scratch.write(Self.row, to: "row.json")
    let result = try Program.run(
      URL(fileURLWithPath: "/bin/sh"),
      ["-c", "exec \"$0\" layout \(option) \"$1\" > /dev/full", Program.layoutCases.path, file])
    #expect(result.status == 2)
    #expect(result.errors.contains("No space left on device"), "\(result.errors)")
  }

  @Test("the program answers the former command with one line that names the other program")
  func former() throws {
    let result = try Program.run(["layout", "cases.json"])
    #expect(result.status == 64 && result.output.isEmpty)
    #expect(result.errors.split(separator: "\n").count == 1, "\(result.errors)")
    #expect(result.errors.contains("/layout-cases layout`"), "\(result.errors)")
    let words = result.errors.split(separator: "`")
    let file = try #require(words.dropFirst().first).split(separator: " ")[0]
    #expect(FileManager.default.isExecutableFile(atPath: String(file)), "\(result.errors)")
  }
}

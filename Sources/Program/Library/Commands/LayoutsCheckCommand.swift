internal import ArgumentParser

struct LayoutsCheckCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "check",
    abstract: "Report every error of feed layouts, and settings without effect.",
    discussion: """
      Reports every violation of the format with line and column. For a valid layout it reports probable \
      mistakes: unknown codes, settings without effect and, if its sources have samples, samples that \
      cannot be drawn and paths without a value in them.

      Exit status: 0 all are ok; 1 findings; 2 a file cannot be read; 64 usage.
      """)

  @Argument(
    help: ArgumentHelp("Feed layouts, or - for standard input.", valueName: "file"),
    completion: .file())
  var files: [String]

  @Flag(help: "Read samples outside the folder of a layout, too.")
  var allowOutside = false

  @Option(help: "Colour: auto, always or never.")
  var color: ColorChoice = .auto

  func validate() throws {
    if files.count(where: { $0 == "-" }) > 1 {
      throw ValidationError("standard input can be checked once")
    }
  }

  func run() throws {
    var status: Int32 = 0
    for file in files {
      var check = LayoutCheck(file, allowsOutside: allowOutside)
      check.run()
      Output.report(check.diagnostics, color: color)
      status = max(status, check.status)
      if check.status == 0 { try Output.write("\(escaped(file)): ok\n") }
    }
    if status > 0 { throw Ending(status: status, diagnostics: []) }
  }
}

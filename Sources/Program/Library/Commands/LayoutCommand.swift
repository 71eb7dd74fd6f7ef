internal import ArgumentParser

struct LayoutCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "layout", abstract: "Lay out bare node trees, for developers of the engine.",
    discussion: """
      Reads files of the format flex-layout-cases/1 and prints the frames of each run as one line \
      of JSON.

      Exit status: 0 clean; 1 a case failed under --check; 2 a file or a case could not be read.
      """)

  @Argument(
    help: .value("Files with cases; - or none for standard input.", "file"), completion: .file())
  var files: [String] = []

  @Flag(help: "Compare the frames with those that the files expect, instead of printing them.")
  var check = false

  func run() throws {
    let job = LayoutJob(files: files.isEmpty ? ["-"] : files)
    try check ? job.check() : job.print()
  }
}

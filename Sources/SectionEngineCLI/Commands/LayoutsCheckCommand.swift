import ArgumentParser
import Diagnostics
import FeedDocument
import FeedSession

struct LayoutsCheckCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "check",
    abstract: "Find everything that is wrong with feed layouts.",
    discussion: """
      Every violation of the format is reported with line and column, then what a valid layout \
      probably does not mean: codes that nothing else names, settings without effect, and, where its \
      sources have samples, samples that cannot be drawn and paths that lead nowhere in them.

      Exit status: 0 all are ok; 1 findings; 2 a file cannot be read; 64 usage.
      """)

  @Argument(
    help: ArgumentHelp("Feed layouts, or - for standard input.", valueName: "file"),
    completion: .file())
  var files: [String]

  @Flag(help: "Also read samples outside the folder of a layout.")
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

/// The check of one feed layout.
private struct LayoutCheck {
  let file: String
  let allowsOutside: Bool
  private(set) var diagnostics: [Diagnostic] = []
  private var isReadable = true

  init(_ file: String, allowsOutside: Bool) {
    self.file = file
    self.allowsOutside = allowsOutside
  }

  /// 0 for no findings, 1 for findings, 2 for an unreadable file.
  var status: Int32 {
    if !isReadable { return 2 }
    return diagnostics.contains { $0.severity > .note } ? 1 : 0
  }

  mutating func run() {
    do throws(ReadFailure) {
      let parsed = FeedDocument.parse(try readSource(file), name: file)
      diagnostics = parsed.diagnostics
      if let document = parsed.value { check(document) }
    } catch {
      isReadable = false
      diagnostics = [
        Diagnostic(
          .unknownLayout, .error, "cannot read `\(file)`", label: error.reason,
          helps: ["check the name: `ls -l \(file)`"])
      ]
    }
  }

  private mutating func check(_ document: FeedDocument) {
    let parsed = FeedLayout.parse(document)
    diagnostics += parsed.diagnostics
    guard let layout = parsed.value else { return }
    let samples = LayoutReview.Samples(of: layout, replies: replies(of: layout))
    diagnostics += samples.diagnostics
    diagnostics += LayoutReview.findings(in: document, of: layout, samples: samples)
  }

  private func replies(of layout: FeedLayout) -> [SourceReply] {
    layout.sources.flatMap { source in
      source.samples.enumerated().map { page, sample in
        let sample = NamedFile(sample, besideFile: file, allowsOutside: allowsOutside)
        return SourceReply(source: source.name, page: page, outcome: sample.read())
      }
    }
  }
}

internal import ArgumentParser
internal import Glibc
internal import LayoutCases
internal import SectionEngine

/// Lays out bare node trees, for developers of the layout engine.
@main struct LayoutCasesProgram: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "layout-cases",
    abstract: "Lays out bare node trees, for developers of the engine.",
    subcommands: [LayoutCommand.self, CSSCommand.self])
}

struct LayoutCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "layout", abstract: "Lay out the cases of files.",
    discussion: """
      Reads files of the format flex-layout-cases/1 and prints the frames of each run as one line \
      of JSON.

      Exit status: 0 clean; 1 a case failed under --check; 2 a file or a case could not be read.
      """)

  @Argument(help: "Files with cases; - or none for standard input.", completion: .file())
  var files: [String] = []

  @Flag(help: "Compare the frames with those that the files expect, instead of printing them.")
  var check = false

  func run() throws { try check ? compare() : printFrames() }

  /// Prints the frames of every case that can be run, and reports why other cases cannot.
  private func printFrames() throws {
    var diagnostics: [Diagnostic] = []
    for file in files.isEmpty ? ["-"] : files {
      let read = Self.read(file)
      diagnostics += read.diagnostics
      guard let document = read.value else { continue }
      var writer = FrameLineWriter()
      var skipped = ""
      do throws(CaseIssue) {
        for result in try FlexCaseFile(document).cases {
          var name = ""
          do throws(CaseIssue) {
            let test = try result.get()
            name = test.name
            diagnostics += test.warnings
            writer.write(try test.layOut(), name: name)
          } catch {
            switch error {
            case .unsupported(let feature): skipped += "skipped \(name): needs \(feature)\n"
            case .malformed(let diagnostic): diagnostics.append(diagnostic)
            }
          }
        }
      } catch {
        if case .malformed(let diagnostic) = error { diagnostics.append(diagnostic) }
      }
      try Self.write(writer.bytes, to: STDOUT_FILENO)
      try Self.write(Array(skipped.utf8), to: STDERR_FILENO)
    }
    try Self.end(diagnostics, failed: false)
  }

  /// Prints differences from the expectations, skipped cases, and the number of cases per result.
  private func compare() throws {
    var report = CaseReport()
    for file in files.isEmpty ? ["-"] : files {
      let read = Self.read(file)
      report.diagnostics += read.diagnostics
      if let document = read.value { report.merge(FlexCaseFile.check(document)) }
    }
    if !report.isEmpty { try Self.write(Array(report.text.utf8), to: STDOUT_FILENO) }
    try Self.end(report.diagnostics, failed: report.failed > 0)
  }

  /// Reads and parses a file, or standard input for "-".
  fileprivate static func read(_ path: String) -> Diagnosed<FeedDocument?> {
    do throws(ReadFailure) {
      let descriptor = path == "-" ? STDIN_FILENO : open(path, O_RDONLY | O_CLOEXEC)
      guard descriptor >= 0 else { throw ReadFailure() }
      defer { close(descriptor) }
      let bytes = try contents(of: descriptor, limit: DocumentLimits().bytes + 1)
      return FeedDocument.parse(PaddedBytes(bytes), name: path)
    } catch {
      return Diagnosed(
        nil,
        [
          Diagnostic(
            .unreadableSource, .error, "cannot read `\(shown(path))`", label: error.reason,
            helps: ["check the name: `ls -l \(shellWord(path))`"])
        ])
    }
  }

  /// Throws `ExitCode` if not all bytes can be written, for example to a full disk.
  fileprivate static func write(_ bytes: [UInt8], to descriptor: Int32) throws {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else {
        let message = "error: cannot write to standard output: \(systemReason())\n"
        if descriptor == STDOUT_FILENO { try write(Array(message.utf8), to: STDERR_FILENO) }
        throw ExitCode(2)
      }
      rest = rest.dropFirst(count)
    }
  }

  fileprivate static func end(_ diagnostics: [Diagnostic], failed: Bool) throws {
    var out = ByteWriter()
    DiagnosticPrinter(color: false).write(diagnostics, to: &out)
    try write(out.bytes, to: STDERR_FILENO)
    if diagnostics.contains(where: { $0.severity == .error }) { throw ExitCode(2) }
    if failed { throw ExitCode(1) }
  }
}

struct CSSCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "css", abstract: "Write the sections of pages as HTML with flexbox CSS.",
    discussion: """
      Reads a file of the format section-pages/1. Writes each section into a file of its own, and prints the \
      file's name and the frame of each node in the section, from the dump, as one line of JSON.
      """)

  @Argument(help: "A file with pages.", completion: .file())
  var file: String

  @Argument(help: "The folder for the HTML files.", completion: .directory)
  var folder: String

  func run() throws {
    let read = LayoutCommand.read(file)
    var diagnostics = read.diagnostics
    for (number, value) in (read.value?.root["cases"].children.map { $0 } ?? []).enumerated() {
      do {
        try write(SectionPage(value).page, number: number)
      } catch let issue as CaseIssue {
        if case .malformed(let diagnostic) = issue { diagnostics.append(diagnostic) }
      }
    }
    try LayoutCommand.end(diagnostics, failed: false)
  }

  private func write(_ page: Page, number: Int) throws {
    let lines = page.projected(RenderOptions(all: true)).lines ?? Page.Lines()
    let (paths, frames) = (lines.paths, lines.framesInFeed)
    for (index, section) in lines.sections.enumerated() {
      guard let css = SectionCSS(NodePlace(.section(index)), on: page) else { continue }
      let name = "\(number)-\(index).html"
      guard let stream = fopen("\(folder)/\(name)", "w") else {
        throw ValidationError("cannot write to \(folder): \(systemReason())")
      }
      fwrite(css.html, 1, css.html.count, stream)
      fclose(stream)
      let origin = lines[section.line].frame
      var out = ByteWriter()
      out.write("{\"file\":")
      out.write(jsonString: name)
      out.write(",\"frames\":{")
      for node in section.line + 1..<Int(lines[section.line].end) {
        if node > section.line + 1 { out.write(",") }
        out.write(jsonString: paths[node])
        let frame = frames[node].moved(by: -origin.x, -origin.y)
        for (index, length) in [frame.x, frame.y, frame.width, frame.height].enumerated() {
          out.write(index == 0 ? ":[" : ",")
          out.write(exact: length)
        }
        out.write("]")
      }
      out.write("}}\n")
      try LayoutCommand.write(out.bytes, to: STDOUT_FILENO)
    }
  }
}

extension CaseReport {
  fileprivate var isEmpty: Bool { passed + failed + skippedCount == 0 && !diagnostics.isEmpty }

  /// The failures, then the number of skipped cases per missing feature, then the total counts.
  fileprivate var text: String {
    var lines = failures.map { "failed \($0)" }
    for (feature, count) in skipped.sorted(by: { $0.key < $1.key }) {
      lines.append("skipped \(feature): \(counted(count, "case"))")
    }
    return (lines + [summary, ""]).joined(separator: "\n")
  }
}

/// Writes runs of cases as lines of JSON. The keys of a node are in the order of the case format.
private struct FrameLineWriter {
  private var out = ByteWriter()

  var bytes: [UInt8] { out.bytes }

  mutating func write(_ runs: [FlexCaseRun], name: String) {
    for (index, run) in runs.enumerated() {
      out.write("{\"case\":")
      out.write(jsonString: name)
      out.write(",\"run\":")
      out.write(integer: index)
      out.write(",\"layout\":")
      write(run)
      out.write("}\n")
    }
  }

  /// Writes nodes in document order. Uses no recursion, so the tree can have any depth.
  private mutating func write(_ run: FlexCaseRun) {
    // The subtree ends of the open nodes; whether the innermost open node has no child so far.
    var open: [Int] = []
    var isFirstChild = true
    let ends = run.subtreeEnds
    for (index, frame) in run.frames.enumerated() {
      if !isFirstChild { out.write(byte: UInt8(ascii: ",")) }
      out.write("{\"left\":\(CaseNumber.text(frame.x))")
      out.write(",\"top\":\(CaseNumber.text(frame.y))")
      out.write(",\"width\":\(CaseNumber.text(frame.width))")
      out.write(",\"height\":\(CaseNumber.text(frame.height)),\"children\":[")
      open.append(ends[index])
      isFirstChild = true
      while open.last == index + 1 {
        out.write("]}")
        open.removeLast()
        isFirstChild = false
      }
    }
  }
}

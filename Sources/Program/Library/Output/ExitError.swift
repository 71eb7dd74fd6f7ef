internal import SectionEngine
internal import Glibc

/// Ends the program early, with an exit status and diagnostics.
struct ExitError: Error {
  /// The exit status: 1 for findings, 2 if the command could not run, 64 for wrong usage.
  let status: Int32
  let diagnostics: [Diagnostic]

  static func couldNotRun(_ diagnostics: Diagnostic...) -> ExitError { couldNotRun(diagnostics) }

  static func couldNotRun(_ diagnostics: [Diagnostic]) -> ExitError {
    ExitError(status: 2, diagnostics: diagnostics)
  }

  static func couldNotRun(
    _ code: DiagnosticCode, _ message: String, label: String? = nil, notes: [String] = [],
    helps: [String] = []
  ) -> ExitError {
    couldNotRun(Diagnostic(code, .error, message, label: label, notes: notes, helps: helps))
  }

  /// - Parameters:
  ///   - target: The target in the message, for example "to `page.txt`".
  ///   - path: The path of the target; `nil` if it has none.
  static func cannotWrite(
    _ target: String, _ reason: String, at path: String? = nil, notes: [String] = []
  ) -> ExitError {
    let parent = path.map { NewFolder.path($0).parentFolder } ?? "/"
    let isMissing = access(parent, F_OK) != 0 && errno == ENOENT
    return couldNotRun(
      .cannotWrite, "cannot write \(target)",
      label: isMissing ? "there is no folder `\(shown(parent, limit: 200))`" : reason, notes: notes,
      helps: [
        isMissing
          ? "make it: `mkdir -p \(shellWord(parent))`"
          : "check the folder, its permissions and the room on the disk"
      ])
  }

  static func usage(
    _ code: DiagnosticCode, _ message: String, notes: [String] = [], helps: [String]
  ) -> ExitError {
    ExitError(
      status: 64, diagnostics: [Diagnostic(code, .error, message, notes: notes, helps: helps)])
  }
}

/// Ends the program because of wrong arguments, with a message as from the argument parser.
struct UsageError: Error {
  let message: String
}

extension Suggestion {
  /// Returns "Did you mean 'x'? ", or "" if no candidate is similar.
  static func question(for word: String, among candidates: [String]) -> String {
    closest(to: word, among: candidates).map { "Did you mean '\($0)'? " } ?? ""
  }
}

extension Diagnosed {
  /// Returns the value. Throws `ExitError` with the diagnostics if it is `nil`.
  func required<Wrapped>() throws -> Wrapped where Value == Wrapped? {
    guard let value else { throw ExitError(status: 2, diagnostics: diagnostics) }
    return value
  }
}

/// Escapes control characters, and characters that hide or reorder text, as in `\u{7}`.
func escaped(_ text: String) -> String {
  var result = ""
  for scalar in text.unicodeScalars {
    switch scalar.properties.generalCategory {
    case .control, .lineSeparator, .paragraphSeparator: break
    // U+200C and U+200D are kept, because emoji and several scripts need them.
    case .format where scalar != "\u{200C}" && scalar != "\u{200D}": break
    default:
      result.unicodeScalars.append(scalar)
      continue
    }
    result += "\\u{\(String(scalar.value, radix: 16, uppercase: true))}"
  }
  return result
}

/// The format of a report: text for people, or JSON with a schema.
enum ReportFormat: String, CaseIterable { case text, json }

enum Output {
  /// Writes a text for people. In a file, it is as it is; on standard output, a workflow finds no
  /// commands in it.
  static func write(_ text: String, to path: String? = nil) throws {
    try write(text: Array(text.utf8), to: path)
  }

  static func write(text bytes: [UInt8], to path: String?) throws {
    try write(isStandardOutput(path) ? WorkflowCommands.broken(bytes) : bytes, to: path)
  }

  private static func isStandardOutput(_ path: String?) -> Bool {
    path.map { AtomicFile.descriptor(at: $0) == STDOUT_FILENO } ?? true
  }

  static func write(
    as format: ReportFormat, text: @autoclosure () -> String, json: @autoclosure () -> [UInt8]
  ) throws {
    if format == .json { try write(json(), to: nil) } else { try write(text()) }
  }

  /// Writes to standard output, or to a file. A file is replaced or, if that fails, overwritten.
  static func write(_ bytes: some ByteParts, to path: String?) throws {
    guard let path, !isStandardOutput(path) else {
      // `StandardStream.keepProductApart` may have moved standard output to another descriptor.
      guard let failure = StandardStream.output.write(bytes) else { return }
      throw ExitError.cannotWrite("to standard output", failure)
    }
    do throws(AtomicFile.Failure) {
      if case .writtenInPlace(let reason) = try AtomicFile.replace(bytes, at: path) {
        report([overwritten(path, reason)], color: .auto)
      }
    } catch {
      let isNoFolder = error.number == ENOENT && path.hasSuffix("/")
      let state = error.isTorn ? "the file is incomplete" : "the file is as it was"
      throw ExitError.cannotWrite(
        "to `\(path)`", isNoFolder ? "the folder does not exist" : error.reason, at: path,
        notes: isFile(path) ? [state] : [])
    }
  }

  /// Adds bytes to output that is collected.
  static func append(_ bytes: [UInt8], to spool: Spool) throws {
    do throws(AtomicFile.Failure) { try spool.append(bytes) } catch {
      throw ExitError.cannotWrite(
        "to a temporary file in `\(shown(spool.folder, limit: 200))`", error.reason,
        at: "\(spool.folder)/file",
        notes: ["more than 8 MB of output are collected there; TMPDIR names another folder"])
    }
  }

  /// Writes a file below a folder. Refuses symbolic links in its path, which may lead outside.
  static func write(_ bytes: [UInt8], to file: String, below folder: String) throws {
    try refuseLinks(to: file, below: folder)
    try write(bytes, to: "\(folder)/\(file)")
  }

  static func refuseLinks(to file: String, below folder: String) throws {
    var path = folder
    for part in file.split(separator: "/") {
      path += "/\(part)"
      guard target(ofLink: path) != nil else { continue }
      throw ExitError.couldNotRun(
        .cannotWrite, "`\(shown(path, limit: 200))` is a symbolic link",
        label: "expected a file or a folder", notes: ["nothing is written through it"],
        helps: ["remove it: `rm \(shellWord(NewFolder.path(path)))`"])
    }
  }

  static func overwritten(_ path: String, _ reason: String) -> Diagnostic {
    Diagnostic(
      .writtenInPlace, .warning, "`\(path)` was written in place", label: reason,
      notes: ["an interruption while it is written would have left a part of it"],
      helps: ["write to a file in a folder that you may write to"])
  }

  static func report(_ diagnostics: [Diagnostic], color: ColorChoice, summary: String? = nil) {
    guard !diagnostics.isEmpty else { return }
    var out = ByteWriter()
    DiagnosticPrinter(color: StandardStream.error.usesColor(color)).write(diagnostics, to: &out)
    if let summary { out.write(summary + "\n") }
    _ = StandardStream.error.write(out.bytes)
  }

  /// Writes lines to standard error that are neither results nor diagnostics.
  static func remark(_ lines: [String]) {
    let text = lines.map { TerminalText.line($0) + "\n" }.joined()
    _ = StandardStream.error.write(Array(text.utf8))
  }
}

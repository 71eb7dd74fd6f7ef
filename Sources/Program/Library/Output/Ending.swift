internal import Support
internal import Glibc
internal import PluginHost
internal import Renderers

/// Ends the program before its work is done.
struct Ending: Error {
  /// 1 findings, 2 could not run, 64 usage.
  let status: Int32
  /// Diagnostics that are still to be reported.
  let diagnostics: [Diagnostic]

  static func couldNotRun(_ diagnostics: Diagnostic...) -> Ending { couldNotRun(diagnostics) }

  static func couldNotRun(_ diagnostics: [Diagnostic]) -> Ending {
    Ending(status: 2, diagnostics: diagnostics)
  }

  func report(color: ColorChoice = .auto) { Output.report(diagnostics, color: color) }
}

/// Ends the program because of its arguments, with a message like those of the argument parser.
struct Misuse: Error {
  let message: String

  init(_ message: String) { self.message = message }
}

extension Diagnosed {
  /// Returns the value.
  /// - Throws: `Ending` with the findings if there is none.
  func required<Wrapped>() throws -> Wrapped where Value == Wrapped? {
    guard let value else { throw Ending(status: 2, diagnostics: diagnostics) }
    return value
  }
}

/// Escapes control characters, and characters that reorder or hide text, as in `\u{7}`.
func escaped(_ text: String) -> String {
  var result = ""
  for scalar in text.unicodeScalars {
    switch scalar.properties.generalCategory {
    case .control, .lineSeparator, .paragraphSeparator: break
    // Emoji and several scripts need the joiners.
    case .format where scalar != "\u{200C}" && scalar != "\u{200D}": break
    default:
      result.unicodeScalars.append(scalar)
      continue
    }
    result += "\\u{\(String(scalar.value, radix: 16, uppercase: true))}"
  }
  return result
}

/// Writes results and diagnostics.
enum Output {
  /// Writes to standard output.
  static func write(_ text: String) throws { try write(Array(text.utf8), to: nil) }

  /// Writes to standard output, or to a file. The file is replaced once the new one is complete. If
  /// it cannot be replaced, it is overwritten with a warning.
  static func write(_ bytes: [UInt8], to path: String?) throws {
    var notes: [String] = []
    var failure: String?
    // Standard output may have moved to another descriptor.
    let path = path.flatMap { AtomicFile.descriptor(at: $0) == STDOUT_FILENO ? nil : $0 }
    if let path {
      do throws(AtomicFile.Failure) {
        if case .writtenInPlace(let reason) = try AtomicFile.replace(bytes, at: path) {
          report([overwritten(path, reason)], color: .auto)
        }
      } catch {
        failure =
          error.number == ENOENT && path.hasSuffix("/")
          ? "the folder does not exist" : error.reason
        if isFile(path) {
          notes = [error.isTorn ? "the file is incomplete" : "the file is as it was"]
        }
      }
    } else {
      failure = StandardStream.output.write(bytes)
    }
    guard let failure else { return }
    throw Ending.couldNotRun(
      Diagnostic(
        .cannotWrite, .error, "cannot write to \(path.map { "`\($0)`" } ?? "standard output")",
        label: failure, notes: notes,
        helps: ["check the folder, its permissions and the room on the disk"]))
  }

  private static func overwritten(_ path: String, _ reason: String) -> Diagnostic {
    Diagnostic(
      .writtenInPlace, .warning, "`\(path)` was written in place", label: reason,
      notes: ["an interruption while it is written would have left a part of it"],
      helps: ["write to a file in a folder that you may write to"])
  }

  /// Writes diagnostics to standard error.
  static func report(_ diagnostics: [Diagnostic], color: ColorChoice, summary: String? = nil) {
    guard !diagnostics.isEmpty else { return }
    var out = ByteWriter()
    DiagnosticPrinter(color: StandardStream.error.usesColor(color)).write(diagnostics, to: &out)
    if let summary { out.write(summary + "\n") }
    _ = StandardStream.error.write(out.bytes)
  }

  /// Writes lines to standard error that are neither results nor findings.
  static func remark(_ lines: [String]) {
    let text = lines.map { TerminalText.line($0) + "\n" }.joined()
    _ = StandardStream.error.write(Array(text.utf8))
  }
}

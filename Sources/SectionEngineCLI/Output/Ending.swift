import Diagnostics
import Glibc
import PluginHost
import Renderers

/// The program ends before it has done what it was asked for.
struct Ending: Error {
  /// 1 findings, 2 could not run, 64 usage.
  let status: Int32
  /// What is still to be said.
  let diagnostics: [Diagnostic]

  static func couldNotRun(_ diagnostics: Diagnostic...) -> Ending { couldNotRun(diagnostics) }

  static func couldNotRun(_ diagnostics: [Diagnostic]) -> Ending {
    Ending(status: 2, diagnostics: diagnostics)
  }

  func report(color: ColorChoice = .auto) { Output.report(diagnostics, color: color) }
}

/// Where results and diagnostics go.
enum Output {
  /// Writes to standard output. A reader that went away is no failure of ours to explain.
  static func write(_ text: String) throws { try write(Array(text.utf8), to: nil) }

  /// Writes to a file, or to standard output.
  static func write(_ bytes: [UInt8], to path: String?) throws {
    let reason = path.map { writeFile(bytes, path: $0) } ?? StandardStream.output.write(bytes)
    guard let reason else { return }
    throw Ending.couldNotRun(
      Diagnostic(
        .cannotWrite, .error, "cannot write to \(path.map { "`\($0)`" } ?? "standard output")",
        label: reason, helps: ["check the folder, its permissions and the room on the disk"]))
  }

  /// Puts a file in the place of another at once: whoever reads it has all of one or all of the other.
  static func replace(_ bytes: [UInt8], at name: String) throws {
    // A link stays one; a device or a pipe is written to.
    let path = PluginHost.absolutePath(name)
    guard isFile(path) || access(path, F_OK) != 0 else { return try write(bytes, to: name) }
    let cut = path.lastIndex(of: "/").map { path.index(after: $0) } ?? path.startIndex
    // Hidden, so that nobody takes it for finished.
    let beside = "\(path[..<cut]).\(path[cut...]).\(getpid())"
    try write(bytes, to: beside)
    guard rename(beside, path) != 0 else { return }
    let reason = systemReason()
    unlink(beside)
    throw Ending.couldNotRun(
      Diagnostic(
        .cannotWrite, .error, "cannot write to `\(name)`", label: reason,
        helps: ["check the folder, its permissions and the room on the disk"]))
  }

  /// Writes diagnostics to standard error.
  static func report(_ diagnostics: [Diagnostic], color: ColorChoice, summary: String? = nil) {
    guard !diagnostics.isEmpty else { return }
    var out = ByteWriter()
    DiagnosticPrinter(color: StandardStream.error.usesColor(color)).write(diagnostics, to: &out)
    if let summary { out.write(summary + "\n") }
    _ = StandardStream.error.write(out.bytes)
  }

  /// Writes lines to standard error that are neither the product nor a finding.
  static func remark(_ lines: [String]) {
    _ = StandardStream.error.write(Array(lines.map { $0 + "\n" }.joined().utf8))
  }
}

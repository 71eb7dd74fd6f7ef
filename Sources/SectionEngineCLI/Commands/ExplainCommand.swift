import ArgumentParser
import Diagnostics

struct ExplainCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "explain", abstract: "Explain a diagnostic code.")

  @Argument(help: "The code of a diagnostic, such as SE1004.")
  var code: String

  func run() throws {
    if let known = DiagnosticCode(rawValue: code.uppercased()) {
      return try Output.write(known.page)
    }
    let codes = DiagnosticCode.allCases.map(\.rawValue)
    let meant = Suggestion.closest(to: code, among: codes).map { "did you mean `\($0)`?" }
    throw Ending.couldNotRun(
      Diagnostic(
        .invalidOption, .error, "there is no diagnostic code `\(code)`",
        helps: [meant ?? "codes: \(codes.joined(separator: ", "))"]))
  }
}

package import Foundation

/// The Python interpreter that tests use for validation and servers. `.ci/install-packages`
/// installs the modules for it, whichever interpreter is first on the PATH.
package enum Python {
  /// The value of the variable `PYTHON`, which make sets, or the system's interpreter.
  package static let program =
    ProcessInfo.processInfo.environment["PYTHON"] ?? "/usr/bin/python3"

  /// The error output of a script that failed.
  package struct Failure: Error, CustomStringConvertible {
    package var description: String
  }

  /// The names of all modules that can be imported, determined once for all tests.
  private static let modules = Result {
    let script = "import pkgutil\nfor module in pkgutil.iter_modules(): print(module.name)"
    return Set(try output(of: ["-c", script]).split(separator: "\n").map(String.init))
  }

  /// Returns whether the interpreter exists and has a module.
  ///
  /// - Throws: `Failure` if the interpreter exists but cannot list its modules.
  package static func has(_ module: String) throws -> Bool {
    guard Tool.isPresent(program) else { return false }
    return try modules.get().contains(module)
  }

  /// Runs the interpreter and returns its standard output.
  ///
  /// - Throws: `Failure` with its standard error if its exit status is not 0.
  package static func output(of arguments: [String], input: Data = Data()) throws -> String {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("sectionengine-python-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let (source, errors) = (
      folder.appendingPathComponent("input"), folder.appendingPathComponent("errors")
    )
    try input.write(to: source)
    try Data().write(to: errors)
    let process = Process()
    let output = Pipe()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = [program, "-X", "utf8"] + arguments
    process.standardInput = try FileHandle(forReadingFrom: source)
    process.standardOutput = output
    process.standardError = try FileHandle(forWritingTo: errors)
    try process.run()
    let printed = try output.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    guard process.terminationReason == .exit, process.terminationStatus == 0 else {
      throw Failure(description: String(decoding: try Data(contentsOf: errors), as: UTF8.self))
    }
    return String(decoding: printed, as: UTF8.self)
  }
}

import Foundation
import TestTools
import Testing

/// Conditions of tests, each with the reason that a skipped test reports. A condition checks only
/// whether a requirement exists, not whether it works: a broken requirement fails its test.
extension Trait where Self == ConditionTrait {
  /// Requires a module of the Python interpreter that tests run.
  ///
  /// - Parameter package: The Debian package that contains the module.
  package static func needs(
    python module: String, of package: String, sourceLocation: SourceLocation = #_sourceLocation
  ) -> Self {
    .enabled(
      "needs the module `\(module)` of \(Python.program), in Debian's \(package)",
      sourceLocation: sourceLocation
    ) { try Python.has(module) }
  }

  /// Requires Python's `jsonschema`, an independent validator of JSON.
  package static var needsJSONSchema: Self {
    .needs(python: "jsonschema", of: "python3-jsonschema")
  }

  /// Requires Python's `wcwidth`, an independent measure of cells in a terminal.
  package static var needsWcwidth: Self { .needs(python: "wcwidth", of: "python3-wcwidth") }

  /// Requires a Python that can run the server of the tests.
  package static var needsServer: Self { .needs(python: "http", of: "python3") }

  /// Requires a program on the PATH.
  ///
  /// - Parameter package: The Debian package of the program, if it is not named like the program.
  package static func needs(
    tool: String, of package: String? = nil, sourceLocation: SourceLocation = #_sourceLocation
  ) -> Self {
    .enabled(
      if: Tool.isPresent(tool), "needs \(tool), in Debian's \(package ?? tool)",
      sourceLocation: sourceLocation)
  }

  /// Requires captured replies of servers, which are not part of the repository.
  ///
  /// - Parameter name: A folder of `../shared/data/feeds`.
  package static func needs(
    captures name: String, sourceLocation: SourceLocation = #_sourceLocation
  ) -> Self {
    .needs(shared: "feeds/\(name)", sourceLocation: sourceLocation)
  }

  /// Requires data that are not part of the repository.
  ///
  /// - Parameter name: A file or folder of `../shared/data`.
  package static func needs(
    shared name: String, sourceLocation: SourceLocation = #_sourceLocation
  ) -> Self {
    .enabled(
      if: FileManager.default.fileExists(atPath: sharedData(name).path),
      "needs ../shared/data/\(name), which is not part of the repository",
      sourceLocation: sourceLocation)
  }

  /// Excludes a test of very many cases if `SECTIONENGINE_QUICK` is set, as `make check` does.
  package static var exhaustive: Self {
    .enabled(
      if: ProcessInfo.processInfo.environment["SECTIONENGINE_QUICK"] == nil,
      "tries very many cases; `make test` runs it")
  }

  /// Requires a user to whom file permissions apply, which excludes root.
  package static var needsOrdinaryUser: Self {
    .enabled(if: geteuid() != 0, "needs a user other than root, whom no permission stops")
  }
}

/// Returns a file or folder of `../shared/data`, whether or not it exists.
package func sharedData(_ name: String) -> URL {
  URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .appendingPathComponent("../../../shared/data/\(name)").standardizedFileURL
}

package import Support

/// The reason why a file in a plugin folder is not used. The associated values are the facts that
/// were found; `PluginRefusal+Message` makes the English message.
package enum PluginRefusal: Error, Sendable, Hashable {
  // Findings about the file itself.
  case danglingLink
  case notRegular(FileKind)
  case unreadable(reason: String)
  case invalidName
  case tooLarge(bytes: Int)

  // Findings of the ELF check.
  case empty
  case text
  case foreignFormat(String)
  case notELF
  case class32
  case bigEndian
  case wrongMachine(found: String, expected: String)
  case notShared(String)
  case incomplete(what: String, end: UInt64, size: UInt64)
  case malformed(String)
  case noEntry
  case otherCompiler(found: String, expected: String)

  // Failures of loading.
  case noPrivateCopy(reason: String)
  case missingLibrary(String)
  /// A needed library exists, but at a path that the sandbox does not allow a worker to read.
  case libraryOutside(String, path: String)
  /// A library in the plugin's folder, which the plugin needs, cannot be used.
  indirect case unusableLibrary(String, because: PluginRefusal)
  case missingSymbol(String)
  case newerSystem(String)
  case dependencyWithoutName(String)
  case dependencyConflict(String)
  case loader(String)

  // Findings about the result of the entry function.
  case refusedHost
  case otherContract(found: UInt32, expected: UInt32)
  case invalidTable(String)
  case shadowed(id: String, by: String)
  /// The loaded plugin's claims differ from the claims in the cache.
  case changed

  // Findings about a manifest.
  /// The manifest is invalid. The array has at least one diagnostic.
  case manifest([Diagnostic])
  case manifestNeedsWorker

  // Failures of the worker.
  /// - Parameter trace: The stack trace of the crash, for the plugin's author; may be empty.
  case brokeWhileLoading(cause: String, trace: [String])
  case quarantined(cause: String, trace: [String])
  case unconfined(missing: [String])
  case noWorker(reason: String)
  /// Loading all plugins exceeded the time limit, in seconds, before this file was loaded.
  case notExamined(seconds: Double)

  package enum FileKind: String, Sendable { case folder, device, pipe, socket, unknown }
}

package import PluginCalls

extension PluginRefusal {
  /// The stack trace for the plugin's author if the plugin crashed, else empty.
  package var trace: [String] {
    switch self {
    case .brokeWhileLoading(_, let trace), .quarantined(_, let trace): trace
    default: []
    }
  }

  /// The reason as a predicate that follows the file name, such as "is empty".
  package var reason: String {
    switch self {
    case .danglingLink: "is a link to a file that does not exist"
    case .notRegular(let kind):
      "is a \(kind == .unknown ? "special file" : kind.rawValue), not a file"
    case .unreadable(let reason): "cannot be read: \(reason)"
    case .invalidName: "has a name that is not valid UTF-8"
    case .tooLarge(let bytes): "has \(bytes) bytes, more than \(ELFLimits.fileBytes)"

    case .empty: "is empty"
    case .text: "is a text file, not a shared library"
    case .foreignFormat(let format): "is \(format), not a shared library of this system"
    case .notELF: "is not a shared library: it does not start as an ELF file"
    case .class32: "is a 32-bit library; 64-bit is expected"
    case .bigEndian: "is a big-endian library; little-endian is expected"
    case .wrongMachine(let found, let expected): "is built for \(found); this host is \(expected)"
    case .notShared(let what): "is \(what), not a shared library"
    case .incomplete(let what, let end, let size):
      "is incomplete: its \(what) \(what.hasSuffix("s") ? "end" : "ends") at byte \(end), "
        + "the file at \(size)"
    case .malformed(let what): "is damaged: \(what)"
    case .noEntry: "exports no function `section_plugin_entry`"
    case .otherCompiler(let found, let expected):
      "is built with Swift \(found); this host needs Swift \(expected)"

    case .noPrivateCopy(let reason): "cannot be copied before loading: \(reason)"
    case .missingLibrary(let name): "needs \(name), which is not installed"
    case .libraryOutside(let name, let path):
      "needs \(name), which is at \(path), where an untrusted plugin may not read"
    case .unusableLibrary(let name, let cause): "needs \(name), which \(cause.reason)"
    case .missingSymbol(let name): "needs the symbol `\(name)`, which no library defines"
    case .newerSystem(let version): "needs \(version), which this system does not have"
    case .dependencyWithoutName(let name): "needs \(name) beside it, which has no name of its own"
    case .dependencyConflict(let name): "needs the \(name) beside it; another one is loaded already"
    case .loader(let message): "cannot be loaded: \(message)"

    case .refusedHost: "refuses this host: its entry returned NULL"
    case .otherContract(let found, let expected):
      "has another contract: expected \(Self.version(expected)), got \(Self.version(found))"
    case .invalidTable(let what): "describes itself wrongly: \(what)"
    case .manifest(let found): "cannot be used: \(Self.words(found))"
    case .manifestNeedsWorker: "is a manifest, which needs the sandboxed worker"
    case .brokeWhileLoading(let cause, _): "\(cause) while it was loaded, twice"
    case .quarantined(let cause, _): "is quarantined: it \(cause)"
    case .unconfined(let missing):
      "needs a sandbox, and this system lacks \(missing.joined(separator: ", "))"
    case .noWorker(let reason): "needs a worker, which is not there: \(reason)"
    case .notExamined(let seconds):
      "is not examined yet: loading the files took more than \(Int(seconds)) s"
    case .shadowed(let id, let by): "has the id `\(id)`, which \(by) already has"
    case .changed: "changed after it was listed"
    }
  }

  /// The advice for the user, with "FILE" in place of the file name in commands.
  package var help: String { help(naming: "FILE") }

  /// - Parameter file: The file name to show in commands, quoted for a shell.
  package func help(naming file: String) -> String {
    switch self {
    case .danglingLink: "remove the link, or point it to the plugin"
    case .notRegular, .invalidName: "remove or rename it"
    case .unreadable: "check its permissions"
    case .tooLarge: "strip its debug information"
    case .empty, .incomplete, .malformed, .notELF: "copy or build it again"
    case .text: "build the plugin, and put the .so that comes out here"
    case .foreignFormat, .wrongMachine, .class32, .bigEndian: "build the plugin for this machine"
    case .notShared: "link it with `-shared -fPIC`"
    case .noEntry:
      "export it: `SE_EXPORT` in C, `@c public func section_plugin_entry` in Swift; without `public` "
        + "the symbol is left out"
    case .otherCompiler(_, let expected): "rebuild with Swift \(expected)"
    case .noPrivateCopy: "put it into the folder of the installed plugins"
    case .missingLibrary(let name): "install \(name), or link it statically"
    case .libraryOutside:
      "put it beside the plugin (`$ORIGIN`), or trust the plugin: "
        + "`sectionengine plugin trust \(file)`"
    case .unusableLibrary(let name, let cause): "\(name): \(cause.help)"
    case .missingSymbol: "link the library that defines it"
    case .newerSystem: "build the plugin on this system, or on an older one"
    case .dependencyWithoutName(let name): "link \(name) with `-Wl,-soname,\(name)`, or statically"
    case .dependencyConflict(let name): "give \(name) a name of its own, or link it statically"
    case .loader: "try `ldd` on it"
    case .refusedHost, .otherContract: "rebuild it with this version's section_plugin.h"
    case .invalidTable: "correct what `section_plugin_entry` returns"
    case .manifest(let found):
      found.lazy.flatMap(\.helps).first
        ?? "correct it; `sectionengine schema plugin-manifest` prints the format"
    case .manifestNeedsWorker: "load the folder with the path of `section-worker`"
    case .brokeWhileLoading, .quarantined:
      "mend it, or try it again after `sectionengine plugin untrust \(file)`"
    case .unconfined:
      "`sectionengine plugin trust \(file)` if you trust it, or `--allow-unconfined` for all"
    case .noWorker: "`sectionengine doctor` lists what is missing"
    case .notExamined: "run it again: the next run continues with the remaining files"
    case .shadowed: "remove one of them, or change its id"
    case .changed: "run it again: its file is read anew"
    }
  }

  private static func words(_ found: [Diagnostic]) -> String {
    guard let first = found.first else { return "it is not a manifest" }
    var places = first.location.map { ["line \($0.line), column \($0.column)"] } ?? []
    if found.count > 1 { places.append("and \(found.count - 1) more") }
    return first.message + (places.isEmpty ? "" : " (\(places.joined(separator: ", ")))")
  }

  /// Returns the text of a contract version, "0.1", from the number major << 16 | minor.
  private static func version(_ abi: UInt32) -> String { "\(abi >> 16).\(abi & 0xffff)" }

  func help(ofPluginAt path: String) -> String {
    // Trust does not help here, because even a trusted manifest runs in a worker.
    if case .unconfined = self, path.hasSuffix(PluginManifest.suffix) {
      return "`--allow-unconfined` runs it all the same"
    }
    return help(naming: shellWord(path))
  }

  func diagnostic(ofPluginAt path: String) -> Diagnostic {
    let code: DiagnosticCode =
      switch self {
      case .shadowed: .shadowedClaim
      case .quarantined, .brokeWhileLoading: .pluginQuarantined
      case .unconfined: .protectionMissing
      case .noWorker: .workerFailed
      case .manifest: .invalidManifest
      case .manifestNeedsWorker: .manifestNeedsWorker
      case .changed: .pluginChanged
      case .notExamined: .pluginUnexamined
      default: .pluginRefused
      }
    var diagnostic = Diagnostic(
      code, .warning, "\(path) \(reason)", notes: ["the plugin is not loaded"],
      helps: [help(ofPluginAt: path)], plugin: path)
    diagnostic.trace = trace
    return diagnostic
  }
}

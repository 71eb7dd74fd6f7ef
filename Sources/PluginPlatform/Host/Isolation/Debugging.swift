internal import CIsolation
internal import Glibc
internal import PluginCalls

/// Settings for a worker that runs under a debugger or a sanitizer.
package struct Debugging {
  /// The environment variables of the worker, each as "NAME=value".
  let environment: [String]
  /// The folder for copies of libraries, so that lldb and other tools find the files; `nil` uses
  /// copies in memory.
  let copyFolder: String?

  package init(environment: [String], copyFolder: String?) {
    self.environment = environment
    self.copyFolder = copyFolder
  }

  /// Returns the paths of file copies of the plugin's libraries; empty if any cannot be made.
  func paths(ofCopiesOf image: PluginImage) -> [String] {
    guard let named = copyFolder.map({ NamedCopies(folder: $0) }) else { return [] }
    let libraries = image.copied
    let paths = libraries.compactMap { named.path(ofCopy: $0.bytes, $0.digest, named: $0.name) }
    return paths.count == libraries.count ? paths : []
  }

  /// Starts a debugger on this terminal, and returns its process id or a negative error number.
  package static func startDebugger(_ words: [String]) -> Int32 {
    var arguments = words.map { strdup($0) } + [nil]
    defer { for argument in arguments { free(argument) } }
    return arguments.withUnsafeMutableBufferPointer { arguments in
      guard let list = arguments.baseAddress, let program = list[0] else { return -EINVAL }
      return se_spawn_debugger(program, list)
    }
  }
}

extension PluginIsolation {
  /// Returns settings for a debugged worker, with practically infinite time limits.
  /// - Parameter isConfined: Whether the sandbox and the memory limit apply.
  package func debugging(isConfined: Bool) -> PluginIsolation {
    var isolation = self
    // About 11 days: longer than any stop at a breakpoint.
    isolation.sectionTime = 1_000_000
    isolation.loadTime = 1_000_000
    isolation.pageTime = 1_000_000
    guard !isConfined else { return isolation }
    isolation.withheld = Protections.all.subtracting(.parentDeath)
    isolation.allowsUnconfined = true
    return isolation
  }
}

/// Options of the leak sanitizer that exclude memory of Swift and of the dynamic linker. Swift stores
/// bits in the pointers of its objects, so the sanitizer would report the worker's own strings.
package struct LeakSuppressions {
  private let file: PrivateCopy

  /// Returns `nil` if the system has no memory files.
  package init?() {
    let names = ["swift_allocObject", "swift_slowAlloc", "libswiftCore", "ld-linux"]
    let text = names.map { "leak:\($0)\n" }.joined()
    guard let file = try? PrivateCopy(of: Array(text.utf8), named: "leaks", isLibrary: false) else {
      return nil
    }
    self.file = file
  }

  /// The options, for as long as this value exists.
  package var options: String {
    "suppressions=/proc/\(getpid())/fd/\(file.descriptor):print_suppressions=0"
  }
}

/// The report of a debugged worker whose host has closed the connection.
package enum DebuggedEnd: Sendable {
  case clean, leaked
  /// The worker ended otherwise: the search for leaks failed, or a debugger ended it.
  case unexamined
}

extension ExaminedWorker {
  /// The process identifier of the worker.
  package var process: Int32 { worker.process }

  /// The addresses of the providers' functions `open` and the renderers' `render` in the worker.
  package var entries: [UInt64] {
    let round = worker.send(.locate, jobs: 1, [], within: .init(pool.isolation.sectionTime))
    var reader = FlatReader(round.results.first?.bytes ?? [])
    return (try? reader.read([UInt64].self)) ?? []
  }

  /// Closes the connection to a debugged worker and waits until it ends; a debugger may delay that.
  /// With the address sanitizer, the worker then reports the memory that the plugin did not free.
  package func hangUp() -> DebuggedEnd {
    switch worker.hangUp() {
    case nil, 0: .clean
    case leakedStatus << 8: .leaked
    default: .unexamined
    }
  }
}

/// A sanitizer of GCC and Clang. The raw values are those of the option `-fsanitize=`.
package enum Sanitizer: String, CaseIterable, Sendable {
  case address, thread, undefined

  /// The text that every file name of the sanitizer's runtime library contains.
  package var word: String {
    switch self {
    case .address: "asan"
    case .thread: "tsan"
    case .undefined: "ubsan"
    }
  }
}

extension IsolatedPlugin {
  /// Whether the user trusts the file and its libraries as they are now.
  package var isTrusted: Bool {
    let verdict = pool.isolation.trusted.verdict(
      on: image, runtimeFolder: pool.setup.runtimeFolder)
    if case .trusted = verdict { return true }
    return false
  }

  /// Returns the name of the sanitizer's runtime library; `nil` if the plugin's file needs none.
  package func runtime(of sanitizer: Sanitizer) -> String? {
    image.main.needed.first { $0.contains(sanitizer.word) }
  }

  /// Returns whether the plugin's code calls the sanitizer's runtime. O(bytes).
  package func isBuilt(with sanitizer: Sanitizer) -> Bool {
    image.main.bytes.firstRange(of: Array("__\(sanitizer.word)_".utf8)) != nil
  }
}

internal import SectionEngine
internal import Glibc

/// Runs a plugin under a debugger, or with a sanitizer; used by `plugin debug`.
struct PluginDebugJob {
  enum Debugger: String, CaseIterable { case gdb, lldb }

  let file: String
  /// The feed whose blocks are drawn; `nil` for those beside the plugin.
  let feed: FeedSelection?
  /// `nil` for the first one that is installed.
  let debugger: Debugger?
  let sanitizer: Sanitizer?
  let allowsUnconfined: Bool

  func run() throws {
    let installation = try Installation.required()
    let isolation = PluginIsolation(
      checkingPluginsOf: installation, allowsUnconfined: allowsUnconfined)
    let plugin: IsolatedPlugin
    do {
      plugin = try IsolatedPlugin(
        fileAt: file, isolation: isolation.debugging(isConfined: sanitizer == nil),
        runtimeFolder: installation.runtime, measurer: RecordedTextMeasurer())
    } catch { throw unusable(error.reason) }
    let command = sanitizer == nil || debugger != nil ? try findDebugger() : nil
    var environment = environmentVariables
    if let sanitizer { environment += try variables(for: sanitizer, plugin) }
    let samples = try CheckFeeds(feed: feed, installation: installation)
      .feeds(for: file).samples

    let worker: ExaminedWorker
    do {
      worker = try plugin.start(
        debugging: Debugging(environment: environment, copyFolder: PluginMemory().copies))
    } catch { throw PluginCheckJob.ending(error) }
    let descriptor = try descriptor(in: worker)
    let requests = samples.compactMap { sample in
      descriptor.provider(of: sample.request).map { ($0, sample.request) }
    }
    guard !requests.isEmpty else {
      throw Ending.couldNotRun(
        .unreadablePlugin, "no block of the feed is for `\(shown(file))`",
        helps: ["name a feed that has one: --feed FILE"])
    }
    if !worker.isNamed {
      let folder = PluginMemory().copies.map { "`\(shown($0, limit: 200))`" }
      Output.remark([
        "the plugin's copy is in memory, without a file name: \(folder ?? "its folder") is missing, "
          + "cannot be written, or is below a folder that other users may write to",
        "if the debugger shows no symbols: set XDG_CACHE_HOME to a folder that only you may write to",
      ])
    }
    let session = try command.map { try start($0, worker) }
    let (drawn, end) = worker.exercise(requests)
    if end == nil { worker.hangUp() }
    if let session { wait(for: session) }
    Output.remark(
      ["\(drawn) of \(requests.count) sections drawn"]
        + (end.map { ["the plugin \($0.cause)"] } ?? []))
    if end != nil { throw Ending(status: 1, diagnostics: []) }
  }

  private func descriptor(in worker: ExaminedWorker) throws -> PluginDescriptor {
    switch worker.loadings.first {
    case .loaded(let descriptor): return descriptor
    case .refused(let refusal): throw unusable(refusal.reason)
    case .ended(let cause, _):
      var diagnostic = Diagnostic(
        .pluginBroke, .error, "`\(shown(file))` \(cause) while it was loaded",
        notes: ["the debugger stops at the first call, which comes after loading"],
        helps: ["do the work of constructors and `section_plugin_entry` in `open`"])
      diagnostic.trace = worker.loadingEffects.trace
      throw Ending(status: 1, diagnostics: [diagnostic])
    case nil: throw unusable("it was not loaded")
    }
  }

  // MARK: The debugger

  private func findDebugger() throws -> (kind: Debugger, path: String) {
    for kind in debugger.map({ [$0] }) ?? Debugger.allCases {
      if let path = findProgram(kind.rawValue) { return (kind, path) }
    }
    let name = debugger?.rawValue ?? "gdb"
    throw Ending.couldNotRun(
      .missingTool, "`\(name)` is not installed",
      helps: ["install the package \(name): apt-get install \(name)"])
  }

  /// Attaches the debugger, on this terminal, to the worker, which waits for its first section.
  private func start(
    _ command: (kind: Debugger, path: String), _ worker: ExaminedWorker
  ) throws -> pid_t {
    let entries = Set(worker.entries).sorted().map { "0x\(String($0, radix: 16))" }
    var words: [String]
    switch command.kind {
    case .gdb:
      words = [command.path, "-q", "-p", "\(worker.process)"]
      words += ["-ex", "handle SIGSYS nostop noprint pass"]
      words += entries.flatMap { ["-ex", "tbreak *\($0)"] } + ["-ex", "continue"]
    case .lldb:
      words = [command.path, "-p", "\(worker.process)"]
      words += ["-o", "process handle SIGSYS -s false -n false -p true"]
      words += entries.flatMap { ["-o", "breakpoint set --one-shot true --address \($0)"] }
      words += ["-o", "continue"]
    }
    // Signals from the terminal are for the debugger.
    for number in [SIGINT, SIGQUIT] { signal(number, SIG_IGN) }
    let process = Debugging.startDebugger(words)
    guard process > 0 else {
      throw Ending.couldNotRun(
        .missingTool, "`\(command.path)` does not start", label: systemReason(-process),
        helps: ["check that the file is a program of this system"])
    }
    // Nothing may begin until the debugger is attached.
    var status: Int32 = 0
    while !isTraced(worker.process), waitpid(process, &status, WNOHANG) == 0 { usleep(20_000) }
    return process
  }

  private func isTraced(_ process: pid_t) -> Bool {
    guard let bytes = try? readSource("/proc/\(process)/status") else { return true }
    let text = withExtendedLifetime(bytes) { String(decoding: bytes.text, as: UTF8.self) }
    let line = text.split(separator: "\n").first { $0.hasPrefix("TracerPid:") }
    return line?.split(whereSeparator: \.isWhitespace).last != "0"
  }

  private func wait(for process: pid_t) {
    var status: Int32 = 0
    while waitpid(process, &status, 0) < 0, errno == EINTR {}
  }

  // MARK: The sanitizer

  /// The environment without Swift's backtraces of crashes, which would start a process.
  private var environmentVariables: [String] {
    var variables = ["SWIFT_BACKTRACE=enable=no"]
    var next = environ
    while let variable = next.pointee {
      let text = String(cString: variable)
      if !text.hasPrefix("SWIFT_BACKTRACE=") { variables.append(text) }
      next += 1
    }
    return variables
  }

  /// Returns variables that load a sanitizer's runtime first, since the program has none.
  private func variables(
    for sanitizer: Sanitizer, _ plugin: IsolatedPlugin
  ) throws -> [String] {
    guard plugin.isBuilt(with: sanitizer) else {
      throw Ending.couldNotRun(
        .unreadablePlugin, "`\(shown(file))` is not built with this sanitizer",
        helps: ["build it with -g -fsanitize=\(sanitizer.rawValue)"])
    }
    let upper = sanitizer.word.uppercased()
    let own = environmentVariable("\(upper)_OPTIONS").map { ":\($0)" } ?? ""
    let options = "\(upper)_OPTIONS=detect_leaks=0:print_stacktrace=1:halt_on_error=1\(own)"
    let wanted = plugin.runtime(of: sanitizer)
    if let path = runtime(wanted, sanitizer) { return ["LD_PRELOAD=\(path)", options] }
    let name = wanted ?? "lib\(sanitizer.word).so"
    // Debian's packages are named after the libraries.
    let parts = name.split(separator: ".")
    let package =
      parts.count == 3 && parts[1] == "so" ? "\(parts[0])\(parts[2])" : "libclang-rt-dev"
    throw Ending.couldNotRun(
      .missingTool, "the sanitizer's runtime `\(name)` is not installed",
      helps: ["install the package \(package), or the compiler that built the plugin"])
  }

  /// Returns the path of the runtime with a name, or of any version if the name is unknown.
  private func runtime(_ name: String?, _ sanitizer: Sanitizer) -> String? {
    var folders = (environmentVariable("LD_LIBRARY_PATH") ?? "").split(separator: ":").map(
      String.init)
    folders += [
      "/lib/*-linux-gnu", "/usr/lib/*-linux-gnu", "/usr/lib64", "/usr/lib", "/usr/local/lib",
    ]
    for compiler in ["clang", "swiftc"].compactMap(findProgram) {
      let library = "\(PluginHost.absolutePath(compiler))/../../lib"
      folders += ["\(library)/clang/*/lib/*", "\(library)/swift/clang/lib/*"]
    }
    let names =
      name.map { [$0] } ?? ["libclang_rt.\(sanitizer.word)*.so", "lib\(sanitizer.word).so*"]
    for folder in folders {
      for name in names {
        var found = glob_t()
        defer { globfree(&found) }
        guard glob("\(folder)/\(name)", 0, nil, &found) == 0, let first = found.gl_pathv[0] else {
          continue
        }
        return String(cString: first)
      }
    }
    return nil
  }

  // MARK: Errors

  private func unusable(_ reason: String) -> Ending {
    .couldNotRun(
      .unreadablePlugin, "the plugin file `\(shown(file))` cannot be used", label: reason,
      helps: ["`sectionengine plugin check \(shown(file))` tells more"])
  }
}

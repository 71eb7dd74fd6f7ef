internal import SectionEngine
internal import Glibc
internal import PluginTools

/// The work of `plugin debug`: runs a plugin under a debugger or with a sanitizer.
struct PluginDebugJob {
  enum Debugger: String, CaseIterable { case gdb, lldb }

  let file: String
  /// The feed with the blocks to draw; `nil` for feeds beside the plugin.
  var feed: FeedSettings?
  /// `nil` selects the first that is installed.
  var debugger: Debugger?
  /// The sanitizer that the plugin was built with; `nil` for none.
  var sanitizer: Sanitizer?
  /// Whether the plugin runs even if this machine lacks a protection.
  var allowsUnconfined = false

  /// Draws the blocks, and writes what happened to standard error.
  /// - Throws: `ExitError` with status 1 if the plugin ended its process or leaked memory.
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
    if let sanitizer { try permitWithoutSandbox(sanitizer, plugin) }
    let command = sanitizer == nil || debugger != nil ? try findDebugger() : nil
    var environment = environmentVariables
    // The search for leaks stops the worker's threads, which a debugger would prevent.
    let findsLeaks = sanitizer == .address && command == nil
    if let sanitizer {
      environment += try variables(for: sanitizer, plugin, findsLeaks: findsLeaks)
    }
    let suppressions = findsLeaks ? LeakSuppressions() : nil
    if let suppressions {
      let own = environmentVariable("LSAN_OPTIONS").map { ":\($0)" } ?? ""
      environment.append("LSAN_OPTIONS=\(suppressions.options)\(own)")
    }
    let samples = try CheckFeeds(feed: feed, installation: installation)
      .feeds(for: file).samples
    let page = try self.page()

    let worker: ExaminedWorker
    do {
      worker = try plugin.start(
        debugging: Debugging(environment: environment, copyFolder: PluginMemory.copies))
    } catch { throw PluginCheck.exitError(error) }
    let descriptor = try descriptor(in: worker)
    let requests = samples.compactMap { sample in
      descriptor.provider(of: sample.request).map { ($0, sample.request) }
    }
    guard !requests.isEmpty || !descriptor.renderers.isEmpty else {
      throw ExitError.couldNotRun(
        .unreadablePlugin, "no block of the feed is for `\(shown(file))`",
        helps: ["name a feed that has one: --feed FILE"])
    }
    if !worker.isNamed {
      let folder = PluginMemory.copies.map { "`\(shown($0, limit: 200))`" }
      Output.remark([
        "the plugin's copy is in memory, without a file name: \(folder ?? "its folder") is missing, "
          + "cannot be written, or is below a folder that other users may write to",
        "if the debugger shows no symbols: set XDG_CACHE_HOME to a folder that only you may write to",
      ])
    }
    let session = try command.map { try start($0, worker) }
    let sections = worker.exercise(requests)
    var end = sections.end
    var lines = requests.isEmpty ? [] : ["\(sections.done) of \(requests.count) sections drawn"]
    for (number, format) in descriptor.renderers.enumerated() where end == nil {
      let (written, _) = worker.write(page, renderer: number)
      lines.append("format \(shown(format)): \(Self.words(for: written))")
      if case .ended(let pageEnd) = written { end = pageEnd }
    }
    let last = end == nil ? worker.hangUp() : .clean
    if let session { while waitpid(session, nil, 0) < 0, errno == EINTR {} }
    if let end { lines.append("the plugin \(end.cause)") }
    switch last {
    case .clean: break
    case .leaked: lines.append("the plugin did not free all its memory: see the lines above")
    case .unexamined where findsLeaks:
      lines.append("the search for leaks failed: this system does not permit it")
    case .unexamined: break
    }
    Output.remark(lines)
    if end != nil || last == .leaked { throw ExitError(status: 1, diagnostics: []) }
  }

  /// Refuses a plugin that is not trusted, because a sanitizer runs it without the sandbox.
  private func permitWithoutSandbox(_ sanitizer: Sanitizer, _ plugin: IsolatedPlugin) throws {
    guard allowsUnconfined || plugin.isTrusted else {
      throw ExitError.couldNotRun(
        .protectionMissing,
        "`--sanitizer \(sanitizer.rawValue)` runs `\(shown(file))` without the sandbox",
        notes: ["the plugin then has all your rights: it can read your files and use the network"],
        helps: [
          "if you trust it: add `--allow-unconfined`, or run "
            + "`sectionengine plugin trust \(shellWord(file))` once"
        ])
    }
    Output.remark(["`\(shown(file))` runs without the sandbox, for the sanitizer"])
  }

  /// The page that renderers write: that of `--feed`, or a sample.
  private func page() throws -> PageRequest {
    guard let feed = try feed?.chosen().feed else { return try PluginCheck.samplePage() }
    var inputs = KeptInputs()
    let opened = try LoadedFeed(feed, inputs: &inputs)
    let page = try opened.page(in: EnvironmentSettings()).laidOut
    guard let request = SectionProviders.request(for: page, options: RenderOptions()) else {
      throw ExitError.couldNotRun(.rendererFailed, "the page is too large for a renderer")
    }
    return request
  }

  private static func words(for page: ExaminedWorker.Page) -> String {
    switch page {
    case .written(let bytes): "\(counted(bytes.count, "byte")) written"
    case .failed(let reason): "no page: \(reason.isEmpty ? "it gave no reason" : reason)"
    case .lost(let reason, _): "no page: \(reason)"
    case .ended: "no page"
    }
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
      diagnostic.trace = worker.loadingLog.trace
      throw ExitError(status: 1, diagnostics: [diagnostic])
    case nil: throw unusable("it was not loaded")
    }
  }

  // MARK: The debugger

  private func findDebugger() throws -> (kind: Debugger, path: String) {
    for kind in debugger.map({ [$0] }) ?? Debugger.allCases {
      if let path = findProgram(kind.rawValue) { return (kind, path) }
    }
    let name = debugger?.rawValue ?? "gdb"
    throw ExitError.couldNotRun(
      .missingTool, "`\(name)` is not installed",
      helps: ["install the package \(name): apt-get install \(name)"])
  }

  /// Starts the debugger in this terminal for the worker, which waits before its first section.
  private func start(
    _ command: (kind: Debugger, path: String), _ worker: ExaminedWorker
  ) throws -> pid_t {
    let entries = Set(worker.entries).sorted().map { "0x\(String($0, radix: 16))" }
    let isGDB = command.kind == .gdb
    let orders =
      isGDB
      ? ["handle SIGSYS nostop noprint pass"] + entries.map { "tbreak *\($0)" }
      : ["process handle SIGSYS -s false -n false -p true"]
        + entries.map { "breakpoint set --one-shot true --address \($0)" }
    let words =
      [command.path] + (isGDB ? ["-q"] : []) + ["-p", "\(worker.process)"]
      + (orders + ["continue"]).flatMap { [isGDB ? "-ex" : "-o", $0] }
    // The debugger handles signals from the terminal, so this program ignores them.
    for number in [SIGINT, SIGQUIT] { signal(number, SIG_IGN) }
    let process = Debugging.startDebugger(words)
    guard process > 0 else {
      throw ExitError.couldNotRun(
        .missingTool, "`\(command.path)` does not start", label: systemReason(-process),
        helps: ["check that the file is a program of this system"])
    }
    // The worker must not continue before the debugger is attached.
    while !isTraced(worker.process), waitpid(process, nil, WNOHANG) == 0 { usleep(20_000) }
    return process
  }

  private func isTraced(_ process: pid_t) -> Bool {
    let status = "/proc/\(process)/status"
    guard let text = try? readText(status, unreadable: .unreadableSource) else { return true }
    let line = text.split(separator: "\n").first { $0.hasPrefix("TracerPid:") }
    return line?.split(whereSeparator: \.isWhitespace).last != "0"
  }

  // MARK: The sanitizer

  /// The environment with Swift's crash backtraces disabled, because they would start a process.
  private var environmentVariables: [String] {
    let own = sequence(first: environ) { $0 + 1 }.lazy.map(\.pointee).prefix { $0 != nil }
    return ["SWIFT_BACKTRACE=enable=no"]
      + own.compactMap { $0.map { String(cString: $0) } }.filter {
        !$0.hasPrefix("SWIFT_BACKTRACE=")
      }
  }

  /// Returns variables that preload a sanitizer's runtime, which the program is not linked with.
  private func variables(
    for sanitizer: Sanitizer, _ plugin: IsolatedPlugin, findsLeaks: Bool
  ) throws -> [String] {
    guard plugin.isBuilt(with: sanitizer) else {
      throw ExitError.couldNotRun(
        .unreadablePlugin, "`\(shown(file))` is not built with this sanitizer",
        helps: ["build it with -g -fsanitize=\(sanitizer.rawValue)"])
    }
    let upper = sanitizer.word.uppercased()
    let own = environmentVariable("\(upper)_OPTIONS").map { ":\($0)" } ?? ""
    let leaks = "detect_leaks=\(findsLeaks ? 1 : 0)"
    let options = "\(upper)_OPTIONS=\(leaks):print_stacktrace=1:halt_on_error=1\(own)"
    let wanted = plugin.runtime(of: sanitizer)
    if let path = runtime(wanted, sanitizer) { return ["LD_PRELOAD=\(path)", options] }
    let name = wanted ?? "lib\(sanitizer.word).so"
    // Debian names the packages after the libraries.
    let parts = name.split(separator: ".")
    let package =
      parts.count == 3 && parts[1] == "so" ? "\(parts[0])\(parts[2])" : "libclang-rt-dev"
    throw ExitError.couldNotRun(
      .missingTool, "the sanitizer's runtime `\(name)` is not installed",
      helps: ["install the package \(package), or the compiler that built the plugin"])
  }

  /// Returns the path of the sanitizer's runtime with this name; for `nil`, of any version.
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
    for pattern in folders.flatMap({ folder in names.map { "\(folder)/\($0)" } }) {
      var found = glob_t()
      defer { globfree(&found) }
      if glob(pattern, 0, nil, &found) == 0, let first = found.gl_pathv[0] {
        return String(cString: first)
      }
    }
    return nil
  }

  // MARK: Errors

  private func unusable(_ reason: String) -> ExitError {
    .couldNotRun(
      .unreadablePlugin, "the plugin file `\(shown(file))` cannot be used", label: reason,
      helps: PluginCheck.helps(for: file))
  }
}

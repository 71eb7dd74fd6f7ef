import Foundation
import Testing

/// A command in a hidden terminal. The terminal is a tmux server of its own, which ends together
/// with the value.
final class TerminalSession {
  private static let tmux = URL(fileURLWithPath: "/usr/bin/env")

  private let scratch: Scratch
  /// The home and working folder of the command.
  private let home: URL
  private let server: pid_t
  private var socket: String { scratch.file("s").path }

  /// - Parameter command: The shell command; the terminal remains after it ends.
  init(_ command: String, in home: Scratch, columns: Int = 90, rows: Int = 30) throws {
    scratch = try Scratch()
    self.home = home.url
    server = try Self.spawn(
      ["tmux", "-u", "-S", scratch.file("s").path, "-f", "/dev/null", "-D"],
      environment: Self.environment(home.url))
    try #require(becomes { FileManager.default.fileExists(atPath: socket) })
    let started = try tmux(
      "new-session", "-d", "-x", "\(columns)", "-y", "\(rows)",
      "sh", "-c", "\(command); sleep 600")
    try #require(started.status == 0, "\(started.errors)")
  }

  deinit {
    kill(server, SIGTERM)
    waitpid(server, nil, 0)
  }

  /// Starts the server in the foreground, as a shell does. `Process` isn't used because it waits
  /// for every process that inherits its descriptors, and because tests run on threads that block
  /// signals.
  private static func spawn(
    _ arguments: [String], environment: [String: String]
  ) throws -> pid_t {
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    var none = sigset_t()
    sigemptyset(&none)
    posix_spawnattr_setsigmask(&attributes, &none)
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK))
    var files = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&files)
    defer { posix_spawn_file_actions_destroy(&files) }
    for descriptor in 0...2 as ClosedRange<Int32> {
      posix_spawn_file_actions_addopen(&files, descriptor, "/dev/null", O_RDWR, 0)
    }
    for descriptor in 3..<256 as Range<Int32> {
      posix_spawn_file_actions_addclose(&files, descriptor)
    }
    var words: [UnsafeMutablePointer<CChar>?] = arguments.map { strdup($0) } + [nil]
    var variables: [UnsafeMutablePointer<CChar>?] =
      environment.map { strdup("\($0.key)=\($0.value)") } + [nil]
    defer { for text in words + variables { free(text) } }
    var process: pid_t = 0
    let error = posix_spawnp(&process, arguments[0], &files, &attributes, &words, &variables)
    try #require(error == 0)
    return process
  }

  private static func environment(_ home: URL) -> [String: String] {
    [
      "PATH": ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin", "HOME": home.path,
      "SHELL": "/bin/sh", "TERM": "xterm",
    ]
  }

  private func tmux(_ arguments: String...) throws -> Program.Result {
    try Program.run(
      Self.tmux, ["tmux", "-u", "-S", socket] + arguments,
      environment: Self.environment(home), folder: home)
  }

  var text: String { ((try? tmux("capture-pane", "-p"))?.text) ?? "" }

  func press(_ keys: String...) throws {
    for key in keys { _ = try tmux("send-keys", key) }
  }

  func resize(columns: Int, rows: Int) throws {
    _ = try tmux("resize-window", "-x", "\(columns)", "-y", "\(rows)")
  }

  /// Returns the process id of the shell.
  func shell() throws -> Int32 {
    let text = try tmux("display-message", "-p", "#{pane_pid}").text
    return try #require(Int32(text.trimmingCharacters(in: .whitespacesAndNewlines)))
  }

  /// Waits until the screen is as expected, and returns it. Records an issue if that takes too
  /// long.
  @discardableResult
  func wait(
    sourceLocation: SourceLocation = #_sourceLocation, _ isExpected: (String) -> Bool
  ) -> String {
    var screen = ""
    let isSeen = becomes {
      screen = text
      return isExpected(screen)
    }
    #expect(isSeen, "the screen is\n\(screen)", sourceLocation: sourceLocation)
    return screen
  }
}

/// Returns whether the condition becomes true within 30 seconds.
func becomes(_ isTrue: () -> Bool) -> Bool {
  let end = Date(timeIntervalSinceNow: 30)
  while !isTrue() {
    guard Date() < end else { return false }
    usleep(20_000)
  }
  return true
}

/// Returns the running child processes of a process.
func children(of parent: Int32) -> [Int32] {
  let names = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
  return names.compactMap { Int32($0) }.filter { process in
    guard let text = try? String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8),
      let end = text.lastIndex(of: ")")
    else { return false }
    let fields = text[end...].split(separator: " ")
    return fields.count > 2 && fields[2] == "\(parent)" && fields[1] != "Z"
  }
}

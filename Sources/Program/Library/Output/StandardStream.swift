internal import Glibc
internal import Support

/// When output is colored. `auto` depends on the stream and on environment variables.
enum ColorChoice: String, CaseIterable {
  case auto, always, never

  /// Whether a result in this file, or on standard output for `nil`, is colored.
  func isUsed(in file: String?) -> Bool {
    file == nil ? StandardStream.output.usesColor(self) : self == .always
  }
}

struct StandardStream {
  static var output: StandardStream { StandardStream(descriptor: productDescriptor) }
  static let error = StandardStream(descriptor: STDERR_FILENO)

  let descriptor: Int32

  // Written once, by the main thread, before a plugin is loaded.
  nonisolated(unsafe) private static var productDescriptor = STDOUT_FILENO

  /// Redirects the output of plugins to standard error, so standard output has only results.
  static func keepProductApart() {
    guard productDescriptor == STDOUT_FILENO else { return }
    let copy = fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, 64)
    guard copy >= 0, dup2(STDERR_FILENO, STDOUT_FILENO) >= 0 else { return }
    productDescriptor = copy
  }

  var isTerminal: Bool { isatty(descriptor) == 1 }

  /// The size of the terminal in character cells; `nil` if the stream is no terminal with a width.
  var terminalSize: (rows: Int, columns: Int)? {
    var size = winsize()
    guard ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return nil }
    return (Int(size.ws_row), Int(size.ws_col))
  }

  /// Writes all bytes. Returns the system's error message if it fails.
  func write(_ bytes: some ByteParts) -> String? {
    do throws(AtomicFile.Failure) {
      try bytes.forEachPart { (part) throws(AtomicFile.Failure) in
        // Standard error has texts for people only.
        guard descriptor == STDERR_FILENO else { return try writeAll(part) }
        try WorkflowCommands.broken(Array(part)).forEachPart(writeAll)
      }
      return nil
    } catch { return error.reason }
  }

  private func writeAll(_ part: UnsafeRawBufferPointer) throws(AtomicFile.Failure) {
    var rest = part[...]
    while let start = UnsafeRawBufferPointer(rebasing: rest).baseAddress, !rest.isEmpty {
      let written = Glibc.write(descriptor, start, rest.count)
      if written >= 0 {
        rest = rest.dropFirst(written)
      } else if errno == EAGAIN {
        // The stream is non-blocking, because another process shares it and set this mode.
        var entry = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        _ = poll(&entry, 1, -1)
      } else if errno != EINTR {
        throw AtomicFile.Failure()
      }
    }
  }

  /// Whether to use color, from `--color`, NO_COLOR, FORCE_COLOR, TERM=dumb and the stream.
  func usesColor(_ choice: ColorChoice) -> Bool {
    guard choice == .auto else { return choice == .always }
    if isSet("NO_COLOR") { return false }
    return isSet("FORCE_COLOR") || (environmentVariable("TERM") != "dumb" && isTerminal)
  }

  private func isSet(_ name: String) -> Bool { environmentVariable(name)?.isEmpty == false }

  /// A warning if standard input is a pipe or an unread file, because the user may expect it to be
  /// rendered instead of the sample. The check neither reads the input nor waits for it.
  static var unreadInput: Diagnostic? {
    var status = stat()
    guard fstat(STDIN_FILENO, &status) == 0 else { return nil }
    let type = status.st_mode & S_IFMT
    let hasRest = type == S_IFREG && status.st_size > lseek(STDIN_FILENO, 0, SEEK_CUR)
    guard type == S_IFIFO || hasRest else { return nil }
    return Diagnostic(
      .unreadInput, .warning, "standard input is not read: add '-' to draw it",
      notes: ["the sample is drawn"],
      helps: ["`--sample` asks for the sample without this warning"])
  }
}

/// Creates a folder if it does not exist. Returns the system's error message if it fails.
func makeFolder(_ path: String) -> String? {
  mkdir(path, 0o777) == 0 || (errno == EEXIST && isFolder(path)) ? nil : systemReason()
}

/// Commands that a GitHub workflow reads from the output of its steps: `::error::` at the start of a
/// line, and `##[error]` anywhere in it. Texts of feeds and plugins must not become commands.
enum WorkflowCommands {
  /// Returns a text for people. In a GitHub workflow, a zero-width space separates "::" and "##[".
  static func broken(_ bytes: [UInt8]) -> [UInt8] {
    guard environmentVariable("GITHUB_ACTIONS")?.isEmpty == false else { return bytes }
    return separated(bytes)
  }

  static func separated(_ bytes: [UInt8]) -> [UInt8] {
    var result: [UInt8] = []
    result.reserveCapacity(bytes.count)
    for (index, byte) in bytes.enumerated() {
      let isColons = byte == UInt8(ascii: ":") && result.last == byte
      let isHash = byte == UInt8(ascii: "[") && bytes[..<index].suffix(2).elementsEqual("##".utf8)
      if isColons || isHash { result += "\u{200B}".utf8 }
      result.append(byte)
    }
    return result
  }
}

internal import Glibc
internal import Support

/// When color is used; `auto` depends on the stream and the environment.
enum ColorChoice: String, CaseIterable {
  case auto, always, never

  /// Whether a result that is written to a file has color.
  /// - Parameter file: `nil` for standard output.
  func isUsed(in file: String?) -> Bool {
    file == nil ? StandardStream.output.usesColor(self) : self == .always
  }
}

/// Standard output or standard error.
struct StandardStream {
  static var output: StandardStream { StandardStream(descriptor: productDescriptor) }
  static let error = StandardStream(descriptor: STDERR_FILENO)

  let descriptor: Int32

  // Written once, by the main thread, before any plugin is loaded.
  nonisolated(unsafe) private static var productDescriptor = STDOUT_FILENO

  /// Redirects the output of plugins in this process to standard error, so that standard output
  /// contains only results.
  static func keepProductApart() {
    guard productDescriptor == STDOUT_FILENO else { return }
    let copy = fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, 64)
    guard copy >= 0, dup2(STDERR_FILENO, STDOUT_FILENO) >= 0 else { return }
    productDescriptor = copy
  }

  var isTerminal: Bool { isatty(descriptor) == 1 }

  /// The number of columns of the terminal; `nil` if the stream is not a terminal.
  var terminalColumns: Int? {
    var size = winsize()
    guard ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return nil }
    return Int(size.ws_col)
  }

  /// Writes all bytes. Returns the system's reason if it fails.
  func write(_ bytes: [UInt8]) -> String? { writeAll(bytes, to: descriptor) }

  /// Whether color is used. In order of precedence: `--color`, NO_COLOR, FORCE_COLOR, TERM=dumb,
  /// and whether the stream is a terminal.
  func usesColor(_ choice: ColorChoice) -> Bool {
    switch choice {
    case .always: return true
    case .never: return false
    case .auto:
      if isSet("NO_COLOR") { return false }
      if isSet("FORCE_COLOR") { return true }
      return environmentVariable("TERM") != "dumb" && isTerminal
    }
  }

  private func isSet(_ name: String) -> Bool { environmentVariable(name)?.isEmpty == false }
}

func environmentVariable(_ name: String) -> String? {
  getenv(name).map { String(cString: $0) }
}

/// Creates a folder if it does not exist. Returns the system's reason if it fails.
func makeFolder(_ path: String) -> String? {
  mkdir(path, 0o777) == 0 || (errno == EEXIST && isFolder(path)) ? nil : systemReason()
}

private func writeAll(_ bytes: [UInt8], to descriptor: Int32) -> String? {
  bytes.withUnsafeBytes { buffer in
    var rest = buffer[...]
    while let start = UnsafeRawBufferPointer(rebasing: rest).baseAddress, !rest.isEmpty {
      let written = Glibc.write(descriptor, start, rest.count)
      if written < 0 {
        if errno == EINTR { continue }
        if errno == EAGAIN {
          // Another process made the shared stream non-blocking; this one waits until it is
          // writable.
          var entry = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
          _ = poll(&entry, 1, -1)
          continue
        }
        return systemReason()
      }
      rest = rest.dropFirst(written)
    }
    return nil
  }
}

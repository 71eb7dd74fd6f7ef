import Glibc

/// Standard output or standard error.
struct StandardStream {
  static var output: StandardStream { StandardStream(descriptor: productDescriptor) }
  static let error = StandardStream(descriptor: STDERR_FILENO)

  let descriptor: Int32

  // Written once, by the thread that starts the program, before any plugin is loaded.
  nonisolated(unsafe) private static var productDescriptor = STDOUT_FILENO

  /// From now on what plugins of this process print goes to standard error: standard output carries the
  /// product and nothing else.
  static func keepProductApart() {
    guard productDescriptor == STDOUT_FILENO else { return }
    let copy = fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, 64)
    guard copy >= 0, dup2(STDERR_FILENO, STDOUT_FILENO) >= 0 else { return }
    productDescriptor = copy
  }

  var isTerminal: Bool { isatty(descriptor) == 1 }

  /// Columns of the terminal; `nil` when it is none.
  var terminalColumns: Int? {
    var size = winsize()
    guard ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return nil }
    return Int(size.ws_col)
  }

  /// Writes all bytes; the system's reason when it cannot.
  func write(_ bytes: [UInt8]) -> String? { writeAll(bytes, to: descriptor) }

  /// `--color` beats NO_COLOR beats FORCE_COLOR beats TERM=dumb beats whether it is a terminal.
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

/// Makes a folder where there is none; the system's reason when it cannot.
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
          // Somebody who shares the stream does not want to wait; whoever has something to say does.
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

/// A system error in words; English, since no locale is ever set.
func systemReason(_ number: Int32 = errno) -> String {
  strerror(number).map { String(cString: $0) } ?? "error \(number)"
}

internal import CTerminal
internal import Glibc
internal import Renderers
internal import Support

/// The terminal while a page is watched: reads keys, shows frames, and is restored at the end.
final class WatchTerminal {
  /// Readable when keys were pressed; `nil` if there is no input.
  let keys: Int32?
  /// Readable when the screen must be redrawn.
  let news: Int32

  init() throws {
    // Standard input may be the feed.
    let keys =
      StandardStream(descriptor: STDIN_FILENO).isTerminal
      ? STDIN_FILENO : open("/dev/tty", O_RDONLY | O_CLOEXEC | O_NOCTTY)
    let enter = Array(PanedScreen.enter.utf8).map(CChar.init(bitPattern:))
    let leave = Array(PanedScreen.leave.utf8).map(CChar.init(bitPattern:))
    news = st_enter(keys, StandardStream.output.descriptor, enter, enter.count, leave, leave.count)
    self.keys = keys >= 0 ? keys : nil
    guard news >= 0 else {
      throw Ending.couldNotRun(
        .init(.cannotWrite, .error, "cannot draw on the terminal", label: systemReason(-news)))
    }
  }

  deinit { st_leave() }

  var size: (rows: Int, columns: Int) {
    var size = winsize()
    guard ioctl(StandardStream.output.descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0,
      size.ws_row > 0
    else { return (24, 80) }
    return (Int(size.ws_row), Int(size.ws_col))
  }

  /// Returns the pressed keys, or `nil` if the input is closed.
  func pressed() -> [TerminalKey]? {
    guard let keys else { return [] }
    var bytes = [UInt8](repeating: 0, count: 1_024)
    let count = read(keys, &bytes, bytes.count)
    if count < 0, errno == EINTR || errno == EAGAIN { return [] }
    return count > 0 ? TerminalKey.keys(in: Array(bytes.prefix(count))) : nil
  }

  /// Whether the screen must be redrawn.
  func hasNews() -> Bool {
    var bytes = [UInt8](repeating: 0, count: 64)
    return read(news, &bytes, bytes.count) > 0
  }
}

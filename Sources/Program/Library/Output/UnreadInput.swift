internal import Support
internal import Glibc

/// Checks the standard input of a command that draws the sample.
enum UnreadInput {
  /// A warning if standard input is a pipe, or a file that is not read to its end, because the user
  /// may expect it to be drawn. It is neither read nor waited for.
  static var warning: Diagnostic? {
    var status = stat()
    guard fstat(STDIN_FILENO, &status) == 0 else { return nil }
    switch status.st_mode & S_IFMT {
    case S_IFIFO: break
    case S_IFREG where status.st_size > lseek(STDIN_FILENO, 0, SEEK_CUR): break
    default: return nil
    }
    return Diagnostic(
      .unreadInput, .warning, "standard input is not read: add '-' to draw it",
      notes: ["the sample is drawn"],
      helps: ["`--sample` asks for the sample without this warning"])
  }
}

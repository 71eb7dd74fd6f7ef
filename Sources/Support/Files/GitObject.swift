internal import Glibc

/// A file at a revision, such as "git:HEAD~1:feeds/home.json". The git on the PATH reads it.
package struct GitObject {
  /// The name in git's notation, such as "HEAD~1:feeds/home.json".
  package let name: String

  package static let prefix = "git:"

  /// Returns a path such as "git:HEAD:./feed.json" without the revision, other paths unchanged.
  package static func presentPath(of path: String) -> String {
    guard path.hasPrefix(prefix), let start = path.firstRange(of: ":./") else { return path }
    return String(path[start.upperBound...])
  }

  /// Returns `nil` if the text does not begin with "git:".
  package init?(_ text: String) {
    guard text.hasPrefix(Self.prefix) else { return nil }
    name = String(text.dropFirst(Self.prefix.count))
  }

  /// Returns the bytes of the file, at most `limit` of them. A path that begins with "./" or "../"
  /// is relative to the working directory, other paths to the top of the repository.
  package func bytes(limit: Int) throws(GitFailure) -> [UInt8] {
    // Only a blob is accepted, because `git show` would also print a folder or a commit.
    try output(of: ["cat-file", "blob", found?.id ?? name], limit: limit)
  }

  /// Throws `GitFailure` if git does not know the revision.
  package static func verify(_ revision: String) throws(GitFailure) {
    guard let object = GitObject("\(prefix)\(revision):") else { return }
    _ = try object.output(of: ["cat-file", "-e", "\(revision)^{tree}"])
  }

  /// Whether the object is a folder of the revision.
  package var isFolder: Bool { found?.type == "tree" }
  package var isFile: Bool { found?.type == "blob" }

  /// The object's id and type. Symbolic links of the revision are followed.
  private var found: (id: String, type: Substring)? {
    guard !name.contains("\n"),
      let line = try? output(
        of: ["cat-file", "--batch-check", "--follow-symlinks"], reading: name + "\n")
    else { return nil }
    // The output is "HASH TYPE SIZE" for an object; otherwise "NAME missing" or "dangling 4".
    let words = String(decoding: line, as: UTF8.self).split(separator: " ")
    guard words.count == 3, ["blob", "tree"].contains(words[1]) else { return nil }
    return (String(words[0]), words[1])
  }

  /// Returns the names of the folder's entries, in bytewise order.
  package func entries() throws(GitFailure) -> [String] {
    let tree = found?.id ?? name
    return try output(of: ["ls-tree", "-z", "--full-tree", "--name-only", tree]).split(
      separator: 0
    ).map {
      String(decoding: $0, as: UTF8.self)
    }
  }

  private func output(
    of command: [String], reading input: String = "", limit: Int = .max
  ) throws(GitFailure) -> [UInt8] {
    guard let colon = name.firstIndex(of: ":"), colon != name.startIndex, !name.hasPrefix("-"),
      name.index(after: colon) != name.endIndex || command.contains("-e")
    else {
      throw failure("`git:\(name)` names no file at a revision", label: nil)
    }
    let result: (status: Int32, output: [UInt8], errors: [UInt8])
    do throws(ReadFailure) {
      result = try Self.run(["git"] + command, reading: Array(input.utf8), limit: limit)
    } catch {
      throw failure("cannot run git", label: error.reason, help: "install git, or name a file")
    }
    if result.status == 0 { return result.output }
    let reason = String(decoding: result.errors, as: UTF8.self).split(separator: "\n").first
    let isRevision = name.hasSuffix(":")
    let missing = shown(isRevision ? String(name.dropLast()) : name)
    if isRevision || reason?.contains("invalid object name") == true, Self.isShallow {
      throw failure(
        "the clone is shallow, and lacks `\(missing)`", label: nil,
        help: "fetch all commits: set `fetch-depth: 0` of actions/checkout or GitLab's "
          + "`GIT_DEPTH: 0`, or run `git fetch --unshallow`")
    }
    let label = reason.map { shown(String($0), limit: 200) }
    guard Self.answers("--git-dir") != nil else {
      throw failure(
        "`\(missing)` is a revision, and this folder is in no git repository", label: nil,
        help: "make a repository with the feeds: `git init`, then `git add .` and `git commit`")
    }
    guard Self.answers("--verify", "HEAD") != nil else {
      throw failure(
        "git has no revision `\(missing)`: the repository has no commit", label: nil,
        help: "commit the feeds first: `git add .`, then `git commit`")
    }
    throw failure(
      "git has no \(isRevision ? "revision " : "")`\(missing)`", label: label,
      help: isRevision
        ? "`git branch --all` lists the branches, and `git log --oneline` the commits" : nil)
  }

  /// Whether the repository has only the latest commits, as a clone that CI makes.
  private static var isShallow: Bool { answers("--is-shallow-repository") == "true" }

  /// Returns the line that `git rev-parse` prints; `nil` if it fails.
  private static func answers(_ options: String...) -> String? {
    guard
      let result = try? run(["git", "rev-parse", "--quiet"] + options, reading: [], limit: 1_024),
      result.status == 0
    else { return nil }
    return String(decoding: result.output.prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self)
  }

  /// Whether git knows a text as a commit, such as "HEAD~1".
  package static func isRevision(_ text: String) -> Bool {
    guard !text.contains(":"), !text.hasPrefix("-") else { return false }
    let known: Void? = try? verify(text)
    return known != nil
  }

  private func failure(_ message: String, label: String?, help: String? = nil) -> GitFailure {
    let path = name.firstIndex(of: ":").map { String(name[name.index(after: $0)...]) } ?? ""
    return GitFailure(
      diagnostic: Diagnostic(
        .gitFailed, .error, message, label: label,
        helps: [
          help ?? "write it as git:REVISION:PATH, as in git:HEAD~1:feed.json",
          path.isEmpty || Self.answers("--verify", "HEAD") == nil
            ? "" : "which revisions have it: `git log --oneline -- \(shellWord(path))`",
        ].filter { !$0.isEmpty }))
  }

  /// Runs a program without a shell, and waits until it ends.
  private static func run(
    _ arguments: [String], reading bytes: [UInt8], limit: Int
  ) throws(ReadFailure) -> (status: Int32, output: [UInt8], errors: [UInt8]) {
    // Output goes to files, because pipes would have to be emptied while the program runs.
    let files = (0..<3).map { _ in unnamedFile() }
    defer { for file in files { close(file) } }
    guard files.allSatisfy({ $0 >= 0 }), pwrite(files[0], bytes, bytes.count, 0) == bytes.count
    else { throw ReadFailure() }
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    // The standard input, output and error of the program have these numbers.
    for (file, stream) in zip(files, Int32(0)...2) {
      posix_spawn_file_actions_adddup2(&actions, file, stream)
    }
    var words: [UnsafeMutablePointer<CChar>?] = arguments.map { strdup($0) }
    defer { for word in words { free(word) } }
    words.append(nil)
    var process: pid_t = 0
    let number = posix_spawnp(&process, arguments[0], &actions, nil, words, environ)
    guard number == 0 else { throw ReadFailure(systemReason(number)) }
    var status: Int32 = 0
    while waitpid(process, &status, 0) < 0 {
      guard errno == EINTR else { throw ReadFailure() }
    }
    // If the low seven bits are 0, no signal ended the process.
    let code = status & 0x7f == 0 ? (status >> 8) & 0xff : -1
    return (code, contents(of: files[1], limit: limit), contents(of: files[2], limit: 1 << 16))
  }

  /// Returns the descriptor of a file that is deleted when closed; -1 if it cannot be created.
  private static func unnamedFile() -> Int32 {
    var path = Array("\(environmentVariable("TMPDIR") ?? "/tmp")/sectionengine.XXXXXX".utf8CString)
    let file = mkstemp(&path)
    guard file >= 0 else { return file }
    unlink(path)
    _ = fcntl(file, F_SETFD, FD_CLOEXEC)
    return file
  }

  private static func contents(of file: Int32, limit: Int) -> [UInt8] {
    let size = Int(max(0, lseek(file, 0, SEEK_END)))
    return [UInt8](unsafeUninitializedCapacity: min(size, limit)) {
      $1 = fill($0, from: file, at: 0)
    }
  }
}

/// The reason why git gave no object.
package struct GitFailure: Error {
  package let diagnostic: Diagnostic
}

internal import SectionEngine
internal import LayoutReview
internal import Glibc

/// One side of a comparison. The content determines its kind; the file name does not.
enum DiffInput {
  /// A parsed dump or parsed layout JSON.
  case page(FlatPage)
  /// A feed. `document` is its reply, or `nil` if it must still be read.
  case feed(name: String, document: SourceReply.Outcome?)
  /// The views of an app, or one hierarchy of layers per chosen frame of a design.
  case app([ViewHierarchy])

  /// - Parameters:
  ///   - feeds: The names of the project's feeds.
  ///   - frames: The names or ids of the frames of a design.
  /// - Throws: `Ending` if the input cannot be read, or if its kind is unknown.
  init(_ name: String, feeds: [String] = [], frames: [String] = []) throws {
    guard !isWebAddress(name), !feeds.contains(name), FeedFolder(name) == nil else {
      self = .feed(name: name, document: nil)
      return
    }
    let source = try Self.bytes(of: name)
    switch InputKind(source.text) {
    case .dump:
      self = try Self.read(DumpParser.parse(Array(source.text), file: name))
    case .jsonLines:
      self = try Self.read(LayoutJSON.parse(lines: Array(source.text), file: name))
    case .json:
      let parsed = FeedDocument.parse(source, name: name)
      if let document = parsed.value, LayoutJSON.isLayout(document) {
        self = try Self.read(LayoutJSON.parse(document))
      } else if let file = parsed.value.flatMap({ ViewFile($0) }) {
        self = .app(try Self.read(file, frames))
      } else {
        self = .feed(name: name, document: SourceReply.Outcome(parsed))
      }
    case let kind:
      if let file = ViewFile(source.text, kind: kind, name: name) {
        self = .app(try Self.read(file, frames))
        return
      }
      let resemblance = InputKind.resemblance(source.text)
      throw Ending.couldNotRun(
        Diagnostic(
          .unknownInput, .error, "`\(shown(name))` has no format that can be compared",
          at: SourceLocation(file: name, line: 1, column: 1),
          notes: [
            resemblance ?? "it is neither a feed, a layout dump, a dump of an app nor a design"
          ],
          helps: [
            resemblance == nil
              ? "give a feed, or what `sectionengine dump FEED -o FILE` writes"
              : "save a dump again: `sectionengine explain SE5004` has the commands",
            "`sectionengine explain SE5005` lists what can be compared",
          ]))
    }
  }

  private static func read(_ file: ViewFile, _ frames: [String]) throws -> [ViewHierarchy] {
    switch file {
    case .app(let parsed):
      let views: ViewHierarchy = try parsed.required()
      Output.report(parsed.diagnostics, color: .auto)
      return [views]
    case .design(let design):
      let parsed = design.hierarchies(of: frames)
      let views: [ViewHierarchy] = try parsed.required()
      Output.report(parsed.diagnostics, color: .auto)
      return views
    }
  }

  private static func bytes(of name: String) throws -> PaddedBytes {
    if let object = GitObject(name) { return PaddedBytes(try object.bytes()) }
    do throws(ReadFailure) { return try readSource(name) } catch {
      throw Ending.couldNotRun(error.diagnostic(.unreadableSource, reading: name))
    }
  }

  private static func read(
    _ parsed: (page: FlatPage?, diagnostics: [Diagnostic])
  ) throws -> DiffInput {
    guard let page = parsed.page else { throw Ending(status: 2, diagnostics: parsed.diagnostics) }
    return .page(page)
  }
}

/// A file at a revision, such as "git:HEAD~1:feeds/home.json". The git on the PATH reads it.
struct GitObject {
  /// The name in git's notation, such as "HEAD~1:feeds/home.json".
  let name: String

  static let prefix = "git:"

  /// Returns a path such as "git:HEAD:./feed.json" without the revision, other paths unchanged.
  static func presentPath(of path: String) -> String {
    guard path.hasPrefix(prefix), let start = path.firstRange(of: ":./") else { return path }
    return String(path[start.upperBound...])
  }

  /// Returns `nil` if the text does not begin with "git:".
  init?(_ text: String) {
    guard text.hasPrefix(Self.prefix) else { return nil }
    name = String(text.dropFirst(Self.prefix.count))
  }

  /// Returns the bytes of the file. A path that begins with "./" or "../" is relative to the
  /// working directory, other paths to the top of the repository.
  func bytes() throws -> [UInt8] {
    // Only a blob is accepted, because `git show` would also print a folder or a commit.
    try output(of: ["cat-file", "blob", found?.id ?? name])
  }

  /// Throws `Ending` if git does not know the revision.
  static func verify(_ revision: String) throws {
    guard let object = GitObject("\(prefix)\(revision):") else { return }
    _ = try object.output(of: ["cat-file", "-e", "\(revision)^{tree}"])
  }

  /// Whether the object is a folder of the revision.
  var isFolder: Bool { found?.type == "tree" }
  var isFile: Bool { found?.type == "blob" }

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
  func entries() throws -> [String] {
    let tree = found?.id ?? name
    return try output(of: ["ls-tree", "-z", "--full-tree", "--name-only", tree]).split(
      separator: 0
    ).map {
      String(decoding: $0, as: UTF8.self)
    }
  }

  private func output(of command: [String], reading input: String = "") throws -> [UInt8] {
    guard let colon = name.firstIndex(of: ":"), colon != name.startIndex, !name.hasPrefix("-"),
      name.index(after: colon) != name.endIndex || command.contains("-e")
    else {
      throw failure("`git:\(name)` names no file at a revision", label: nil)
    }
    let result: (status: Int32, output: [UInt8], errors: [UInt8])
    do throws(ReadFailure) {
      result = try Self.run(["git"] + command, reading: Array(input.utf8))
    } catch {
      throw failure("cannot run git", label: error.reason, help: "install git, or name a file")
    }
    if result.status == 0 { return result.output }
    let reason = String(decoding: result.errors, as: UTF8.self).split(separator: "\n").first
    let isRevision = name.hasSuffix(":")
    throw failure(
      "git has no \(isRevision ? "revision " : "")`\(shown(isRevision ? String(name.dropLast()) : name))`",
      label: reason.map { shown(String($0), limit: 200) },
      help: isRevision
        ? "`git log` lists the revisions; a shallow clone has the others after "
          + "`git fetch --unshallow`" : nil)
  }

  private func failure(_ message: String, label: String?, help: String? = nil) -> Ending {
    let path = name.firstIndex(of: ":").map { String(name[name.index(after: $0)...]) } ?? ""
    return Ending.couldNotRun(
      .gitFailed, message, label: label,
      helps: [
        help ?? "write it as git:REVISION:PATH, as in git:HEAD~1:feed.json",
        path.isEmpty ? "" : "which revisions have it: `git log --oneline -- \(shellWord(path))`",
      ].filter { !$0.isEmpty })
  }

  /// Runs a program without a shell, and waits until it ends.
  private static func run(
    _ arguments: [String], reading bytes: [UInt8]
  ) throws(ReadFailure) -> (status: Int32, output: [UInt8], errors: [UInt8]) {
    // Output goes to files, because pipes would have to be emptied while the program runs.
    let files = (0..<3).map { _ in unnamedFile() }
    defer { for file in files { close(file) } }
    guard files.allSatisfy({ $0 >= 0 }), pwrite(files[0], bytes, bytes.count, 0) == bytes.count
    else { throw ReadFailure() }
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    for (file, stream) in zip(files, [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO]) {
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
    return (code, contents(of: files[1]), contents(of: files[2]))
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

  private static func contents(of file: Int32) -> [UInt8] {
    let size = Int(max(0, lseek(file, 0, SEEK_END)))
    return [UInt8](unsafeUninitializedCapacity: min(size, DocumentLimits().bytes + 1)) {
      $1 = fill($0, from: file, at: 0)
    }
  }
}

extension DiffInput {
  /// Reads the files of `--app`: screens of one page, joined at their overlaps, or design frames.
  static func screens(
    _ files: [String], frames: [String], feeds: [String]
  ) throws -> [ViewHierarchy] {
    let screens = try files.flatMap { name in
      guard case .app(let hierarchies) = try DiffInput(name, feeds: feeds, frames: frames) else {
        throw Ending.couldNotRun(DiffPages.unlike)
      }
      return hierarchies
    }
    guard files.count > 1 else { return screens }
    guard screens.count == files.count else { throw Ending.couldNotRun(DiffPages.unlike) }
    switch ViewHierarchy.joined(screens) {
    case .success(let joined): return [joined]
    case .failure(let gap):
      throw Ending.couldNotRun(
        .unreadableView, "the screens \(gap.index) and \(gap.index + 1) do not overlap",
        notes: [
          "`\(shown(files[gap.index], limit: 200))` shows no text that the screen before shows lower"
        ],
        helps: ["give the screens from the top down, each scrolled by less than its height"])
    }
  }
}

extension DiffPages {
  /// Returns views in points. The pixel scale comes from the options, else from the feed or dump.
  func inPoints(
    _ hierarchy: ViewHierarchy, beside page: DiffInput? = nil
  ) throws -> ViewHierarchy {
    guard hierarchy.source.isInPixels else { return hierarchy }
    var settings = environment
    switch page {
    case .feed(let name, _):
      settings = try drawing.naming(name).chosen(in: environment).environment
    case .page(let page) where settings.device == nil:
      settings.scale = settings.scale ?? page.header.scale
    default: break
    }
    let library = LayoutLibrary(folder: try Installation.required().layouts)
    guard let scale = try settings.scale ?? settings.device(in: library)?.scale, scale > 0 else {
      throw Ending.couldNotRun(
        .unreadableView, "the frames of the app are in pixels",
        label: "the density of its screen is not known",
        helps: [
          "name the device: `--device NAME`",
          "or give its pixels per point: `--scale N`, `adb shell wm density` divided by 160",
        ])
    }
    var result = hierarchy
    result.divide(by: scale)
    return result
  }
}

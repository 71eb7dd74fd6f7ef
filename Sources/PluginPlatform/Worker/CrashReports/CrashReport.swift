internal import CIsolation
internal import Glibc
internal import PluginCalls

/// Finds the functions and lines where a plugin crashed, from the crash record of its worker.
///
/// Runs in a separate sandboxed worker, because the plugin can forge the record, its symbols and
/// debug information, and the libraries that read them are not hardened against malicious files.
package struct CrashReport {
  /// The name and an open descriptor of a library that was loaded from a copy.
  package typealias Library = (name: String, descriptor: Int32)

  private let record: CrashRecord
  /// The libraries: the worker's program first, the plugin's own file last.
  private let libraries: [Library]
  /// The mapped files by path. `library` is the file's index in `libraries`; `nil` for other files.
  private var files: [String: (file: LibraryFile, library: Int?)] = [:]

  /// Returns the report as lines for the plugin's author; empty if the record is invalid. The lines
  /// have no process addresses or paths, so the same crash always gives the same lines.
  /// - Parameter libraries: The libraries that were loaded from copies, the plugin's own file last.
  package static func lines(
    of record: [UInt8], program: Int32, libraries: [Library]
  ) -> [String] {
    guard let record = CrashRecord(record) else { return [] }
    return CrashReport(record: record, [("section-worker", program)] + libraries).lines()
  }

  private init(record: CrashRecord, _ libraries: [Library]) {
    self.record = record
    self.libraries = libraries
    for mapping in record.mappings where mapping.path.hasPrefix("/") {
      guard files[mapping.path] == nil else { continue }
      let number = libraries.firstIndex { Self.isCopy($0, of: mapping) }
      // A file stays open until the worker ends.
      let descriptor =
        number.map { libraries[$0].descriptor }
        ?? open(mapping.path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
      files[mapping.path] = LibraryFile(descriptor: descriptor).map { ($0, number) }
    }
  }

  private static func isCopy(_ library: Library, of mapping: CrashRecord.Mapping) -> Bool {
    var status = stat()
    // Each worker has its own memory file of a library, so the file is identified by its name.
    if mapping.path.hasPrefix("/memfd:") {
      return mapping.path == "/memfd:\(library.name) (deleted)"
    }
    return fstat(library.descriptor, &status) == 0 && UInt64(status.st_ino) == mapping.inode
      && mapping.path.hasSuffix("/\(library.name)")
  }

  // MARK: Lines

  private struct Entry {
    var text: String
    /// Whether the function is in the plugin's own file.
    var isOwn = false
    /// Whether `isOwn` is true, and the source is not one of a compiler or the system.
    var isAuthors = false
    var isEngine = false
    var hint: String?
  }

  /// The maximum number of calls that are shown.
  private static let most = 8

  private func lines() -> [String] {
    var entries: [Entry] = []
    for entry in record.frames.flatMap({ self.entries(of: $0) })
    where entries.last?.text != entry.text {
      entries.append(entry)
    }
    var lines = fault.map { [$0] } ?? []
    guard
      let own = entries.firstIndex(where: \.isAuthors) ?? entries.firstIndex(where: \.isOwn)
    else {
      let others = entries.prefix { !$0.isEngine }.prefix(Self.most)
      guard !others.isEmpty else { return lines }
      return lines
        + ["it \(verb) outside of its own file, called by nothing there that can be found"]
        + others.map { "  \($0.text)" }
    }
    lines.append("it \(verb) at \(entries[own].text)")
    let end = entries[own...].firstIndex(where: \.isEngine) ?? entries.endIndex
    let start = max(0, min(own - Self.most / 2, end - Self.most))
    let shown = entries[start..<min(end, start + Self.most)]
    if shown.count > 1 {
      lines += shown.indices.map { "\($0 == own ? ">" : " ") \(entries[$0].text)" }
    }
    return lines + (entries[own].hint.map { [$0] } ?? [])
  }

  private var verb: String { record.signal == SE_HANG ? "was" : "died" }

  /// The probable cause, if the accessed address is near 0 (null) or the stack pointer (overflow).
  private var fault: String? {
    guard record.signal == SIGSEGV || record.signal == SIGBUS else { return nil }
    if record.address < 65_536 {
      return "it used address 0x\(hex(record.address)), as through a null pointer"
    }
    let isNear =
      record.address &- record.stack < 65_536 || record.stack &- record.address < 65_536
    return isNear ? "it used up its stack" : nil
  }

  /// Returns the calls of a frame: inlined calls, innermost first, then the function itself.
  private func entries(of frame: CrashRecord.Frame) -> [Entry] {
    guard let mapping = record.mapping(of: frame.place) else { return [Entry(text: "no code")] }
    let known = files[mapping.path]
    if known?.library == 0 { return [Entry(text: "sectionengine", isEngine: true)] }
    let offset = frame.place - mapping.addresses.lowerBound &+ mapping.offset
    let address = known?.file.address(ofOffset: offset) ?? offset
    let behind: UInt64 = frame.isReturn ? 1 : 0
    let name = known?.library.map { libraries[$0].name } ?? mapping.path.lastPart
    let symbol = known?.file.symbol(at: address)
    let function =
      symbol.map { "`\(readable($0.name)) + 0x\(hex(address - $0.start &+ behind))`" }
      ?? "`\(name) + 0x\(hex(address &+ behind))`"
    let home = symbol == nil ? "" : " of \(name)"
    guard let known, let number = known.library else { return [Entry(text: function + home)] }

    var places = [se_source_line](repeating: se_source_line(), count: 16)
    let count = se_source_lines(
      known.file.descriptor, symbol?.start ?? address, address, &places, Int32(places.count))
    let isOwn = number == libraries.count - 1
    var hint: String?
    if isOwn, !known.file.hasDebugInformation {
      hint =
        symbol == nil
        ? "build it with -g and do not strip it: functions and lines are shown then"
        : "build it with -g: lines are shown then"
    } else if isOwn, count == SE_NO_LIBDW {
      hint = "install libdw1: lines are shown then"
    }
    guard count > 0 else {
      return [Entry(text: function + home, isOwn: isOwn, isAuthors: isOwn, hint: hint)]
    }
    return places.prefix(Int(count)).map { place in
      let inlined = Self.text(place.function)
      let path = Self.text(place.path)
      let line = place.line == 0 ? "" : " (\(path.lastPart):\(place.line))"
      let what = inlined.isEmpty ? function : "`\(readable(inlined))` inlined into \(function)"
      let isAuthors = place.line == 0 ? inlined.isEmpty : !Self.isLibrarySource(path)
      return Entry(
        text: what + line + home, isOwn: isOwn, isAuthors: isOwn && isAuthors, hint: hint)
    }
  }

  /// Returns whether a source file belongs to the system or a compiler, or a compiler generated it.
  private static func isLibrarySource(_ path: String) -> Bool {
    ["/usr/", "/opt/", "/rustc/", "library/"].contains { path.hasPrefix($0) }
      || ["<compiler-generated>", "<unknown>", "<stdin>"].contains { path.hasSuffix($0) }
  }

  private static func text<T>(_ characters: T) -> String {
    withUnsafeBytes(of: characters) {
      String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
    }
  }

  private func hex(_ number: UInt64) -> String { String(number, radix: 16) }

  /// Returns the path in a symbol with Rust's v0 mangling, where a length precedes each part.
  private static func rustPath(_ symbol: String) -> String {
    var parts: [Substring] = []
    var rest = symbol.dropFirst(2)
    while let letter = rest.first {
      let digits = rest.prefix { "0"..."9" ~= $0 }
      if letter == "s" || letter == "B" {
        rest = rest.drop { $0 != "_" }.dropFirst()
      } else if let count = Int(digits), count > 0 {
        rest = rest.dropFirst(digits.count)
        if rest.first == "_" { rest.removeFirst() }
        parts.append(rest.prefix(count))
        rest = rest.dropFirst(count)
      } else {
        rest.removeFirst()
      }
    }
    return parts.isEmpty ? symbol : parts.joined(separator: "::")
  }

  /// Returns a demangled name, truncated to 160 characters.
  private func readable(_ symbol: String) -> String {
    var name = symbol
    var demangled: UnsafeMutablePointer<CChar>?
    let isSwift = symbol.hasPrefix("$s") || symbol.hasPrefix("$S")
    if isSwift {
      demangled = swift_demangle(symbol, symbol.utf8.count, nil, nil, 0)
    } else if symbol.hasPrefix("_Z") {
      demangled = se_demangle_cpp(symbol)
    } else if symbol.hasPrefix("_R") {
      name = Self.rustPath(symbol)
    }
    if let demangled {
      name = FunctionName.short(String(cString: demangled), isSwift: isSwift)
      free(demangled)
    }
    // Removes the hash that rustc appends to names.
    if name.utf8.count > 19, name.dropLast(16).hasSuffix("::h") { name.removeLast(19) }
    return name.count > 160 ? name.prefix(159) + "…" : name
  }
}

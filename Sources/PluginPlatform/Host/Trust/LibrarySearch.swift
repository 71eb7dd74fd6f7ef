internal import CIsolation
internal import Glibc

/// Finds libraries by the rules of glibc's loader, ld.so(8), without loading any.
///
/// A name with a slash is a path. Any other name that a library N needs is searched in this order:
///
/// 1. DT_RPATH of N, then of the library that needs N, and so on up to the plugin; skipped if N has
///    DT_RUNPATH;
/// 2. LD_LIBRARY_PATH, as it was when the program started;
/// 3. DT_RUNPATH of N;
/// 4. ld.so.cache, then the default folders; skipped if N has the flag DF_1_NODEFLIB.
///
/// In each folder, the subfolders for this processor come first (`glibc-hwcaps/x86-64-v3`). This
/// search ignores empty entries of a path; glibc searches the current folder for them.
struct LibrarySearch {
  struct Origin {
    let elf: ELFFile
    /// The folder of the library, which replaces `$ORIGIN`.
    let folder: String
    /// The DT_RPATH folders of the chain of libraries that led to this library. The chain begins
    /// with the library that needs this one, and ends with the plugin.
    let inherited: [String]
  }

  struct Place {
    let path: String
    /// Whether the path comes from the cache or a default folder.
    let isDefault: Bool
  }

  private var environment: [String] = []
  private let standard: [String]
  private let subfolders: [String]
  private let cache = LibraryCache()
  private let token = /\$(?:([A-Za-z0-9_]+)|\{([A-Za-z0-9_]+)\})/

  init() {
    let entries = (getenv("LD_LIBRARY_PATH").map { String(cString: $0) } ?? "")
      .split(omittingEmptySubsequences: false) { $0 == ":" || $0 == ";" }.map(String.init)
    // Keeps the default folders: removes those of LD_LIBRARY_PATH and of the program's run path.
    standard = SystemCalls.searchFolders().dropFirst(entries == [""] ? 0 : Set(entries).count)
      .filter { $0.hasPrefix("/lib") || $0.hasPrefix("/usr/lib") }
    let text = [UInt8](unsafeUninitializedCapacity: 2048) { buffer, count in
      buffer.withMemoryRebound(to: CChar.self) { se_loader_subfolders($0.baseAddress, $0.count) }
      count = buffer.firstIndex(of: 0) ?? 0
    }
    subfolders = String(decoding: text, as: UTF8.self).split(separator: ":").map(String.init)
    let program = PluginImage.folder(of: PluginHost.absolutePath("/proc/self/exe"))
    environment = entries.filter { !$0.isEmpty }.map { expand($0, program) }
  }

  /// Returns the existing files with a name, in the order in which the loader tries them.
  func places(of name: String, neededBy origin: Origin) -> [Place] {
    guard !name.contains("/") else {
      return [Place(path: expand(name, origin.folder), isDefault: false)]
    }
    var places = files(name, in: folders(origin)).map { Place(path: $0, isDefault: false) }
    if origin.elf.usesDefaultFolders {
      places += (cache.paths(of: name, preferring: subfolders) + files(name, in: standard))
        .map { Place(path: $0, isDefault: true) }
    }
    return places
  }

  /// Returns the folders of DT_RPATH, LD_LIBRARY_PATH and DT_RUNPATH, in the order of the search.
  func folders(_ origin: Origin) -> [String] {
    let own = path(of: origin)
    return origin.elf.isPathInherited ? own + origin.inherited + environment : environment + own
  }

  /// Returns the DT_RPATH folders that also apply to the libraries needed by this library.
  func inheritance(of origin: Origin) -> [String] {
    (origin.elf.isPathInherited ? path(of: origin) : []) + origin.inherited
  }

  private func path(of origin: Origin) -> [String] {
    origin.elf.runPath.map { expand($0, origin.folder) }
  }

  private func files(_ name: String, in folders: [String]) -> [String] {
    folders.flatMap { folder in
      (subfolders.map { "\(folder)/\($0)/\(name)" } + ["\(folder)/\(name)"])
        .filter { access($0, F_OK) == 0 }
    }
  }

  /// Replaces `$ORIGIN`, `$LIB` and `$PLATFORM`, with or without braces.
  private func expand(_ text: String, _ folder: String) -> String {
    text.replacing(token) { token in
      value(of: token.1 ?? token.2 ?? "", folder) ?? String(token.0)
    }
  }

  private func value(of token: Substring, _ folder: String) -> String? {
    switch token {
    case "ORIGIN": folder
    // The first default folder is "/lib/x86_64-linux-gnu" on Debian, "/lib64" on other systems.
    case "LIB": standard.first.map { $0.split(separator: "/").joined(separator: "/") }
    case "PLATFORM": String(cString: se_loader_platform())
    default: nil
    }
  }
}

/// The system's cache of library paths, /etc/ld.so.cache, in the format of glibc 2.2 and later.
struct LibraryCache {
  private var entries: [String: [String]] = [:]

  /// Reads the cache. Without a file of this format the cache is empty.
  init(path: String = "/etc/ld.so.cache") {
    guard let bytes = try? OpenFile(path).contents() else { return }
    let record = ELFRecord(bytes: bytes)
    guard bytes.starts(with: Array("glibc-ld.so.cache1.1".utf8)) else { return }
    for index in 0..<min(Int(record.u32(20)), bytes.count / 24) {
      let start = 48 + index * 24
      // Bit 62 marks a subfolder of glibc-hwcaps. glibc 2.37 and later ignore other flags.
      guard [0, 1 << 62].contains(record.u64(start + 16) & ~0xffff_ffff) else { continue }
      entries[record.string(Int(record.u32(start + 4))), default: []]
        .append(record.string(Int(record.u32(start + 8))))
    }
  }

  /// Returns a library's paths: those in `subfolders`, in their order, then those in no subfolder.
  func paths(of name: String, preferring subfolders: [String]) -> [String] {
    let paths = entries[name] ?? []
    return subfolders.flatMap { folder in paths.filter { $0.hasSuffix("/\(folder)/\(name)") } }
      + paths.filter { !$0.contains("/glibc-hwcaps/") }
  }
}

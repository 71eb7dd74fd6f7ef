internal import PluginCalls

/// The facts about a shared library that are checked before the system's loader maps it.
///
/// The loader trusts the headers: a half-copied file kills the process with SIGBUS, and a library for
/// another machine is reported as "No such file or directory". This type therefore reads the file
/// first, with bounds checks, in these steps:
///
/// 1. identity: an ELF file of 64 bits, little-endian, of this machine, a shared object;
/// 2. program headers, and every loaded segment inside the file;
/// 3. the section headers inside the file: they come last, so they prove that the copy is complete;
/// 4. the dynamic table and the tables it names;
/// 5. the entry symbol, through a hash table;
/// 6. the note in which SectionKit names its compiler.
struct ELFFile {
  /// DT_NEEDED, in order.
  let needed: [String]
  /// Folders of DT_RUNPATH, or of DT_RPATH if DT_RUNPATH is missing.
  let runPath: [String]
  /// Whether `runPath` is DT_RPATH, which the required libraries inherit.
  let isPathInherited: Bool
  /// Whether DT_FILTER or DT_AUXILIARY names libraries that replace symbols of this one.
  let isFilter: Bool
  /// Whether the loader searches its cache and default folders, that is, DF_1_NODEFLIB is not set.
  let usesDefaultFolders: Bool
  /// DT_SONAME.
  let name: String?
  /// The Swift version of the note, such as "6.3"; `nil` if SectionKit did not build the library.
  let swiftVersion: String?

  /// - Parameter entry: The symbol that the file must define, or `nil` for a dependency.
  init(_ source: ByteSource, entry: String?) throws(PluginRefusal) {
    let header = try ELFHeader(source)
    let segments = try ELFSegments(source, header: header)
    try header.checkSectionHeaders(source)
    let dynamic = try ELFDynamic(source, segments: segments)
    if let entry {
      try ELFSymbols(source, segments: segments, dynamic: dynamic).checkDefinition(of: entry)
    }
    needed = try dynamic.needed(source, segments: segments)
    runPath = try dynamic.runPath(source, segments: segments)
    isPathInherited = dynamic.isPathInherited
    isFilter = dynamic.isFilter
    usesDefaultFolders = dynamic.usesDefaultFolders
    name = try dynamic.name(source, segments: segments)
    swiftVersion = ELFNote.swiftVersion(source, segments: segments)
  }
}

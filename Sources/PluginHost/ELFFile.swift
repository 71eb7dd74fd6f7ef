internal import PluginCalls

/// What the host must know of a shared library before the system's loader may touch it.
///
/// The loader maps whatever the headers say: a half-copied file kills the process with SIGBUS, and a
/// library of another machine is reported as "No such file or directory". So the file is read here
/// first, with bounds checks only, in these steps:
///
/// 1. identity: an ELF file of 64 bits, little-endian, of this machine, a shared object;
/// 2. program headers, and every loaded segment inside the file;
/// 3. the section headers inside the file: they stand last, so they prove that the copy is whole;
/// 4. the dynamic table and the tables it names;
/// 5. the entry symbol, through a hash table;
/// 6. the note by which SectionKit names its compiler.
struct ELFFile {
  /// DT_NEEDED, in order.
  let needed: [String]
  /// Folders of DT_RUNPATH, or of DT_RPATH where there is none.
  let runPath: [String]
  /// Whether `runPath` is DT_RPATH, which the libraries that it needs inherit.
  let isPathInherited: Bool
  /// Whether DT_FILTER or DT_AUXILIARY names libraries that stand in for it.
  let isFilter: Bool
  /// Whether the loader looks for what it needs in its cache and default folders: no DF_1_NODEFLIB.
  let usesDefaultFolders: Bool
  /// DT_SONAME.
  let name: String?
  /// "6.3", of the note; `nil`: not built with SectionKit.
  let swiftVersion: String?

  /// - Parameter entry: symbol that the file must define; `nil` for a mere dependency.
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

internal import CSectionABI
internal import Glibc
internal import PluginCalls
internal import Providers

/// A plugin file from outside the installation, read once and checked: what is loaded is this, whatever
/// becomes of the file.
struct PluginImage {
  struct Library {
    let name: String
    /// Its DT_SONAME, by which the loader would find it.
    let ownName: String?
    let needed: [String]
    let bytes: [UInt8]
    let digest: FileDigest
  }

  let file: PluginDiscovery.File
  let main: Library
  /// Those beside it that its RUNPATH leads to, each behind what it needs.
  private(set) var neighbours: [Library] = []
  /// What calls the library where it has no entry of its own.
  private(set) var manifest: PluginManifest?
  /// Where libraries beside it were looked for.
  private(set) var witnesses: [ClaimsEntry.Witness] = []

  /// Of the files beside it that are no plugins though they are libraries.
  var names: Set<String> { Set(neighbours.map(\.name) + (manifest == nil ? [] : [main.name])) }
  var digests: [FileDigest] { [main.digest] + neighbours.map(\.digest) }

  init(_ file: PluginDiscovery.File) throws(PluginRefusal) {
    if let refusal = file.refusal { throw refusal }
    guard !file.isManifest else {
      self = try Self(manifest: file)
      return
    }
    self.file = file
    let bytes = try OpenFile(file.path).contents()
    let elf = try ELFFile(ByteSource(bytes), entry: SE_ENTRY_SYMBOL)
    try PluginLoader.checkCompiler(of: elf)
    main = Library(
      name: file.name, ownName: elf.name, needed: elf.needed, bytes: bytes,
      digest: FileDigest(of: bytes))
    var seen: Set<String> = []
    try addNeighbours(of: elf, folder: Self.folder(of: file.path), seen: &seen)
  }

  private init(manifest file: PluginDiscovery.File) throws(PluginRefusal) {
    self.file = file
    let text = try OpenFile(file.path).contents()
    let manifest = try PluginManifest(text, name: file.shownPath)
    self.manifest = manifest
    switch manifest.library {
    case .system(let name):
      // The system's libraries are as trusted as the system.
      main = Library(
        name: name, ownName: nil, needed: [], bytes: [], digest: FileDigest(of: text))
    case .beside(let path):
      let folder = Self.folder(of: file.path)
      do throws(PluginRefusal) {
        witnesses.append(ClaimsEntry.Witness(folder + "/" + path))
        let bytes = try OpenFile(folder + "/" + path).contents()
        let elf = try ELFFile(ByteSource(bytes), entry: nil)
        try PluginLoader.checkCompiler(of: elf)
        main = Library(
          name: path, ownName: elf.name, needed: elf.needed, bytes: bytes,
          digest: FileDigest(of: text + bytes))
        var seen: Set<String> = []
        try addNeighbours(of: elf, folder: Self.folder(of: folder + "/" + path), seen: &seen)
      } catch {
        throw manifest.mismatch(error)
      }
    }
  }

  /// Copies of its libraries, in the order of loading.
  func copies() throws(PluginRefusal) -> [PrivateCopy] {
    var copies: [PrivateCopy] = []
    for neighbour in neighbours {
      copies.append(try PrivateCopy(of: neighbour.bytes, named: neighbour.name))
    }
    if manifest?.program.systemLibrary == nil {
      copies.append(try PrivateCopy(of: main.bytes, named: file.shownPath))
    }
    return copies
  }

  /// A copy has lost its place, so `$ORIGIN` in its RUNPATH leads nowhere: the libraries that it would
  /// have found beside itself are copied too, and found by their names.
  private mutating func addNeighbours(
    of elf: ELFFile, folder: String, seen: inout Set<String>
  ) throws(PluginRefusal) {
    let folders = elf.runPath.compactMap { Self.expandOrigin($0, to: folder) }
    guard !folders.isEmpty else { return }
    for name in elf.needed where !name.contains("/") {
      // Libraries that need each other in a circle: the first is being read already.
      guard let path = find(name, in: folders), seen.insert(name).inserted else { continue }
      let bytes = try OpenFile(path).contents()
      let neighbour = try ELFFile(ByteSource(bytes), entry: nil)
      try addNeighbours(of: neighbour, folder: Self.folder(of: path), seen: &seen)
      neighbours.append(
        Library(
          name: name, ownName: neighbour.name, needed: neighbour.needed, bytes: bytes,
          digest: FileDigest(of: bytes)))
    }
  }

  private mutating func find(_ name: String, in folders: [String]) -> String? {
    for folder in folders {
      let witness = ClaimsEntry.Witness(folder + "/" + name)
      witnesses.append(witness)
      if witness.stamp != nil { return witness.path }
    }
    return nil
  }

  /// `nil` for a folder that does not depend on where the library stands.
  static func expandOrigin(_ entry: String, to folder: String) -> String? {
    for token in ["$ORIGIN", "${ORIGIN}"] where entry.hasPrefix(token) {
      let rest = entry.dropFirst(token.count)
      guard rest.isEmpty || rest.hasPrefix("/") else { continue }
      return folder + rest
    }
    return nil
  }

  static func folder(of path: String) -> String {
    guard let slash = path.lastIndex(of: "/") else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }
}

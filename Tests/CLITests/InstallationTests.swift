import Foundation
import Testing

/// The libraries that the installation requires of the system that it is copied to.
@Suite(.needsInstallation) struct InstallationTests {
  /// Libraries of Debian's smallest installation.
  private static let system: Set = [
    "libc.so.6", "libm.so.6", "libgcc_s.so.1", "libstdc++.so.6", "ld-linux-x86-64.so.2",
    "ld-linux-aarch64.so.1",
  ]
  /// The newest symbol versions that the libraries of Debian 12 provide.
  private static let newest = ["GLIBC_": [2, 36], "GLIBCXX_": [3, 4, 30], "CXXABI_": [1, 3, 13]]

  private static func programsAndLibraries() throws -> [URL] {
    let prefix = try #require(Program.prefix)
    let files = FileManager.default.enumerator(at: prefix, includingPropertiesForKeys: nil)
    var found: [URL] = []
    for case let file as URL in try #require(files) {
      guard try file.resourceValues(forKeys: [.isRegularFileKey]).isRegularFile == true else {
        continue
      }
      if try FileHandle(forReadingFrom: file).read(upToCount: 4) == Data([0x7F, 0x45, 0x4C, 0x46]) {
        found.append(file)
      }
    }
    return found
  }

  private static func readelf(_ option: String, _ file: URL) throws -> String {
    let result = try Program.run(
      URL(fileURLWithPath: "/usr/bin/env"), ["readelf", option, "-W", file.path])
    try #require(result.status == 0, "\(result.errors)")
    return result.text
  }

  @Test("guides and examples are installed")
  func guides() throws {
    let share = try #require(Program.prefix).appendingPathComponent("share/sectionengine")
    for name in [
      "Guide/Documentation.md", "Guide/Tutorials/ShipAPlugin.md", "Examples/c/ticker.c",
      "Layouts/Examples/harbour.json", "Plugins/MallSection/README.md", "ci/action.yml",
      "ci/sectionengine.gitlab-ci.yml",
    ] {
      let file = share.appendingPathComponent(name)
      #expect(FileManager.default.fileExists(atPath: file.path), "\(name)")
    }
  }

  @Test("libraries come with the installation or with the smallest system")
  func libraries() throws {
    let files = try Self.programsAndLibraries()
    #expect(files.count >= 20)
    let runtime = Set(
      files.filter { $0.path.contains("/lib/sectionengine/runtime/") }.map(\.lastPathComponent))
    for file in files {
      let dynamic = try Self.readelf("-d", file)
      let needed = Set(dynamic.matches(of: /NEEDED.*\[(.*)\]/).map { String($0.1) })
      let missing = needed.subtracting(Self.system).subtracting(runtime)
      #expect(missing.isEmpty, "\(file.path)")
      // Libraries are searched relative to the file, so that the installation can be moved.
      for path in dynamic.matches(of: /R(?:UN)?PATH.*\[(.*)\]/)
        .flatMap({ $0.1.split(separator: ":") })
      {
        #expect(path.hasPrefix("$ORIGIN"), "\(file.path)")
      }
    }
  }

  @Test("no file needs a newer system than its target")
  func versions() throws {
    for file in try Self.programsAndLibraries() {
      for match in try Self.readelf("-V", file).matches(of: /Name: ([A-Z]+_)([0-9.]+)/) {
        guard let newest = Self.newest[String(match.1)] else { continue }
        let version = match.2.split(separator: ".").compactMap { Int($0) }
        #expect(!newest.lexicographicallyPrecedes(version), "\(file.path): \(match.0)")
      }
    }
  }

  @Test("no file contains the path of its build folder")
  func places() throws {
    let prefix = try #require(Program.prefix)
    let search = try Program.run(
      URL(fileURLWithPath: "/usr/bin/env"),
      ["grep", "-rlF", "-e", Program.repository.path + "/.build", prefix.path])
    #expect(search.status == 1 && search.output.isEmpty, "\(search.text)")
  }
}

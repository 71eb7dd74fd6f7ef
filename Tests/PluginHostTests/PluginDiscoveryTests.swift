import Support
import Foundation
import TestConditions
import Testing

@testable import PluginHost

@Suite("Plugin discovery")
struct PluginDiscoveryTests {
  private func discover(
    _ folders: [(String, String)]
  ) -> (files: [Plugin.File], diagnostics: [Diagnostic]) {
    var path = PluginSearchPath()
    for (folder, origin) in folders {
      path.folders.append(.init(path: folder, origin: .init(rawValue: origin) ?? .option))
    }
    return path.files()
  }

  @Test("files that end in .so are in byte order of their names")
  func order() throws {
    let folder = try TemporaryFolder()
    for name in [
      "b.so", "B.so", "a.so", "é.so", "a-1.so", "x.txt", "x.so.bak", ".hidden.so", ".so",
    ] {
      try folder.write(name, [1])
    }
    let files = discover([(folder.path, "user")]).files
    #expect(files.map(\.shownPath) == ["B.so", "a-1.so", "a.so", "b.so", "é.so"])
    #expect(files.allSatisfy { $0.refusal == nil })
  }

  @Test("an unreadable entry is listed with the reason")
  func kinds() throws {
    let folder = try TemporaryFolder()
    let files = FileManager.default
    try files.createSymbolicLink(
      atPath: folder.path("dangling.so"), withDestinationPath: "nowhere")
    try files.createSymbolicLink(
      atPath: folder.path("loop.so"), withDestinationPath: "loop.so")
    try files.createDirectory(
      atPath: folder.path("folder.so"), withIntermediateDirectories: false)
    #expect(mkfifo(folder.path("pipe.so"), 0o600) == 0)
    try folder.write("real", [1])
    try files.createSymbolicLink(atPath: folder.path("link.so"), withDestinationPath: "real")
    let found = discover([(folder.path, "user")]).files
    #expect(
      found.map(\.shownPath) == ["dangling.so", "folder.so", "link.so", "loop.so", "pipe.so"])
    #expect(
      found.map(\.refusal) == [
        .danglingLink, .notRegular(.folder), nil, .danglingLink, .notRegular(.pipe),
      ])
  }

  @Test("a file without read permission is reported as such", .needsOrdinaryUser)
  func unreadable() throws {
    let folder = try TemporaryFolder()
    try folder.write("secret.so", [1])
    chmod(folder.path("secret.so"), 0)
    let refusal = try #require(discover([(folder.path, "user")]).files.first?.refusal)
    #expect(refusal.reason == "cannot be read: Permission denied")
  }

  @Test("a name that is not UTF-8 is refused and shown repaired")
  func invalidName() throws {
    let folder = try TemporaryFolder()
    let name = Array(folder.path("").utf8CString.dropLast()) + [-1, 46, 115, 111, 0]
    let descriptor = open(name, O_CREAT | O_WRONLY, 0o600)
    try #require(descriptor >= 0)
    close(descriptor)
    let files = discover([(folder.path, "user")]).files
    #expect(files.map(\.shownPath) == ["\u{FFFD}.so"])
    #expect(files.map(\.refusal) == [.invalidName])
  }

  @Test("a missing folder is a diagnostic if the user named it")
  func missingFolders() throws {
    let folder = try TemporaryFolder()
    try folder.write("file", [1])
    let missing = folder.path("missing")
    let found = discover([
      (missing + "1", "option"), (missing + "2", "environment"), (missing + "3", "user"),
      (missing + "4", "bundled"), (folder.path("file"), "option"), ("", "option"),
    ])
    #expect(found.files.isEmpty)
    #expect(found.diagnostics.map(\.code.rawValue) == ["SE3010", "SE3010", "SE3010", "SE3010"])
    #expect(
      found.diagnostics.compactMap(\.notes.first) == [
        "found by: --plugins", "found by: SECTIONENGINE_PLUGIN_PATH", "found by: --plugins",
        "found by: --plugins",
      ])
    #expect(
      found.diagnostics.map { $0.message.split(separator: "`").last } == [
        " does not exist", " does not exist", " is not a folder", " has no name",
      ])
  }

  @Test("an empty folder is a diagnostic if the user named it")
  func emptyFolders() throws {
    let folder = try TemporaryFolder()
    try FileManager.default.createDirectory(
      atPath: folder.path("a/below"), withIntermediateDirectories: true)
    try folder.write("a/.hidden.so", [1])
    try folder.write("a/notes.txt", [1])
    try folder.write("a/below/b.so", [1])
    let found = ["option", "environment", "user", "bundled", "repository"].flatMap {
      discover([(folder.path("a"), $0)]).diagnostics
    }
    #expect(found.map(\.code.rawValue) == ["SE3010", "SE3010"])
    #expect(found.allSatisfy { $0.message.hasSuffix("` has no plugin") })
  }

  @Test("a folder with two names is read once, under the name that comes first")
  func aliases() throws {
    let folder = try TemporaryFolder()
    try FileManager.default.createDirectory(
      atPath: folder.path("real"), withIntermediateDirectories: false)
    try FileManager.default.createSymbolicLink(
      atPath: folder.path("alias"), withDestinationPath: "real")
    try folder.write("real/a.so", [1])
    let found = discover([(folder.path("alias/"), "option"), (folder.path("real"), "bundled")])
    #expect(found.files.map(\.shownPath) == [folder.path("alias/a.so")])
  }
}

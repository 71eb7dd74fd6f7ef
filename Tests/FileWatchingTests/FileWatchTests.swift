import Foundation
import Testing

@testable import Support

@Suite struct FileWatchTests {
  /// A temporary folder, which is removed when this object is deallocated.
  final class Folder {
    let url: URL

    init() throws {
      url = FileManager.default.temporaryDirectory
        .appendingPathComponent("filewatching-\(UUID().uuidString)").resolvingSymlinksInPath()
      try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(at: url) }

    func path(_ name: String) -> String { url.appendingPathComponent(name).path }

    func write(_ text: String, to name: String, atomically: Bool = false) throws {
      try Data(text.utf8).write(
        to: URL(fileURLWithPath: path(name)), options: atomically ? .atomic : [])
    }

    func make(_ name: String) throws {
      try FileManager.default.createDirectory(
        atPath: path(name), withIntermediateDirectories: true)
    }

    func move(_ name: String, to other: String) throws {
      try FileManager.default.moveItem(atPath: path(name), toPath: path(other))
    }

    func remove(_ name: String) throws { try FileManager.default.removeItem(atPath: path(name)) }

    func link(_ name: String, to target: String) throws {
      try FileManager.default.createSymbolicLink(atPath: path(name), withDestinationPath: target)
    }
  }

  /// Returns the next changes, or `nil` if there are none within `seconds`.
  private func changes(_ watch: FileWatch, within seconds: Double = 20) -> FileWatch.Changes? {
    let end = Date(timeIntervalSinceNow: seconds)
    while Date() < end {
      if let changes = watch.changes() { return changes }
      usleep(2_000)
    }
    return nil
  }

  private func watch(file: String, in folder: Folder) -> FileWatch {
    var places = WatchedPlaces()
    places.add(folder.path(file), tag: 1)
    return FileWatch(places)
  }

  private func watch(folder name: String, in folder: Folder) -> FileWatch {
    var places = WatchedPlaces()
    places.add(folder.path(name), namesWith: [".so"], tag: 2)
    return FileWatch(places)
  }

  @Test("a file is watched while it is written, renamed, removed and created again")
  func file() throws {
    let folder = try Folder()
    try folder.write("1", to: "feed.json")
    let watch = watch(file: "feed.json", in: folder)
    let expected = FileWatch.Changes(tags: [1], names: ["feed.json"])
    try folder.write("2", to: "feed.json")
    #expect(changes(watch) == expected)
    try folder.write("3", to: "feed.json", atomically: true)
    #expect(changes(watch) == expected)
    try folder.remove("feed.json")
    #expect(changes(watch) == expected)
    try folder.write("4", to: "feed.json")
    #expect(changes(watch) == expected)
  }

  @Test("reading a file and changing its neighbours are not changes")
  func others() throws {
    let folder = try Folder()
    try folder.write("1", to: "feed.json")
    let watch = watch(file: "feed.json", in: folder)
    try folder.write("1", to: "other.json")
    _ = try Data(contentsOf: URL(fileURLWithPath: folder.path("feed.json")))
    #expect(changes(watch, within: 0.3) == nil)
  }

  @Test("changes of plugins in a folder are reported, those of other and hidden files are not")
  func names() throws {
    let folder = try Folder()
    try folder.make("plugins")
    let watch = watch(folder: "plugins", in: folder)
    try folder.write("1", to: "plugins/notes.txt")
    try folder.write("1", to: "plugins/.a.so.part")
    #expect(changes(watch, within: 0.3) == nil)
    try folder.write("1", to: "plugins/a.so")
    try folder.write("1", to: "plugins/b.so")
    var names: Set<String> = []
    while names.count < 2, let next = changes(watch) { names.formUnion(next.names) }
    #expect(names == ["a.so", "b.so"])
  }

  @Test("a folder may be missing, and be created and removed repeatedly")
  func comingFolder() throws {
    let folder = try Folder()
    let watch = watch(folder: "deep/plugins", in: folder)
    for _ in 0..<3 {
      try folder.make("deep/plugins")
      try folder.write("1", to: "deep/plugins/a.so")
      #expect(changes(watch)?.names == ["a.so"])
      try folder.write("22", to: "deep/plugins/a.so")
      #expect(changes(watch)?.names == ["a.so"])
      try folder.remove("deep")
      #expect(changes(watch)?.names == ["a.so"])
    }
  }

  @Test("a folder that replaces another is watched")
  func replacedFolder() throws {
    let folder = try Folder()
    try folder.make("plugins")
    try folder.make("next")
    try folder.write("1", to: "plugins/a.so")
    try folder.write("22", to: "next/a.so")
    let watch = watch(folder: "plugins", in: folder)
    try folder.move("plugins", to: "old")
    try folder.move("next", to: "plugins")
    #expect(changes(watch)?.names == ["a.so"])
    try folder.write("333", to: "plugins/a.so")
    #expect(changes(watch)?.names == ["a.so"])
  }

  @Test("the targets of links are watched, and so are changes of the links")
  func links() throws {
    let folder = try Folder()
    try folder.make("one")
    try folder.make("two")
    try folder.make("plugins")
    try folder.write("1", to: "one/a.so")
    try folder.write("22", to: "two/a.so")
    try folder.link("build", to: "one")
    try folder.link("plugins/b.so", to: "../one/a.so")
    var places = WatchedPlaces()
    places.add(folder.path("build"), namesWith: [".so"], tag: 1)
    places.add(folder.path("plugins"), namesWith: [".so"], tag: 2)
    let watch = FileWatch(places)
    try folder.write("333", to: "one/a.so")
    #expect(changes(watch) == FileWatch.Changes(tags: [1, 2], names: ["a.so", "b.so"]))
    try folder.remove("build")
    try folder.link("build", to: "two")
    #expect(changes(watch) == FileWatch.Changes(tags: [1], names: ["a.so"]))
    try folder.write("4444", to: "two/a.so")
    #expect(changes(watch) == FileWatch.Changes(tags: [1], names: ["a.so"]))
  }

  @Test("a write that keeps the size and the time stamp is reported")
  func sameStamp() throws {
    let folder = try Folder()
    try folder.write("0", to: "feed.json")
    let watch = watch(file: "feed.json", in: folder)
    for round in 1...20 {
      try folder.write("\(round % 10)", to: "feed.json")
      #expect(changes(watch)?.names == ["feed.json"])
    }
  }

  @Test("a change is reported although the system's event queue overflows")
  func overflow() throws {
    let folder = try Folder()
    try folder.make("plugins")
    let watch = watch(folder: "plugins", in: folder)
    let limit =
      (try? String(contentsOfFile: "/proc/sys/fs/inotify/max_queued_events", encoding: .utf8))
      .flatMap { Int($0.trimmingCharacters(in: .whitespacesAndNewlines)) } ?? 16_384
    let (a, b) = (folder.path("plugins/a.txt"), folder.path("plugins/b.txt"))
    try folder.write("1", to: "plugins/a.txt")
    // Each rename gives two events, so one round adds four and all rounds exceed the limit.
    for _ in 0..<min(limit, 200_000) / 4 + 100 {
      rename(a, b)
      rename(b, a)
    }
    try folder.write("1", to: "plugins/late.so")
    #expect(changes(watch)?.names == ["late.so"])
  }

  @Test("watched paths can be replaced, and pending changes of remaining paths are kept")
  func update() throws {
    let folder = try Folder()
    try folder.write("1", to: "a.json")
    try folder.write("1", to: "b.json")
    let watch = watch(file: "a.json", in: folder)
    try folder.write("22", to: "a.json")
    var places = WatchedPlaces()
    places.add(folder.path("a.json"), tag: 1)
    places.add(folder.path("b.json"), tag: 3)
    watch.update(places)
    #expect(changes(watch) == FileWatch.Changes(tags: [1], names: ["a.json"]))
    try folder.write("22", to: "b.json")
    #expect(changes(watch) == FileWatch.Changes(tags: [3], names: ["b.json"]))
  }

  @Test("a route contains each folder that can change the target of a path")
  func route() throws {
    let folder = try Folder()
    try folder.make("real/inner")
    try folder.write("1", to: "real/inner/feed.json")
    try folder.link("way", to: "real/../real/inner")
    let route = WatchRoute(folder.path("way/./feed.json"))
    #expect(route.end == folder.path("real/inner/feed.json"))
    let own = route.steps.filter { $0.folder.hasPrefix(folder.url.path) }
    #expect(
      own == [
        .init(folder: folder.url.path, name: "way"), .init(folder: folder.url.path, name: "real"),
        .init(folder: folder.url.path, name: "real"),
        .init(folder: folder.path("real"), name: "inner"),
        .init(folder: folder.path("real/inner"), name: "feed.json"),
      ])
    try folder.link("circle", to: "circle")
    #expect(WatchRoute(folder.path("circle/feed.json")).end == nil)
    let missing = WatchRoute(folder.path("none/feed.json"))
    #expect(missing.end == nil && missing.steps.last?.name == "none")
  }

  @Test("a path is recognized by every name that leads to it")
  func known() throws {
    let folder = try Folder()
    try folder.make("plugins")
    try folder.write("1", to: "feed.json")
    try folder.link("same.json", to: "feed.json")
    var places = WatchedPlaces()
    places.add(folder.path("feed.json"), tag: 1)
    places.add(folder.path("plugins"), namesWith: [".so"], tag: 2)
    #expect(places.watch(folder.path("same.json")))
    #expect(places.watch(folder.path("plugins/new.so")))
    #expect(!places.watch(folder.path("plugins/new.txt")))
    #expect(!places.watch(folder.path("out.txt")))
  }
}

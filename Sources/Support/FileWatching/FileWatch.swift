internal import Glibc

/// Reports which watched places have changed.
///
/// Folder events report that a change happened and is complete. Comparing stamps (inode, size and
/// times) determines which files changed. Without events (a limit of the system, a network file
/// system, lost events), comparing stamps finds all changes, but a little later.
///
/// Not thread-safe: use an instance on one thread only.
package final class FileWatch {
  package struct Changes: Sendable, Equatable {
    /// The tags of the places with changes.
    package var tags: Set<Int>
    /// The display names of the changed files, in bytewise order.
    package var names: [String]
  }

  /// The device, the inode, the size and the times of each watched file that exists.
  private typealias Stamps = [WatchedFile: [Int]]

  private let events = FolderEvents()
  private var places: [WatchedPlaces.Place] = []
  private var stamps = Stamps()
  /// The watched files that a change of a name in a folder may affect.
  private var concerns: [WatchRoute.Step: Set<WatchedFile>] = [:]
  /// The places that are folders, by folder path with all links resolved.
  private var contents: [String: [WatchedPlaces.Place]] = [:]
  private var debouncer = Debouncer()
  /// Files that events report as written. Stamps alone do not suffice: two writes within one
  /// tick of the clock have the same stamp.
  private var touched: Set<WatchedFile> = []
  private var nextLook = 0
  private var seen = Stamps()

  package init(_ places: WatchedPlaces) {
    self.places = places.places
    arm()
    stamps = look()
    seen = stamps
    nextLook = Self.now() + interval
  }

  /// A descriptor that is readable when there are events; negative if only polling works.
  package var descriptor: Int32 { events.descriptor }

  /// The reason why changes are found by polling only; `nil` if events report them.
  package var limitation: String? { events.limitation }

  /// The milliseconds until `changes` may return a change.
  package var pause: Int { max(0, min(debouncer.due ?? nextLook, nextLook) - Self.now()) }

  /// Replaces the watched places. Earlier changes in places that remain are still reported.
  package func update(_ places: WatchedPlaces) {
    guard places.places != self.places else { return }
    let staying = Set(self.places).intersection(places.places)
    self.places = places.places
    arm()
    stamps = look().filter { !staying.contains($0.key.place) }
      .merging(stamps.filter { staying.contains($0.key.place) }) { $1 }
    touched = touched.filter { staying.contains($0.place) }
  }

  /// Returns the changes once they are complete, or `nil` before that.
  package func changes() -> Changes? {
    let now = Self.now()
    events.read { note($0, of: $1, at: now) }
    if now >= nextLook {
      nextLook = now + interval
      let current = look()
      // A writer may still be active, so its next changes are awaited.
      if current != seen { debouncer.note(.unfinished, at: now) }
      seen = current
    }
    guard debouncer.isOver(at: now) else { return nil }
    // Watches are set before the comparison, so events report every later change.
    arm()
    let current = look()
    let changed = touched.union(current.keys).union(stamps.keys).filter {
      touched.contains($0) || current[$0] != stamps[$0]
    }
    stamps = current
    seen = current
    touched = []
    guard !changed.isEmpty else { return nil }
    return Changes(
      tags: Set(changed.map(\.place.tag)),
      names: Set(changed.map { $0.name ?? $0.place.name }).sorted())
  }

  /// The milliseconds between comparisons of stamps, which also find changes by other machines.
  private var interval: Int { limitation == nil ? 1_000 : 100 }

  private func note(_ event: Debouncer.Event, of step: WatchRoute.Step?, at now: Int) {
    guard let step else { return debouncer.note(event, at: now) }
    let inside = (contents[step.folder] ?? []).filter { $0.matters(step.name) }
    let files = (concerns[step] ?? []).union(inside.map { WatchedFile(place: $0, name: step.name) })
    guard !files.isEmpty else { return }
    debouncer.note(event, at: now)
    // If a folder or link in a path changed, stamps determine which watched files changed.
    if event == .finished { touched.formUnion(files.filter(\.isFile)) }
  }

  /// Resolves every path again, and watches the folders along it.
  private func arm() {
    concerns = [:]
    contents = [:]
    for place in places {
      let end = follow(WatchedFile(place: place))
      guard place.parts != nil, let end else { continue }
      contents[end, default: []].append(place)
      // A link in the folder may refer to a file in another folder.
      for file in place.files where fileType(file.path, followsLinks: false) == S_IFLNK {
        _ = follow(file)
      }
    }
    events.watch(Set(concerns.keys.map(\.folder)).union(contents.keys))
  }

  /// Adds a path's steps to `concerns`. Returns the resolved path; `nil` if there is no file.
  private func follow(_ file: WatchedFile) -> String? {
    let route = WatchRoute(file.path)
    for step in route.steps { concerns[step, default: []].insert(file) }
    return route.end
  }

  private func look() -> Stamps {
    var stamps = Stamps()
    for file in places.flatMap(\.files) {
      var status = stat()
      guard stat(file.path, &status) == 0 else { continue }
      let (written, changed) = (status.st_mtim, status.st_ctim)
      stamps[file] = [
        Int(bitPattern: status.st_dev), Int(bitPattern: status.st_ino), status.st_size,
        written.tv_sec, written.tv_nsec, changed.tv_sec, changed.tv_nsec,
      ]
    }
    return stamps
  }

  /// Returns milliseconds of a clock that is never set.
  package static func now() -> Int {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return time.tv_sec * 1_000 + time.tv_nsec / 1_000_000
  }
}

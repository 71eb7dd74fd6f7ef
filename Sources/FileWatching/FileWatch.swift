internal import Glibc

/// Says when watched places change, and which.
///
/// Events of folders say that something happened and that it is finished; comparing stamps says what
/// changed. The second alone is enough, so where the first is missing (a limit of the system, a network
/// file system, lost events) changes are found a little later and none is missed.
///
/// Not thread-safe: for one loop on one thread.
package final class FileWatch {
  package struct Changes: Sendable, Equatable {
    /// Of what changed.
    package var tags: Set<Int>
    /// Of the files, as they are shown; in bytewise order.
    package var names: [String]
  }

  private let events = FolderEvents()
  private var places: [WatchedPlaces.Place] = []
  private var stamps = PlaceStamps()
  /// Where each watched name leads to.
  private var concerns: [WatchRoute.Step: Set<PlaceStamps.Key>] = [:]
  /// Places of whose folder every name that matters does.
  private var contents: [String: Set<WatchedPlaces.Place>] = [:]
  private var settling = Settling()
  /// Files that were written. A second write within one tick of the file system's clock leaves no
  /// other stamp.
  private var touched: Set<PlaceStamps.Key> = []
  private var nextLook = 0
  private var seen = PlaceStamps()

  package init(_ places: WatchedPlaces) {
    self.places = places.places
    arm()
    stamps = PlaceStamps(of: self.places)
    seen = stamps
    nextLook = Self.now() + interval
  }

  /// Readable when there is something to note; `nil` where only looking helps.
  package var descriptor: Int32? { events.descriptor }

  /// Why changes are looked for all the time; `nil` when they are told.
  package var limitation: String? { events.limitation }

  /// Milliseconds until `changes` may have something to say.
  package var pause: Int { max(0, min(settling.due ?? nextLook, nextLook) - Self.now()) }

  /// Watches these from now on. What changed until now in places that stay is still told.
  package func update(_ places: WatchedPlaces) {
    guard places.places != self.places else { return }
    let staying = Set(self.places).intersection(places.places)
    self.places = places.places
    arm()
    stamps = PlaceStamps(of: self.places).keeping(staying, of: stamps)
    touched = touched.filter { staying.contains($0.place) }
  }

  /// What has changed, once it is finished; `nil`: nothing yet.
  package func changes() -> Changes? {
    let now = Self.now()
    for event in events.read() { note(event, at: now) }
    if now >= nextLook {
      nextLook = now + interval
      let current = PlaceStamps(of: places)
      // Somebody may be writing still.
      if current != seen { settling.note(.unfinished, at: now) }
      seen = current
    }
    guard settling.isOver(at: now) else { return nil }
    // Before looking: what changes from here on is told by an event.
    arm()
    let current = PlaceStamps(of: places)
    let changed = current.differences(from: stamps).union(touched)
    stamps = current
    seen = current
    touched = []
    guard !changed.isEmpty else { return nil }
    return Changes(
      tags: Set(changed.map(\.place.tag)),
      names: Set(changed.map { $0.name ?? $0.place.name }).sorted())
  }

  /// Between two looks. Events miss what happens on another machine, so there are some in any case.
  private var interval: Int { limitation == nil ? 1_000 : 100 }

  private func note(_ event: FolderEvents.Event, at now: Int) {
    guard let folder = event.folder, let name = event.name else {
      settling.note(event.kind, at: now)
      return
    }
    var keys = concerns[WatchRoute.Step(folder: folder, name: name)] ?? []
    for place in contents[folder] ?? [] where place.matters(name) {
      keys.insert(PlaceStamps.Key(place: place, name: name))
    }
    guard !keys.isEmpty else { return }
    settling.note(event.kind, at: now)
    // A folder or link on the way is none of the files: stamps tell what it changed.
    if event.kind == .finished { touched.formUnion(keys.filter(\.isFile)) }
  }

  /// Follows every path as it leads now.
  private func arm() {
    concerns = [:]
    contents = [:]
    for place in places {
      follow(place.path, for: PlaceStamps.Key(place: place, name: nil))
      guard place.parts != nil, let end = WatchRoute(place.path).end else { continue }
      contents[end, default: []].insert(place)
      // What a link in the folder leads to is written elsewhere.
      for name in place.names() {
        let path = place.path + "/" + name
        guard Self.isLink(path) else { continue }
        follow(path, for: PlaceStamps.Key(place: place, name: name))
      }
    }
    events.watch(Set(concerns.keys.map(\.folder)).union(contents.keys))
  }

  private func follow(_ path: String, for key: PlaceStamps.Key) {
    for step in WatchRoute(path).steps { concerns[step, default: []].insert(key) }
  }

  private static func isLink(_ path: String) -> Bool {
    var status = stat()
    return lstat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFLNK
  }

  /// Milliseconds of a clock that nobody sets.
  package static func now() -> Int {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return time.tv_sec * 1_000 + time.tv_nsec / 1_000_000
  }
}

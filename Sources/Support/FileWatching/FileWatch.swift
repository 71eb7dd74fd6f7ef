internal import Glibc

/// Reports which watched places have changed.
///
/// Folder events report that a change happened and is complete; comparing stamps determines what
/// changed. Stamps alone suffice, so without events (a limit of the system, a network file system,
/// lost events) changes are found a little later, and none is missed.
///
/// Not thread-safe: it is for one loop on one thread.
package final class FileWatch {
  package struct Changes: Sendable, Equatable {
    package var tags: Set<Int>
    /// The changed files as they are shown, in bytewise order.
    package var names: [String]
  }

  private let events = FolderEvents()
  private var places: [WatchedPlaces.Place] = []
  private var stamps = PlaceStamps()
  /// The places that each watched name affects.
  private var concerns: [WatchRoute.Step: Set<PlaceStamps.Key>] = [:]
  /// The watched folders, by their paths without links.
  private var contents: [String: Set<WatchedPlaces.Place>] = [:]
  private var settling = Settling()
  /// Written files, because two writes within one tick of the clock have the same stamp.
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

  /// A descriptor that is readable when there are events; `nil` if only polling works.
  package var descriptor: Int32? { events.descriptor }

  /// Why changes are found by polling; `nil` if events report them.
  package var limitation: String? { events.limitation }

  /// Milliseconds until `changes` may return a change.
  package var pause: Int { max(0, min(settling.due ?? nextLook, nextLook) - Self.now()) }

  /// Watches these places from now on. Earlier changes in places that remain are still reported.
  package func update(_ places: WatchedPlaces) {
    guard places.places != self.places else { return }
    let staying = Set(self.places).intersection(places.places)
    self.places = places.places
    arm()
    stamps = PlaceStamps(of: self.places).keeping(staying, of: stamps)
    touched = touched.filter { staying.contains($0.place) }
  }

  /// Returns the changes once they are complete, or `nil` before that.
  package func changes() -> Changes? {
    let now = Self.now()
    for event in events.read() { note(event, at: now) }
    if now >= nextLook {
      nextLook = now + interval
      let current = PlaceStamps(of: places)
      // A writer may still be active.
      if current != seen { settling.note(.unfinished, at: now) }
      seen = current
    }
    guard settling.isOver(at: now) else { return nil }
    // Armed before the comparison: an event reports every later change.
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

  /// Milliseconds between two comparisons, which find the changes that other machines make.
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
    // A folder or link on the way is not a watched file: stamps determine what it changed.
    if event.kind == .finished { touched.formUnion(keys.filter(\.isFile)) }
  }

  /// Resolves every path again, and watches the folders on its way.
  private func arm() {
    concerns = [:]
    contents = [:]
    for place in places {
      follow(place.path, for: PlaceStamps.Key(place: place, name: nil))
      guard place.parts != nil, let end = WatchRoute(place.path).end else { continue }
      contents[end, default: []].insert(place)
      // The target of a link in the folder is written in another folder.
      for name in place.names() {
        let path = place.path + "/" + name
        if WatchRoute.kind(of: path) == S_IFLNK {
          follow(path, for: PlaceStamps.Key(place: place, name: name))
        }
      }
    }
    events.watch(Set(concerns.keys.map(\.folder)).union(contents.keys))
  }

  private func follow(_ path: String, for key: PlaceStamps.Key) {
    for step in WatchRoute(path).steps { concerns[step, default: []].insert(key) }
  }

  /// Returns milliseconds of a clock that is never set.
  package static func now() -> Int {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return time.tv_sec * 1_000 + time.tv_nsec / 1_000_000
  }
}

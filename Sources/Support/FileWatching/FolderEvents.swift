internal import Glibc

final class FolderEvents {
  struct Event {
    /// `nil` if events were lost.
    var folder: String?
    /// `nil` for the folder itself.
    var name: String?
    var kind: Settling.Event
  }

  /// `nil` if the system's limit of inotify instances is reached.
  let descriptor: Int32?
  private(set) var limitation: String?
  private var folders: [Int32: String] = [:]
  private var watches: [String: Int32] = [:]

  private static let mask = UInt32(
    IN_CREATE | IN_DELETE | IN_MODIFY | IN_CLOSE_WRITE | IN_MOVED_FROM | IN_MOVED_TO | IN_ATTRIB
      | IN_DELETE_SELF | IN_MOVE_SELF)
  private static let finished = UInt32(IN_CLOSE_WRITE | IN_MOVED_TO)

  init() {
    let descriptor = inotify_init1(Int32(IN_NONBLOCK | IN_CLOEXEC))
    self.descriptor = descriptor >= 0 ? descriptor : nil
    if descriptor < 0 { limitation = Self.reason() }
  }

  deinit { if let descriptor { close(descriptor) } }

  /// Watches exactly these folders. A folder that was replaced under its name is watched again.
  func watch(_ wanted: Set<String>) {
    guard let descriptor else { return }
    limitation = nil
    var next: [String: Int32] = [:]
    for folder in wanted.sorted() {
      // For a folder that is already watched, this returns the existing number.
      let watch = inotify_add_watch(descriptor, folder, Self.mask | UInt32(IN_ONLYDIR))
      if watch >= 0 {
        next[folder] = watch
      } else if errno != ENOENT, errno != ENOTDIR {
        limitation = limitation ?? Self.reason()
      }
    }
    let kept = Set(next.values)
    for watch in Set(watches.values).subtracting(kept) { inotify_rm_watch(descriptor, watch) }
    watches = next
    folders = Dictionary(next.map { ($1, $0) }) { first, _ in first }
  }

  /// Returns the events since the last call, without waiting.
  func read() -> [Event] {
    guard let descriptor else { return [] }
    var events: [Event] = []
    let size = 1 << 16
    let buffer = UnsafeMutableRawPointer.allocate(byteCount: size, alignment: 16)
    defer { buffer.deallocate() }
    let head = MemoryLayout<inotify_event>.size
    while true {
      let count = Glibc.read(descriptor, buffer, size)
      guard count > 0 else { break }
      var place = 0
      while place + head <= count {
        let event = buffer.load(fromByteOffset: place, as: inotify_event.self)
        let length = Int(event.len)
        // The name is padded with zeros.
        let bytes = UnsafeRawBufferPointer(start: buffer + place + head, count: length)
        place += head + length
        if event.mask & UInt32(IN_Q_OVERFLOW) != 0 {
          events.append(Event(folder: nil, name: nil, kind: .finished))
        } else if let folder = folders[event.wd] {
          events.append(
            Event(
              folder: folder,
              name: length == 0 ? nil : String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self),
              kind: Self.kind(of: event.mask)))
        }
      }
    }
    return events
  }

  private static func kind(of mask: UInt32) -> Settling.Event {
    if mask & finished != 0 { return .finished }
    return mask & UInt32(IN_ATTRIB) != 0 ? .rights : .unfinished
  }

  private static func reason(_ number: Int32 = errno) -> String {
    switch number {
    case ENOSPC: "the system's limit of watches is reached (fs.inotify.max_user_watches)"
    case EMFILE: "the system's limit of watchers is reached (fs.inotify.max_user_instances)"
    default: systemReason(number)
    }
  }
}

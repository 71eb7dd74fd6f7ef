internal import Glibc

/// The events of a set of watched folders, from inotify.
final class FolderEvents {
  /// The inotify descriptor; negative if the system's limit of instances is reached.
  let descriptor = inotify_init1(Int32(IN_NONBLOCK | IN_CLOEXEC))
  private(set) var limitation: String?
  /// The watched folders by watch number.
  private var folders: [Int32: String] = [:]

  private static let mask = UInt32(
    IN_CREATE | IN_DELETE | IN_MODIFY | IN_CLOSE_WRITE | IN_MOVED_FROM | IN_MOVED_TO | IN_ATTRIB
      | IN_DELETE_SELF | IN_MOVE_SELF | IN_ONLYDIR)

  init() { if descriptor < 0 { limitation = Self.reason() } }

  deinit { if descriptor >= 0 { close(descriptor) } }

  /// Watches exactly these folders, including a new folder at the path of a removed one.
  func watch(_ wanted: Set<String>) {
    guard descriptor >= 0 else { return }
    limitation = nil
    var next: [Int32: String] = [:]
    for folder in wanted.sorted() {
      // For a folder that is already watched, this returns the existing number.
      let watch = inotify_add_watch(descriptor, folder, Self.mask)
      if watch >= 0 {
        next[watch] = next[watch] ?? folder
      } else if errno != ENOENT, errno != ENOTDIR {
        limitation = limitation ?? Self.reason()
      }
    }
    for watch in folders.keys where next[watch] == nil { inotify_rm_watch(descriptor, watch) }
    folders = next
  }

  /// Calls `body` with each event since the last call, without waiting. The step contains the
  /// changed name; it is `nil` if the folder itself changed, or if events were lost.
  func read(_ body: (Debouncer.Event, WatchRoute.Step?) -> Void) {
    let size = 1 << 16
    let head = MemoryLayout<inotify_event>.size
    withUnsafeTemporaryAllocation(byteCount: size, alignment: 16) { buffer in
      while true {
        let count = Glibc.read(descriptor, buffer.baseAddress, size)
        guard count > 0 else { return }
        var place = 0
        while place + head <= count {
          let event = buffer.load(fromByteOffset: place, as: inotify_event.self)
          // The name is padded with zeros.
          let name = buffer[(place + head)...].prefix(Int(event.len)).prefix { $0 != 0 }
          place += head + Int(event.len)
          if event.mask & UInt32(IN_Q_OVERFLOW) != 0 {
            body(.finished, nil)
          } else if let folder = folders[event.wd] {
            let step = WatchRoute.Step(folder: folder, name: String(decoding: name, as: UTF8.self))
            body(Self.kind(of: event.mask), name.isEmpty ? nil : step)
          }
        }
      }
    }
  }

  private static func kind(of mask: UInt32) -> Debouncer.Event {
    if mask & UInt32(IN_CLOSE_WRITE | IN_MOVED_TO) != 0 { return .finished }
    return mask & UInt32(IN_ATTRIB) != 0 ? .rights : .unfinished
  }

  private static func reason() -> String {
    switch errno {
    case ENOSPC: "the system's limit of watches is reached (fs.inotify.max_user_watches)"
    case EMFILE: "the system's limit of watchers is reached (fs.inotify.max_user_instances)"
    default: systemReason()
    }
  }
}

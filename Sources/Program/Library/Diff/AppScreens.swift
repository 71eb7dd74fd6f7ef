internal import SectionEngine
internal import LayoutReview

extension DiffInput {
  /// Returns the files of `--app`: screens of one scroll, joined, or the frames of one design.
  static func screens(
    _ files: [String], frames: [String], feeds: [String]
  ) throws -> [ViewHierarchy] {
    let screens = try files.flatMap { name in
      guard case .app(let hierarchies) = try DiffInput(name, feeds: feeds, frames: frames) else {
        throw Ending.couldNotRun(DiffPages.unlike)
      }
      return hierarchies
    }
    guard files.count > 1 else { return screens }
    guard screens.count == files.count else { throw Ending.couldNotRun(DiffPages.unlike) }
    switch ViewHierarchy.joined(screens) {
    case .success(let joined): return [joined]
    case .failure(let gap):
      throw Ending.couldNotRun(
        .unreadableView, "the screens \(gap.index) and \(gap.index + 1) do not overlap",
        notes: [
          "`\(shown(files[gap.index], limit: 200))` shows no text that the screen before shows lower"
        ],
        helps: ["give the screens from the top down, each scrolled by less than its height"])
    }
  }
}

extension DiffPages {
  /// Returns views in points. The scale of pixels is that of the options, the feed or the dump.
  func inPoints(
    _ hierarchy: ViewHierarchy, beside page: DiffInput? = nil
  ) throws -> ViewHierarchy {
    guard hierarchy.source.isInPixels else { return hierarchy }
    var settings = environment
    switch page {
    case .feed(let name, _):
      settings = try drawing.naming(name).chosen(in: environment).environment
    case .page(let page) where settings.device == nil:
      settings.scale = settings.scale ?? page.header.scale
    default: break
    }
    let library = LayoutLibrary(folder: try Installation.required().layouts)
    guard let scale = try settings.scale ?? settings.device(in: library)?.scale, scale > 0 else {
      throw Ending.couldNotRun(
        .unreadableView, "the frames of the app are in pixels",
        label: "the density of its screen is not known",
        helps: [
          "name the device: `--device NAME`",
          "or give its pixels per point: `--scale N`, `adb shell wm density` divided by 160",
        ])
    }
    var result = hierarchy
    result.divide(by: scale)
    return result
  }
}

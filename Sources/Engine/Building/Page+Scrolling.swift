internal import Support
internal import LayoutCore
package import Page

extension Page {
  /// Returns the page scrolled on the environment's screen. The page must not be scrolled yet.
  ///
  /// An offset beyond the end is reduced to the greatest valid offset, and a note is added. A page
  /// that is shorter than the screen does not scroll. Complexity: O(sections).
  /// - Parameter distance: The distance in points, at least 0, from the position at which the page
  ///   starts below the navigation bar.
  package func scrolled(by distance: Double) -> Page {
    var viewport = Viewport.atRest(in: environment, chrome: chrome)
    viewport.offset += distance
    let reached = viewport.clamped(toContentHeight: height)
    var page = scrolled(to: reached)
    if reached.offset < viewport.offset {
      page.diagnostics.append(
        Diagnostic(
          .scrolledBeyondEnd, .note, "the page ends before the offset \(points(distance))",
          notes: ["it is scrolled to \(points(reached.top)), its end"]))
    }
    return page
  }
}

extension Viewport {
  /// Returns the viewport that shows the start of a page between the bars around it.
  static func atRest(in environment: LayoutEnvironment, chrome: Page.Chrome) -> Viewport {
    let topInset = chrome.top?.frame.height ?? 0
    return Viewport(
      offset: -topInset, height: environment.height, topInset: topInset,
      bottomInset: chrome.bottom?.frame.height ?? 0)
  }
}

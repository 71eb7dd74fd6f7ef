import FeedDocument
import LayoutCases
import Testing

@Suite struct SectionCasesTests {
  private func check(_ text: String) throws -> CaseReport {
    let bytes = PaddedBytes(Array(text.utf8))
    return CaseReport.of(try #require(FeedDocument.parse(bytes, name: "test").value))
  }

  /// Returns a case with one section on a page that is 100 wide and shows y 40 to 100. It has
  /// margins of 5, a pinned header of 20, a footer of 6, and, within insets of 10, two items of
  /// half the width and a full-bleed item.
  private func page(header: String) -> String {
    """
    {"format": "section-pages/1", "cases": [{
      "name": "a", "collectionWidth": 100, "scale": 2, "visibleBounds": [0, 40, 100, 60],
      "sections": [{
        "sectionInsets": [5, 5, 5, 5], "itemInsets": [0, 10, 0, 10],
        "horizontalSpacing": 5, "verticalSpacing": 2, "background": true,
        "header": {"height": 20, "pinned": true}, "footer": {"height": 6, "pinned": false},
        "items": [
          {"width": "1/2", "height": 30, "stretchToTallestInRow": false},
          {"width": "1/2", "height": 10, "stretchToTallestInRow": true},
          {"width": "fullBleed", "height": 50, "stretchToTallestInRow": false}]}],
      "expected": [{
        "header": \(header), "footer": [5, 107, 90, 6], "background": [5, 5, 90, 108],
        "items": [[15, 25, 32.5, 30], [52.5, 25, 32.5, 30], [5, 57, 90, 50]], "maxY": 118}]}]}
    """
  }

  @Test("the frames of a page are compared, with headers pinned at the scroll offset")
  func pages() throws {
    #expect(try check(page(header: "[5, 40, 90, 20]")).summary == "1 passed, 0 failed, 0 skipped")
    let report = try check(page(header: "[5, 5, 90, 20]"))
    #expect(report.summary == "0 passed, 1 failed, 0 skipped")
    #expect(report.failures == ["a section 0 header: expected 5 5 90 20, found 5 40 90 20"])
    #expect(
      try check(page(header: "null")).failures
        == ["a section 0 header: there is one too many or too few"])
  }

  /// Returns a case with a sticky header of 10 below a top inset of 4, over two items of 60 x 20 in
  /// 100 points. The second section pushes the header out; its item wraps to its own line.
  private func steps(features: String = "[]", operation: String = "scrollTo") -> String {
    """
    {"format": "section-steps/1", "cases": [{
      "name": "b", "viewport": [0, 0, 100, 100], "features": \(features),
      "setup": {"axis": "vertical", "stickyHeaders": true, "topInset": 4},
      "steps": [
        {"op": "setData", "sections": [
          {"insets": [0, 0, 0, 0], "lineSpacing": 3, "interitemSpacing": 0, "header": 10,
           "footer": 0, "items": [[60, 20], [60, 20]]},
          {"insets": [0, 2, 0, 0], "lineSpacing": 0, "interitemSpacing": 0, "header": 0,
           "footer": 5, "items": [[200, 30]]}]},
        {"op": "expectFrame", "target": ["cell", 0, 1], "frame": [0, 33, 60, 20]},
        {"op": "expectFrame", "target": ["cell", 1, 0], "frame": [2, 53, 98, 30]},
        {"op": "expectFrame", "target": ["footer", 1], "frame": [2, 83, 98, 5]},
        {"op": "\(operation)", "offset": [0, 20]},
        {"op": "expectFrame", "target": ["header", 0], "frame": [0, 24, 100, 10]},
        {"op": "scrollTo", "offset": [0, 45]},
        {"op": "expectFrame", "target": ["header", 0], "frame": [0, 43, 100, 10]},
        {"op": "contentInset", "insets": [0, 10, 0, 10]},
        {"op": "expectFrame", "target": ["header", 0], "frame": [0, 43, 80, 10]}]}]}
    """
  }

  @Test("steps set data, scroll and change insets, and compare frames")
  func stepsCases() throws {
    let report = try check(steps())
    #expect(report.failures == [])
    #expect(report.summary == "1 passed, 0 failed, 0 skipped")
    #expect(try check(steps(features: #"["shared-row"]"#)).passed == 1)
  }

  @Test("unknown features and operations are skipped by name")
  func skipped() throws {
    #expect(try check(steps(features: #"["parallax"]"#)).skipped == ["parallax": 1])
    #expect(try check(steps(operation: "zoom")).skipped == ["op zoom": 1])
  }
}

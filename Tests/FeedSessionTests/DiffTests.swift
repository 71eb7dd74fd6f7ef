@testable import Feeds
import Testing

@Suite("Difference of two section lists") struct DiffTests {
  /// Returns the changes between two lists: "S:a,b2 T" is a section S with the items a and b, b
  /// with the version 2, and an empty section T.
  private func changes(_ old: String, _ new: String) -> FeedChanges {
    let (old, new) = (SectionedList(old), SectionedList(new))
    let diff = SectionedDiff(from: old, to: new)
    #expect(old.applying(diff.changes, contentOf: new) == new)
    return diff.changes
  }

  @Test("equal lists have no changes")
  func equal() {
    #expect(changes("A:a,b B C:c", "A:a,b B C:c").isEmpty)
    #expect(changes("", "").isEmpty)
  }

  @Test("sections are deleted and inserted with their items, which are not listed")
  func comeAndGo() {
    var expected = FeedChanges()
    expected.deletedSections = [0, 2]
    expected.insertedSections = [0]
    #expect(changes("A:a,b B:c C:d", "D:e,f B:c") == expected)
  }

  @Test("elements after a deletion or an insertion do not move")
  func shift() {
    var expected = FeedChanges()
    expected.deletedSections = [0]
    expected.deletedItems = [ItemPath(section: 1, item: 0)]
    expected.insertedItems = [ItemPath(section: 0, item: 1)]
    #expect(changes("A B:a,b,c C", "B:b,x,c C") == expected)
  }

  @Test("a section that moves to the other end is one move")
  func oneMove() {
    var expected = FeedChanges()
    expected.movedSections = [.init(from: 0, to: 3)]
    #expect(changes("A:a B:b C D", "B:b C D A:a") == expected)
    expected.movedSections = [.init(from: 3, to: 0)]
    #expect(changes("A:a B:b C D", "D A:a B:b C") == expected)
  }

  @Test("items move within their section and to another section")
  func itemMoves() {
    var expected = FeedChanges()
    expected.movedItems = [
      .init(from: ItemPath(section: 0, item: 2), to: ItemPath(section: 0, item: 0))
    ]
    #expect(changes("A:a,b,c", "A:c,a,b") == expected)
    expected.movedItems = [
      .init(from: ItemPath(section: 0, item: 0), to: ItemPath(section: 1, item: 1))
    ]
    #expect(changes("A:a,b B:c,d", "A:b B:c,a,d") == expected)
  }

  @Test("items move into new and moved sections, and out of deleted ones")
  func acrossChangedSections() {
    var expected = FeedChanges()
    expected.insertedSections = [1]
    expected.movedItems = [
      .init(from: ItemPath(section: 0, item: 1), to: ItemPath(section: 1, item: 0))
    ]
    #expect(changes("A:a,b", "A:a N:b,x") == expected)

    expected = FeedChanges()
    expected.deletedSections = [1]
    expected.movedItems = [
      .init(from: ItemPath(section: 1, item: 0), to: ItemPath(section: 0, item: 0))
    ]
    #expect(changes("A:a D:b,x", "A:b,a") == expected)

    expected = FeedChanges()
    expected.movedSections = [.init(from: 2, to: 0)]
    expected.movedItems = [
      .init(from: ItemPath(section: 0, item: 0), to: ItemPath(section: 0, item: 1))
    ]
    #expect(changes("A:a B:b C:c", "C:c,a A B:b") == expected)

    expected = FeedChanges()
    expected.deletedSections = [0]
    expected.insertedSections = [0]
    expected.movedItems = [
      .init(from: ItemPath(section: 0, item: 1), to: ItemPath(section: 0, item: 0))
    ]
    #expect(changes("D:x,a", "N:a,y") == expected)
  }

  @Test("a changed version is an update, also if the element moves")
  func updates() {
    var expected = FeedChanges()
    expected.movedSections = [.init(from: 1, to: 0)]
    expected.updatedSections = [.init(from: 1, to: 0)]
    expected.updatedItems = [
      .init(from: ItemPath(section: 1, item: 0), to: ItemPath(section: 0, item: 0))
    ]
    #expect(changes("A:a B:b,c", "B1:b1,c A:a") == expected)
  }

  @Test("the same item in two sections stays in both")
  func sameItemInTwoSections() {
    var expected = FeedChanges()
    expected.movedSections = [.init(from: 1, to: 0)]
    #expect(changes("A:a,b B:a,b", "B:a,b A:a,b") == expected)
    expected = FeedChanges()
    expected.deletedItems = [ItemPath(section: 0, item: 0)]
    #expect(changes("A:a,b B:a,b", "A:b B:a,b") == expected)
  }

  @Test("occurrences of a repeated identity are paired in order")
  func duplicates() {
    var expected = FeedChanges()
    expected.deletedItems = [ItemPath(section: 0, item: 2)]
    #expect(changes("A:a,b,a", "A:a,b") == expected)
    expected = FeedChanges()
    expected.insertedSections = [2]
    #expect(changes("A B", "A B A") == expected)
  }

  @Test("changes do not apply to other lists")
  func mismatch() {
    let (a, b) = (SectionedList("A:a B C"), SectionedList("B:b,c D"))
    let changes = SectionedDiff(from: a, to: b).changes
    #expect(SectionedList("A:a").applying(changes, contentOf: b) == nil)
    #expect(a.applying(changes, contentOf: SectionedList("B")) == nil)
    var twice = changes
    twice.deletedSections.append(0)
    #expect(a.applying(twice, contentOf: b) == nil)
  }
}

extension SectionedList {
  /// Parses the notation of `DiffTests.changes`.
  init(_ text: String) {
    self.init()
    func element(_ text: Substring) -> Element {
      let letter = text.utf8.first.map(Int.init) ?? 0
      return Element(identity: letter, version: UInt64(text.dropFirst()) ?? 0)
    }
    for section in text.split(separator: " ") {
      let parts = section.split(separator: ":")
      addSection(element(parts[0]))
      for item in parts.dropFirst().joined().split(separator: ",") {
        addItem(element(item))
      }
    }
  }
}

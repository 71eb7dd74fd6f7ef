import Support
import Feeds
import LayoutCore
import Renderers
import SectionEngine

/// The pages of one feed that a check examines.
package struct CheckPages: Sendable {
  /// The page in the requested environment.
  var base: CheckedPage
  /// The page in the other appearance. Rules that need a missing page are skipped.
  var otherAppearance: CheckedPage?
  /// The page at the largest text size; `nil` if that is the text size of `base`.
  var largestText: CheckedPage?
  var mirrored: CheckedPage?
  /// The blocks of the feed, and the clients to which it may be sent.
  var blocks: [Block] = []
  var clients: [Client] = []
  var expectations = Expectations()
  /// The views of the app, or the layers of a design, in points.
  package var apps: [ViewHierarchy] = []
  /// The page of the feed, and the changes of its content under which it is examined, too.
  var feedPage: FeedPage?
  var stresses: [Stress] = []

  /// The diagnostics of the page to check, then those that only the other pages have.
  package var diagnostics: [Diagnostic] {
    [otherAppearance, largestText, mirrored].reduce(into: base.diagnostics) { found, page in
      let known = found
      found += (page?.diagnostics ?? []).filter { !known.contains($0) }
    }
  }
}

extension CheckPages {
  package init(
    _ base: FeedPage, bothAppearances: Bool, clients: [Client] = [],
    expectations: Expectations = Expectations(), stresses: [Stress] = []
  ) {
    func changed(_ change: (inout LayoutEnvironment) -> Void) -> CheckedPage {
      var environment = base.environment
      change(&environment)
      return CheckedPage(base.engine.page(base.scene.replacing(environment: environment)))
    }
    self.base = CheckedPage(base)
    (self.clients, self.expectations) = (clients, expectations)
    feedPage = stresses.isEmpty ? nil : base
    self.stresses = stresses
    blocks = Array(base.scene.feed.blocks)
    if bothAppearances {
      otherAppearance = changed { $0.appearance = $0.appearance == .light ? .dark : .light }
    }
    if base.environment.textSize != .ax5 { largestText = changed { $0.textSize = .ax5 } }
    mirrored = changed { $0.direction = $0.direction == .ltr ? .rtl : .ltr }
  }
}

struct CheckedPage: Sendable {
  let tree: LayoutTree
  let diagnostics: [Diagnostic]
  let sections: [CheckedSection]
  var isAndroid: Bool { tree.environment.platform == .android }

  init(_ page: FeedPage) { self.init(page.rendered, block: page.block(ofSection:)) }

  init(_ page: RenderedPage, block: (Int) -> Block? = { _ in nil }) {
    let tree = page.tree
    self.tree = tree
    diagnostics = page.diagnostics
    let names = tree.sectionNames
    sections = tree.sections.indices.map { index in
      CheckedSection(index, named: names[index], of: tree, block: block(index))
    }
  }
}

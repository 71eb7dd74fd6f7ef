import Diagnostics
import FeedSession
import LayoutCore
import Renderers
import SectionEngine

/// The pages of one feed that a check examines.
package struct CheckPages: Sendable {
  /// The page in the requested environment.
  var base: CheckedPage
  /// The page in the other appearance; `nil` if it is not checked.
  var otherAppearance: CheckedPage?
  /// The page at the largest text size; `nil` if that is the text size of `base`.
  var largestText: CheckedPage?
  /// The page in the other direction.
  var mirrored: CheckedPage?

  /// - Parameters:
  ///   - base: the page to check.
  ///   - otherAppearance: the same feed in the other appearance. Rules that need a missing page are
  ///     skipped.
  ///   - largestText: the same feed at the largest text size.
  ///   - mirrored: the same feed in the other direction.
  ///   - blocks: the blocks that the pages were built from.
  package init(
    base: BuiltPage, otherAppearance: BuiltPage? = nil, largestText: BuiltPage? = nil,
    mirrored: BuiltPage? = nil, blocks: [Block]
  ) {
    self.base = CheckedPage(base, blocks: blocks)
    self.otherAppearance = otherAppearance.map { CheckedPage($0, blocks: blocks) }
    self.largestText = largestText.map { CheckedPage($0, blocks: blocks) }
    self.mirrored = mirrored.map { CheckedPage($0, blocks: blocks) }
  }

  /// Builds the pages that rules compare a page with.
  /// - Parameters:
  ///   - base: the page in `environment`.
  ///   - blocks: the blocks that the pages were built from.
  ///   - bothAppearances: whether to check the other appearance too.
  ///   - page: builds the same feed in another environment.
  package init(
    _ base: BuiltPage, of blocks: [Block], in environment: LayoutEnvironment, bothAppearances: Bool,
    page: (LayoutEnvironment) -> BuiltPage
  ) {
    func changed(_ change: (inout LayoutEnvironment) -> Void) -> BuiltPage {
      var environment = environment
      change(&environment)
      return page(environment)
    }
    self.init(
      base: base,
      otherAppearance: bothAppearances
        ? changed { $0.appearance = $0.appearance == .light ? .dark : .light } : nil,
      largestText: environment.textSize == .ax5 ? nil : changed { $0.textSize = .ax5 },
      mirrored: changed { $0.direction = $0.direction == .ltr ? .rtl : .ltr }, blocks: blocks)
  }

  init(base: CheckedPage) { self.base = base }
}

/// A page in the form that rules examine.
struct CheckedPage: Sendable {
  let tree: LayoutTree
  let diagnostics: [Diagnostic]
  let sections: [CheckedSection]

  /// - Complexity: O(nodes log siblings).
  init(_ built: BuiltPage, blocks: [Block]) {
    let tree = built.page.tree
    self.tree = tree
    diagnostics = built.page.diagnostics
    let names = tree.sectionNames
    sections = tree.sections.indices.map { index in
      let block = built.blocks.indices.contains(index) ? built.blocks[index] : nil
      return CheckedSection(
        index, named: names[index], of: tree,
        block: block.flatMap { blocks.indices.contains($0) ? blocks[$0] : nil })
    }
  }
}

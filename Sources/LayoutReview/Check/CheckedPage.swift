import Diagnostics
import FeedSession
import LayoutCore
import Renderers
import SectionEngine

/// The pages of one feed that a check looks at.
package struct CheckPages: Sendable {
  /// In the environment that was asked for.
  var base: CheckedPage
  /// In the other appearance; `nil`: it is not looked at.
  var otherAppearance: CheckedPage?
  /// At the largest text size; `nil`: `base` is.
  var largestText: CheckedPage?
  /// In the other direction.
  var mirrored: CheckedPage?

  /// - Parameters:
  ///   - base: the page that is checked; the others are the same feed in other environments, and what
  ///     cannot be asked of them is not asked where they are missing.
  ///   - blocks: that the pages were built of.
  package init(
    base: BuiltPage, otherAppearance: BuiltPage? = nil, largestText: BuiltPage? = nil,
    mirrored: BuiltPage? = nil, blocks: [Block]
  ) {
    self.base = CheckedPage(base, blocks: blocks)
    self.otherAppearance = otherAppearance.map { CheckedPage($0, blocks: blocks) }
    self.largestText = largestText.map { CheckedPage($0, blocks: blocks) }
    self.mirrored = mirrored.map { CheckedPage($0, blocks: blocks) }
  }

  /// The pages that rules compare a page with.
  /// - Parameters:
  ///   - base: in `environment`.
  ///   - bothAppearances: whether the other appearance is looked at too.
  ///   - page: the same feed in another environment.
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

/// A page as the rules look at it.
struct CheckedPage: Sendable {
  let tree: LayoutTree
  let diagnostics: [Diagnostic]
  let sections: [CheckedSection]

  /// Complexity: O(nodes log siblings).
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

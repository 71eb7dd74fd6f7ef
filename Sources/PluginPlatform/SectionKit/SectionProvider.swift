/// A type that draws the blocks of one shape.
///
/// The engine creates one value per block and then requests, in this order: ``section``,
/// ``rowCount``, ``item(_:)`` for each row, the body of the header, the height and the body of each
/// row, the bodies of footer and background, and ``frame``. It does not request parts that
/// ``section`` does not declare.
/// All results must depend only on the block: the engine may open the same block again, with
/// another environment, in any order.
public protocol SectionProvider: SendableMetatype {
  /// The codes of the blocks to draw; `"*"` claims every block that no other provider draws.
  static var blockCodes: [StaticString] { get }

  /// The showTypes of the blocks to draw if no provider claims their code; empty by default.
  static var showTypes: [StaticString] { get }

  /// Reads the block. Throw ``Decline`` if the payload has another shape, so that the engine tries
  /// the next provider; any other error fails the section.
  init(_ block: Block) throws

  /// The number of rows, 1 by default.
  var rowCount: Int { get }

  /// The array of the payload whose element i makes row i, and nothing else; `nil` by default.
  ///
  /// A provider with such an array promises that ``item(_:)``, ``rowHeight(_:)`` and ``body(row:)``
  /// depend only on the element with the row's index, on the settings and on the environment: not on
  /// the index, the number of rows or other elements. If a list grows or an item changes, the engine
  /// then keeps the rows of unchanged elements. `sectionengine plugin check` tests the promise.
  var rowElements: Source? { get }

  /// Returns the properties of a row for the section's layout; by default one column, one row and
  /// an automatic width.
  func item(_ row: Int) throws -> ItemDescription

  /// Returns the height of a row; by default ``RowHeight/automatic``, the height of its content. If
  /// ``frame`` has a height and the only row is automatic, the row takes the remaining height.
  func rowHeight(_ row: Int) throws -> RowHeight

  /// The section's own frame; `nil` by default: as wide as the page, as high as the content.
  var frame: SectionFrame? { get throws }

  /// The properties of the section except its bodies; a plain list of rows by default.
  var section: SectionDescription { get throws }

  /// Returns the content of a row; empty by default, which suits a provider that only computes
  /// heights.
  @BodyBuilder func body(row: Int) throws -> Body

  /// The content of the header; requested only if ``SectionDescription/header`` is set.
  @BodyBuilder var header: Body { get throws }

  /// The content of the footer; requested only if ``SectionDescription/footer`` is set.
  @BodyBuilder var footer: Body { get throws }

  /// The background's content; requested only if ``SectionDescription/background`` is set.
  @BodyBuilder var background: Body { get throws }
}

extension SectionProvider {
  /// The default: no showTypes.
  public static var showTypes: [StaticString] { [] }
  /// The default: one row.
  public var rowCount: Int { 1 }
  /// The default, `nil`: the engine asks for all rows again if the block changes.
  public var rowElements: Source? { nil }
  /// Returns the default: one column, one row, with the width that the layout gives.
  public func item(_ row: Int) throws -> ItemDescription { ItemDescription() }
  /// Returns ``RowHeight/automatic``.
  public func rowHeight(_ row: Int) throws -> RowHeight { .automatic }
  /// The default, `nil`: as wide as the page, as high as the content.
  public var frame: SectionFrame? { get throws { nil } }
  /// The default: a plain list of rows.
  public var section: SectionDescription { get throws { SectionDescription() } }
  /// Returns the default, an empty body.
  public func body(row: Int) throws -> Body { Body() }
  /// The default: an empty header.
  public var header: Body { get throws { Body() } }
  /// The default: an empty footer.
  public var footer: Body { get throws { Body() } }
  /// The default: an empty background.
  public var background: Body { get throws { Body() } }
}

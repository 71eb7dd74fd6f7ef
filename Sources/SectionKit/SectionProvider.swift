/// Draws the blocks of one shape.
///
/// The engine makes one value per block and then asks it, in this order: ``section``, ``rowCount``,
/// ``item(_:)`` for each row, the header's body, height and body of each row, the bodies of footer and
/// background, ``frame``. Parts that ``section`` does not declare are not asked for.
/// All of them must be functions of the block alone; the same block may be opened again, with
/// another environment, in any order.
public protocol SectionProvider {
  /// The block codes that it draws; `"*"` claims every block that nobody else draws.
  static var blockCodes: [StaticString] { get }

  /// The showTypes that it draws when no provider claims the block's code. None by default.
  static var showTypes: [StaticString] { get }

  /// Reads the block. Throw ``Decline`` when the payload is of another shape, so that the engine asks
  /// the next provider; any other error fails the section.
  init(_ block: Block) throws

  /// Number of rows, 1 by default.
  var rowCount: Int { get }

  /// What a row asks of the section's layout; nothing by default.
  func item(_ row: Int) throws -> ItemDescription

  /// Height of a row, ``RowHeight/automatic`` by default.
  func rowHeight(_ row: Int) throws -> RowHeight

  /// A frame of its own; none by default: as wide as the page, as high as the content.
  var frame: SectionFrame? { get throws }

  /// Everything about the section but its bodies; a plain list of rows by default.
  var section: SectionDescription { get throws }

  /// What a row shows; nothing by default, which suits a provider that only computes heights.
  @BodyBuilder func body(row: Int) throws -> Body

  /// What the header shows; asked only when ``SectionDescription/header`` is set.
  @BodyBuilder var header: Body { get throws }

  /// What the footer shows; asked only when ``SectionDescription/footer`` is set.
  @BodyBuilder var footer: Body { get throws }

  /// What is drawn behind the rows; asked only when ``SectionDescription/background`` is set.
  @BodyBuilder var background: Body { get throws }
}

extension SectionProvider {
  /// None.
  public static var showTypes: [StaticString] { [] }
  /// One row.
  public var rowCount: Int { 1 }
  /// One column, one row, of the width that the layout gives.
  public func item(_ row: Int) throws -> ItemDescription { ItemDescription() }
  /// Automatic.
  public func rowHeight(_ row: Int) throws -> RowHeight { .automatic }
  /// As wide as the page, as high as the content.
  public var frame: SectionFrame? { get throws { nil } }
  /// A plain list of rows.
  public var section: SectionDescription { get throws { SectionDescription() } }
  /// Nothing.
  public func body(row: Int) throws -> Body { Body() }
  /// Nothing.
  public var header: Body { get throws { Body() } }
  /// Nothing.
  public var footer: Body { get throws { Body() } }
  /// Nothing.
  public var background: Body { get throws { Body() } }
}

/// A set of line-break classes.
struct LineBreakSet: Sendable, ExpressibleByArrayLiteral {
  var bits: UInt64 = 0

  init(arrayLiteral elements: LineBreakClass...) {
    for element in elements { bits |= 1 << UInt64(element.rawValue) }
  }

  @inline(__always)
  func contains(_ element: LineBreakClass) -> Bool {
    bits >> UInt64(element.rawValue) & 1 != 0
  }

  mutating func formUnion(_ other: Self) { bits |= other.bits }
  mutating func subtract(_ other: Self) { bits &= ~other.bits }

  static var all: Self {
    var all: Self = []
    all.bits = .max
    return all
  }
}

/// The rules of UAX #14 (Unicode 15) that depend on two classes only: LB11 to LB30b except LB21a,
/// LB25 and LB30a, which `LineBreaker` decides from its state.
struct LineBreakRules: Sendable {
  /// For each class, the classes that may not begin a line directly after it.
  private(set) var adjacent = [LineBreakSet](repeating: [], count: 64)
  /// For each class, the classes that may not begin a line after it and following spaces.
  private(set) var acrossSpaces = [LineBreakSet](repeating: [], count: 64)

  static let unicode = LineBreakRules()

  private init() {
    let open: LineBreakSet = [.op, .opWide]
    let close: LineBreakSet = [.cl, .cp, .cpWide]
    let letter: LineBreakSet = [.al, .hl]
    let ideograph: LineBreakSet = [.id, .idPictographic, .eb, .em]
    let hangul: LineBreakSet = [.jl, .jv, .jt, .h2, .h3]

    // Rules that apply across spaces precede LB18, which allows a break after all other spaces.
    join(.all, [.wj], acrossSpaces: true)  // LB11
    join([.wj], .all)
    join([.gl], .all)  // LB12
    var glue = LineBreakSet.all
    glue.subtract([.sp, .ba, .hy])
    join(glue, [.gl])  // LB12a
    join(.all, [.cl, .cp, .cpWide, .ex, .is, .sy], acrossSpaces: true)  // LB13
    join(open, .all, acrossSpaces: true)  // LB14
    join([.qu], open, acrossSpaces: true)  // LB15
    join(close, [.ns], acrossSpaces: true)  // LB16
    join([.b2], [.b2], acrossSpaces: true)  // LB17
    join(.all, [.qu])  // LB19
    join([.qu], .all)

    // LB20 breaks around CB unless an earlier rule prevents the break: later rules exclude CB.
    var notContingent = LineBreakSet.all
    notContingent.subtract([.cb])
    join(notContingent, [.ba, .hy, .ns])  // LB21
    join([.bb], notContingent)
    join([.sy], [.hl])  // LB21b
    join(notContingent, [.in])  // LB22
    join(letter, [.nu])  // LB23
    join([.nu], letter)
    join([.pr], ideograph)  // LB23a
    join(ideograph, [.po])
    join([.pr, .po], letter)  // LB24
    join(letter, [.pr, .po])
    join([.jl], [.jl, .jv, .h2, .h3])  // LB26
    join([.jv, .h2], [.jv, .jt])
    join([.jt, .h3], [.jt])
    join(hangul, [.po])  // LB27
    join([.pr], hangul)
    join(letter, letter)  // LB28
    join([.is], letter)  // LB29
    join([.al, .hl, .nu], [.op])  // LB30
    join([.cp], [.al, .hl, .nu])
    join([.eb, .idPictographic], [.em])  // LB30b
  }

  private mutating func join(
    _ before: LineBreakSet, _ after: LineBreakSet, acrossSpaces isAcrossSpaces: Bool = false
  ) {
    for index in adjacent.indices where before.bits >> UInt64(index) & 1 != 0 {
      adjacent[index].formUnion(after)
      if isAcrossSpaces { acrossSpaces[index].formUnion(after) }
    }
  }
}

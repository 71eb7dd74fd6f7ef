package enum LineBreakStyle: String, Sendable, CaseIterable { case uax14, blink }
package struct LineBreaks {
  package static func opportunities(_ text: UnsafeBufferPointer<UInt8>, style: LineBreakStyle, into: inout [UInt8]) {
    into = [UInt8](repeating: 0, count: text.count + 1)
    var c = ClusterCursor(text, advances: FixedAdvances(), rules: .unicode)
    while !c.isAtEnd {
      into[c.start] = c.opportunity == .mandatory ? 2 : c.opportunity == .allowed ? 1 : 0
      c.moveToNext(FixedAdvances(), .unicode)
    }
  }
}
package enum BaseDirection: UInt8, Sendable, Hashable { case leftToRight, rightToLeft, automatic }
package struct BidiLevels {
  package static func levels(_ text: UnsafeBufferPointer<UInt8>, base: BaseDirection) -> [UInt8]? { nil }
}

extension Style {
  /// A number that differs for nearly all different styles. Equal styles have equal ones.
  ///
  /// Not `Hasher`: its seeded hash of some fifty fields costs more than the layout of a node.
  var fingerprint: UInt64 {
    var mixer = Mixer()
    mixer.add(display.rawValue, flexDirection.rawValue, flexWrap.rawValue, justifyContent.rawValue)
    mixer.add(alignItems.rawValue, alignSelf.rawValue, alignContent.rawValue, position.rawValue)
    mixer.add(flexGrow, flexShrink)
    mixer.add(width)
    mixer.add(height)
    mixer.add(flexBasis)
    mixer.add(minWidth)
    mixer.add(minHeight)
    mixer.add(maxWidth)
    mixer.add(maxHeight)
    mixer.add(margin)
    mixer.add(padding)
    mixer.add(inset)
    mixer.add(columnGap)
    mixer.add(rowGap)
    return mixer.value
  }

  private struct Mixer {
    var value: UInt64 = 0x9e37_79b9_7f4a_7c15

    @inline(__always) mutating func add(_ word: UInt64) {
      value = (value ^ word) &* 0xff51_afd7_ed55_8ccd
      value ^= value >> 32
    }
    @inline(__always) mutating func add(_ a: UInt8, _ b: UInt8, _ c: UInt8, _ d: UInt8) {
      let low = UInt64(a) | UInt64(b) << 8
      let high = UInt64(c) | UInt64(d) << 8
      add(low | high << 16)
    }
    @inline(__always) mutating func add(_ first: Float, _ second: Float) {
      add(UInt64(first.bitPattern) << 32 | UInt64(second.bitPattern))
    }
    @inline(__always) mutating func add(_ length: Length) {
      guard length.unit != .auto else { return add(UInt64(0)) }
      add(UInt64(length.value.bitPattern) << 8 | UInt64(length.unit.rawValue))
    }
    @inline(__always) mutating func add(_ edges: Edges) {
      add(edges.top)
      add(edges.right)
      add(edges.bottom)
      add(edges.left)
      add(edges.start)
      add(edges.end)
    }
  }
}

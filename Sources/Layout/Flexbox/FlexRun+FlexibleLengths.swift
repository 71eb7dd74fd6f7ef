extension FlexRun {
  /// Distributes a line's free space by grow or shrink factors, in rounds, until no item violates
  /// its limits (§9.7). Each round freezes at least one item.
  mutating func resolveFlexibleLengths(_ container: Container, _ line: Int) {
    let main = container.main
    let first = lines[line].first
    let end = lines[line].end
    let inner = container.inner[main]
    let gaps = container.gap[main] * Number(end - first - 1)

    // 1. The used flex factor: grow or shrink. It has no effect if the inner size is unknown (NaN),
    // because step 2 then freezes every item.
    let grows = lines[line].hypotheticalMain < inner
    // 2. Each item starts at its hypothetical size; inflexible ones are frozen there.
    var unfrozen = 0
    for index in first..<end {
      let item = items[index]
      let factor = grows ? item.grow : item.shrink
      items[index].target = item.hypothetical
      let isFrozen =
        inner.isNaN || factor == 0
        || (grows ? item.base > item.hypothetical : item.base < item.hypothetical)
      items[index].isFrozen = isFrozen
      if !isFrozen { unfrozen += 1 }
    }
    guard unfrozen > 0 else { return }

    // 3. The initial free space.
    let initial = inner - gaps - usedMain(first..<end, main)
    // 4. The rounds.
    while unfrozen > 0 {
      // a, b. The remaining free space; if the sum of factors is below 1, at most the initial free
      // space times that sum.
      var factors: Number = 0
      var scaled: Number = 0
      for index in first..<end where !items[index].isFrozen {
        factors += grows ? items[index].grow : items[index].shrink
        scaled += items[index].shrink * (items[index].base - items[index].edges[main])
      }
      var free = inner - gaps - usedMain(first..<end, main)
      if factors < 1 {
        let part = initial * factors
        if part.value.magnitude < free.value.magnitude { free = part }
      }
      // The only item that is not frozen takes all the free space if its factor is at least 1.
      let isRest = unfrozen == 1 && factors >= 1
      if !isRest { free = free.named(.freeSpace) }

      // c, d. Distribute, clamp, and add up the violations.
      var total: Number = 0
      for index in first..<end where !items[index].isFrozen {
        let item = items[index]
        var target = item.base
        if grows {
          if free > 0 { target += free * (item.grow / factors) }
          target = target.by(isRest ? .rest : .grow)
        } else {
          if free < 0 && scaled > 0 {
            target += free * (item.shrink * (item.base - item.edges[main]) / scaled)
          }
          target = target.by(isRest ? .rest : .shrink)
        }
        let clamped = item.clamp(target, main)
        items[index].target = clamped
        items[index].violation = clamped - target
        total += clamped - target
      }
      // e. Freeze all items if the total violation is 0, those at their minimum if it is positive,
      // those at their maximum if it is negative.
      var frozen = 0
      for index in first..<end where !items[index].isFrozen {
        let violation = items[index].violation
        if total == 0 || (total > 0 && violation > 0) || (total < 0 && violation < 0) {
          items[index].isFrozen = true
          frozen += 1
        }
      }
      // Rounding in sums of huge lengths may give a total violation although no item has one; stop.
      if frozen == 0 { return }
      unfrozen -= frozen
    }
  }

  /// Returns the sum of the target sizes of frozen items, the base sizes of the other items, and
  /// all margins.
  private func usedMain(_ range: Range<Int>, _ main: Axis) -> Number {
    var sum: Number = 0
    for index in range {
      let item = items[index]
      sum += (item.isFrozen ? item.target : item.base) + item.margin(main)
    }
    return sum
  }
}

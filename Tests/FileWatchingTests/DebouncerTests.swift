import Support
import Testing

@Suite struct DebouncerTests {
  /// Returns the time at which the given events are due to be handled. All times are in ms.
  private func due(_ events: [(Debouncer.Event, Int)]) -> Int? {
    var settling = Debouncer()
    for (event, time) in events { settling.note(event, at: time) }
    return settling.due
  }

  @Test("nothing is due without events")
  func nothing() {
    var settling = Debouncer()
    #expect(settling.due == nil)
    let isOver = settling.isOver(at: 1_000_000)
    #expect(!isOver)
  }

  @Test("a finished file is due soon, and an unfinished one later")
  func pauses() {
    #expect(due([(.finished, 50)]) == 50 + Debouncer.pauseAfterFinished)
    #expect(due([(.rights, 50)]) == 50 + Debouncer.pauseAfterFinished)
    #expect(due([(.unfinished, 50)]) == 50 + Debouncer.pauseAfterUnfinished)
  }

  @Test("each event postpones the due time, and the last event determines the delay")
  func bursts() {
    let linker: [(Debouncer.Event, Int)] = [(.unfinished, 0), (.unfinished, 30), (.finished, 60)]
    #expect(due(linker) == 60 + Debouncer.pauseAfterFinished)
    // The linker makes the file executable after it closes the file.
    #expect(due(linker + [(.rights, 61)]) == 60 + Debouncer.pauseAfterFinished)
    // The linker has started to write the next file.
    #expect(due(linker + [(.unfinished, 62)]) == 62 + Debouncer.pauseAfterUnfinished)
  }

  @Test("a file that is written without end is due after the longest wait")
  func endless() {
    let events = (0..<300).map { (Debouncer.Event.unfinished, $0 * 10) }
    #expect(due(events) == Debouncer.longestWait)
  }

  @Test("a burst ends once, and the next one starts again")
  func over() {
    var settling = Debouncer()
    var isOver = false
    settling.note(.finished, at: 100)
    isOver = settling.isOver(at: 100 + Debouncer.pauseAfterFinished - 1)
    #expect(!isOver)
    isOver = settling.isOver(at: 100 + Debouncer.pauseAfterFinished)
    #expect(isOver)
    #expect(settling.due == nil)
    isOver = settling.isOver(at: 10_000)
    #expect(!isOver)
    settling.note(.unfinished, at: 10_000)
    #expect(settling.due == 10_000 + Debouncer.pauseAfterUnfinished)
  }
}

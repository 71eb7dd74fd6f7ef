internal import CSectionABI
internal import LayoutCore

/// The functions of the extension `section.content/1`. An invalid call has no effect but a warning.
extension HostContext {
  mutating func add(run: UnsafePointer<se_run>?) {
    describe(.run, run) { context, raw, _ throws(ResultViolation) in
      let text = try context.openText()
      let end = Int(raw.start) + Int(raw.length)
      var run = TextRun(range: Int(raw.start)..<end)
      try context.check(run.range, in: text)
      let size = try BorderChecks.number(
        raw.font_size, "font_size", maximum: BorderLimits.fontSize)
      let growth = context.growth(of: size == 0 ? context.fontSize : size)
      run.font.size = Float(size * growth)
      run.font.weight = try BorderChecks.fontWeight(raw.font_weight)
      run.traits = .init(
        rawValue: try BorderChecks.flags(raw.traits, "traits", all: TextRun.Traits.all.rawValue))
      run.letterSpacing = try context.length(
        raw.letter_spacing, "letter_spacing", growth, isSigned: true)
      run.lineHeight = try context.length(raw.line_height, "line_height", growth)
      run.baselineOffset = try context.length(
        raw.baseline_offset, "baseline_offset", growth, isSigned: true)
      run.imageWidth = try context.length(raw.image_size.width, "image_size")
      run.imageHeight = try context.length(raw.image_size.height, "image_size")
      run.family = try context.copy(raw.family, "family")
      run.color = try context.copy(raw.color, "color")
      run.background = try context.copy(raw.background, "background")
      run.actionType = try context.copy(raw.action.type, "action type")
      run.actionTarget = try context.copy(raw.action.target, "action target")
      run.image = try context.copy(raw.image, "image")
      context.arena.addRun(run)
    }
  }

  mutating func set(paragraph: UnsafePointer<se_paragraph>?) {
    describe(.paragraph, paragraph) { context, raw, own throws(ResultViolation) in
      _ = try context.openText()
      let growth = context.growth(of: context.fontSize)
      own.lineHeight = try context.length(raw.line_height, "line_height", growth)
      own.letterSpacing = try context.length(
        raw.letter_spacing, "letter_spacing", growth, isSigned: true)
      own.minimumScale = Float(
        try BorderChecks.number(raw.minimum_scale, "minimum_scale", maximum: 1))
      own.firstLineIndent = try context.length(raw.first_line_indent, "first_line_indent", growth)
      own.truncation = try BorderChecks.enumeration(raw.truncation, "truncation")
      guard raw.word_break <= 1 else {
        throw ResultViolation("word_break", "has the unknown value \(raw.word_break)")
      }
      own.breaksWords = raw.word_break == 1
    }
  }

  mutating func set(picture: UnsafePointer<se_picture>?) {
    describe(.picture, picture) { context, raw, own throws(ResultViolation) in
      guard context.arena.records.last?.kind == .image else {
        throw ResultViolation("picture", "needs a node of the kind IMAGE")
      }
      own.contentMode = try BorderChecks.enumeration(raw.mode, "mode")
      own.picture = try context.copy(raw.address, "address")
      own.tint = try context.copy(raw.tint, "tint")
      own.placeholder = try context.copy(raw.placeholder, "placeholder")
    }
  }

  mutating func set(decoration: UnsafePointer<se_decoration>?) {
    describe(.decorate, decoration) { context, raw, own throws(ResultViolation) in
      own.borderWidth = try context.length(raw.border_width, "border_width")
      let transparency = try BorderChecks.number(raw.transparency, "transparency", maximum: 1)
      own.opacity = Float(1 - transparency)
      own.corners = .init(
        rawValue: try BorderChecks.flags(
          raw.corners, "corners", all: NodeAttributes.Corners.all.rawValue))
      own.shadow.x = try context.length(raw.shadow_x, "shadow_x", isSigned: true)
      own.shadow.y = try context.length(raw.shadow_y, "shadow_y", isSigned: true)
      own.shadow.blur = try context.length(raw.shadow_blur, "shadow_blur")
      own.shadow.color = try context.copy(raw.shadow_color, "shadow_color")
      own.borderColor = try context.copy(raw.border_color, "border_color")
    }
  }

  mutating func set(identity: UnsafePointer<se_identity>?) {
    describe(.identify, identity) { context, raw, own throws(ResultViolation) in
      own.resourceType = try context.copy(raw.resource_type, "resource_type")
      own.resourceID = try context.copy(raw.resource_id, "resource_id")
      own.state = try context.copy(raw.state, "state")
    }
  }

  // MARK: The open node

  /// - Parameter change: Changes a copy of the open node's attributes. If it throws, the node keeps
  ///   its attributes.
  private mutating func describe<Raw: TranscriptStruct>(
    _ function: TranscriptTag, _ raw: UnsafePointer<Raw>?,
    _ change: (inout HostContext, Raw, inout NodeAttributes) throws(ResultViolation) -> Void
  ) {
    guard violation == nil else { return }
    recorder?.describe(function, raw?.pointee)
    do throws(ResultViolation) {
      guard let raw else { throw ResultViolation("\(function)", "was called with NULL") }
      guard call.isBuilding, arena.depth > baseDepth else {
        throw ResultViolation("\(function)", "was called without an open node")
      }
      guard arena.canDescribeOpenNode else {
        throw ResultViolation("\(function)", "was called after a child of its node")
      }
      // Each function may be called once for a node, except `run`: a text can have many runs.
      let once: UInt32 = function == .run ? 0 : 1 << function.rawValue
      guard described & once == 0 else {
        throw ResultViolation("\(function)", "was called twice")
      }
      described |= once
      var own = NodeAttributes(node: arena.records.count - 1)
      arena.describeOpenNode { own = $0 }
      try change(&self, raw.pointee, &own)
      // A run is not stored here, because `change` has already added it to the arena.
      if function != .run { arena.describeOpenNode { $0 = own } }
    } catch {
      ignore(error)
    }
  }

  private mutating func ignore(_ violation: ResultViolation) {
    let source = (arena.open.last).flatMap { arena.content(of: Int($0))?.source } ?? 0
    let place = call.isBuilding ? "node \(arena.count - 1) in \(call.part)" : call.name
    var report = Report(place: source, path: "", message: violation.of(place).message)
    (report.isContent, report.isLimit) = (true, violation.isLimit)
    add(warning: report)
  }

  private func openText() throws(ResultViolation) -> TextRange {
    let node = arena.records.count - 1
    guard [.text, .button, .badge].contains(arena.records[node].kind) else {
      throw ResultViolation("the kind", "has no text")
    }
    return arena.content(of: node)?.text ?? .empty
  }

  private func check(_ range: Range<Int>, in text: TextRange) throws(ResultViolation) {
    let shown = "the range \(range.lowerBound)..<\(range.upperBound)"
    guard !range.isEmpty, range.upperBound <= Int(text.count) else {
      throw ResultViolation(shown, "is \(range.isEmpty ? "empty" : "beyond \(text.count) bytes")")
    }
    func isInsideCharacter(_ offset: Int) -> Bool {
      offset < Int(text.count) && arena.text[Int(text.start) + offset] & 0xC0 == 0x80
    }
    guard !isInsideCharacter(range.lowerBound), !isInsideCharacter(range.upperBound) else {
      throw ResultViolation(shown, "divides a character")
    }
    guard arena.runs.count < BorderLimits.runs else {
      throw ResultViolation(
        "the section", "has more than \(BorderLimits.runs) runs", isLimit: true)
    }
    guard let last = arena.attributes.last, Int(last.node) == arena.records.count - 1,
      !last.runs.isEmpty
    else { return }
    guard arena.runs[last.runs.upperBound - 1].range.upperBound <= range.lowerBound else {
      throw ResultViolation(shown, "overlaps the run before it, or is not behind it")
    }
  }

  /// Returns the factor by which the user's text size scales a font size; 1 for a font size of 0.
  private func growth(of size: Double) -> Double { size > 0 ? textScale(size) / size : 1 }

  private func length(
    _ value: Double, _ subject: StaticString, _ growth: Double = 1, isSigned: Bool = false
  ) throws(ResultViolation) -> Float {
    let minimum = isSigned ? -BorderLimits.points : 0
    return Float(try BorderChecks.number(value, subject, minimum: minimum) * growth)
  }
}

extension BorderChecks {
  fileprivate static func flags(
    _ value: UInt32, _ subject: StaticString, all: UInt8
  ) throws(ResultViolation) -> UInt8 {
    guard value & ~UInt32(all) == 0 else {
      throw ResultViolation("\(subject)", "has unknown flags (\(value))")
    }
    return UInt8(value)
  }
}
